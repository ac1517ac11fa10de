// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/audit_record.h"

namespace lockcore {

AuditRecord::AuditRecord(std::optional<Audit> audit, const Endpoint &endpoint, ReleaseReport &report)
    : m_audit(std::move(audit))
    , m_endpoint(endpoint)
    , m_report(report)
{ }

AuditRecord::~AuditRecord()
{
    if (m_audit)
        m_report.error =
            Error{ErrorKind::Cancelled,
                  m_report.outcome == ReleaseOutcome::Unknown ? "cancelled before it was answered" : "cancelled before anything was sent",
                  {}};
    write();
}

Result<void> AuditRecord::writeIntent() { return m_audit ? m_audit->writeIntent(m_report, m_endpoint) : Result<void>(); }

void AuditRecord::write()
{
    auto audit = std::exchange(m_audit, std::nullopt);
    if (!audit)
        return;
    if (const auto written = audit->writeOutcome(m_report, m_endpoint); written)
        m_report.auditFile = audit->file();
    else if (!m_report.error || m_report.error->detail != "audit") // otherwise `error` already says that the audit failed
        m_report.auditError = written.error();
}

} // namespace lockcore
