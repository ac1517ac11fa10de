// SPDX-License-Identifier: MIT
// What the release log reads back from the audit, and from files that something else has written; and an observed lock.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/observation.h"
#include "lockcore/monitor/release/release_log.h"

#include <QDir>
#include <QTest>
#include <QTimer>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const std::string loggedToken = "0123456789abcdef0123456789abcdef";

} // namespace

class ReleaseLogTest : public QObject
{
    Q_OBJECT

private slots:
    void attempts_areReadBackNewestFirst()
    {
        RedisServer server;
        TestedReleaser releaser(server.endpoint());
        const std::string key = "lock:\xff it's";
        server.command({"SET", "lock:a", loggedToken, "PX", "60000"});
        server.command({"SET", key, loggedToken, "PX", "60000"});
        auto first = releaser.plan(TestedReleaser::wish("lock:a", {loggedToken})).order;
        first.reason = "the pod was evicted, INC-7";
        first.lock.heldSince = ServerTime(1'700'000'000s);
        first.lock.renewals.count = 18;
        releaser.release(first);
        releaser.release(TestedReleaser::wish(key, {loggedToken}));
        releaser.release(TestedReleaser::wish("lock:a", {loggedToken})); // it is gone

        server.command({"SET", "lock:b", loggedToken, "PX", "60000"});
        releaser.release(TestedReleaser::wish("lock:b", {})); // whoever holds it

        auto log = readReleaseLog(releaser.auditDirectory());
        QVERIFY(log);
        QVERIFY(log->entries.front().owners.empty());
        QCOMPARE(log->entries.front().holders, std::vector<Bytes>{loggedToken});
        log->entries.erase(log->entries.begin());
        QCOMPARE(log->file, releaser.auditFile().toStdString());
        QCOMPARE(log->unreadable + log->hasOlder, std::int64_t(0));
        QCOMPARE(log->entries.size(), std::size_t(3)); // an intent and its outcome are one
        const auto &[gone, strange, entry] = std::tie(log->entries[0], log->entries[1], log->entries[2]);
        QCOMPARE(gone.outcome, std::string("not-there"));
        QCOMPARE(strange.lock.key, key);
        QCOMPARE(strange.outcome, std::string("released"));
        QVERIFY(strange.reason.empty() && !strange.heldSince && !strange.renewals); // nobody had watched it
        QCOMPARE(entry.reason, std::string("the pod was evicted, INC-7"));
        QCOMPARE(entry.owners, std::vector<Bytes>{loggedToken});
        QCOMPARE(entry.heldSince.value(), ServerTime(1'700'000'000s));
        QVERIFY(entry.heldLonger);
        QCOMPARE(entry.renewals.value(), std::int64_t(18));
        QVERIFY(entry.ttl.value() > 50s && !entry.user.empty() && entry.time > ServerTime(1'700'000'000s));
        QVERIFY(entry.before.find(loggedToken) != std::string::npos);
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(entry.json)).object().contains(u"outcome"_s));

        const auto url = toString(server.endpoint());
        QCOMPARE(releaseCommand(entry),
                 "lockscope release lock:a " + url + " --owner " + loggedToken + " --reason 'the pod was evicted, INC-7'");
        QCOMPARE(releaseCommand(strange), "lockscope release --key-base64 " + toBase64(key) + ' ' + url + " --owner " + loggedToken);
    }

    void commands_areQuotedForAShell()
    {
        ReleaseLogEntry entry;
        entry.server = "redis://prod-7:6379/0";
        entry.lock.key = "it's $HOME";
        QCOMPARE(releaseCommand(entry), std::string(R"(lockscope release 'it'\''s $HOME' redis://prod-7:6379/0 --all)"));
        entry.lock.key = "--all";
        entry.owners = {"a", "b\n"};
        entry.action = "give-lease";
        entry.lease = 30s;
        entry.evenIfRenewed = true;
        QCOMPARE(releaseCommand(entry), "lockscope release --key-base64 " + toBase64("--all")
                                            + " redis://prod-7:6379/0 --owner a --owner-base64 " + toBase64("b\n")
                                            + " --give-lease 30000ms --even-if-renewed");
        entry.action = "drop-dead-head";
        QVERIFY(releaseCommand(entry).find(" --drop-dead-head") != std::string::npos);
    }

    // Whatever is in the file, nothing is believed that is not understood, and nothing is read without an end.
    void strangeFiles_areReadAsFarAsTheyCan()
    {
        const QTemporaryDir folder;
        const auto directory = folder.path().toStdString();
        QVERIFY(readReleaseLog(directory)->entries.empty()); // there is none yet
        const auto write = [&](const QByteArray &text) {
            QFile file(folder.filePath(u"releases.jsonl"_s));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const QByteArray intent = R"({"id":"1","phase":"intent","time":"2026-11-21T12:00:00.000Z","db":0,"key":"order","freed":"all"})";
        QVERIFY(write("\xff[[[\n{}\nnull\n" + intent + "\n" + R"({"id":"2","time":"soon","db":0,"key":"k"})" + "\n{\"id\":\"3\""));
        auto log = readReleaseLog(directory);
        QVERIFY(log);
        QCOMPARE(log->entries.size(), std::size_t(1));
        QCOMPARE(log->unreadable, std::int64_t(5));
        QVERIFY(log->entries.front().outcome.empty()); // never answered
        QVERIFY(log->entries.front().owners.empty());

        QByteArray many;
        for (int i = 0; i < 1200; ++i)
            many += QByteArray(intent).replace("\"1\"", '"' + QByteArray::number(i) + '"') + '\n';
        QVERIFY(write(many));
        log = readReleaseLog(directory);
        QCOMPARE(log->entries.size(), ReleaseLog::most);
        QVERIFY(log->hasOlder);
        QCOMPARE(log->entries.front().id, std::string("1199"));

        QVERIFY(write(QByteArray(5'000'000, 'x') + '\n' + intent + '\n'));
        log = readReleaseLog(directory);
        QCOMPARE(log->entries.size(), std::size_t(1));
        QVERIFY(log->hasOlder);

        QVERIFY(QFile::remove(folder.filePath(u"releases.jsonl"_s)) && QDir(folder.path()).mkdir(u"releases.jsonl"_s));
        log = readReleaseLog(directory);
        QVERIFY(!log && log.error().text.find("releases.jsonl") != std::string::npos);
    }

    void observedLock_hasItsRenewals()
    {
        RedisServer server;
        TestedReleaser releaser(server.endpoint());
        server.command({"SET", "lock:a", loggedToken, "PX", "30000"});
        const Classifier classifier;
        LoopClock clock;
        QTimer renewing;
        connect(&renewing, &QTimer::timeout, this, [&] { server.command({"PEXPIRE", "lock:a", "30000"}); });
        renewing.start(600);
        const auto observe = [&](const char *key) {
            return Arriving(releaser.queue(),
                            observeLock(releaser.releaser().newConnection(), TestedReleaser::wish(key), 2500ms, classifier, clock))
                .get();
        };
        const auto lock = observe("lock:a");
        QVERIFY(lock);
        QVERIFY2(lock->renewals.count >= 2, toString(*lock).c_str());
        QVERIFY(!lock->heldSinceObserved);
        auto plan = Arriving(releaser.queue(), releaser.releaser().plan(TestedReleaser::wish("lock:a", {loggedToken}), {}, lock)).get();
        QVERIFY(lifeIn(plan) == ReleaseWarning::Kind::HolderRenews);
        renewing.stop();
        QVERIFY(!observe("lock:none"));
    }
};

LOCKSCOPE_TEST(ReleaseLogTest)
#include "tst_release_log.moc"
