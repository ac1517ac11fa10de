// SPDX-License-Identifier: MIT
// Shows the run of the desk in the parts of the Lab's page, each at the player's moment, and keeps back what would give away how it ends
// until a person has seen it. GUI thread.
#pragma once

#include "ui/lab/player/seen.h"
#include "ui/lab/player/shown_run.h"

#include <QList>
#include <QObject>

#include <utility>

namespace lockscope {

class LabLayout;
struct LabParts;

class RunDisplay final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunDisplay)

public:
    /// Both outlive it.
    RunDisplay(const LabParts &parts, LabLayout *layout, QObject *parent);

    bool isLive() const { return m_isLive; } ///< a run that is under way

    void showRun(bool isKnown);                       ///< known: a person has seen its verdicts elsewhere
    void showLive(const lockscope::ShownRunPtr &run); ///< as far as it has come, at its last moment
    void showMoment();
    void showEntry(quint64 number);
    void followWorker(const QString &worker); ///< in the source

    /// A run was played: its outcome, if it is one of a story of the list, and its place among the earlier ones would give it away.
    void keepBack(const lockscope::ShownRunPtr &run, bool isOfAStory);
    void reveal();
    void showVeil();
    void setAsking(bool asking); ///< a question is in the place of the verdicts

private:
    void shareVerdicts();

    const LabParts &m_parts;
    LabLayout *const m_layout;
    bool m_isLive = false;
    bool m_isAsking = false;
    std::size_t m_liveSources = 0;                        ///< files that its workers have named
    bool m_isRevealed = false;                            ///< the run was played to its end, or the person looked
    QList<std::pair<lockcore::Scenario, Seen>> m_unnoted; ///< outcomes that were kept back
    bool m_isListed = true;                               ///< the run, among the earlier ones
};

} // namespace lockscope
