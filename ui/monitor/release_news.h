// SPDX-License-Identifier: MIT
// The banner that reports the results of releases whose dialog was closed before they ended, until it is dismissed. GUI thread.
#pragma once

#include "lockcore/redis/endpoint.h"
#include "ui/monitor/release_attempt.h"

namespace lockscope {

class Banner;

class ReleaseNews final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseNews)

public:
    explicit ReleaseNews(QWidget *page);

    Banner *banner() const { return m_banner; }

    void add(const ReleaseAttempt &attempt, const lockcore::Endpoint &endpoint); ///< one that has ended
    void clear();

private:
    struct Result
    {
        QString brief; ///< the lock, and the result in a word
        QString words;
    };

    void refresh();

    Banner *m_banner;
    QList<Result> m_results;
};

} // namespace lockscope
