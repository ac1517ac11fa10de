// SPDX-License-Identifier: MIT
// What `lockscope explore` prints.
#pragma once

#include "app/explore/explore_options.h"

#include <QJsonObject>

namespace lockscope {

struct ExploreReport
{
    lockcore::explorer::Exploration exploration;
    bool isUsual = false;                                  ///< the usual faults, one at once
    std::vector<lockcore::explorer::FrontierRow> frontier; ///< usual: what else breaks it
    std::optional<bool> sameInReplay;                      ///< of the violations; none: there was none
    double seconds = 0;
    std::string server; ///< "redis 7.0.15"
};

QString exploreText(const ExploreReport &report, lockcore::explorer::Oracle &oracle);
QJsonObject exploreJson(const ExploreReport &report, lockcore::explorer::Oracle &oracle);

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
