// SPDX-License-Identifier: MIT
// From a request to the commands, without a server: every example of every format has a plan that names what it compares and changes, and
// the texts for the user describe it.
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"
#include "support/format_examples.h"
#include "support/release_text.h"
#include "support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

constexpr auto owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";

KeySnapshot hashLook(std::vector<std::pair<Bytes, Bytes>> fields, std::optional<Milliseconds> ttl = Milliseconds(30'000))
{
    KeySnapshot look;
    look.id = {0, "stock"};
    look.at = ServerTime(std::chrono::milliseconds(1'795'262'400'000));
    look.value.type = ValueType::Hash;
    look.value.length = static_cast<std::int64_t>(fields.size());
    look.value.elements = std::move(fields);
    if (ttl)
        look.deadline = look.at + *ttl;
    return look;
}

ReleasePlanInput orderFor(const KeySnapshot &look, std::vector<Bytes> owners = {})
{
    ReleasePlanInput order;
    order.wish.id = look.id;
    order.wish.owners = std::move(owners);
    order.look = look;
    if (auto match = Classifier().classify(look, {}))
        order.match = *match;
    order.lock.holders = order.match.holders;
    return order;
}

bool warns(const ReleasePlan &plan, ReleaseWarning::Kind kind)
{
    return std::ranges::any_of(plan.warnings, [&](const ReleaseWarning &warning) { return warning.kind == kind; });
}

} // namespace

class ReleasePlanTest : public QObject
{
    Q_OBJECT

private slots:
    // A reader that leaves and comes back does not move the deadline that it shares, and one that has become the writer is another thing.
    void oneOfSeveralReaders_isComparedWithItsMode()
    {
        auto look = hashLook({{"mode", "read"}, {owner, "1"}, {"web-3:17", "1"}});
        look.id.key = "lock:stock";
        const auto plan = planFor(orderFor(look, {owner}), {});
        QVERIFY2(plan.possible(), qPrintable(told(plan)));
        QVERIFY2(std::ranges::any_of(plan.compared, [](const std::string &line) { return line.find("mode") != line.npos; }),
                 qPrintable(told(plan)));
        QVERIFY2(warns(plan, ReleaseWarning::Kind::RetakeUnseen), qPrintable(told(plan)));
    }

    // A holder's own deadline counts as a lease; and a key has one lease for all.
    void holdersWithDeadlines_getNoLease()
    {
        const auto give = [](KeySnapshot look, std::vector<Bytes> owners) {
            auto order = orderFor(look, std::move(owners));
            order.wish.action = ReleaseAction::GiveLease;
            order.wish.lease = std::chrono::seconds(30);
            return planFor(order, {});
        };
        auto ends = hashLook({{owner, "1795262430"}, {"web-3:17", "1795262440"}}, {});
        ends.id.key = "semaphore:api";
        const auto deadlines = give(ends, {});
        QVERIFY2(deadlines.hindrance && deadlines.hindrance->text == "it already has a deadline", qPrintable(told(deadlines)));
        auto began = hashLook({{owner, "1795262390"}, {"web-3:17", "1795262391"}}, {});
        began.id.key = "semaphore:api";
        const auto one = give(began, {owner});
        QVERIFY2(one.hindrance && one.hindrance->outcome == ReleaseOutcome::NotPermitted, qPrintable(told(one)));
        QVERIFY2(give(began, {}).possible(), qPrintable(told(give(began, {}))));
    }

    // If one of two members is dead, only the living one is removed. But a member that has joined since was not seen.
    void allSeenHolders_areAllHolders()
    {
        auto look = hashLook({{owner, "1795262430"}, {"web-3:17", "1795262390"}}, {});
        look.id.key = "semaphore:api";
        const auto plan = planFor(orderFor(look), {});
        QVERIFY2(plan.possible() && plan.freesAll, qPrintable(told(plan)));
        const auto compares = [&](std::string_view what) {
            return std::ranges::any_of(plan.compared, [&](const std::string &line) { return line.starts_with(what); });
        };
        QVERIFY2(compares("HLEN semaphore:api"), qPrintable(told(plan)));
        QVERIFY2(compares("HGET semaphore:api web-3:17"), qPrintable(told(plan)));          // it may leave while another one joins
        QVERIFY2(!warns(plan, ReleaseWarning::Kind::RetakeUnseen), qPrintable(told(plan))); // the deadline in its field shows it
        auto order = orderFor(look, {owner});
        order.wish.evenIfRenewed = true;
        const auto renewed = planFor(order, {});
        QVERIFY2(std::ranges::any_of(renewed.compared, [](const std::string &line) { return line.ends_with("must be there"); }),
                 qPrintable(told(renewed)));
    }

    void recordWithADeadline_hasOne()
    {
        auto look = hashLook({{"owner", "web-3:17"}, {"lockedUntil", "1795262700"}}, {});
        look.id.key = "lock:stock";
        auto order = orderFor(look);
        order.wish.action = ReleaseAction::GiveLease;
        order.wish.lease = std::chrono::seconds(5);
        const auto plan = planFor(order, {});
        QVERIFY2(plan.hindrance && plan.hindrance->text == "it already has a deadline", qPrintable(told(plan)));
    }

    void numberBesideTheOwner_mayFence()
    {
        auto look = hashLook({{"owner", "web-3:17"}, {"lockedAt", "1795262390"}, {"fence", "17"}}, {});
        look.id.key = "lock:stock";
        QVERIFY(warns(planFor(orderFor(look), {}), ReleaseWarning::Kind::FenceStays));
        look.value = {ValueType::String, R"({"owner":"web-3:17","token":17,"lockedAt":1795262390})", 60, {}};
        look.value.length = static_cast<std::int64_t>(look.value.text.size());
        QVERIFY(warns(planFor(orderFor(look), {}), ReleaseWarning::Kind::FenceGoes));
    }

    void everyExample_hasAPlanOrAReason()
    {
        int possible = 0;
        for (const auto &[format, name, examples] : formatExamples()) {
            for (const auto &example : examples) {
                if (!example.expected || example.expected->confidence == 0)
                    continue;
                auto order = orderFor(example.look);
                auto match = format->classify(example.look, example.surroundings);
                QVERIFY2(match, (name + ": " + example.what).c_str());
                order.match = *std::move(match);
                order.match.format = format;
                const auto plan = planFor(order, {});
                const auto what = name + ": " + example.what + ": " + told(plan).toStdString();
                QVERIFY2(plan.possible() || !plan.hindrance->text.empty(), what.c_str());
                if (!plan.possible())
                    continue;
                ++possible;
                const bool leads = std::ranges::any_of(
                    order.match.why, [](const std::string &why) { return why.find("its holder is the leader") != why.npos; });
                QVERIFY2(warns(plan, ReleaseWarning::Kind::Leadership) == leads, what.c_str());
                QVERIFY2(!plan.compared.empty() && plan.compared.front().starts_with("TYPE "), what.c_str());
                QVERIFY2(!plan.changes.empty(), what.c_str());
                QVERIFY2(plan.keys.front() == example.look.id.key, what.c_str());
                QVERIFY2(plan.script.starts_with("-- Compares") && plan.script.ends_with("problem}\n"), what.c_str());
                QVERIFY2(plan.dryScript.find("redis.pcall") == std::string::npos && plan.dryScript.ends_with("{'would'}\n"), what.c_str());
                for (const auto &companion : plan.mustStay) {
                    const auto deletes = [&](const ReleaseStep &step) {
                        const auto &verb = step.words.front().text;
                        return (verb == "DEL" || verb == "UNLINK")
                               && std::ranges::any_of(step.words, [&](const ReleaseWord &word) { return word.text == companion.key; });
                    };
                    QVERIFY2(std::ranges::none_of(plan.steps, deletes), what.c_str());
                }
            }
        }
        QVERIFY(possible > 40);
    }

    void script_isShortAndReadsInOrder()
    {
        const auto plan = planFor(orderFor(hashLook({{owner, "2"}})), {});
        QCOMPARE(told(plan), u"possible"_s);
        QCOMPARE(plan.compared, (std::vector<std::string>{"TYPE stock  must be  hash", std::string("HGET stock ") + owner + "  must be  2",
                                                          "HLEN stock  must be  1", "PEXPIRETIME stock  must be  1795262430000"}));
        QCOMPARE(plan.changes, std::vector<std::string>{"DEL stock"});
        QCOMPARE(plan.wakeUps, std::vector<std::string>{"PUBLISH redisson_lock__channel:{stock} 0"});
        QCOMPARE(plan.channels, std::vector<Bytes>{"redisson_lock__channel:{stock}"});
        QVERIFY(std::ranges::count(plan.script, '\n') < 25);
        const auto at = [&](std::string_view text) { return plan.script.find(text); };
        QVERIFY(at("PEXPIRETIME") < at("acl_check_cmd"));
        QVERIFY(at("acl_check_cmd") < at("redis.call('DEL'"));
        QVERIFY(at("redis.call('DEL'") < at("try('PUBLISH'"));
    }

    void waiterCount_stays()
    {
        auto look = hashLook({{"web-3", "1"}, {"waiters", "2"}});
        look.id.key = "lock:stock";
        QCOMPARE(planFor(orderFor(look, {"web-3"}), {}).changes, std::vector<std::string>{"HDEL lock:stock web-3"});
        look.value.elements.front() = {"locked", "1"};
        QCOMPARE(planFor(orderFor(look), {}).changes, std::vector<std::string>{"DEL lock:stock"});
    }

    void evenIfRenewed_omitsTheDeadline()
    {
        auto order = orderFor(hashLook({{owner, "2"}}));
        order.wish.evenIfRenewed = true;
        QVERIFY(planFor(order, {}).script.find("PEXPIRETIME") == std::string::npos);
    }

    void unknownOwnerOrCount_isRefused()
    {
        QCOMPARE(told(planFor(orderFor(hashLook({{owner, "2"}}), {"x"}), {})),
                 u"changed: x does not hold it; it is held by %1"_s.arg(QLatin1String(owner)));
        auto order = orderFor(hashLook({{owner, "2"}}));
        order.wish.count = 1;
        QVERIFY(told(planFor(order, {})).startsWith(u"changed: "_s));
        order.wish.count = 2;
        QVERIFY(planFor(order, {}).possible());
    }

    void renewals_areWarnedOfFirst()
    {
        auto order = orderFor(hashLook({{owner, "2"}}));
        QVERIFY(warns(planFor(order, {}), ReleaseWarning::Kind::HolderMayBeAlive));
        order.lock.renewals.count = 3;
        order.lock.renewals.period = Milliseconds(10'000);
        const auto plan = planFor(order, {});
        QVERIFY(plan.warnings.front() == (ReleaseWarning{ReleaseWarning::Kind::HolderRenews, {}, Milliseconds(10'000)}));
        QCOMPARE(watchTime(order), Milliseconds(20'000));
        order.lock.renewals.period = Milliseconds(2'000);
        QCOMPARE(watchTime(order), Milliseconds(4'000));
    }

    void stoppedRenewals_proveNothing()
    {
        auto order = orderFor(hashLook({{owner, "2"}}));
        order.lock.renewals.count = 3;
        order.lock.state = LockState::RenewalOverdue;
        const auto plan = planFor(order, {});
        QVERIFY(warns(plan, ReleaseWarning::Kind::HolderStopped));
        QVERIFY(!warns(plan, ReleaseWarning::Kind::HolderRenews));
    }

    void lease_isGivenOnlyWithoutOne()
    {
        auto order = orderFor(hashLook({{owner, "2"}}));
        order.wish.action = ReleaseAction::GiveLease;
        QVERIFY(told(planFor(order, {})).startsWith(u"changed: "_s));
        order = orderFor(hashLook({{owner, "2"}}, std::nullopt));
        order.wish.action = ReleaseAction::GiveLease;
        order.wish.evenIfRenewed = true; // the deadline is the point here
        const auto plan = planFor(order, {});
        QCOMPARE(plan.changes, std::vector<std::string>{"PEXPIRE stock 30000"});
        QCOMPARE(plan.compared.back(), std::string("PEXPIRETIME stock  must be  -1"));
        QVERIFY(warns(plan, ReleaseWarning::Kind::WaitersSleepOn));
    }

    void headOfMissingQueue_isNotThere()
    {
        auto order = orderFor(hashLook({{owner, "2"}}));
        order.wish.action = ReleaseAction::DropDeadHead;
        QVERIFY(told(planFor(order, {})).startsWith(u"not-there: "_s));
    }

    void lines_areReadByRedisCli()
    {
        const std::vector<Bytes> words = {"SET", "a b", Bytes("\0\"\\\n\xff", 5), ""};
        QCOMPARE(redisCliLine(words), std::string("SET \"a b\" \"\\x00\\\"\\\\\\n\\xff\" \"\""));
    }
};

LOCKSCOPE_TEST(ReleasePlanTest)
#include "tst_release_plan.moc"
