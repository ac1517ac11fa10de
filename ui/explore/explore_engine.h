// SPDX-License-Identifier: MIT
// Who searches for the Explorer's room: one search, comparison or replay at a time, on another thread. Tests have their own. GUI thread.
#pragma once

#include "ui/explore/explore_result.h"

#include <QObject>

namespace lockscope {

class ExploreEngine : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExploreEngine)

public:
    using QObject::QObject;
    ~ExploreEngine() override = default;

    /// `asksFirst`: a search that may take long is not begun; tooLarge() says how large it is.
    virtual void explore(const lockcore::ExaminationWish &wish, bool asksFirst) = 0;
    virtual void compare() = 0; ///< all protocols
    virtual void replayInRealTime(const QString &trace, const std::optional<lockcore::explorer::ScriptPair> &scripts) = 0;

    virtual void cancel() = 0; ///< ended() follows
    virtual bool isBusy() const = 0;
    virtual ExploreFigures figures() const = 0;

signals:
    void found(const lockscope::ExploreResultPtr &result); ///< once without its frontier, if it has one, and once with it
    void tooLarge(const QString &sentence);
    void compared(const lockscope::ExploreTablePtr &table); ///< after each protocol
    void stepped(int event);                                ///< of a replay: this one of its trace has happened (ExploreStep::event)
    void replayed(const QString &sentence, bool isSame);
    void failed(const QString &sentence); ///< for example, there is no redis-server
    void ended();                         ///< after all others
};

} // namespace lockscope
