// SPDX-License-Identifier: MIT
// The protocol `token` and redis-py's Lock on the same key: one lock, whoever takes it.
#include "live/live_context.h"
#include "locks/catalogue.h"
#include "support/redis_server.h"

#include <QProcess>
#include <QTest>

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using lockcore::test::RedisServer;

namespace {

/// redis-py in a process of its own.
class RedisPy
{
public:
    explicit RedisPy(const RedisServer &server)
    {
        const auto script = QString::fromLatin1(REDIS_PY_LOCK);
        m_process.start(u"/usr/bin/python3"_s, {script, QString::fromStdString(server.endpoint().path), u"job"_s});
    }
    ~RedisPy()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }

    /// redis-py's version; empty where there is none.
    QByteArray version() { return line(); }

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

/// A worker of ours with the protocol `token`.
struct Ours
{
    explicit Ours(const RedisServer &server)
        : servers({server.endpoint()}, {}, loop, clock), context(servers, {}),
          lock(findProtocol("token")->make(context, "job", {}).value())
    {
        auto open = [](LiveServers &servers) -> Task<void> { [[maybe_unused]] const auto opened = co_await servers.open(); };
        finish(open(servers));
    }

    bool finish(Task<void> task)
    {
        context.scope().start(std::move(task));
        return QTest::qWaitFor([&] { return context.scope().idle(); }, 20'000);
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

} // namespace

class RedisPyTest : public QObject
{
    Q_OBJECT

private slots:
    void theirs_keepsUsOut();
    void ours_keepsThemOut();
    void neither_freesTheOthers();
    void waiting_endsWithTheOthersRelease();
};

#define NEEDS_REDIS_PY(python) \
    if ((python).version().isEmpty()) \
    QSKIP("redis-py is not installed (Debian: python3-redis)")

void RedisPyTest::theirs_keepsUsOut()
{
    RedisServer server;
    RedisPy theirs(server);
    NEEDS_REDIS_PY(theirs);
    Ours ours(server);
    QCOMPARE(theirs.ask("acquire"), QByteArray("True"));
    QVERIFY(ours.acquire(Wait::atOnce()).kind == Acquired::Kind::NotFree);
    QCOMPARE(theirs.ask("release"), QByteArray("True"));
    QVERIFY(ours.acquire(Wait::atOnce()).held());
}

void RedisPyTest::ours_keepsThemOut()
{
    RedisServer server;
    RedisPy theirs(server);
    NEEDS_REDIS_PY(theirs);
    Ours ours(server);
    QVERIFY(ours.acquire(Wait::atOnce()).held());
    QCOMPARE(theirs.ask("acquire"), QByteArray("False"));
    QVERIFY(ours.release().done());
    QCOMPARE(theirs.ask("acquire"), QByteArray("True"));
    QCOMPARE(QByteArray::fromStdString(server.command({"GET", "job"}).text), theirs.ask("token"));
}

// Each holds it, and finds the other's token there when it comes to release.
void RedisPyTest::neither_freesTheOthers()
{
    RedisServer server;
    RedisPy theirs(server);
    NEEDS_REDIS_PY(theirs);
    Ours ours(server);
    QVERIFY(ours.acquire(Wait::atOnce()).held());
    server.command({"DEL", "job"}); // as if our lease had ended
    QCOMPARE(theirs.ask("acquire"), QByteArray("True"));
    QVERIFY(ours.release().kind == Released::Kind::NotOwner);
    QCOMPARE(theirs.ask("owned"), QByteArray("True"));

    server.command({"DEL", "job"});
    const auto acquired = ours.acquire(Wait::atOnce());
    QVERIFY(acquired.held());
    QCOMPARE(theirs.ask("release"), QByteArray("LockNotOwnedError"));
    QCOMPARE(server.command({"GET", "job"}).text, acquired.token);
}

void RedisPyTest::waiting_endsWithTheOthersRelease()
{
    RedisServer server;
    RedisPy theirs(server);
    NEEDS_REDIS_PY(theirs);
    Ours ours(server);
    QVERIFY(ours.acquire(Wait::atOnce()).held());
    theirs.tell("wait");
    QVERIFY(ours.release().done());
    QCOMPARE(theirs.line(), QByteArray("True"));
    theirs.tell("release");
    QVERIFY(ours.acquire(Wait::poll(5ms).atMost(10s)).held());
    QCOMPARE(theirs.line(), QByteArray("True"));
}

QTEST_GUILESS_MAIN(RedisPyTest)
#include "tst_redis_py.moc"
