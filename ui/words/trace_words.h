// SPDX-License-Identifier: MIT
// A trace as sentences for people: what it costs, who a client is, what was found.
#pragma once

#include "lockcore/monitor/trace/tracer.h"

#include <QStringList>

namespace lockscope {

QString wholeTimeText(lockcore::Milliseconds time); ///< how long a trace takes: "30 s", "2 min"; without fractions

/// What a person must know before a trace: pairs of a short title and its text.
std::vector<std::pair<QString, QString>> traceQuestion(const lockcore::TracePlan &plan, lockcore::Milliseconds time);

QString productionQuestion(const QString &server); ///< asked in addition
QString traceForbidden(const QString &profile);    ///< without a full stop
QString traceOfACluster();                         ///< why there is none; without a full stop
QString traceErrorText(const lockcore::Error &error, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout);

/// Why no trace is made; empty: nothing hinders it. Whether a limit of one's own would allow it: isAboutLimits().
QString hindranceText(const lockcore::TracePlan &plan, const lockcore::TraceLimits &limits);

bool isAboutLimits(lockcore::TraceHindrance hindrance);

QString clientName(const lockcore::TraceClient &client);                           ///< "cart-7 (10.0.3.17:51324)"
QString clientText(const lockcore::TraceClient &client, lockcore::ServerTime now); ///< "…, user app, redis-py 5.0.1, connected 3 h 12 m"

QString findingHeadline(const lockcore::TracedFinding &finding);
QStringList findingReasons(const lockcore::TracedFinding &finding); ///< the evidence or the doubt, one sentence each
QString holderReason(const lockcore::TracedHolder &holder,
                     lockcore::ServerTime now); ///< "known by 3 renewals or compares with this owner, the last 2.1 s ago"
QString endText(const lockcore::TraceReport &report);
QString summaryText(const lockcore::TraceReport &report);
QString percentText(double share); ///< "6 %", "0.4 %"

} // namespace lockscope
