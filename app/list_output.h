// SPDX-License-Identifier: MIT
// Turns the changes of a Monitor into what `lockscope list` prints. Pure: no terminal, no event loop.
#pragma once

#include "app/known_locks.h"
#include "app/options.h"
#include "app/text_columns.h"

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

    /// Empty until the first sweep is complete or has failed.
    CommandOutput feed(const lockcore::MonitorChange &change);

private:
    CommandOutput complete(const lockcore::MonitorChange &change);
    QString table(const std::vector<lockcore::LockInfo> &locks, std::size_t all, const lockcore::MonitorChange &change) const;
    QString totals(std::size_t shown, std::size_t all, const lockcore::MonitorChange &change) const;

    Options m_options;
    TextStyle m_style;
    KnownLocks m_locks;
};

} // namespace lockscope
