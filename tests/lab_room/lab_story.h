// SPDX-License-Identifier: MIT
// Runs to show in the Lab's room, written by hand: quick to make, and always the same.
#pragma once

#include "support/history_builder.h"

#include "lockcore/judge/judge.h"
#include "ui/lab/player/shown_run.h"

namespace lockscope::test {

/// Long histories are not judged, because judging takes longer than a test may.
inline ShownRunPtr shownRun(lockcore::History history, bool judged = true)
{
    RunReport report;
    if (judged)
        report.verdicts = lockcore::judge(history);
    report.scenario.title = history.header.scenario;
    report.history = std::move(history);
    return shared(std::make_unique<ShownRun>(std::move(report)));
}

/// A is paused while it works, its lease ends, B gets the lock; A wakes up and deletes B's lock; C walks in. `delay` ms later than usual.
inline lockcore::History plainDelHistory(double delay = 0)
{
    using namespace lockcore;
    lockcore::test::HistoryBuilder story{Milliseconds(300)};
    story.header.scenario = "The plain DEL";
    story.worker("A").worker("B").worker("C").at(5).add(entry::Begun{});
    const auto at = [&](double time) -> auto & { return story.at(time + delay); };
    at(10).acquire("A");
    at(14).takes("A").at(15 + delay).ok("A");
    at(18).enter("A").read("A", 0, 100);
    at(40).acquire("B");
    at(60).acquire("C");
    at(120).pauses("A");
    at(314).expires("A");
    at(320).takes("B").at(322 + delay).ok("B");
    at(326).enter("B").read("B", 0, 100);
    at(420).resumes("A");
    at(424).write("A", 0, 99, 1);
    at(430).exit("A").release("A");
    at(434).removes("A", "B").at(436 + delay).ok("A");
    at(440).takes("C").at(441 + delay).ok("C").enter("C");
    at(500).write("B", 0, 99, 2).exit("B").release("B");
    at(504).turn("B", "DEL").key(entry::KeyEvent::Removed, "C").ok("B");
    at(560).exit("C").release("C");
    at(562).turn("C", "DEL").ok("C");
    return story.end();
}

inline ShownRunPtr plainDel(double delay = 0) { return shownRun(plainDelHistory(delay)); }

/// A works longer than its lease, B gets the lock and is inside at the same time; A deletes B's lock.
inline ShownRunPtr plainDelOfTwo()
{
    using namespace lockcore;
    lockcore::test::HistoryBuilder story{Milliseconds(300)};
    story.header.scenario = "The plain DEL";
    story.worker("A").worker("B").at(5).add(entry::Begun{});
    story.at(10).acquire("A").at(14).takes("A").at(15).ok("A").at(18).enter("A").at(40).acquire("B");
    story.at(314).expires("A").at(320).takes("B").at(322).ok("B").at(326).enter("B");
    story.at(424).write("A", 0, 99, 1).at(430).exit("A").release("A").at(434).removes("A", "B").at(436).ok("A");
    story.at(500).exit("B").release("B").at(504).turn("B", "DEL").ok("B");
    return shownRun(story.end());
}

/// `workers` workers that take turns, `rounds` times each, and renew their lease `renewals` times in each turn.
inline ShownRunPtr manyWorkers(int workers, int rounds, int renewals = 0)
{
    using namespace lockcore;
    lockcore::test::HistoryBuilder story{Milliseconds(300)};
    story.header.scenario = "Many workers";
    for (int i = 0; i < workers; ++i)
        story.worker("w" + std::to_string(i));
    story.at(5).add(entry::Begun{});
    for (int turn = 0; turn < workers * rounds; ++turn) {
        const auto who = "w" + std::to_string(turn % workers), next = "w" + std::to_string((turn + 1) % workers);
        const double at = 10 + turn * 2.0;
        if (turn == 0)
            story.at(at).acquire(who);
        story.at(at + 0.2).takes(who).ok(who).enter(who);
        if (turn + 1 < workers * rounds)
            story.at(at + 0.5).acquire(next);
        for (int renewal = 0; renewal < renewals; ++renewal)
            story.at(at + 0.5 + renewal * 0.9 / renewals).renews(who);
        story.at(at + 1.5).exit(who).givesBack(who);
    }
    return shownRun(story.end(), false);
}

} // namespace lockscope::test
