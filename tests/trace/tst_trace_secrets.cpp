// SPDX-License-Identifier: MIT
// What clients send to other keys passes through the program that traces. Afterwards nothing of it is in its memory, its files, or its
// output.
#include "support/eventually.h"
#include "support/lockscope_process.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <sstream>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string owner = "021422a0-e5a3-41f1-8c56-00163e5f7a01";
const std::string canary = "canary-5e1f0c77-d2b9";

std::string repeated(const std::string &text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

// How often the memory that a process may write contains the text.
int countInMemory(qint64 pid, const std::string &text)
{
    const auto process = u"/proc/%1/"_s.arg(pid);
    QFile maps(process + u"maps"_s);
    if (!maps.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(maps.errorString()));
    const int memory = ::open(qPrintable(process + u"mem"_s), O_RDONLY | O_CLOEXEC);
    if (memory < 0)
        qFatal("the memory of the program cannot be read");
    int count = 0;
    for (const auto &line : maps.readAll().split('\n')) {
        std::istringstream words(line.toStdString());
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        char dash = 0;
        std::string rights;
        if (!(words >> std::hex >> from >> dash >> to >> rights) || !rights.starts_with("rw"))
            continue;
        constexpr std::uint64_t atOnce = 1 << 20;
        std::string bytes;
        for (auto at = from; at < to; at += atOnce) {
            const auto kept = std::min(bytes.size(), text.size() - 1); // of a text that lies across two parts
            bytes = bytes.substr(bytes.size() - kept);
            const auto size = std::min(atOnce, to - at);
            bytes.resize(kept + size);
            const auto read = ::pread(memory, bytes.data() + kept, size, static_cast<off_t>(at));
            bytes.resize(kept + static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
            for (auto found = bytes.find(text); found != bytes.npos; found = bytes.find(text, found + 1))
                ++count;
        }
    }
    ::close(memory);
    return count;
}

} // namespace

class TraceSecretsTest final : public QObject
{
    Q_OBJECT

private slots:
    // A sanitizer's shadow is terabytes of memory, and keeps what was freed.
    void initTestCase()
    {
        if (isSanitized)
            QSKIP("the memory of a sanitized program says nothing");
    }

    void secretsOfOtherKeys_areNotKept_data()
    {
        QTest::addColumn<bool>("tcp");
        QTest::newRow("TCP") << true;
        QTest::newRow("Unix socket") << false;
    }

    void secretsOfOtherKeys_areNotKept()
    {
        QFETCH(const bool, tcp);
        RedisServerOptions options;
        options.tcp = true;
        RedisServer server(std::move(options));
        QStringList words{u"trace"_s, u"lock:a"_s, u"--yes"_s, u"--for"_s, u"1m"_s, u"--json"_s, u"--max-load"_s, u"100%"_s};
        if (tcp)
            words.insert(1, u"redis://127.0.0.1:%1"_s.arg(server.tcpEndpoint().port));
        const auto process = tcp ? std::make_unique<LockscopeProcess>(words) : std::make_unique<LockscopeProcess>(words, server.endpoint());
        QVERIFY(process->waitFor([&] { return server.command({"INFO", "everything"}).text.find("cmdstat_exec") != std::string::npos; }));
        const auto take = [&] { server.command({"SET", "lock:a", owner, "NX", "PX", "60000"}); };
        const auto changes = [&] { return process->out().count("\"change\""); };
        QTest::qWait(100); // so that the first look is over
        take();
        QVERIFY(process->waitFor([&] { return changes() == 1; }));

        std::vector<Command> secrets;
        for (int i = 0; i < 400; ++i)
            secrets.push_back({"SET", "session:" + std::to_string(i), canary + std::to_string(i)});
        secrets.push_back({"SET", "long", repeated(canary, 400)});
        secrets.push_back({"SET", "longer than a line that is kept", repeated(canary, 20'000)});
        secrets.push_back({"HSET", "user:1", "password", canary});
        secrets.push_back({"EVAL", "return redis.call('set', KEYS[1], ARGV[1])", "1", "other", canary});
        secrets.push_back({"EVAL", "return ARGV[1]", "1", "lock:a", canary});
        secrets.push_back({"PUBLISH", "news", canary});
        secrets.push_back({"MSET", "session:1", canary, "lock:a", owner + "2", "session:2", canary}); // one names the lock, too
        server.pipeline(secrets);
        server.command({"DEL", "lock:a"});
        QVERIFY(process->waitFor([&] { return changes() >= 3; })); // so everything has passed through
        QVERIFY(process->waitFor([&] { return countInMemory(process->pid(), canary) == 0; }));
        QVERIFY(countInMemory(process->pid(), "lock:a") > 0);

        process->interrupt();
        QVERIFY(process->waitEnd());
        QCOMPARE(process->exitCode(), 0);
        QVERIFY(!process->out().contains(canary.c_str()) && !process->err().contains(canary.c_str()));
        for (QDirIterator files(process->stateDirectory(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains(canary.c_str()));
        }
    }
};

LOCKSCOPE_TEST(TraceSecretsTest)
#include "tst_trace_secrets.moc"
