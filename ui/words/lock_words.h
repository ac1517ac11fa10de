// SPDX-License-Identifier: MIT
// The facts about a lock as short texts for table cells. Numbers in the user's locale.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <QString>

namespace lockscope {

QString kindText(const lockcore::LockInfo &lock);   ///< "redisson RLock"; without the library if that is unknown
QString ownerText(const lockcore::Holder &holder);  ///< short: "9f3ac21e…:17"; "anonymous" if the value names nobody
QString ownersText(const lockcore::LockInfo &lock); ///< the first owner, and how many others
QString ownerText(const lockcore::Bytes &owner);
QString waitersText(const lockcore::Waiters &waiters);                         ///< "3", "≥ 2", "?"
QString ttlText(const lockcore::LockInfo &lock, lockcore::ServerTime now);     ///< "27.1 s", "none"
QString heldForText(const lockcore::LockInfo &lock, lockcore::ServerTime now); ///< "3 m 12 s", "≥ 3 m 12 s"
QString noLeaseText(const lockcore::LockInfo &lock,
                    lockcore::ServerTime now); ///< how long the lock was seen without a TTL; empty: it has one
QString leaseText(lockcore::Milliseconds left, const lockcore::LockInfo &lock); ///< "27.1 s of 30.0 s", "44 m 10 s of at least 45 m"
QString wholeLeaseText(const lockcore::LockInfo &lock);                         ///< "30.0 s", "at least 45 m"; empty: not known
QString spanText(lockcore::Milliseconds duration);                              ///< durationText() with the locale's decimal point
QString numberText(std::int64_t number);

} // namespace lockscope
