// SPDX-License-Identifier: MIT
// Thousands of histories with a known truth: no false *violated*, no missed one, and both judges agree wherever both decide.
// The suite judges the same ones each time. `./dev soak judge` makes others; LOCKSCOPE_JUDGE_SEED repeats them.
#include "support/history_noise.h"
#include "support/lock_model.h"
#include "support/quorum_model.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/judge/second_judge.h"

#include <QElapsedTimer>
#include <QTest>

#include <map>
#include <random>

using namespace lockcore;
using namespace lockcore::test;

class TestGeneratedHistories final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void verdicts_matchTheTruth();
    void ownersServersAndReaders_matchTheTruth();
    void reorderedHistories_areJudgedSoundly();
    void violations_needTheirProof();
    void truncated_isInconclusiveOrProved();
    void lostLines_proveNothingNew();
    void crowd_isJudged();
    void anyHistory_isJudgedSafely();

private:
    template <class Check>
    void forEachRun(int part, Check check)
    {
        for (std::uint64_t i = 0; i < m_runs / std::uint64_t(part) && !QTest::currentTestFailed(); ++i)
            check(m_seed + i);
    }

    int m_single = 0;
    int m_gone = 0;
    std::uint64_t m_seed = 1;
    std::uint64_t m_runs = isSanitized ? 400 : 2500;
};

namespace {

std::map<Property, Verdict> byProperty(const History &history)
{
    std::map<Property, Verdict> verdicts;
    for (auto &verdict : judge(history))
        verdicts.emplace(verdict.property, verdict);
    return verdicts;
}

using Truths = std::map<Property, Truth>;

Truths truthsOf(const ModelRun &run)
{
    return {
        {Property::MutualExclusion, run.mutualExclusion}, {Property::Ownership, run.ownership}, {Property::Resource, run.resource},
        {Property::NoImmortalLock, run.immortal},         {Property::Progress, run.progress},   {Property::ReentryCount, run.reentry},
        {Property::LeaseOutlived, run.shorterLease},
    };
}

enum class Expect { WholeTruth, NothingFalse };

std::string contradiction(const Truths &truths, std::map<Property, Verdict> &verdicts, Expect expect = Expect::WholeTruth)
{
    for (const auto &[property, truth] : truths) {
        const auto &verdict = verdicts[property];
        if (truth == Truth::Broken && verdict.outcome != Outcome::Violated && expect == Expect::WholeTruth)
            return "missed: " + toString(verdict);
        if (truth == Truth::Sound && verdict.outcome == Outcome::Violated)
            return "false: " + toString(verdict);
    }
    return {};
}

std::string contradiction(const ModelRun &run, std::map<Property, Verdict> &verdicts)
{
    if (auto text = contradiction(truthsOf(run), verdicts); !text.empty())
        return text;
    if (run.outlived && verdicts[Property::LeaseOutlived].outcome == Outcome::Held)
        return "missed: " + toString(verdicts[Property::LeaseOutlived]);
    return {};
}

std::string describe(std::uint64_t seed, const ModelRun &run, const std::string &what)
{
    return "seed " + std::to_string(seed) + " (" + toString(randomPlan(seed)) + "): " + what + '\n' + toString(run.history);
}

// Qt Test cuts its messages at some kilobytes.
void failWith(const std::string &text)
{
    std::fputs((text + '\n').c_str(), stderr);
    QFAIL(text.substr(0, 400).c_str());
}

} // namespace

void TestGeneratedHistories::initTestCase()
{
    if (qEnvironmentVariableIsSet("LOCKSCOPE_JUDGE_SEED"))
        m_seed = qEnvironmentVariable("LOCKSCOPE_JUDGE_SEED").toULongLong();
    if (qEnvironmentVariableIsSet("LOCKSCOPE_JUDGE_RUNS"))
        m_runs = qEnvironmentVariable("LOCKSCOPE_JUDGE_RUNS").toULongLong();
    qInfo("seed %llu, %llu runs", static_cast<unsigned long long>(m_seed), static_cast<unsigned long long>(m_runs));
}

void TestGeneratedHistories::verdicts_matchTheTruth()
{
    std::map<std::string, int> seen;
    forEachRun(1, [&](std::uint64_t seed) {
        const auto run = runModel(randomPlan(seed), seed);
        auto verdicts = byProperty(run.history);
        if (const auto text = contradiction(run, verdicts); !text.empty())
            return failWith(describe(seed, run, text));
        const auto second = secondJudge(run.history);
        std::vector<Verdict> list;
        for (const auto &[property, verdict] : verdicts) {
            list.push_back(verdict);
            ++seen[std::string(wordOf(property)) + ' ' + std::string(wordOf(verdict.outcome))];
        }
        ++seen["second judge " + std::string(wordOf(second.mutualExclusion))];
        if (const auto text = disagreement(list, second); !text.empty())
            failWith(describe(seed, run, text));
    });
    for (const auto &[what, count] : seen)
        qInfo("%5d %s", count, what.c_str());
    for (const auto *what :
         {"mutual-exclusion violated", "mutual-exclusion held", "ownership violated", "resource violated", "no-immortal-lock violated",
          "progress violated", "reentry-count violated", "lease-outlived outlived", "second judge violated", "second judge held"})
        QVERIFY2(seen[what] > 0 || m_runs < 1000, what);
}

// Several servers, several owners in a worker, and readers: finds the owner of each lock.
void TestGeneratedHistories::ownersServersAndReaders_matchTheTruth()
{
    std::map<std::string, int> seen;
    forEachRun(2, [&](std::uint64_t seed) {
        const auto plan = randomQuorumPlan(seed);
        const auto run = runQuorumModel(plan, seed);
        auto verdicts = byProperty(run.history);
        auto text = contradiction({{Property::MutualExclusion, run.mutualExclusion}, {Property::Ownership, run.ownership}}, verdicts);
        if (text.empty())
            text = disagreement(judge(run.history), secondJudge(run.history));
        if (!text.empty())
            failWith("seed " + std::to_string(seed) + " (" + toString(plan) + "): " + text + '\n' + toString(run.history));
        ++seen["mutual exclusion " + std::string(wordOf(verdicts[Property::MutualExclusion].outcome))];
        ++seen["ownership " + std::string(wordOf(verdicts[Property::Ownership].outcome)) + ' ' + verdicts[Property::Ownership].pitfall];
    });
    for (const auto *what : {"mutual exclusion violated", "mutual exclusion held", "ownership violated R1", "ownership violated R4"})
        QVERIFY2(seen[what] > 0 || m_runs < 1000, what);
}

// The same runs, with entries removed from their histories or in another order.
void TestGeneratedHistories::reorderedHistories_areJudgedSoundly()
{
    forEachRun(4, [&](std::uint64_t seed) {
        const auto run = runModel(randomPlan(seed), seed);
        std::mt19937_64 random(seed);
        const auto whole = byProperty(run.history);
        const std::pair<const char *, History> tellings[] = {{"without record", withoutRecord(run.history)},
                                                             {"named", withNamedHoldings(run.history)},
                                                             {"with chatter", withChatter(run.history, random)}};
        for (const auto &[name, history] : tellings) {
            auto verdicts = byProperty(history);
            auto text = contradiction(truthsOf(run), verdicts, Expect::NothingFalse);
            if (text.empty())
                text = disagreement(judge(history), secondJudge(history));
            for (const auto &[property, verdict] : verdicts) {
                if (text.empty() && history.entries.size() > run.history.entries.size() && verdict.outcome != whole.at(property).outcome)
                    text = toString(verdict) + ", but it was " + toString(whole.at(property));
            }
            if (!text.empty())
                return failWith(std::string(name) + ": " + describe(seed, run, text) + '\n' + toString(history));
        }
    });
}

void TestGeneratedHistories::anyHistory_isJudgedSafely()
{
    std::mt19937_64 random(m_seed);
    for (std::uint64_t i = 0; i < m_runs; ++i) {
        const auto history = randomHistory(random);
        QCOMPARE(judge(history).size(), std::size_t(10));
        secondJudge(history);
    }
}

void TestGeneratedHistories::violations_needTheirProof()
{
    forEachRun(4, [&](std::uint64_t seed) {
        const auto run = runModel(randomPlan(seed), seed);
        for (const auto &[property, verdict] : byProperty(run.history)) {
            if (verdict.outcome != Outcome::Violated)
                continue;
            auto rest = run.history;
            auto found = verdict;
            for (int times = 0; found.outcome == Outcome::Violated; ++times) { // there may be several
                if (times > 100 || found.events.empty())
                    return failWith(describe(seed, run, "no end of proofs: " + toString(found)));
                rest = without(rest, {found.events.begin(), found.events.end()});
                found = byProperty(rest).at(property);
                m_single += times == 0 && verdict.more == 0;
                m_gone += times == 0 && verdict.more == 0 && found.outcome != Outcome::Violated;
            }
        }
    });
    qInfo("of %d violations without another in their run, %d were gone without their proof", m_single, m_gone);
}

void TestGeneratedHistories::truncated_isInconclusiveOrProved()
{
    forEachRun(4, [&](std::uint64_t seed) {
        const auto run = runModel(randomPlan(seed), seed);
        const auto whole = byProperty(run.history);
        auto part = run.history;
        part.entries.resize(seed * 31 % part.entries.size());
        for (const auto &[property, verdict] : byProperty(part)) {
            const bool proved = verdict.outcome == Outcome::Violated && whole.at(property).outcome == Outcome::Violated;
            if (!proved && verdict.outcome != Outcome::Inconclusive && verdict.outcome != Outcome::Skipped)
                return failWith(describe(seed, run,
                                         "truncated at " + std::to_string(part.entries.size()) + ": " + toString(verdict)
                                             + ", whole: " + toString(whole.at(property))));
        }
    });
}

void TestGeneratedHistories::lostLines_proveNothingNew()
{
    forEachRun(4, [&](std::uint64_t seed) {
        const auto run = runModel(randomPlan(seed), seed);
        const auto whole = byProperty(run.history);
        auto damaged = run.history;
        const auto lost = seed * 17 % (damaged.entries.size() - 1);
        damaged.entries.erase(damaged.entries.begin() + std::ptrdiff_t(lost));
        for (const auto &[property, verdict] : byProperty(damaged)) {
            if (verdict.outcome == Outcome::Violated && whole.at(property).outcome != Outcome::Violated)
                return failWith(describe(seed, run, "damaged at " + std::to_string(lost) + ": " + toString(verdict)));
        }
    });
}

// 200 workers, some 20,000 entries: judged without a cubic loop, and soundly.
void TestGeneratedHistories::crowd_isJudged()
{
    Plan plan;
    plan.workers = 200;
    plan.rounds = 5;
    const auto run = runModel(plan, m_seed);
    QElapsedTimer timer;
    timer.start();
    auto verdicts = byProperty(run.history);
    const auto second = secondJudge(run.history);
    qInfo("%zu entries judged in %lld ms, %s", run.history.entries.size(), timer.elapsed(), toString(second).c_str());
    QCOMPARE(QString::fromStdString(contradiction(run, verdicts)), QString());
}

LOCKSCOPE_TEST(TestGeneratedHistories)
#include "tst_generated_histories.moc"
