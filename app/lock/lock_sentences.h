// SPDX-License-Identifier: MIT
// The messages of `lockscope lock` on standard error. The lock and the command must not wait for a reader, so a message that nobody reads
// is dropped after half a second.
#pragma once

#include "app/lock/lock_options.h"
#include "app/lock/lock_release.h"

namespace lockscope {

class LockSentences final
{
public:
    explicit LockSentences(const LockOptions &options); ///< the options must outlive this object

    void refused(const lockcore::Error &error) const;
    void noServer(const lockcore::Error &error) const;
    void waitsNoLonger() const;
    void asksAgain() const;
    void notInTime(const lockcore::Acquired &acquired) const;
    void perhapsGranted(const lockcore::Acquired &acquired) const;
    void stillPerhapsGranted() const;
    void notStarted(int error) const;
    void lost(const QString &consequence) const;
    void survived(const lockcore::HostPort &primary) const; ///< these three after a failover, while the command runs
    void perhapsMissing(const lockcore::HostPort &primary) const;
    void missing(const lockcore::HostPort &primary) const;
    void releasesAgain() const;
    void leaseRanOut(const LastRelease &last) const;
    void released(const LastRelease &last, bool hadRun) const;

private:
    QString sentenceOf(const lockcore::Error &error) const;

    const LockOptions &m_options;
    const QString m_key;
};

} // namespace lockscope
