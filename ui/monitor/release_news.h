// SPDX-License-Identifier: MIT
// The banner with the results of releases whose dialog was closed before they ended. It stays until the user dismisses it. GUI thread.
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

    void add(const ReleaseAttempt &attempt, const lockcore::Endpoint &endpoint); ///< the attempt must have ended
    void clear();

private:
    struct Result
    {
        QString brief; ///< the lock, and the result in one word
        QString words;
    };

    void refresh();

    Banner *m_banner;
    QList<Result> m_results;
};

} // namespace lockscope
