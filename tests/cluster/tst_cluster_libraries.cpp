// SPDX-License-Identifier: MIT
// Real lock libraries that contend on a real cluster under the eyes of a Monitor: each lock is recognised, each acquisition and each release
// is shown once and in its order, and nothing else is. A holder waits until the Monitor shows it, so no event may be missing. Without node, or
// if no npm registry can be reached, the rows of Node's libraries are skipped.
#include "support/eventually.h"
#include "support/node_modules.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QProcess>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::vector<std::string> names = {"lock:0", "lock:1", "lock:2", "lock:3", "lock:4"};
constexpr int turnsOfAKey = 3 * 3; // workers and turns of each

/// What the library's program says that happens to a key: "+owner -owner +other …".
using Truth = std::map<Bytes, QStringList>;

/// The same, of the Monitor's events; "?" before any other event.
QStringList shown(const Watcher &watcher, const Bytes &key)
{
    QStringList changes;
    QString holder;
    for (const auto &event : watcher.events()) {
        if (event.id.key != key)
            continue;
        const auto owner = QString::fromStdString(event.owner);
        switch (event.type) {
        case EventType::Acquired: changes << u'+' + owner; break;
        case EventType::TakenOver: changes << u'-' + holder << u'+' + owner; break;
        case EventType::Released:
        case EventType::Ended: changes << u'-' + owner; break;
        default: changes << u'?' + QString::fromStdString(toString(event)); break;
        }
        holder = owner;
    }
    return changes;
}

} // namespace

class ClusterLibrariesTest final : public QObject
{
    Q_OBJECT

private slots:
    void locksOfALibrary_areShownAsTheyAre_data()
    {
        QTest::addColumn<QString>("library");
        for (const auto *library : {"redis-py", "node-redlock", "redis-semaphore"})
            QTest::newRow(library) << QString::fromLatin1(library);
    }

    void locksOfALibrary_areShownAsTheyAre()
    {
        QFETCH(const QString, library);
        const bool isPython = library == u"redis-py";
        const auto modules = isPython ? NodeModules() : installNodeModules();
        if (isPython && !hasRedisPy())
            QSKIP("redis-py is not installed (Debian: python3-redis)");
        if (!modules.possible)
            QSKIP(qPrintable(modules.failure));
        QVERIFY2(modules.failure.isEmpty(), qPrintable(modules.failure));

        RedisClusterOptions options;
        options.primaries = 3;
        RedisCluster cluster(options);
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());

        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"NODE_PATH"_s, modules.folder);
        process.setProcessEnvironment(environment);
        QStringList words = {QStringLiteral(CLUSTER_LOCKS) + (isPython ? u".py"_s : u".cjs"_s)};
        if (!isPython)
            words << library;
        words << QString::number(cluster.servers().back()->tcpEndpoint().port);
        for (const auto &name : names)
            words << QString::fromStdString(name);
        process.start(isPython ? u"/usr/bin/python3"_s : u"node"_s, words);

        Truth truth;
        std::set<std::string> nodes;
        const auto isOver = [&] { return process.state() == QProcess::NotRunning && !process.canReadLine(); };
        while (!isOver()) {
            QVERIFY(eventually([&] { return process.canReadLine() || isOver(); }));
            const auto said = process.readLine().trimmed().split(' ');
            if (said.size() != 3)
                continue;
            const auto key = said[1].toStdString();
            const auto owner = said[2].toStdString();
            if (said[0] == "removed") {
                truth[key] << u'-' + QString::fromStdString(owner);
                continue;
            }
            truth[key] << u'+' + QString::fromStdString(owner);
            const bool isFirst = truth[key].size() == 1; // until a node has seen the library's script, a mutex may be anybody's
            const auto isHeld = [&](const LockInfo &lock) {
                return lock.holders.size() == 1 && lock.holders[0].owner == owner && (isFirst || lock.library == library.toStdString());
            };
            QVERIFY2(watcher.waitLock(key, isHeld), qPrintable(watcher.told()));
            const auto &lock = watcher.locks().at(key);
            QCOMPARE(lock.node, cluster.address(cluster.home(key)));
            nodes.insert(lock.node);
            process.write(said[1] + '\n');
        }
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(truth.size(), names.size());
        QCOMPARE(nodes.size(), std::size_t(3));
        QVERIFY(watcher.waitFor([&] { return watcher.locks().empty(); }));
        for (const auto &[key, changes] : truth) {
            QCOMPARE(changes.size(), 2 * turnsOfAKey);
            QVERIFY2(
                watcher.waitFor([&, &key = key, &changes = changes] { return shown(watcher, key) == changes; }, std::chrono::seconds(5)),
                qPrintable(QString::fromStdString(key) + u": "_s + shown(watcher, key).join(u' ') + u"\ninstead of "_s
                           + changes.join(u' ')));
        }
    }
};

LOCKSCOPE_TEST(ClusterLibrariesTest)
#include "tst_cluster_libraries.moc"
