// SPDX-License-Identifier: MIT
// Ensures that a release gets its line of audit, whatever happens to its task. If the task is cancelled after a command was sent, the
// outcome is unknown.
#pragma once

#include "lockcore/monitor/release/audit.h"

namespace lockcore {

/// Belongs to a report in the same coroutine frame. `audit`: none for a dry run, which records nothing.
class AuditRecord final
{
public:
    AuditRecord(std::optional<Audit> audit, const Endpoint &endpoint, ReleaseReport &report);
    AuditRecord(const AuditRecord &) = delete;
    AuditRecord &operator=(const AuditRecord &) = delete;
    ~AuditRecord(); ///< records a cancelled release if write() was not called

    Result<void> writeIntent(); ///< call it before anything is sent
    void write();               ///< writes the outcome, and reports where it was recorded or why not

private:
    std::optional<Audit> m_audit;
    const Endpoint &m_endpoint;
    ReleaseReport &m_report;
};

} // namespace lockcore
