// SPDX-License-Identifier: MIT
// Many workers, many deaths. LAB_WORKERS (20) and LAB_KILLS (20) say how many: `./dev soak lab` has 200 and 1000.
#include "lab/played_run.h"
#include "lockcore/process/descendants.h"
#include "lockcore/process/proc_files.h"
#include "support/eventually.h"
#include "support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestLabScale final : public QObject
{
    Q_OBJECT

private slots:
    void manyWorkers_allGetTheLock();
    void manyKills_leaveNothing();
};

namespace {

int setting(const char *name, int usual)
{
    const auto given = qEnvironmentVariableIntValue(name);
    return given > 0 ? given : usual;
}

std::set<int> openDescriptors()
{
    std::set<int> open;
    proc::eachNumber("/proc/self/fd", [&](int fd) { open.insert(fd); });
    return open;
}

// Zombies, too.
std::set<pid_t> childrenOfOurs()
{
    std::set<pid_t> children;
    proc::eachNumber("/proc", [&](pid_t pid) {
        const auto stat = proc::content("/proc/" + std::to_string(pid) + "/stat");
        const auto rest = stat.substr(std::min(stat.size(), stat.rfind(')') + 2)); // state, parent
        if (rest.size() > 2 && std::atoi(rest.c_str() + 2) == ::getpid())
            children.insert(pid);
    });
    return children;
}

} // namespace

void TestLabScale::manyWorkers_allGetTheLock()
{
    const int workers = setting("LAB_WORKERS", 20);
    Scenario scenario;
    scenario.name = "scale";
    scenario.protocol = "token";
    scenario.lease = 60s;
    scenario.retry = 50ms;
    scenario.commandTimeout = 20s;
    scenario.limit = 10min;
    for (int i = 1; i <= workers; ++i) {
        ScenarioWorker worker;
        worker.name = "W" + std::to_string(i);
        scenario.workers.push_back(worker);
    }
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(played->premises.complete);
    std::set<std::string> entered;
    for (const auto &entry : played->history.entries) {
        const auto *access = std::get_if<entry::Accessed>(&entry.what);
        if (access && access->step == entry::Step::Exit)
            entered.insert(access->who.worker);
    }
    QCOMPARE(entered.size(), static_cast<std::size_t>(workers));
    QVERIFY(verdictOn(judge(played->history), Property::MutualExclusion).outcome == Outcome::Held);
}

// A worker that is killed and restarted again and again.
void TestLabScale::manyKills_leaveNothing()
{
    const int kills = setting("LAB_KILLS", 20);
    const QTemporaryDir temporary;
    qputenv("TMPDIR", temporary.path().toUtf8()); // for the private servers
    const auto descriptors = openDescriptors();
    const auto children = childrenOfOurs();
    {
        Scenario scenario;
        scenario.name = "kills";
        scenario.protocol = "token";
        scenario.lease = 50ms;
        scenario.commandTimeout = 20s;
        scenario.limit = 10min;
        ScenarioWorker worker;
        worker.name = "A";
        worker.workUntil = {{Happening::Done, "A", 1}}; // never
        scenario.workers = {worker};
        for (int i = 1; i <= kills; ++i)
            scenario.script.push_back(
                {{{Happening::Inside, "A", i}}, 0ms, i < kills ? Action::Restart : Action::Kill, "A", 0, Purpose::Any, {}, 0ms});
        const auto played = playedRun(scenario);
        QVERIFY2(played.ok(), sentenceOf(played).c_str());
        const auto &entries = played->history.entries;
        const auto deaths = std::count_if(entries.begin(), entries.end(), [](const auto &entry) {
            const auto *died = std::get_if<entry::Died>(&entry.what);
            return died && died->death == entry::Death::Killed;
        });
        QCOMPARE(deaths, std::ptrdiff_t(kills));
    }
    QVERIFY(eventually([&] { return childrenOfOurs() == children; }));
    QCOMPARE(openDescriptors(), descriptors);
    QVERIFY(eventually([&] { return QDir(temporary.path()).isEmpty(); })); // the server's supervisor removes its directory
}

LOCKSCOPE_TEST(TestLabScale)
#include "tst_lab_scale.moc"
