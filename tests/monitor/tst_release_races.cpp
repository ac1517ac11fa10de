// SPDX-License-Identifier: MIT
// A thousand times each: a lock that changes between the look and the click is never released. On a real server. The change is made after
// the plan and before the release, so that each race is certain. With RACES_BY=transactions in the environment, the user may not run
// scripts. (Two tests for CTest, so that they run in parallel: they take longest.)
#include "support/redis_server.h"
#include "support/sanitized.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

constexpr int races = isSanitized ? 100 : 1000;
constexpr int atOnce = races / 4;
const bool byScripts = qgetenv("RACES_BY") != "transactions";
const std::string raceOwner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const std::string otherThread = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

std::string raceToken(int i, char first)
{
    auto text = std::to_string(i);
    return first + std::string(31 - text.size(), '0') + text;
}

enum class Shape { String, Hash };

} // namespace

class ReleaseRacesTest : public QObject
{
    Q_OBJECT

private slots:
    void anotherOwner_data() { shapes(); }
    void anotherOwner()
    {
        fetchShape();
        race([this](const std::string &key, int i) {
            server({"DEL", key});
            take(key, i, false, "600000");
        });
        expect(ReleaseOutcome::Changed, Difference::Owner);
        for (int i = 0; i < races; ++i)
            QVERIFY(isHeld(i, false));
    }

    // With a constant owner, only the deadline shows another holding. The new lease is sometimes longer, sometimes shorter.
    void theSameOwnerTookItAgain_data() { shapes(); }
    void theSameOwnerTookItAgain()
    {
        fetchShape();
        race([this](const std::string &key, int i) {
            server({"DEL", key});
            take(key, i, true, i % 2 ? "600007" : "590000");
        });
        expect(ReleaseOutcome::Changed, Difference::Lease);
        for (int i = 0; i < races; ++i)
            QVERIFY(isHeld(i, true));
    }

    void aRenewal_data() { shapes(); }
    void aRenewal()
    {
        fetchShape();
        race([this](const std::string &key, int) { server({"PEXPIRE", key, "1200000"}); });
        expect(ReleaseOutcome::Changed, Difference::Lease);
        for (int i = 0; i < races; ++i)
            QVERIFY(isHeld(i, true));
    }

    void renewedLock_isFreedIfRequested_data() { shapes(); }
    void renewedLock_isFreedIfRequested()
    {
        fetchShape();
        m_evenIfRenewed = true;
        race([this](const std::string &key, int) { server({"PEXPIRE", key, "1200000"}); });
        expect(ReleaseOutcome::Released, std::nullopt);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, 0);
    }

    void aReentry()
    {
        m_shape = Shape::Hash;
        m_evenIfRenewed = true; // even then: a re-entry is more than a renewal
        race([this](const std::string &key, int) { server({"HINCRBY", key, raceOwner, "1"}); });
        expect(ReleaseOutcome::Changed, Difference::Count);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, races);
    }

    void anExpiry_data() { shapes(); }
    void anExpiry()
    {
        fetchShape();
        race([this](const std::string &key, int) { server({"PEXPIREAT", key, "1"}); });
        expect(ReleaseOutcome::NotThere, std::nullopt);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, 0);
    }

    void anotherType()
    {
        m_shape = Shape::String;
        race([this](const std::string &key, int) {
            server({"DEL", key});
            server({"LPUSH", key, "work"});
        });
        expect(ReleaseOutcome::Changed, Difference::Type);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, races);
    }

    void noChange_isReleased_data() { shapes(); }
    void noChange_isReleased()
    {
        fetchShape();
        race([](const std::string &, int) {});
        expect(ReleaseOutcome::Released, std::nullopt);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, 0);
        QCOMPARE(m_releaser->audit().size(), static_cast<std::size_t>(races));
    }

    void init()
    {
        m_server = std::make_unique<RedisServer>(QStringList{QStringLiteral("user noscripts on >pw ~* &* +@all -@scripting")});
        auto endpoint = m_server->endpoint();
        if (!byScripts) {
            endpoint.user = "noscripts";
            endpoint.password = "pw";
        }
        m_releaser = std::make_unique<TestedReleaser>(endpoint);
        m_evenIfRenewed = false;
    }

    void cleanup()
    {
        m_releaser.reset();
        m_server.reset();
        m_reports.clear();
    }

private:
    static void shapes()
    {
        QTest::addColumn<int>("shape");
        QTest::newRow("string") << static_cast<int>(Shape::String);
        QTest::newRow("hash") << static_cast<int>(Shape::Hash);
    }

    void fetchShape()
    {
        QFETCH(int, shape);
        m_shape = static_cast<Shape>(shape);
    }

    static std::string keyOf(int i) { return "lock:race:" + std::to_string(i); }

    void server(Command command) { m_commands.push_back(std::move(command)); }

    void flush()
    {
        m_server->pipeline(m_commands);
        m_commands.clear();
    }

    std::string owner(int i, bool first) const
    {
        return m_shape == Shape::String ? raceToken(i, first ? 'a' : 'b') : first ? raceOwner : otherThread;
    }

    void take(const std::string &key, int i, bool first, const std::string &lease)
    {
        if (m_shape == Shape::String) {
            server({"SET", key, owner(i, first), "PX", lease});
            return;
        }
        server({"HSET", key, owner(i, first), "1"});
        server({"PEXPIRE", key, lease});
    }

    template <class T>
    static void waitAll(const std::vector<Arriving<T>> &all)
    {
        const auto here = [&] { return std::ranges::all_of(all, [](const auto &each) { return each.here(); }); };
        QVERIFY(eventually(here, std::chrono::seconds(60)));
    }

    template <class Change>
    void race(Change change)
    {
        for (int i = 0; i < races; ++i)
            take(keyOf(i), i, true, "600000");
        flush();
        for (int from = 0; from < races; from += atOnce) {
            std::vector<Arriving<ReleasePlan>> plans;
            for (int i = from; i < from + atOnce; ++i) {
                auto wish = TestedReleaser::wish(keyOf(i), {owner(i, true)});
                wish.evenIfRenewed = m_evenIfRenewed;
                plans.push_back(m_releaser->planning(wish));
            }
            waitAll(plans);
            std::vector<ReleasePlanInput> orders;
            for (auto &plan : plans)
                orders.push_back(plan.get().order);
            for (int i = from; i < from + atOnce; ++i)
                change(keyOf(i), i);
            flush();
            std::vector<Arriving<ReleaseReport>> reports;
            for (const auto &order : orders)
                reports.push_back(m_releaser->releasing(order));
            waitAll(reports);
            for (auto &report : reports)
                m_reports.push_back(report.get());
        }
    }

    void expect(ReleaseOutcome outcome, std::optional<Difference> difference)
    {
        QCOMPARE(m_reports.size(), static_cast<std::size_t>(races));
        ReleaseReport expected;
        expected.outcome = outcome;
        expected.changed = difference;
        for (const auto &report : m_reports) {
            QCOMPARE(told(report), told(expected));
            QCOMPARE(report.byTransaction, !byScripts);
            QCOMPARE(report.now.has_value(), outcome == ReleaseOutcome::Changed);
        }
    }

    bool isHeld(int i, bool first)
    {
        const auto reply =
            m_shape == Shape::String ? m_server->command({"GET", keyOf(i)}) : m_server->command({"HGET", keyOf(i), owner(i, first)});
        return reply.text == (m_shape == Shape::String ? owner(i, first) : "1");
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<TestedReleaser> m_releaser;
    Shape m_shape = Shape::String;
    bool m_evenIfRenewed = false;
    std::vector<Command> m_commands;
    std::vector<ReleaseReport> m_reports;
};

LOCKSCOPE_TEST(ReleaseRacesTest)
#include "tst_release_races.moc"
