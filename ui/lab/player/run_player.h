// SPDX-License-Identifier: MIT
// Plays a run slowly from its history. Everything in the room that shows a moment of the run follows position(). Nothing here touches a
// worker or a server: what is paused is the view. GUI thread.
#pragma once

#include "ui/lab/player/shown_run.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <utility>
#include <vector>

namespace lockscope {

class RunPlayer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPlayer)

public:
    using Time = lockcore::Microseconds;

    explicit RunPlayer(QObject *parent = nullptr);

    enum class Where { Begin, End };

    void show(ShownRunPtr run, Where where = Where::Begin); ///< not playing; null: nothing is shown
    const ShownRunPtr &run() const { return m_run; }

    /// Where much happens at once, playing takes this speed at most, so that the eye can follow.
    struct SlowStretch
    {
        Time begin, end;
        double speed; ///< shown time for each second of real time
    };

    /// In the time of the history, from begin() to end(); at least begin(), at most end().
    Time position() const { return m_position; }
    void setPosition(Time position); ///< stops playing at the end
    Time begin() const;              ///< as of the lanes: after the warm-up
    Time end() const;

    /// The last entry of the history at or before the position; 0: none.
    std::uint64_t entry() const { return m_entry; }

    bool isPlaying() const { return m_ticking.isActive(); }
    void setPlaying(bool playing); ///< at the end: from the beginning again
    double speed() const { return m_speed; }
    void setSpeed(double speed); ///< 0.02 to 1: shown time for each second of real time
    void setSlowStretches(std::vector<SlowStretch> stretches) { m_slow = std::move(stretches); } ///< in their order; of the run shown
    bool isInSlowStretch() const { return slowStretch() != nullptr; }
    bool wasScrubbed() const { return m_scrubbed; } ///< the position was set to any time, not by playing or a step

    // These stop playing.
    void step(int direction);           ///< to the next (1) or the previous (-1) entry that happened at another time
    void stepToDecisive(int direction); ///< to the next or the previous event that a verdict names
    void showEntry(std::uint64_t number);

    /// Asked about each decisive moment while it plays, before that is shown: true stops playing just before it.
    void setStopsBefore(std::function<bool(std::uint64_t number)> stops) { m_stopsBefore = std::move(stops); }

    bool stopsAtDecisive() const { return m_stopsAtDecisive; }
    void setStopsAtDecisive(bool stops) { m_stopsAtDecisive = stops; }

signals:
    void runChanged();
    void positionChanged();
    void playingChanged(bool playing);
    void speedChanged(double speed);
    /// While it plays; playing stops there if stopsAtDecisive(). Once for each moment: the first number of those that happened then.
    void decisiveReached(quint64 number);

private:
    void tick();
    void moveTo(Time position);
    void advanceTo(Time until);
    const SlowStretch *slowStretch() const;
    Time nextSlowStretch() const;
    std::uint64_t entryAt(Time time) const;
    bool stopsBefore(Time time) const;

    ShownRunPtr m_run;
    Time m_position{0};
    std::uint64_t m_entry = 0;
    double m_speed = 0.1;
    bool m_stopsAtDecisive = false;
    bool m_scrubbed = true;
    std::vector<SlowStretch> m_slow;
    std::function<bool(std::uint64_t)> m_stopsBefore;
    double m_rest = 0; ///< µs of the run that are less than one
    QTimer m_ticking;
    QElapsedTimer m_sinceTick;
};

} // namespace lockscope
