// SPDX-License-Identifier: MIT
// What `lockscope lock` has to say, on standard error. It has a lock and a command to look after: what nobody reads is dropped
// after half a second.
#pragma once

#include "app/lock_options.h"
#include "app/lock_release.h"

namespace lockscope {

class LockSentences final
{
public:
    explicit LockSentences(const LockOptions &options); ///< which outlive it

    void refused(const lockcore::Error &error) const;
    void noServer(const lockcore::Error &error) const;
    void waitsNoLonger() const;
    void asksAgain() const;
    void notInTime(const lockcore::Acquired &acquired) const;
    void perhapsGranted(const lockcore::Acquired &acquired) const;
    void stillPerhapsGranted() const;
    void notStarted(int error) const;
    void lost(const QString &consequence) const;
    void releasesAgain() const;
    void leaseRanOut(const LastRelease &last) const;
    void released(const LastRelease &last, bool hadRun) const;

private:
    QString sentenceOf(const lockcore::Error &error) const;

    const LockOptions &m_options;
    const QString m_key;
};

} // namespace lockscope
