// SPDX-License-Identifier: MIT
// Makes sure that a release gets its line of audit, whatever happens to its task. If the task is cancelled after sending, the outcome is
// unknown.
#pragma once

#include "lockcore/monitor/release/audit.h"

namespace lockcore {

/// Belongs to a report in the same frame. `audit`: none in a dry run, which records nothing.
class AuditRecord final
{
public:
    AuditRecord(std::optional<Audit> audit, const Endpoint &endpoint, ReleaseReport &report);
    AuditRecord(const AuditRecord &) = delete;
    AuditRecord &operator=(const AuditRecord &) = delete;
    ~AuditRecord(); ///< records a cancelled release if write() was not called

    Result<void> writeIntent(); ///< before anything is sent
    void write();               ///< the outcome; says in the report where it was recorded, or why not

private:
    std::optional<Audit> m_audit;
    const Endpoint &m_endpoint;
    ReleaseReport &m_report;
};

} // namespace lockcore
