// SPDX-License-Identifier: MIT
// JUnit's XML, as servers for continuous integration read it. Pure; any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <utility>
#include <vector>

namespace lockscope {

struct JunitCase
{
    enum class Kind { Passed, Failure, Skipped, Error };

    QString name;
    Kind kind = Kind::Passed;
    QString message, details;
};

struct JunitSuite
{
    QString name;
    double seconds = 0;
    std::vector<std::pair<QString, QString>> properties;
    std::vector<JunitCase> cases;
};

/// `name` is that of all suites together.
QByteArray junitXml(const QString &name, const std::vector<JunitSuite> &suites);

} // namespace lockscope
