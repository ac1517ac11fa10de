// SPDX-License-Identifier: MIT
// The engine of the Lab's room with real servers and workers.
#include "support/eventually.h"
#include "support/processes.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/lab/record/history_file.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/runs/kept_runs.h"
#include "ui/runs/run_reading.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>

using namespace lockcore;
using namespace lockscope;
using lockcore::test::eventually;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

LabOrder orderOf(const std::string &name)
{
    LabOrder order;
    order.scenario = readScenario(":/scenarios/" + name + ".json").value();
    return order;
}

LabOrder liveOrder()
{
    auto order = orderOf("unlock-in-finally");
    order.scenario.protocol = "token";
    order.scenario.lease = 200ms;
    order.live = true;
    return order;
}

Fault fault(Action action, const std::string &who)
{
    Fault fault;
    fault.action = action;
    fault.who = who;
    return fault;
}

std::ptrdiff_t releasesOf(const History &history, const std::string &worker)
{
    return std::count_if(history.entries.begin(), history.entries.end(), [&](const auto &entry) {
        const auto *sent = std::get_if<entry::Sent>(&entry.what);
        return sent && sent->request == entry::Request::Release && sent->who.worker == worker;
    });
}

template <class T>
bool has(const History &history)
{
    return std::any_of(history.entries.begin(), history.entries.end(),
                       [](const auto &entry) { return std::holds_alternative<T>(entry.what); });
}

QStringList filesIn(const QString &folder) { return QDir(folder).entryList(QDir::Files); }

/// An engine, and its reports.
class WatchedEngine
{
public:
    explicit WatchedEngine(const QString &runs, const std::string &server = "redis-server")
        : engine(std::make_unique<RunPoolEngine>(RunPoolEngine::Options{QStringLiteral(LOCKSCOPE_BINARY), runs, server}))
    {
        QObject::connect(engine.get(), &LabEngine::began, [this](int run, const QString &server) {
            onThisThread = onThisThread && QThread::currentThread() == QCoreApplication::instance()->thread();
            servers[run] = server;
        });
        QObject::connect(engine.get(), &LabEngine::grew, [this](int run, const ShownRunPtr &shown) { news[run] = shown->report.history; });
        QObject::connect(engine.get(), &LabEngine::ended, [this](int run, const ShownRunPtr &shown) {
            onThisThread = onThisThread && QThread::currentThread() == QCoreApplication::instance()->thread();
            ended[run] = shown;
        });
    }

    ShownRunPtr end(int run)
    {
        return eventually([&] { return ended.contains(run); }) ? ended[run] : nullptr;
    }

    std::map<int, QString> servers;
    std::map<int, History> news;
    std::map<int, ShownRunPtr> ended;
    bool onThisThread = true;
    std::unique_ptr<RunPoolEngine> engine;
};

} // namespace

class TestLabEngine final : public QObject
{
    Q_OBJECT

private slots:
    void run_isJudgedAndKeptLikeTheCommand();
    void runs_haveTheirOwnNumbers();
    void stretchedRun_isKeptWithItsTimes();
    void runByHand_continuesUntilStopped();
    void stoppedScriptedRun_isJudgedSoFar();
    void unplayableRun_isExplained_data();
    void unplayableRun_isExplained();
    void missingCapability_isReported();
    void destroyedEngine_leavesNothing();

private:
    QTemporaryDir m_runs;
};

void TestLabEngine::run_isJudgedAndKeptLikeTheCommand()
{
    WatchedEngine watched(m_runs.path());
    auto order = orderOf("unlock-in-finally");
    order.seed = 7;
    const int run = watched.engine->play(order);
    const auto shown = watched.end(run);
    QVERIFY(shown && watched.onThisThread);
    const auto &report = shown->report;
    QVERIFY2(!report.error, report.error ? report.error->text.c_str() : "");
    QVERIFY(report.expects);
    QCOMPARE(report.history.header.seed, 7u);
    QVERIFY(report.verdicts == judge(report.history));
    QVERIFY(matchOf(report) == matchOf(report.scenario, report.verdicts, report.premises));
    QVERIFY(!report.sources.empty());
    QVERIFY(shown->lanes == lanesOf(report.history, report.verdicts));
    QVERIFY(watched.news.empty()); // only live runs are reported

    QVERIFY2(watched.servers[run].startsWith(u"unix:///"_s), qPrintable(watched.servers[run]));
    QVERIFY(!watched.servers[run].contains(u'@'));
    QVERIFY(!watched.engine->serverOf(run)); // the run is over

    QCOMPARE(filesIn(shown->folder),
             (QStringList{u"history.jsonl"_s, u"report.html"_s, u"scenario.json"_s, u"timeline.svg"_s, u"verdict.json"_s}));
    const auto kept = readRunReport(shown->folder);
    QVERIFY2(kept.ok(), kept.ok() ? "" : kept.error().text.c_str());
    QVERIFY(kept->verdicts == report.verdicts);
    QVERIFY(kept->premises == report.premises);
    QCOMPARE(conclusionOf(*kept), conclusionOf(report));
    QCOMPARE(kept->library, report.library);
    QCOMPARE(kept->server, report.server);
    QCOMPARE(kept->sources.size(), report.sources.size());
    QVERIFY(kept->unmet == report.unmet);
}

void TestLabEngine::runs_haveTheirOwnNumbers()
{
    WatchedEngine watched(m_runs.path());
    const int first = watched.engine->play(orderOf("unlock-in-finally"));
    const int second = watched.engine->play(orderOf("unlock-checks-owner"));
    QVERIFY(first != second);
    const auto a = watched.end(first);
    const auto b = watched.end(second);
    QVERIFY(a && b);
    QCOMPARE(a->report.scenario.name, std::string("unlock-in-finally"));
    QCOMPARE(b->report.scenario.name, std::string("unlock-checks-owner"));
    QVERIFY(a->folder != b->folder);
    QVERIFY(a->report.history.header.seed != 0 && a->report.history.header.seed != b->report.history.header.seed);
}

void TestLabEngine::stretchedRun_isKeptWithItsTimes()
{
    WatchedEngine watched(m_runs.path());
    auto order = orderOf("unlock-in-finally");
    order.stretch = 10;
    const auto shown = watched.end(watched.engine->play(order));
    QVERIFY(shown);
    QVERIFY(shown->report.scenario.lease == order.scenario.lease * 10);
    const auto kept = readRunReport(shown->folder);
    QVERIFY(kept.ok());
    QVERIFY(kept->scenario.lease == order.scenario.lease * 10);
}

void TestLabEngine::runByHand_continuesUntilStopped()
{
    WatchedEngine watched(m_runs.path());
    const int run = watched.engine->play(liveOrder());
    const auto &history = watched.news[run];
    QVERIFY(eventually([&] { return releasesOf(history, "A") >= 2 && releasesOf(history, "B") >= 2; }));
    const auto server = watched.engine->serverOf(run);
    QVERIFY(server && !server->password.empty() && server->transport == Endpoint::Transport::Unix);
    watched.engine->act(run, fault(Action::Pause, "A"));
    QVERIFY(eventually([&] { return has<entry::Paused>(history); }));
    watched.engine->act(run, fault(Action::Resume, "A"));
    QVERIFY(eventually([&] { return has<entry::Resumed>(history); }));
    watched.engine->act(run, fault(Action::Kill, "B"));
    QVERIFY(eventually([&] { return has<entry::Died>(history); }));
    QVERIFY(!watched.ended.contains(run));
    watched.engine->stop(run);
    const auto shown = watched.end(run);
    QVERIFY(shown && !shown->report.error);
    QVERIFY(!shown->report.expects && shown->report.premises.complete);
    QVERIFY(has<entry::Ended>(shown->report.history));
    QVERIFY(has<entry::Paused>(shown->report.history));
    const auto kept = readRunReport(shown->folder);
    QVERIFY2(kept.ok(), kept.ok() ? "" : kept.error().text.c_str());
    QCOMPARE(conclusionOf(*kept), conclusionOf(shown->report));
    const auto all = keptRuns(m_runs.path());
    QVERIFY(std::any_of(all.begin(), all.end(), [&](const auto &info) { return info.folder == shown->folder && info.byHand; }));
    watched.engine->act(run, fault(Action::Kill, "A")); // the run is over
    watched.engine->stop(run);
}

void TestLabEngine::stoppedScriptedRun_isJudgedSoFar()
{
    WatchedEngine watched(m_runs.path());
    auto order = orderOf("unlock-in-finally");
    order.scenario.workers[1].after = {{Happening::Lost, "A", 1}}; // never
    order.scenario.limit = 10min;
    const int run = watched.engine->play(order);
    const auto folder = m_runs.path();
    QVERIFY(eventually([&] { return watched.servers.contains(run); }));
    // There is no news of it: its history is what its file says.
    QVERIFY(eventually([&] {
        for (const auto &info : QDir(folder).entryInfoList({u"unlock-in-finally-*"_s}, QDir::Dirs, QDir::Time)) {
            const auto file = info.filePath() + u"/history.jsonl"_s;
            const auto read =
                QFile::exists(info.filePath() + u"/verdict.json"_s) ? Result<History>(History()) : readHistory(file.toStdString());
            if (read.ok() && has<entry::Accessed>(*read))
                return true;
        }
        return false;
    }));
    watched.engine->stop(run);
    const auto shown = watched.end(run);
    QVERIFY(shown && !shown->report.error);
    QVERIFY(!shown->report.premises.complete && !shown->report.verdicts.empty());
    const auto &unmet = shown->report.unmet;
    QVERIFY(std::find(unmet.begin(), unmet.end(), Condition{Happening::Lost, "A", 1}) != unmet.end());
    QVERIFY(matchOf(shown->report) == Match::Open);
}

void TestLabEngine::unplayableRun_isExplained_data()
{
    QTest::addColumn<QString>("protocol");
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("runs");
    QTest::addColumn<QString>("part");
    QTest::newRow("no server") << u"token"_s << u"no-such-server"_s << m_runs.path() << u"no-such-server"_s;
    QTest::newRow("no command") << u"external"_s << u"redis-server"_s << m_runs.path() << u"this scenario needs a command"_s;
    QTest::newRow("no folder") << u"token"_s << u"redis-server"_s << u"/proc/none"_s << u"cannot be made in /proc/none"_s;
}

void TestLabEngine::unplayableRun_isExplained()
{
    QFETCH(QString, protocol);
    QFETCH(QString, server);
    QFETCH(QString, runs);
    QFETCH(QString, part);
    WatchedEngine watched(runs, server.toStdString());
    auto order = orderOf("unlock-in-finally");
    order.scenario.name = "broken";
    order.scenario.protocol = protocol.toStdString();
    const auto shown = watched.end(watched.engine->play(order));
    QVERIFY(shown && shown->report.error);
    QVERIFY2(QString::fromStdString(shown->report.error->text).contains(part), shown->report.error->text.c_str());
    QVERIFY(shown->folder.isEmpty());
    QVERIFY(QDir(m_runs.path()).entryList({u"broken*"_s}).isEmpty());
}

void TestLabEngine::missingCapability_isReported()
{
    WatchedEngine watched(m_runs.path());
    auto order = orderOf("unlock-in-finally");
    order.scenario.needs = {"fair"};
    const auto shown = watched.end(watched.engine->play(order));
    QVERIFY(shown && shown->report.error);
    QCOMPARE(QString::fromStdString(shown->report.error->text), u"skipped: the library has no fair"_s);
    QVERIFY(shown->folder.isEmpty());
}

void TestLabEngine::destroyedEngine_leavesNothing()
{
    const auto children = [] { return lockcore::test::childrenOf(QCoreApplication::applicationPid()); };
    QVERIFY(eventually([&] { return children().empty(); }));
    {
        WatchedEngine watched(m_runs.path());
        const int run = watched.engine->play(liveOrder());
        watched.engine->play(orderOf("unlock-in-finally"));
        QVERIFY(eventually([&] { return releasesOf(watched.news[run], "A") >= 1; }));
        QVERIFY(!children().empty());
    }
    QVERIFY(eventually([&] { return children().empty(); }));
    WatchedEngine unused(m_runs.path()); // its thread may not have begun
}

LOCKSCOPE_TEST(TestLabEngine)
#include "tst_lab_engine.moc"
