// SPDX-License-Identifier: MIT
// Plays a run slowly from its history. Everything in the room that shows a moment of the run follows position(). The player touches no
// worker and no server: only the view is paused. GUI thread.
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

    void show(ShownRunPtr run, Where where = Where::Begin); ///< does not start playing; null: shows nothing
    const ShownRunPtr &run() const { return m_run; }

    /// A stretch with many events: playing uses at most this speed there, so that the eye can follow.
    struct SlowStretch
    {
        Time begin, end;
        double speed; ///< shown time for each second of real time
    };

    /// In the time of the history; at least begin(), at most end().
    Time position() const { return m_position; }
    void setPosition(Time position);                    ///< playing stops if this is the end
    void follow(Time position, const RunPlayer &other); ///< to where another player's move leads; counts as scrubbed if that did
    Time begin() const;                                 ///< as for the lanes: after the warm-up
    Time end() const;

    /// The last entry of the history at or before the position; 0: none.
    std::uint64_t entry() const { return m_entry; }

    bool isPlaying() const { return m_ticking.isActive(); }
    void setPlaying(bool playing); ///< at the end, playing restarts from the beginning
    double speed() const { return m_speed; }
    void setSpeed(double speed); ///< 0.02 to 1: shown time for each second of real time
    void setSlowStretches(std::vector<SlowStretch> stretches) { m_slow = std::move(stretches); } ///< in time order; for the shown run
    bool isInSlowStretch() const { return slowStretch() != nullptr; }
    bool wasScrubbed() const { return m_scrubbed; } ///< the user set the position freely, not by playing or stepping

    // These functions stop playing.
    void step(int direction);           ///< to the next (1) or the previous (-1) entry that happened at another time
    void stepToDecisive(int direction); ///< to the next or the previous event that a verdict names
    void showEntry(std::uint64_t number);

    /// Called for each decisive moment while playing, before the moment is shown. If it returns true, playing stops just before the moment.
    void setStopsBefore(std::function<bool(std::uint64_t number)> stops) { m_stopsBefore = std::move(stops); }

    bool stopsAtDecisive() const { return m_stopsAtDecisive; }
    void setStopsAtDecisive(bool stops) { m_stopsAtDecisive = stops; }

signals:
    void runChanged();
    void positionChanged();
    void playingChanged(bool playing);
    void speedChanged(double speed);
    /// Emitted while playing, once for each moment, with the first number of the events at that moment. Playing stops there if
    /// stopsAtDecisive().
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
    double m_rest = 0; ///< the fraction of a µs of the run that is not played yet
    QTimer m_ticking;
    QElapsedTimer m_sinceTick;
};

} // namespace lockscope
