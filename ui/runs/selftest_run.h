// SPDX-License-Identifier: MIT
// Runs `lockscope worker --selftest COMMAND…` as a process of its own, and reads what it prints. Its end ends the process with all that it
// has started. Thread of the creator, which has an event loop.
#pragma once

#include "lockcore/base/task.h"
#include "lockcore/base/waiting.h"
#include "ui/runs/check_making.h"

#include <QProcess>

namespace lockscope {

/// How each line of a self-test begins; further lines about a mistake are indented.
namespace selftest_line {
inline constexpr std::string_view passed = "ok     ", wrong = "WRONG  ", warns = "warn   ", leftOut = "--     ", more = "       ";
}

class SelftestRun final
{
public:
    /// `program`: Lockscope itself.
    SelftestRun(QString program, lockcore::Store store, std::vector<std::string> command);
    ~SelftestRun();

    lockcore::Task<void> play(); ///< call it once

    const SelftestResult &result() const { return m_result; } ///< the result so far
    /// Why it could not be carried out. Transport: there is no server. None: it was, or it has not ended yet.
    const std::optional<lockcore::Error> &error() const { return m_error; }

    std::function<void()> changed{}; ///< called after each rule

private:
    void readLines();
    void take(const QByteArray &line);
    void noteEnd();

    const QString m_program;
    const lockcore::Store m_store;
    const std::vector<std::string> m_command;
    SelftestResult m_result;
    std::optional<lockcore::Error> m_error;
    lockcore::Completion<void> m_ended;
    QProcess m_process;
};

} // namespace lockscope
