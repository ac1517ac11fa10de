// SPDX-License-Identifier: MIT
// Turns what a trace reports into what `lockscope trace` prints. Pure: no terminal, no event loop.
#pragma once

#include "app/command/text_columns.h"
#include "app/trace/trace_options.h"

#include <QByteArray>

#include <map>

namespace lockscope {

class TraceOutput final
{
public:
    TraceOutput(TraceCommandOptions options, TextStyle style)
        : m_options(std::move(options))
        , m_style(style)
    { }

    void setNode(std::string address) { m_node = std::move(address); } ///< of a cluster: the primary that is traced

    QString question(const lockcore::TracePlan &plan) const; ///< what a person must know before; without the question itself
    QByteArray started(lockcore::ServerTime at) const;
    QByteArray items(const std::vector<lockcore::TraceItem> &items); ///< those that pass the filter
    QByteArray ended(lockcore::TraceReport report) const;

    int proved() const { return m_proved; } ///< findings that were printed

private:
    bool passes(const lockcore::TraceItem &item);
    bool passes(const lockcore::LockId &id, lockcore::ServerTime at,
                const std::vector<std::optional<lockcore::TraceClient>> &clients) const;
    QString text(const lockcore::TracedChange &traced) const;
    QString text(const lockcore::TracedFinding &traced) const;
    QString text(const lockcore::TracedHolder &traced, lockcore::ServerTime now) const;
    QString below(const QString &label, const QString &text) const;

    const TraceCommandOptions m_options;
    const TextStyle m_style;
    std::string m_node;
    std::map<lockcore::LockId, lockcore::LockInfo> m_locks; ///< of the changes so far
    int m_proved = 0;
};

} // namespace lockscope
