// SPDX-License-Identifier: MIT
// What a terminal shows while a search goes on, and the question before one that may take long.
#pragma once

#include "lockcore/explorer/search.h"

#include <QElapsedTimer>
#include <QTimer>

namespace lockscope {

/// One line on standard error, which is removed in the end; nothing if that is no terminal. Main thread.
class ExploreProgress final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExploreProgress)

public:
    explicit ExploreProgress(const lockcore::explorer::Control &control);
    ~ExploreProgress() override;

private:
    void show();

    const lockcore::explorer::Control &m_control;
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_before = 0; ///< states
    bool m_isShown = false;
};

/// Asks on the terminal whether to go on; any thread. Without a terminal: Refused, with a sentence.
lockcore::Result<bool> wantsSearch(const QString &estimate, const std::atomic<bool> &cancelled);

} // namespace lockscope
