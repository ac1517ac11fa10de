// SPDX-License-Identifier: MIT
// What the room plays and shows: the scenario that is chosen, what is changed for the next run, the run that is under way, and the runs
// that are shown. It knows no widget. GUI thread.
#pragma once

#include "ui/lab/engine/lab_engine.h"

#include <QPointer>

namespace lockscope {

class LabDesk final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabDesk)

public:
    enum class Phase {
        Idle,
        Playing, ///< a run is under way, by its script
        Live,    ///< a run is under way, by hand
    };

    /// `engine` outlives it.
    explicit LabDesk(LabEngine *engine, QObject *parent = nullptr);
    ~LabDesk() override; ///< stops what is under way

    Phase phase() const { return m_phase; }
    bool isBusy() const { return m_phase != Phase::Idle; }
    int run() const { return m_run; } ///< that is under way; 0: none

    const ShownRunPtr &upper() const { return m_upper; } ///< null: nothing was played or opened yet
    const ShownRunPtr &lower() const { return m_lower; } ///< below it, for comparison; null: none

    void play(LabOrder order);  ///< in place of what is shown
    void stack(LabOrder order); ///< below what is shown, which must be something
    void again();               ///< the same order once more, with a new seed
    void stop();                ///< ends what is under way; by hand, the workers finish first, until a second call
    bool isStopping() const { return m_isStopping; }
    void act(const lockcore::Fault &fault);

    void open(ShownRunPtr run); ///< a kept run, or the tour's
    void unstack();
    bool canPlayAgain() const { return m_order.has_value() && !isBusy(); }

signals:
    void phaseChanged();
    void shownChanged();                                 ///< upper() or lower()
    void liveChanged(const lockscope::ShownRunPtr &run); ///< a live run, as far as it has come
    void played(const lockscope::ShownRunPtr &run);      ///< it has ended, and is shown
    void failed(const QString &sentence);                ///< it could not be played
    void serverKnown(const QString &url);                ///< of the run under way; empty: it has ended

private:
    void begin(LabOrder order, bool below);
    void setPhase(Phase phase);
    void take(int run, const ShownRunPtr &shown);

    LabEngine *m_engine;
    Phase m_phase = Phase::Idle;
    int m_run = 0;
    bool m_isStopping = false;
    bool m_below = false; ///< the run under way will be shown below
    std::optional<LabOrder> m_order;
    ShownRunPtr m_upper, m_lower;
};

} // namespace lockscope
