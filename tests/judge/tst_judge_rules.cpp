// SPDX-License-Identifier: MIT
// Each rule of the worker protocol as a short story with its verdict. In the stories the lease is 300 ms.
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"

#include <QTest>

#include <functional>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

struct Story
{
    History history;
    Property property = Property::MutualExclusion;
    Outcome outcome = Outcome::Held;
    Cause cause = Cause::None;
    std::string pitfall;
    std::string sentence; ///< part of it
};

using Tell = std::function<Story()>;

HistoryBuilder workers(std::vector<Capability> capabilities = {})
{
    HistoryBuilder story;
    story.header.capabilities = std::move(capabilities);
    story.worker("A").worker("B").worker("C");
    return story;
}

// A has the lock and is inside, B waits.
HistoryBuilder contended(std::vector<Capability> capabilities = {})
{
    auto story = workers(std::move(capabilities));
    story.at(10).gets("A").enter("A").acquire("B");
    return story;
}

const std::vector<std::pair<const char *, Tell>> &stories()
{
    using enum Property;
    using enum Outcome;
    static const std::vector<std::pair<const char *, Tell>> all = {
        // Rule 1: only ok means held.
        {"an indefinite acquire is no claim",
         [] {
             auto story = workers();
             entry::Received lost;
             lost.answer = entry::Answer::Error;
             lost.indefinite = true;
             story.at(10).acquire("A").takes("A").answer("A", lost).release("A").frees("A").ok("A").gets("B").acquire("C").no("C");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"no contention",
         [] {
             auto story = workers();
             story.at(10).gets("A").givesBack("A").gets("B").givesBack("B");
             return Story{story.end(), MutualExclusion, Inconclusive, Cause::None, "", "no contention"};
         }},
        // Rule 2: a dead worker never comes back.
        {"a worker that crashed is not inside",
         [] {
             auto story = contended();
             story.at(50).dies("A", entry::Death::Crashed).removes("B", "A").takes("B").ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"a crash that is seen only after the other's ok proves nothing",
         [] {
             auto story = contended();
             story.at(50).removes("B", "A").takes("B").ok("B").dies("A", entry::Death::Crashed);
             return Story{story.end(), MutualExclusion, Inconclusive, Cause::None, "", "not proved"};
         }},
        {"a kill of the Lab is seen at once",
         [] {
             auto story = contended();
             story.at(50).removes("B", "A").takes("B").ok("B").dies("A", entry::Death::Killed);
             return Story{story.end(), MutualExclusion, Violated, Cause::Removed, "A4", "B's DEL removed A's lock"};
         }},
        {"a line that comes after the death is no claim",
         [] {
             auto story = workers();
             story.at(10).acquire("A").takes("A").dies("A").ok("A").acquire("B").at(320).expires("A").takes("B").ok("B").acquire("C").no(
                 "C");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"an acknowledged throw ends the presence",
         [] {
             auto story = contended();
             story.at(50).request("A", entry::Request::Throw).ok("A").removes("B", "A").takes("B");
             story.ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        // Rule 4: what ended the first holder's key?
        {"removed by another's command",
         [] {
             auto story = contended();
             story.at(98).removes("B", "A").takes("B").ok("B").enter("B");
             return Story{story.end(), MutualExclusion,
                          Violated,    Cause::Removed,
                          "A4",        "B's DEL removed A's lock, which had 212 ms left; B got it as well"};
         }},
        {"plain DEL after expiry",
         [] {
             auto story = contended();
             story.at(320).expires("A").takes("B").ok("B").enter("B").at(400).exit("A").release("A").removes("A", "B").ok("A");
             story.at(410).gets("C").enter("C");
             return Story{story.end(), MutualExclusion, Violated, Cause::Removed, "R1", "A's DEL removed B's lock, which had 220 ms left"};
         }},
        {"never held",
         [] {
             auto story = contended();
             story.at(50).turn("B", "SET", entry::Verb::Take).ok("B").enter("B");
             return Story{
                 story.end(), MutualExclusion, Violated, Cause::NeverHeld, "", "B was told that it holds the lock while A claimed it"};
         }},
        {"told wrongly while another's grant is on its way",
         [] {
             auto story = workers();
             story.at(10).acquire("A").takes("A").at(50).acquire("B").turn("B", "SET").ok("B").at(320).expires("A").at(330).ok("A");
             return Story{story.end(), MutualExclusion, Violated, Cause::NeverHeld, "", "B was told that it holds the lock"};
         }},
        {"two that only believe",
         [] {
             auto story = workers({Capability::Reentrant});
             story.at(10).gets("A").at(320).expires("A").gets("B").at(630).expires("B").at(640).acquire("A").ok("A");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"a re-entry that asks nobody after the lease",
         [] {
             auto story = contended({Capability::Reentrant});
             story.at(320).expires("A").takes("B").ok("B").at(330).acquire("A").ok("A");
             return Story{story.end(), MutualExclusion, Violated, Cause::NeverHeld, "E1", "A was given a re-entry while B claimed it"};
         }},
        {"a hand-over may explain an ok without a command",
         [] {
             auto story = contended();
             story.at(50).exit("A").release("A").turn("A", "EVALSHA").key(entry::KeyEvent::Removed, "A");
             story.key(entry::KeyEvent::Created, "B", 300ms).ok("A");
             story.ok("B");
             story.acquire("C").no("C");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"two processes with one id",
         [] {
             auto story = contended();
             story.at(50).turn("B", "EVALSHA").key(entry::KeyEvent::Changed, "A", 300ms).ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Violated, Cause::Shared, "A15", "both write `A`"};
         }},
        {"expired while the work took longer",
         [] {
             auto story = contended();
             story.header.work = 500ms;
             story.at(320).expires("A").takes("B").ok("B").enter("B").at(510).exit("A");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"expired is a verdict of its own, and names the work",
         [] {
             auto story = contended();
             story.header.work = 500ms;
             story.at(320).expires("A").takes("B").ok("B").enter("B").at(510).exit("A");
             return Story{story.end(), LeaseOutlived, Outlived, Cause::ScheduledWork, "L1", "longer than the lease"};
         }},
        {"expired during a pause, and names it",
         [] {
             auto story = contended();
             story.at(50).pauses("A").at(320).expires("A").takes("B").ok("B").enter("B").at(510).resumes("A").exit("A");
             return Story{story.end(), LeaseOutlived, Outlived, Cause::InjectedFault, "L8", "a pause of A"};
         }},
        {"expired during an unplanned stall",
         [] {
             auto story = contended();
             story.at(320).expires("A").takes("B").ok("B").at(330);
             story.add(entry::Stalled{entry::Place::Worker, HistoryBuilder::named("A"), 0, 50ms, 280ms});
             return Story{story.end(), LeaseOutlived, Inconclusive, Cause::None, "", "stalled 280 ms"};
         }},
        {"a key that expires before the lease asked for",
         [] {
             auto story = contended();
             story.at(60).expires("A").takes("B").ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Violated, Cause::ShorterLease, "A14", "expired 50 ms after"};
         }},
        {"a watchdog that lived and did not renew",
         [] {
             auto story = contended({Capability::Watchdog});
             story.at(320).expires("A").at(400).exit("A").probe("A", true);
             return Story{story.end(), Watchdog, Violated, Cause::NotRenewed, "L6", "did not renew"};
         }},
        {"a watchdog that renews",
         [] {
             auto story = contended({Capability::Watchdog});
             story.at(110).renews("A").at(210).renews("A").at(310).renews("A").at(400).exit("A").givesBack("A");
             return Story{story.end(), Watchdog, Held, Cause::None, "", ""};
         }},
        {"an operator's release names itself",
         [] {
             auto story = contended();
             story.at(98).operatorFrees("A").takes("B").ok("B").enter("B");
             return Story{story.end(),     MutualExclusion, Violated,
                          Cause::Operator, "R12",           "The operator removed A's lock, which had 212 ms left"};
         }},
        {"a restart without data names itself",
         [] {
             auto story = contended();
             story.at(98).serverFault(entry::ServerFault::RestartedWithoutData).key(entry::KeyEvent::LostByServer, "A");
             story.takes("B").ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Violated, Cause::ServerFault, "", "A restart without data removed A's lock"};
         }},
        {"an eviction names itself",
         [] {
             auto story = contended();
             story.at(98).key(entry::KeyEvent::Evicted, "A", {}, false).takes("B").ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Violated, Cause::ServerFault, "D11", "An eviction removed A's lock"};
         }},
        {"a step of the server's clock names itself",
         [] {
             auto story = contended();
             story.at(60).serverFault(entry::ServerFault::ClockStepped).expires("A").takes("B").ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Violated, Cause::ServerFault, "L18", "A step of the server's clock"};
         }},
        {"a claim ends when its release is sent",
         [] {
             auto story = contended();
             story.at(50).exit("A").release("A").removes("B", "A").takes("B");
             story.ok("B").enter("B");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"a loss reported only after the other's ok proves nothing",
         [] {
             auto story = workers();
             story.at(10).gets("A").acquire("B").at(98).removes("C", "A").takes("B").ok("B").report("A", entry::Report::Lost);
             return Story{story.end(), MutualExclusion, Inconclusive, Cause::None, "", "not proved"};
         }},
        {"a probe in between proves it",
         [] {
             auto story = workers();
             story.at(10).gets("A").acquire("B").at(98).removes("C", "A").takes("B").ok("B").probe("A", true);
             story.report("A", entry::Report::Lost);
             return Story{story.end(), MutualExclusion, Violated, Cause::Removed, "R5", "C's DEL removed A's lock"};
         }},
        {"a published validity ends a claim",
         [] {
             auto story = workers();
             entry::Received ok;
             ok.validity = 100ms;
             story.at(10).acquire("A").takes("A").answer("A", ok).acquire("B").at(150).removes("C", "A").takes("B").ok("B");
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        {"readers share",
         [] {
             auto story = workers();
             for (const auto *name : {"A", "B"}) {
                 entry::Sent sent;
                 sent.who = HistoryBuilder::named(name);
                 sent.lock = "stock";
                 sent.mode = entry::Mode::Read;
                 story.at(10).add(sent).takes(name).ok(name);
             }
             return Story{story.end(), MutualExclusion, Held, Cause::None, "", ""};
         }},
        // Rule 5: servers without a record.
        {"two claims within their leases",
         [] {
             auto story = workers();
             story.header.record = false;
             story.at(10).acquire("A").ok("A").acquire("B").at(100).ok("B").at(200).release("A").ok("A");
             return Story{story.end(), MutualExclusion, Violated, Cause::TwoClaims, "", "both claimed the lock within their leases"};
         }},
        {"two claims, perhaps after the lease",
         [] {
             auto story = workers();
             story.header.record = false;
             story.at(10).acquire("A").ok("A").acquire("B").at(306).ok("B").at(400).release("A").ok("A");
             return Story{story.end(), MutualExclusion, Inconclusive, Cause::None, "", "may have held"};
         }},
        {"two claims around a server fault",
         [] {
             auto story = workers();
             story.header.record = false;
             story.at(10).acquire("A").ok("A").acquire("B").serverFault(entry::ServerFault::Promoted).at(100).ok("B").at(200).release("A");
             return Story{story.end(), MutualExclusion, Inconclusive, Cause::None, "", "server fault"};
         }},
        {"two claims around a server fault, both probed",
         [] {
             auto story = workers();
             story.header.record = false;
             story.at(10).acquire("A").ok("A").acquire("B").serverFault(entry::ServerFault::Promoted).at(100).ok("B");
             story.probe("A", true).probe("B", true).at(200).release("A");
             return Story{story.end(), MutualExclusion, Violated, Cause::TwoClaims, "", "both claimed"};
         }},
        {"a grant that was read late is not two claims",
         [] {
             auto story = workers();
             story.header.record = false;
             story.at(10).acquire("A").at(320).acquire("B").ok("B").at(330).ok("A");
             return Story{story.end(), MutualExclusion, Inconclusive, Cause::None, "", "may have held"};
         }},
        // Rule 7: events tell del from expired.
        {"a key that lapsed between a look and a script",
         [] {
             auto story = contended();
             story.at(320).turn("B", "EVALSHA", entry::Verb::Free).key(entry::KeyEvent::Expired, "A").takes("B").ok("B");
             return Story{story.end(), Ownership, Held, Cause::None, "", ""};
         }},
        {"looks off",
         [] {
             auto story = contended();
             story.header.looks = false;
             story.at(98).removes("B", "A");
             return Story{story.end(), Ownership, NotExercised, Cause::None, "", "looks are off"};
         }},
        // Rule 8: ownership, per element.
        {"another's DEL",
         [] {
             auto story = contended();
             story.at(98).removes("B", "A");
             return Story{story.end(), Ownership, Violated, Cause::Removed, "A4", "B's DEL removed A's lock, which had 212 ms left"};
         }},
        {"GET, then DEL",
         [] {
             auto story = contended();
             story.at(300).release("A").turn("A", "GET", entry::Verb::Read).at(320).expires("A").takes("B").ok("B");
             story.removes("A", "B").ok("A");
             return Story{story.end(), Ownership, Violated, Cause::Removed, "R2", "A's DEL removed B's lock, which had 300 ms left"};
         }},
        {"a renewal of another's lock",
         [] {
             auto story = contended();
             story.at(320).expires("A").takes("B").ok("B").at(420).turn("A", "PEXPIRE").key(entry::KeyEvent::Extended, "B", 300ms);
             return Story{story.end(), Ownership, Violated, Cause::Extended, "L11", "A's PEXPIRE changed B's lock"};
         }},
        {"the clean-up of a queue is no hit",
         [] {
             auto story = contended({Capability::Fair});
             story.turn("B", "EVALSHA").key(entry::KeyEvent::Created, "B", {}, true, entry::Role::Other);
             story.at(98).turn("C", "EVALSHA").key(entry::KeyEvent::Removed, "B", {}, true, entry::Role::Other);
             return Story{story.end(), Ownership, Held, Cause::None, "", ""};
         }},
        {"a lock that ran out by the library's own rule is no hit",
         [] {
             auto story = workers();
             story.at(10).acquire("A").turn("A", "SETNX").key(entry::KeyEvent::Created, "stamp1").ok("A").acquire("B");
             story.at(320).turn("B", "GETSET").key(entry::KeyEvent::Removed, "stamp1").key(entry::KeyEvent::Created, "stamp2").ok("B");
             return Story{story.end(), Ownership, Held, Cause::None, "", ""};
         }},
        {"a stamp overwritten too early by a skewed clock",
         [] {
             auto story = workers();
             story.at(10).acquire("A").turn("A", "SETNX").key(entry::KeyEvent::Created, "stamp1").ok("A").acquire("B");
             story.at(98).turn("B", "GET", entry::Verb::Read).turn("B", "GETSET").key(entry::KeyEvent::Removed, "stamp1");
             story.key(entry::KeyEvent::Created, "stamp2").ok("B");
             return Story{story.end(), Ownership, Violated, Cause::Removed, "A5", "B's GETSET removed A's lock"};
         }},
        {"an unknown key",
         [] {
             auto story = workers();
             story.at(10).acquire("A").turn("A", "SET").key(entry::KeyEvent::Created, "x", 300ms, true, entry::Role::Unknown).ok("A");
             return Story{story.end(), Ownership, NotExercised, Cause::None, "", "unknown key"};
         }},
        {"an unknown key that its worker names",
         [] {
             auto story = workers();
             entry::Received ok;
             ok.key = "lock:stock";
             ok.mark = "x";
             story.at(10)
                 .acquire("A")
                 .turn("A", "SET")
                 .key(entry::KeyEvent::Created, "x", 300ms, true, entry::Role::Unknown)
                 .answer("A", ok);
             story.acquire("B").at(98).removes("B", "x");
             return Story{story.end(), Ownership, Violated, Cause::Removed, "A4", "B's DEL removed A's lock, which had 212 ms left"};
         }},
        // Rule 9: immortality needs an attempt.
        {"a crash between SETNX and EXPIRE",
         [] {
             auto story = workers();
             story.at(10).acquire("A").turn("A", "SETNX").key(entry::KeyEvent::Created, "A").dies("A").worker("F");
             story.at(20).acquire("F", {}, 620ms).at(640).no("F").acquire("F", {}, 0ms).no("F");
             return Story{story.end(), NoImmortalLock, Violated, Cause::NoLease, "A1", "F was still refused after 620 ms; the key is A's"};
         }},
        {"the bound exceeds the run",
         [] {
             auto story = workers();
             story.at(10).gets("A").dies("A").worker("F").at(20).acquire("F", {}, 0ms).no("F");
             return Story{story.end(), NoImmortalLock, Inconclusive, Cause::None, "", "needs 0.6 s"};
         }},
        {"a lease that ends frees the lock",
         [] {
             auto story = workers();
             story.at(10).gets("A").acquire("B").dies("A").at(320).expires("A").takes("B").ok("B");
             return Story{story.end(), NoImmortalLock, Held, Cause::None, "", ""};
         }},
        {"a live claimant is not immortal",
         [] {
             auto story = workers();
             story.at(10).gets("A").worker("F").at(20).acquire("F", {}, 0ms).no("F").at(900).acquire("F", {}, 0ms).no("F");
             return Story{story.end(), NoImmortalLock, NotExercised, Cause::None, "", ""};
         }},
        {"a watchdog that outlives a dead thread",
         [] {
             auto story = workers({Capability::Watchdog, Capability::Throw});
             story.at(10).gets("A").request("A", entry::Request::Throw).ok("A").worker("F").at(20).acquire("F", {}, 0ms).no("F");
             for (int at = 100; at < 800; at += 100)
                 story.at(at).renews("A");
             story.acquire("F", {}, 0ms).no("F");
             return Story{story.end(), NoImmortalLock, Violated, Cause::StaysTaken, "L5", "nobody claims the lock"};
         }},
        {"a waiter that is not woken",
         [] {
             auto story = contended();
             story.at(50).report("B", entry::Report::Waiting).exit("A").givesBack("A").at(700);
             return Story{story.end(), Progress, Violated, Cause::NotServed, "R15", "B waited 650 ms for a lock that was free"};
         }},
        {"a waiter that is still waiting, not long enough",
         [] {
             auto story = contended();
             story.at(50).report("B", entry::Report::Waiting).exit("A").givesBack("A").at(200);
             return Story{story.end(), Progress, Inconclusive, Cause::None, "", "needs 0.6 s"};
         }},
        {"a waiter that is served",
         [] {
             auto story = contended();
             story.at(50).exit("A").givesBack("A").takes("B").ok("B");
             return Story{story.end(), Progress, Held, Cause::None, "", ""};
         }},
        // Rule 3: the resource.
        {"a lost update",
         [] {
             auto story = contended();
             story.read("A", 1, 10).at(320).expires("A").takes("B").ok("B").enter("B").read("B", 1, 10).write("B", 1, 9, 2).exit("B");
             story.write("A", 1, 9, 3);
             return Story{story.end(), Resource, Violated, Cause::LostUpdate, "L1", "A wrote on top of version 1, and so undid version 2"};
         }},
        {"a stale write that is accepted",
         [] {
             auto story = workers({Capability::Fencing});
             story.at(10)
                 .call("A", entry::Step::Enter, 33)
                 .call("B", entry::Step::Enter, 34)
                 .write("B", 1, 9, 2, 34)
                 .write("A", 2, 8, 3, 33);
             return Story{story.end(), Resource, Violated, Cause::StaleWrite, "D15", "A wrote with the token 33 after 34 had been seen"};
         }},
        {"a stale write that is refused",
         [] {
             auto story = workers({Capability::Fencing});
             story.header.fencing = true;
             story.at(10).call("B", entry::Step::Enter, 34).write("B", 1, 9, 2, 34);
             entry::Accessed stale;
             stale.who = HistoryBuilder::named("A");
             stale.step = entry::Step::Write;
             stale.lock = "stock";
             stale.token = 33;
             stale.refused = true;
             story.add(stale);
             return Story{story.end(), Resource, Held, Cause::None, "", "1 stale writes were refused"};
         }},
        {"oversold",
         [] {
             auto story = workers();
             story.header.stock = 1;
             story.at(10).read("A", 1, 1).write("A", 1, 0, 2).read("B", 2, 0).write("B", 2, -1, 3);
             return Story{story.end(), Resource, Violated, Cause::Oversold, "R9", "sold 2 of 1"};
         }},
        // Re-entry, fairness, tokens.
        {"an inner release that frees the lock",
         [] {
             auto story = workers({Capability::Reentrant});
             story.at(10).gets("A").acquire("A").turn("A", "EVALSHA").key(entry::KeyEvent::Changed, "A", 300ms).ok("A");
             story.release("A").frees("A").ok("A").acquire("B").at(60).release("A").ok("A");
             return Story{story.end(), ReentryCount, Violated, Cause::Miscounted, "E4", "A's inner release freed the lock"};
         }},
        {"a count that leaks",
         [] {
             auto story = workers({Capability::Reentrant});
             story.at(10).gets("A").acquire("A").turn("A", "EVALSHA").key(entry::KeyEvent::Changed, "A", 300ms).ok("A");
             story.release("A").ok("A").release("A").turn("A", "EVALSHA").key(entry::KeyEvent::Changed, "A", 300ms).ok("A");
             story.at(400).expires("A");
             return Story{story.end(), ReentryCount, Violated, Cause::Miscounted, "E4", "stayed until its lease ended"};
         }},
        {"a count that is right",
         [] {
             auto story = workers({Capability::Reentrant});
             story.at(10).gets("A").acquire("A").turn("A", "EVALSHA").key(entry::KeyEvent::Changed, "A", 300ms).ok("A");
             entry::Received one;
             one.count = 1;
             story.release("A").answer("A", one).givesBack("A");
             return Story{story.end(), ReentryCount, Held, Cause::None, "", ""};
         }},
        {"not re-entrant",
         [] {
             auto story = contended();
             return Story{story.end(), ReentryCount, Skipped, Cause::None, "", "not re-entrant"};
         }},
        {"overtaken",
         [] {
             auto story = contended({Capability::Fair});
             story.report("B", entry::Report::Waiting).at(20).acquire("C").at(50).exit("A").givesBack("A").takes("C").ok("C");
             story.at(60).givesBack("C").takes("B").ok("B");
             return Story{story.end(), Fairness, Violated, Cause::Overtaken, "C5", "C was served before B"};
         }},
        {"first come, first served",
         [] {
             auto story = contended({Capability::Fair});
             story.report("B", entry::Report::Waiting).at(20).acquire("C").at(50).exit("A").givesBack("A").takes("B").ok("B");
             story.at(60).givesBack("B").takes("C").ok("C");
             return Story{story.end(), Fairness, Held, Cause::None, "", ""};
         }},
        {"tokens that go back",
         [] {
             auto story = workers({Capability::Fencing});
             story.at(10).acquire("A").takes("A").ok("A", 34).givesBack("A").serverFault(entry::ServerFault::Flushed);
             story.acquire("B").takes("B").ok("B", 1);
             return Story{story.end(), TokenOrder, Violated, Cause::TokenOrder, "D13", "B got the token 1 after A had got 34"};
         }},
    };
    return all;
}

} // namespace

class TestJudgeRules final : public QObject
{
    Q_OBJECT

private slots:
    void story_getsItsVerdict_data()
    {
        addStories([](const Story &) { return true; });
    }
    void story_getsItsVerdict();
    void violation_needsItsProof_data();
    void violation_needsItsProof();
    void truncatedStory_isInconclusiveOrProved_data() { story_getsItsVerdict_data(); }
    void truncatedStory_isInconclusiveOrProved();
    void gap_isNamedByItsLine();
    void noLease_isNotedAtOnce();
    void warmUp_isNotJudged();
    void nonsense_isJudgedWithoutHarm();

private:
    static void addStories(const std::function<bool(const Story &)> &which);
};

void TestJudgeRules::addStories(const std::function<bool(const Story &)> &which)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < stories().size(); ++i) {
        if (which(stories()[i].second()))
            QTest::newRow(stories()[i].first) << int(i);
    }
}

void TestJudgeRules::story_getsItsVerdict()
{
    QFETCH(int, index);
    const auto story = stories()[std::size_t(index)].second();
    const auto verdict = verdictOn(story.history, story.property);
    const auto all = toString(verdict) + '\n' + toString(story.history);
    QVERIFY2(verdict.outcome == story.outcome && verdict.cause == story.cause && verdict.pitfall == story.pitfall, all.c_str());
    QVERIFY2(verdict.sentence.find(story.sentence) != std::string::npos, all.c_str());
    QVERIFY2((verdict.outcome == Outcome::Violated) <= !verdict.events.empty(), all.c_str());
}

void TestJudgeRules::violation_needsItsProof_data()
{
    addStories([](const Story &story) { return story.outcome == Outcome::Violated || story.outcome == Outcome::Outlived; });
}

void TestJudgeRules::violation_needsItsProof()
{
    QFETCH(int, index);
    const auto story = stories()[std::size_t(index)].second();
    const auto verdict = verdictOn(story.history, story.property);
    const auto rest = without(story.history, {verdict.events.begin(), verdict.events.end()});
    const auto other = verdictOn(rest, story.property);
    QVERIFY2(other.outcome != story.outcome, (toString(other) + '\n' + toString(rest)).c_str());
}

void TestJudgeRules::truncatedStory_isInconclusiveOrProved()
{
    QFETCH(int, index);
    auto story = stories()[std::size_t(index)].second();
    const auto whole = verdictOn(story.history, story.property);
    while (!story.history.entries.empty()) {
        story.history.entries.pop_back();
        const auto verdict = verdictOn(story.history, story.property);
        const auto text = toString(verdict);
        if (verdict.outcome == Outcome::Violated)
            QVERIFY2(whole.outcome == Outcome::Violated && verdict.events.back() <= story.history.entries.size(), text.c_str());
        else
            QVERIFY2(verdict.outcome == Outcome::Inconclusive || verdict.outcome == Outcome::Skipped, text.c_str());
    }
}

void TestJudgeRules::gap_isNamedByItsLine()
{
    auto history = contended().end();
    history.entries.erase(history.entries.begin() + 4);
    QCOMPARE(QString::fromStdString(verdictOn(history, Property::MutualExclusion).sentence),
             QStringLiteral("the history is damaged at line 6"));
}

void TestJudgeRules::noLease_isNotedAtOnce()
{
    auto story = workers();
    story.at(10).acquire("A").turn("A", "SETNX").key(entry::KeyEvent::Created, "A").dies("A");
    QCOMPARE(QString::fromStdString(verdictOn(story.end(), Property::NoImmortalLock).note),
             QStringLiteral("no lease: the key `lock:stock` has no TTL, and A, which made it, is dead"));
}

void TestJudgeRules::warmUp_isNotJudged()
{
    auto story = contended();
    story.at(98).removes("B", "A").takes("B").ok("B").enter("B").add(entry::Begun{});
    QVERIFY(verdictOn(story.end(), Property::MutualExclusion).outcome != Outcome::Violated);
}

void TestJudgeRules::nonsense_isJudgedWithoutHarm()
{
    HistoryBuilder story;
    story.ok("A").release("A").exit("A").dies("A").acquire("A").ok("A").removes("B", "A").key(entry::KeyEvent::Removed, "A");
    entry::KeyChanged wild;
    wild.cause = 4'000'000;
    story.add(wild).report("C", entry::Report::Lost).probe("D", true);
    for (const auto &verdict : judge(story.end()))
        QVERIFY(verdict.outcome != Outcome::Violated);
    QCOMPARE(judge(History{}).size(), std::size_t(10));
}

LOCKSCOPE_TEST(TestJudgeRules)
#include "tst_judge_rules.moc"
