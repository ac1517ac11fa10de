// SPDX-License-Identifier: MIT
// What `lockscope explore` prints.
#pragma once

#include "lockcore/oracle/examination.h"

#include <QJsonObject>
#include <QString>

namespace lockscope {

struct ExploreStep;

QString exploreText(const lockcore::Examination &examination, lockcore::explorer::Oracle &oracle);
QJsonObject exploreJson(const lockcore::Examination &examination, lockcore::explorer::Oracle &oracle);

/// The steps of a trace, numbered from 1, each with what it changes.
QString stepLines(const ExploreStep &step, int number, bool manyServers);
QString traceLines(const lockcore::explorer::Trace &trace, lockcore::explorer::Oracle &oracle);
QJsonArray traceJson(const lockcore::explorer::Trace &trace, lockcore::explorer::Oracle &oracle);

/// Of each protocol, what each of these breaks; a protocol with an error instead of rows cannot be examined.
struct ExploreTableRow
{
    std::string protocol;
    std::vector<lockcore::explorer::FrontierRow> cells;
    std::string error;
};
QString exploreTable(const std::vector<ExploreTableRow> &rows, const std::string &server);
QJsonObject exploreTableJson(const std::vector<ExploreTableRow> &rows, const std::string &server);

} // namespace lockscope
