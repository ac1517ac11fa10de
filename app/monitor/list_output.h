// SPDX-License-Identifier: MIT
// Turns the changes of a Monitor into what `lockscope list` prints. Pure: no terminal, no event loop.
#pragma once

#include "app/command/options.h"
#include "app/command/text_columns.h"
#include "lockcore/monitor/monitor.h"
#include "ui/export/lock_pointers.h"

#include <QByteArray>

#include <optional>

namespace lockscope {

struct CommandOutput
{
    QByteArray out;              ///< for stdout
    QByteArray err;              ///< for stderr
    std::optional<int> exitCode; ///< set: the command is done
};

class ListOutput final
{
public:
    ListOutput(Options options, TextStyle style)
        : m_options(std::move(options))
        , m_style(style)
    { }

    /// Empty until the sweep is complete or has failed. The result for a complete sweep contains all locks at once.
    CommandOutput feed(const lockcore::MonitorChange &change) const;

private:
    CommandOutput complete(const lockcore::MonitorChange &change) const;
    QString verdict(const LockPointers &listed, lockcore::ServerTime printed) const;
    QString ageNotKnown(const LockPointers &locks) const;
    QString ofPossible(std::size_t count, const lockcore::PossibleLocks &possible) const;
    QString notices(const lockcore::MonitorChange &change) const;
    QString totals(std::size_t shown, std::size_t all, const lockcore::MonitorChange &change) const;

    Options m_options;
    TextStyle m_style;
};

} // namespace lockscope
