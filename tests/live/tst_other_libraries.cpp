// SPDX-License-Identifier: MIT
// Our protocols `token` and `redlock` and other libraries' locks on the same keys: it is one lock, whichever side acquires it.
//
// Without node, or if no npm registry can be reached, the rows of Node's libraries are skipped and give the reason. Any other problem with
// their installation is a failure.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "support/eventually.h"
#include "support/node_modules.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using lockcore::test::eventually;
using lockcore::test::NodeModules;
using lockcore::test::RedisServer;

namespace {

const QString source = QStringLiteral(OTHER_LIBRARIES_SOURCE "/");

/// Another library's lock, in a process of its own.
class Theirs
{
public:
    Theirs(const QString &library, const QString &key, const std::vector<std::unique_ptr<RedisServer>> &servers)
    {
        QStringList words = {key};
        for (const auto &server : servers)
            words << QString::fromStdString(server->endpoint().path);
        if (library == u"redis-py") {
            m_process.start(u"/usr/bin/python3"_s, QStringList{source + u"redis_py_lock.py"_s} + words);
        } else {
            m_process.start(u"node"_s, QStringList{source + u"node_locks/node_lock.cjs"_s, library} + words);
        }
    }
    ~Theirs()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(10'000))
            m_process.kill();
    }

    bool ready() { return line() == "ready"; }
    QByteArray complaint() { return m_process.readAllStandardError(); }

    QByteArray ask(const QByteArray &word)
    {
        tell(word);
        return line();
    }
    void tell(const QByteArray &word) { m_process.write(word + '\n'); }

    QByteArray line()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(20'000))
                return {};
        }
        return m_process.readLine().trimmed();
    }

private:
    QProcess m_process;
};

std::vector<Endpoint> endpointsOf(const std::vector<std::unique_ptr<RedisServer>> &servers)
{
    std::vector<Endpoint> endpoints;
    for (const auto &server : servers)
        endpoints.push_back(server->endpoint());
    return endpoints;
}

/// A worker of ours.
struct Ours
{
    Ours(const std::string &protocol, const QString &key, const std::vector<std::unique_ptr<RedisServer>> &on)
        : servers(endpointsOf(on), {}, loop, clock)
        , context(servers, {})
        , lock(findProtocol(protocol)->make(context, key.toStdString(), {}).value())
    {
        auto open = [](LiveServers &servers) -> Task<void> { [[maybe_unused]] const auto opened = co_await servers.open(); };
        finish(open(servers));
    }

    bool finish(Task<void> task)
    {
        context.scope().start(std::move(task));
        return eventually([&] { return context.scope().idle(); });
    }

    Acquired acquire(Wait wait)
    {
        auto work = [](Lock &lock, Wait wait, Acquired &acquired) -> Task<void> { acquired = co_await lock.acquire(30s, wait); };
        Acquired acquired;
        finish(work(*lock, wait, acquired));
        return acquired;
    }

    Released release()
    {
        auto work = [](Lock &lock, Released &released) -> Task<void> { released = co_await lock.release(); };
        Released released;
        finish(work(*lock, released));
        return released;
    }

    EventLoop loop;
    LoopClock clock;
    LiveServers servers;
    LiveContext context;
    std::unique_ptr<Lock> lock;
};

/// The two sides, and the servers that they share.
struct Meeting
{
    Meeting(const QString &library, const std::string &protocol, int count)
        : keyOfTheirs(u"job"_s)
        , keyOfOurs(library == u"redis-semaphore" ? u"mutex:job"_s : u"job"_s)
        , servers(start(count))
        , theirs(library, keyOfTheirs, servers)
        , ours(protocol, keyOfOurs, servers)
    { }

    static std::vector<std::unique_ptr<RedisServer>> start(int count)
    {
        std::vector<std::unique_ptr<RedisServer>> servers;
        for (int i = 0; i < count; ++i)
            servers.push_back(std::make_unique<RedisServer>());
        return servers;
    }

    void leaseEnds() // whichever side holds it
    {
        for (const auto &server : servers)
            server->command({"PEXPIRE", keyOfOurs.toStdString(), "-1"});
    }

    // May take a moment: node-redlock continues when a majority has answered, and the other servers follow.
    bool holds(const QByteArray &token)
    {
        return eventually([&] {
            return std::all_of(servers.begin(), servers.end(), [&](const auto &server) {
                return server->command({"GET", keyOfOurs.toStdString()}).text == token.toStdString();
            });
        });
    }

    const QString keyOfTheirs;
    const QString keyOfOurs; ///< as it is in Redis
    std::vector<std::unique_ptr<RedisServer>> servers;
    Theirs theirs;
    Ours ours;
};

} // namespace

class OtherLibrariesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void initTestCase()
    {
        m_node = lockcore::test::installNodeModules();
        qputenv("NODE_PATH", m_node.folder.toLocal8Bit());
    }
    void theirLock_excludesUs();
    void ourLock_excludesThem();
    void neitherLibrary_freesTheOthersLock();
    void waiting_endsWithTheOthersRelease();

private:
    QString missing(const QString &library) const;

    NodeModules m_node;
};

void OtherLibrariesTest::initTestCase_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<std::string>("protocol");
    QTest::addColumn<int>("servers");
    QTest::newRow("redis-py, token") << u"redis-py"_s << std::string("token") << 1;
    QTest::newRow("node redlock, token") << u"redlock"_s << std::string("token") << 1;
    QTest::newRow("node redlock, redlock on three") << u"redlock"_s << std::string("redlock") << 3;
    QTest::newRow("redis-semaphore, token") << u"redis-semaphore"_s << std::string("token") << 1;
    QTest::newRow("redis-semaphore, redlock on one") << u"redis-semaphore"_s << std::string("redlock") << 1;
}

/// Why a row cannot run here; empty: it can.
QString OtherLibrariesTest::missing(const QString &library) const
{
    if (library != u"redis-py")
        return m_node.possible ? QString() : m_node.failure;
    return lockcore::test::hasRedisPy() ? QString() : u"redis-py is not installed (Debian: python3-redis)"_s;
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a name, which the macro declares
#define MEET(meeting)                                                                                                                      \
    QFETCH_GLOBAL(const QString, library);                                                                                                 \
    QFETCH_GLOBAL(const std::string, protocol);                                                                                            \
    QFETCH_GLOBAL(const int, servers);                                                                                                     \
    if (const auto why = missing(library); !why.isEmpty())                                                                                 \
        QSKIP(qPrintable(why));                                                                                                            \
    if (library != u"redis-py")                                                                                                            \
        QVERIFY2(m_node.failure.isEmpty(), qPrintable(m_node.failure));                                                                    \
    Meeting meeting(library, protocol, servers);                                                                                           \
    QVERIFY2(meeting.theirs.ready(), meeting.theirs.complaint().constData())
// NOLINTEND(bugprone-macro-parentheses)

void OtherLibrariesTest::theirLock_excludesUs()
{
    MEET(meeting);
    QCOMPARE(meeting.theirs.ask("acquire"), QByteArray("True"));
    QVERIFY(meeting.holds(meeting.theirs.ask("token")));
    QVERIFY(meeting.ours.acquire(Wait::atOnce()).kind == Acquired::Kind::NotFree);
    QVERIFY(meeting.holds(meeting.theirs.ask("token")));
    QCOMPARE(meeting.theirs.ask("release"), QByteArray("True"));
    QVERIFY(meeting.ours.acquire(Wait::atOnce()).held());
}

void OtherLibrariesTest::ourLock_excludesThem()
{
    MEET(meeting);
    const auto acquired = meeting.ours.acquire(Wait::atOnce());
    QVERIFY(acquired.held());
    QCOMPARE(meeting.theirs.ask("acquire"), QByteArray("False"));
    QVERIFY(meeting.holds(QByteArray::fromStdString(acquired.token)));
    QVERIFY(meeting.ours.release().done());
    QCOMPARE(meeting.theirs.ask("acquire"), QByteArray("True"));
    QVERIFY(meeting.holds(meeting.theirs.ask("token")));
}

// Each believes that it holds the lock, and finds the other's token when it releases.
void OtherLibrariesTest::neitherLibrary_freesTheOthersLock()
{
    MEET(meeting);
    QVERIFY(meeting.ours.acquire(Wait::atOnce()).held());
    meeting.leaseEnds();
    QCOMPARE(meeting.theirs.ask("acquire"), QByteArray("True"));
    QVERIFY(meeting.ours.release().kind == Released::Kind::NotOwner);
    QVERIFY(meeting.holds(meeting.theirs.ask("token")));

    meeting.leaseEnds();
    const auto acquired = meeting.ours.acquire(Wait::atOnce());
    QVERIFY(acquired.held());
    const auto answer = meeting.theirs.ask("release");
    QCOMPARE(answer, QByteArray(library == u"redis-semaphore" ? "True" : "NotOwned")); // redis-semaphore does not report it
    QVERIFY(meeting.holds(QByteArray::fromStdString(acquired.token)));
}

void OtherLibrariesTest::waiting_endsWithTheOthersRelease()
{
    MEET(meeting);
    QVERIFY(meeting.ours.acquire(Wait::atOnce()).held());
    meeting.theirs.tell("wait");
    QVERIFY(meeting.ours.release().done());
    QCOMPARE(meeting.theirs.line(), QByteArray("True"));
    meeting.theirs.tell("release");
    QVERIFY(meeting.ours.acquire(Wait::poll(5ms).atMost(10s)).held());
    QCOMPARE(meeting.theirs.line(), QByteArray("True"));
}

LOCKSCOPE_TEST(OtherLibrariesTest)
#include "tst_other_libraries.moc"
