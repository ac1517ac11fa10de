// SPDX-License-Identifier: MIT
// Sixteen processes increment a number in one file inside each sound protocol's lock: not one of their 2,000 increments may be lost.
#include "lockcore/locks/catalogue.h"
#include "support/redis_server.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using lockcore::test::RedisServer;

namespace {

constexpr int processes = 16;
constexpr int sections = 2'000; // of all processes together, 125 each
constexpr int lockedSections = lockcore::test::isSanitized ? 320 : sections;

struct Count
{
    int counted = 0;
    int failed = 0;
    QByteArray errors;
};

Count countWith(const QString &protocol, const std::vector<std::unique_ptr<RedisServer>> &servers, int all)
{
    QTemporaryDir directory;
    const auto path = directory.filePath(u"counter"_s);
    QStringList arguments = {protocol, u"job"_s, path, QString::number(all / processes)};
    for (const auto &server : servers)
        arguments << u"unix://"_s + QString::fromStdString(server->endpoint().path);
    std::vector<std::unique_ptr<QProcess>> workers;
    for (int i = 0; i < processes; ++i) {
        workers.push_back(std::make_unique<QProcess>());
        workers.back()->start(QString::fromLatin1(SECTION_WORKER), arguments);
    }
    Count count;
    for (const auto &worker : workers) {
        const bool ended = worker->waitForFinished(120'000) && worker->exitStatus() == QProcess::NormalExit;
        count.failed += !ended || worker->exitCode() != 0;
        count.errors += worker->readAllStandardError();
        if (!ended)
            worker->kill();
    }
    QFile file(path);
    if (file.open(QIODevice::ReadOnly))
        count.counted = file.readAll().trimmed().toInt();
    return count;
}

} // namespace

class MutualExclusionTest : public QObject
{
    Q_OBJECT

private slots:
    void sixteenProcesses_loseNothingOf2000Sections_data();
    void sixteenProcesses_loseNothingOf2000Sections();
    void withoutALock_losesSome();
};

void MutualExclusionTest::sixteenProcesses_loseNothingOf2000Sections_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &protocol : lockcore::protocols()) {
        if (protocol.sound)
            QTest::newRow(std::string(protocol.name).c_str()) << QString::fromStdString(std::string(protocol.name));
    }
}

void MutualExclusionTest::sixteenProcesses_loseNothingOf2000Sections()
{
    QFETCH(const QString, name);
    const auto *protocol = lockcore::findProtocol(name.toStdString());
    std::vector<std::unique_ptr<RedisServer>> servers;
    for (int i = 0; i < (protocol->manyServers ? 3 : 1); ++i)
        servers.push_back(std::make_unique<RedisServer>());
    const auto count = countWith(name, servers, lockedSections);
    QVERIFY2(count.failed == 0, count.errors.constData());
    QCOMPARE(count.counted, lockedSections);
    for (const auto &server : servers)
        QCOMPARE(server->command({"EXISTS", "job"}).integer, 0);
}

// The other tests prove nothing unless this one loses increments.
void MutualExclusionTest::withoutALock_losesSome()
{
    std::vector<std::unique_ptr<RedisServer>> servers;
    servers.push_back(std::make_unique<RedisServer>());
    const auto count = countWith(u"none"_s, servers, sections);
    QCOMPARE(count.failed, 0);
    QVERIFY(count.counted < sections);
}

LOCKSCOPE_TEST(MutualExclusionTest)
#include "tst_mutual_exclusion.moc"
