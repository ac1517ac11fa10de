// SPDX-License-Identifier: MIT
// Real libraries under a trace: each acquisition, renewal and release is the client's that made it, and nobody is accused.
#include "support/node_modules.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <map>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

// Two clients by turns; after each acquisition, a line with its token and the client. Other keys have a secret.
constexpr auto redisPy = R"(
import redis, sys
clients = [redis.Redis(port=int(sys.argv[1]), client_name=f"py-{i}") for i in range(2)]
for turn in range(40):
    client = clients[turn % 2]
    lock = client.lock("lock:py", timeout=20)
    assert lock.acquire()
    print(lock.local.token.decode(), f"py-{turn % 2}", flush=True)
    client.set("session:1", "canary")
    if turn % 3 == 0:
        lock.extend(5)
    lock.release()
)";

} // namespace

class TraceLibrariesTest final : public QObject
{
    Q_OBJECT

private slots:
    void redisPy_isAttributedToItsClients()
    {
        if (!hasRedisPy())
            QSKIP("redis-py is not installed (Debian: python3-redis)");
        RedisServerOptions options;
        options.tcp = true;
        const RedisServer server(std::move(options));
        const auto port = QString::number(server.tcpEndpoint().port);
        QByteArray said;
        TraceOptions wish;
        wish.keys = {"lock:py"};
        TrueLocks none(1);
        const auto outcome = traced(server.tcpEndpoint(), std::move(wish), none, [&] {
            QProcess python;
            python.start(u"/usr/bin/python3"_s, {u"-c"_s, QString::fromLatin1(redisPy), port});
            python.waitForFinished();
            said = python.readAllStandardOutput();
        });
        std::map<Bytes, Bytes> clients; // by the owner
        for (const auto &line : said.split('\n')) {
            if (const auto words = line.split(' '); words.size() == 2)
                clients.emplace(words[0].toStdString(), words[1].toStdString());
        }
        QCOMPARE(clients.size(), 40u);
        std::map<EventType, int> sure;
        for (const auto &item : outcome.items) {
            const auto *change = std::get_if<TracedChange>(&item);
            QVERIFY(change); // no finding: redis-py compares before it deletes
            QVERIFY(change->change.event.id.key == "lock:py");
            if (!change->change.certain)
                continue;
            const auto &event = change->change.event;
            QVERIFY2(change->by && change->by->name() == clients.at(event.owner), toString(event).c_str());
            ++sure[event.type];
        }
        const int given = sure[EventType::Released] + sure[EventType::Ended];
        QVERIFY2(sure[EventType::Acquired] >= 39 && given >= 39 && given <= 40,
                 qPrintable(u"%1 acquired, %2 given back"_s.arg(sure[EventType::Acquired]).arg(given)));
        QVERIFY(outcome.report.proved == 0 && outcome.report.unproved == 0);
    }
};

LOCKSCOPE_TEST(TraceLibrariesTest)
#include "tst_trace_libraries.moc"
