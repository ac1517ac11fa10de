// SPDX-License-Identifier: MIT
// Logs as the server writes them, and what the queues make of them.
#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_queues.h"
#include "support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

class TestZookeeperLog final : public QObject
{
    Q_OBJECT

private slots:
    void transactions_areRead();
    void partialEntry_isReadWhenItIsWhole();
    void gap_isAnError();
    void impossibleLength_isAnError();
    void nextFile_isFollowed();
    void readUpTo_leavesTheRest();
    void largeEntry_isRead();
    void lowestNumber_hasTheLock();
    void endOfASession_isTheLeasesEnd();
    void closedSession_hasRemovedItsNodes();
    void persistentNode_staysWithoutASession();
    void endAll_namesEachNode();
};

namespace {

constexpr Milliseconds sessionTimeout = 1s;

std::uint32_t checksumOf(const Bytes &bytes) // as in RFC 1950
{
    std::uint32_t a = 1, b = 0;
    for (const auto byte : bytes) {
        a = (a + static_cast<unsigned char>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    return (b << 16) + a;
}

Bytes juteOf(const JuteWriter &writer) { return writer.framed().substr(4); }

Bytes entryOf(const JuteWriter &transaction)
{
    const auto content = juteOf(transaction);
    return juteOf(JuteWriter().number(checksumOf(content)).text(content)) + 'B';
}

JuteWriter header(std::int64_t session, std::int32_t request, std::int64_t zxid, std::int32_t type)
{
    return JuteWriter().number(session).integer(request).number(zxid).number(1'700'000'000'000).integer(type);
}

Bytes created(std::int64_t session, std::int64_t zxid, const Bytes &path, bool ephemeral = true, std::int32_t request = 5)
{
    return entryOf(header(session, request, zxid, 15)
                       .text(path)
                       .text("x")
                       .integer(1)
                       .integer(31)
                       .text("world")
                       .text("anyone")
                       .truth(ephemeral)
                       .integer(1));
}

Bytes removed(std::int64_t session, std::int64_t zxid, const Bytes &path) { return entryOf(header(session, 6, zxid, 2).text(path)); }

Bytes opened(std::int64_t session, std::int64_t zxid)
{
    return entryOf(header(session, 0, zxid, -10).integer(static_cast<std::int32_t>(sessionTimeout.count())));
}

Bytes closed(std::int64_t session, std::int64_t zxid, std::int32_t request)
{
    return entryOf(header(session, request, zxid, -11).integer(0));
}

class LogFolder final
{
public:
    std::string path() const { return m_folder.path().toStdString(); }

    void write(const char *name, const Bytes &entries) const
    {
        const Bytes begin("ZKLG\0\0\0\2\0\0\0\0\0\0\0\0", 16);
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        const auto bytes = begin + entries + Bytes(4096, '\0'); // the server writes zeros in advance
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
            qFatal("cannot write a log");
    }

private:
    QTemporaryDir m_folder;
};

std::vector<ElementChange> takeAll(ZookeeperQueues &queues, const Bytes &entries)
{
    std::vector<ElementChange> changes;
    for (std::size_t at = 0; at < entries.size();) {
        const auto entry = zookeeper::logEntry(std::string_view(entries).substr(at)).value().value();
        at += entry.size;
        for (auto &change : queues.take(entry.transaction))
            changes.push_back(std::move(change));
    }
    return changes;
}

std::vector<std::string> brief(const std::vector<ElementChange> &changes)
{
    std::vector<std::string> texts;
    for (const auto &change : changes)
        texts.push_back(change.element + ' ' + std::string(wordOf(change.event)) + ' ' + std::string(wordOf(change.role)) + ' '
                        + std::to_string(change.maker) + (change.advanced ? " advanced" : ""));
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

void TestZookeeperLog::transactions_areRead()
{
    const LogFolder folder;
    const auto parts = juteOf(JuteWriter().text("/gone"));
    folder.write("log.1", opened(9, 1) + created(9, 2, "/q/a-0000000000") + removed(9, 3, "/q/a-0000000000")
                              + entryOf(header(9, 7, 4, 14).integer(2).integer(2).text(parts).integer(13).text(parts))
                              + entryOf(header(9, 8, 5, -1).integer(-101)) + closed(9, 6, 9));
    ZookeeperLog log(folder.path());
    const auto read = log.read();
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(read->size(), std::size_t(6));
    QVERIFY((*read)[0].timeout == sessionTimeout);
    QCOMPARE((*read)[1].session, std::int64_t(9));
    QCOMPARE((*read)[1].request, 5);
    QVERIFY((*read)[1].changes == (std::vector<NodeChange>{{NodeChange::What::Created, "/q/a-0000000000", true}}));
    QVERIFY((*read)[3].changes == (std::vector<NodeChange>{{NodeChange::What::Removed, "/gone", false}}));
    QVERIFY((*read)[4].changes.empty());
    QCOMPARE((*read)[5].type, std::int32_t(zookeeper::CloseSession));
    QCOMPARE(log.last(), std::int64_t(6));
}

void TestZookeeperLog::partialEntry_isReadWhenItIsWhole()
{
    const LogFolder folder;
    ZookeeperLog log(folder.path());
    QVERIFY(log.read().value().empty()); // there is no file yet
    const auto first = opened(9, 1), second = created(9, 2, "/q/a-0000000000");
    for (std::size_t size = 0; size < second.size(); ++size) {
        ZookeeperLog partly(folder.path());
        folder.write("log.1", first + second.substr(0, size));
        const auto read = partly.read();
        QVERIFY(read.ok() && read->size() == 1);
        folder.write("log.1", first + second);
        QCOMPARE(partly.read().value().size(), std::size_t(1));
    }
}

void TestZookeeperLog::gap_isAnError()
{
    const LogFolder folder;
    folder.write("log.1", opened(9, 1) + created(9, 3, "/q/a-0000000000"));
    ZookeeperLog log(folder.path());
    const auto read = log.read();
    QVERIFY(!read.ok());
    QCOMPARE(read.error().text, std::string("ZooKeeper's transaction log continues with 0x3 after 0x1"));
}

void TestZookeeperLog::impossibleLength_isAnError()
{
    for (const auto length : {-5, 1 << 30}) {
        const auto read = zookeeper::logEntry(juteOf(JuteWriter().number(1).integer(length)) + Bytes(100, 'x'));
        QVERIFY(!read.ok());
    }
    QVERIFY(zookeeper::logEntry({}).ok());
    const LogFolder folder;
    QFile other(QString::fromStdString(folder.path() + "/log.1"));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("this is a text, not a log") > 0);
    other.close();
    QVERIFY(ZookeeperLog(folder.path()).read().value().empty());
}

// A torn entry at the end of the file of a server that was killed.
void TestZookeeperLog::nextFile_isFollowed()
{
    const LogFolder folder;
    folder.write("log.1", opened(9, 1) + created(9, 2, "/q/a-0000000000").substr(0, 30));
    ZookeeperLog log(folder.path());
    QCOMPARE(log.read().value().size(), std::size_t(1));
    folder.write("log.2", created(9, 2, "/q/b-0000000000"));
    const auto read = log.read().value();
    QCOMPARE(read.size(), std::size_t(1));
    QCOMPARE(read[0].changes[0].path, Bytes("/q/b-0000000000"));
    log.forget();
    folder.write("log.1", opened(4, 1));
    QCOMPARE(log.read(1).value().at(0).session, std::int64_t(4));
}

void TestZookeeperLog::readUpTo_leavesTheRest()
{
    const LogFolder folder;
    folder.write("log.1", opened(9, 1) + created(9, 2, "/q/a-0000000000") + closed(9, 3, 0));
    ZookeeperLog log(folder.path());
    QCOMPARE(log.read(2).value().size(), std::size_t(2));
    QCOMPARE(log.last(), std::int64_t(2));
    QCOMPARE(log.read().value().size(), std::size_t(1));
    QVERIFY(log.read().value().empty());
}

void TestZookeeperLog::largeEntry_isRead()
{
    const LogFolder folder;
    folder.write("log.1", opened(9, 1) + created(9, 2, "/q/" + Bytes(300'000, 'n') + "0000000000") + closed(9, 3, 0));
    ZookeeperLog log(folder.path());
    QCOMPARE(log.read().value().size(), std::size_t(3));
}

void TestZookeeperLog::lowestNumber_hasTheLock()
{
    ZookeeperQueues queues;
    queues.learn(9, 1);
    queues.learn(10, 2);
    const auto changes = takeAll(queues, opened(9, 1) + opened(10, 2) + created(9, 3, "/q", false) + created(9, 4, "/q/a-0000000000")
                                             + created(10, 5, "/q/b-0000000001") + removed(9, 6, "/q/a-0000000000"));
    QCOMPARE(brief(changes), (Texts{"a-0000000000 created holding 1", "b-0000000001 created other 2", "a-0000000000 removed holding 1",
                                    "b-0000000001 removed other 2 advanced", "b-0000000001 created holding 2 advanced"}));
    QCOMPARE(changes[0].key, Bytes("/q"));
    QCOMPARE(changes[0].session, std::string("0x9"));
    QCOMPARE(changes[0].zxid, std::int64_t(4));
    QCOMPARE(queues.holderOf("/q"), std::optional<Bytes>("/q/b-0000000001"));
    QVERIFY(queues.timeoutOf(10) == sessionTimeout);
}

void TestZookeeperLog::endOfASession_isTheLeasesEnd()
{
    ZookeeperQueues queues;
    queues.learn(9, 1);
    const auto changes = takeAll(queues, opened(9, 1) + created(9, 2, "/q/a-0000000000") + created(9, 3, "/plain") + closed(9, 4, 0));
    QCOMPARE(brief(changes),
             (Texts{"a-0000000000 created holding 1", " created holding 1", " expired holding 1", "a-0000000000 expired holding 1"}));
    QVERIFY(queues.isEmpty());
    QVERIFY(!queues.awaitsEndings());
}

void TestZookeeperLog::closedSession_hasRemovedItsNodes()
{
    ZookeeperQueues queues;
    const auto changes = takeAll(queues, opened(9, 1) + created(9, 2, "/q/a-0000000000") + closed(9, 3, 12));
    QCOMPARE(brief(changes), (Texts{"a-0000000000 created holding 0", "a-0000000000 removed holding 0"}));
}

void TestZookeeperLog::persistentNode_staysWithoutASession()
{
    ZookeeperQueues queues;
    const auto changes = takeAll(queues, opened(9, 1) + created(9, 2, "/q/a-0000000000", false) + closed(9, 3, 0));
    QCOMPARE(brief(changes), Texts{"a-0000000000 created holding 0"});
    QCOMPARE(changes[0].session, std::string());
    QVERIFY(!queues.awaitsEndings());
}

void TestZookeeperLog::endAll_namesEachNode()
{
    ZookeeperQueues queues;
    takeAll(queues, opened(9, 1) + created(9, 2, "/q/a-0000000000") + created(9, 3, "/q/b-0000000001"));
    QCOMPARE(brief(queues.endAll(entry::KeyEvent::LostByServer)),
             (Texts{"a-0000000000 lost-by-server holding 0", "b-0000000001 lost-by-server other 0"}));
    QVERIFY(queues.isEmpty());
}

LOCKSCOPE_TEST(TestZookeeperLog)
#include "tst_zookeeper_log.moc"
