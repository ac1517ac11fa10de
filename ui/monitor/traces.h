// SPDX-License-Identifier: MIT
// "Who does this?": asks what a trace would cost, asks the person, traces, and says in a banner how it goes and how it ended. GUI thread.
#pragma once

#include "ui/monitor/trace_desk.h"
#include "ui/monitor/trace_record.h"
#include "ui/profiles/target.h"

#include <QPointer>

#include <functional>

class QAction;
class QPushButton;

namespace lockscope {

class Banner;

class Traces final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Traces)

public:
    using KnownLocks = std::function<std::vector<lockcore::Bytes>()>;
    using LastKnown = std::function<const lockcore::LockInfo *(const lockcore::LockId &)>; ///< null: nothing is known of the lock

    /// `known`: the locks that are traced together with the one that the person asks about.
    Traces(KnownLocks known, LastKnown lastKnown, QWidget *page);

    void setDesk(TraceDesk *desk);   ///< for requests from now on; null: none
    void heed(const Target &target); ///< its marks may change while it is watched

    void choose(const std::optional<lockcore::LockId> &id); ///< the lock that the action asks about
    void ask(const lockcore::LockId &id);                   ///< with one question, on production with two

    void refresh(); ///< whether the chosen lock's client is known

    QAction *action() const { return m_action; }
    QAction *clientFilter() const { return m_clientFilter; } ///< shows only what the client that holds the lock does
    Banner *banner() const { return m_banner; }
    const TraceRecord &record() const { return m_record; }

signals:
    void learned(); ///< the record has changed
    void found(const std::vector<lockcore::TraceItem> &items);
    void ended(const lockcore::TraceReport &report);
    void filterTermChosen(const QString &term);

private:
    enum class Stage { Idle, Planning, Asking, Running };

    void setStage(Stage stage);
    void put(const lockcore::TracePlan &plan);
    void putAgain(lockcore::Milliseconds time);
    void run(lockcore::Milliseconds time);
    void end(const QString &title, const QString &sentence);
    void showStatus(const lockcore::TraceStatus &status);
    void showEnd(const lockcore::TraceReport &report);
    void stop();
    lockcore::TraceOptions wish() const;
    QString clientTermOfChosen() const;
    QString endedWords(const lockcore::LockId &id) const; ///< empty: it has not ended

    const KnownLocks m_known;
    const LastKnown m_lastKnown;
    QWidget *m_page;
    QAction *m_action;
    QAction *m_clientFilter;
    Banner *m_banner;
    QPushButton *m_button; ///< of the banner: stops, or closes it
    QPointer<TraceDesk> m_desk;
    Target m_target;
    TraceRecord m_record;
    std::optional<lockcore::LockId> m_chosen;
    lockcore::Bytes m_about; ///< the lock of the trace that is asked about or runs
    QString m_ended;         ///< what is known of its end, if it is gone
    Stage m_stage = Stage::Idle;
    lockcore::RequestId m_id = 0;
    std::int64_t m_changes = 0; ///< of locks, in the trace that runs
    QPointer<QWidget> m_question;
};

} // namespace lockscope
