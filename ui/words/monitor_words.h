// SPDX-License-Identifier: MIT
// The state of a Monitor as text for people.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QString>

namespace lockscope {

QString feedText(const lockcore::MonitorState &state); ///< short: "tracking, all names"
/// Why there is no better feed, and what to do about it; empty: this is the best feed.
QString feedReasonText(const lockcore::MonitorState &state, const lockcore::Endpoint &endpoint);
QString noticeBrief(lockcore::Notice::Kind kind);             ///< a few words: "may evict locks"
QString noticeText(const lockcore::Notice &notice);           ///< a sentence or two
QString clusterText(const lockcore::ClusterState &cluster);   ///< "cluster, 6 nodes, 16384 of 16384 slots"
QStringList nodeLines(const lockcore::ClusterState &cluster); ///< each primary: its address, what is known of it, its locks
QString sweepText(const lockcore::MonitorState &state);       ///< "12 of 40 keys seen"

QString possibleText(std::size_t count); ///< "6 possible locks"
/// What there is of possible locks besides those that are listed, a sentence each: kinds with many keys, further keys, names not looked at.
QStringList possibleNotes(const lockcore::PossibleLocks &possible);
QString freeNamesText(); ///< that they were not looked at, and what does

QString unreadText(const lockcore::Coverage &coverage);    ///< "not readable: 3"; empty: everything was
QString unreadReasons(const lockcore::Coverage &coverage); ///< one line for each reason

} // namespace lockscope
