// SPDX-License-Identifier: MIT
// The LockTable must still produce exactly the recorded output of real runs. RECORDING=FILE plays another recording, `-` the standard
// input, as `./dev soak replay` does; RECORDING_AGAIN=FILE stores it with today's output.
#include "support/example_line.h"
#include "support/lock_recorder.h"
#include "support/recording_player.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <iostream>
#include <sstream>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString recordings = QStringLiteral(LOCK_RECORDINGS);

PlayedRecordings playText(const std::string &text, std::string *again = nullptr)
{
    std::istringstream in(text);
    return playRecordings(in, "text", [&](const std::string &lines) {
        if (again)
            *again += lines;
    });
}

PlayedRecordings playFile(const QString &name)
{
    std::ifstream file(name.toStdString());
    std::ofstream again;
    if (const auto to = qEnvironmentVariable("RECORDING_AGAIN"); !to.isEmpty())
        again.open(to.toStdString(), std::ios::trunc);
    return playRecordings(name == u"-" ? std::cin : file, QFileInfo(name).fileName().toStdString(),
                          [&](const std::string &lines) { again << lines; });
}

QStringList names(const QString &folder)
{
    const QDir dir(folder);
    QStringList all;
    for (const auto &name : dir.entryList({u"*.txt"_s}))
        all += dir.filePath(name);
    return all;
}

const std::string token = "3f2b8c9e7d6a4f1b9c0e2d7a8b5c6e1f";

// A lock that is held, renewed and released, by a library that the name gives away.
const std::string story = "recording 1795290935000000 0 \"a story\"\n"
                          "look lock:job 1 string "
                          + token
                          + " until 31\n"
                            "look lock:job 11 string "
                          + token
                          + " until 41\n"
                            "tick 12\n"
                            "look lock:job 15.25 none\n"
                            "take\n";

std::string written(const std::string &recording)
{
    std::string again;
    playText(recording, &again);
    return again;
}

std::string replaced(std::string text, const std::string &what, const std::string &by)
{
    const auto at = text.find(what);
    return at == text.npos ? std::string() : text.replace(at, what.size(), by);
}

} // namespace

class RecordingsTest : public QObject
{
    Q_OBJECT

private slots:
    void recording_playsAsRecorded_data()
    {
        QTest::addColumn<QString>("file");
        const auto given = qEnvironmentVariable("RECORDING");
        for (const auto &file : given.isEmpty() ? names(recordings) : QStringList{given})
            QTest::newRow(qPrintable(QFileInfo(file).fileName())) << file;
    }

    void recording_playsAsRecorded()
    {
        QFETCH(const QString, file);
        const auto played = playFile(file);
        qInfo().noquote() << u"%1 recordings, %2 transitions, %3 events"_s.arg(played.recordings).arg(played.looks).arg(played.events);
        QVERIFY(played.looks > 0);
        std::cout << played.differences.text() << std::flush; // Qt Test would cut it
        QVERIFY2(played.differences.empty(), "what comes of it today differs, as listed above");
    }

    void run_isRecordedWithItsOutput()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(u"run.txt"_s);
        std::size_t told = 0;
        {
            RedisServer server;
            server.command({"SET", "lock:old", token, "PX", "60000"});
            auto options = Watcher::quick();
            options.patterns = {parseUserPattern("mine:*,type=string").value()};
            record(options, file, 0, "a run");
            Watcher watcher(server.endpoint(), options);
            QVERIFY(watcher.waitLive());
            server.command({"SET", "lock:new", token, "PX", "30000"});
            server.command({"SET", "mine:one", "\x01 \"quoted\" and\nbroken", "PX", "200"});
            QVERIFY(watcher.waitEvents("lock:new", u"acquired"_s));
            server.command({"PEXPIRE", "lock:new", "40000"});
            QVERIFY(watcher.waitEvents("lock:new", u"acquired renewed"_s));
            server.command({"DEL", "lock:new"});
            QVERIFY(watcher.waitEvents("lock:new", u"acquired renewed ended"_s));
            QVERIFY(watcher.waitEvents("mine:one", u"acquired expired"_s));
            told = watcher.events().size();
        }
        const auto played = playFile(file);
        QCOMPARE(played.recordings, 1);
        QCOMPARE(played.events, static_cast<std::int64_t>(told));
        QVERIFY2(played.differences.empty(), played.differences.text().c_str());
    }

    void playedStory_hasItsOutputs()
    {
        const auto again = written(story);
        for (const auto *word : {"\n  event acquired library=", "\n  event renewed library=", "\n  event ended library=",
                                 "\n  lock lock:job library=", "\n  gone lock:job how=ended"})
            QVERIFY2(again.find(word) != again.npos, again.c_str());
        QVERIFY(playText(again).differences.empty());
    }

    void difference_isNamedByItsKind_data()
    {
        QTest::addColumn<std::string>("what"); // was recorded
        QTest::addColumn<std::string>("by");   // had it been another
        QTest::addColumn<QString>("kind");
        QTest::newRow("another event") << std::string("event renewed") << std::string("event lease-set")
                                       << u"event lease-set → event renewed"_s;
        QTest::newRow("no event") << std::string("\n  event ended") << std::string("\n  event renewed library=x\n  event ended")
                                  << u"event renewed: no longer"_s;
        QTest::newRow("another certainty") << std::string(" confidence=") << std::string(" confidence=1")
                                           << u"event acquired: confidence 1"_s;
        QTest::newRow("another state") << std::string(" state=held") << std::string(" state=stale") << u"lock: state stale → held"_s;
        QTest::newRow("another reason") << std::string("why=\"") << std::string("why=\"perhaps ") << u"event acquired: why"_s;
        QTest::newRow("another end") << std::string("how=ended") << std::string("how=expired") << u"gone: how expired → ended"_s;
    }

    void difference_isNamedByItsKind()
    {
        QFETCH(const std::string, what);
        QFETCH(const std::string, by);
        QFETCH(const QString, kind);
        const auto other = replaced(written(story), what, by);
        const auto played = playText(other);
        const auto text = QString::fromStdString(played.differences.text());
        QVERIFY2(text.startsWith(u"1 x "_s + kind), qPrintable(text));
        QVERIFY2(text.contains(u"text:"_s), qPrintable(text)); // where
    }

    void lookNoLongerListed_isADifference()
    {
        const auto again = written(replaced(story, "until 31", "until 31 found"));
        QVERIFY(again.find("event acquired") != again.npos);
        const auto played = playText(replaced(again, "look lock:job 1 string", "look cart:job 1 string"));
        const auto text = QString::fromStdString(played.differences.text());
        QVERIFY2(text.contains(u"event acquired: no longer"_s) && text.contains(u"lock: no longer"_s), qPrintable(text));
    }

    // Which companions are read is decided before the table, so the requests of today's formats are an output.
    void requestedCompanions_arePartOfTheRecording()
    {
        const std::string look = "recording 1795290935000000 0 x\nlook lock:a 1 string aZlrMI/JLFPAQBMHt8GZyU+l until 8";
        QVERIFY(written(look + " with lock-signal:a none\n").find("asks") == std::string::npos);
        const auto other = written(look + " with signal:a none\n");
        QVERIFY2(other.find("\n  asks names=lock-signal:a\n") != std::string::npos, other.c_str());
        const auto text = QString::fromStdString(playText(replaced(other, "names=lock-signal:a", "names=a")).differences.text());
        QVERIFY2(text.startsWith(u"1 x asks: names"_s), qPrintable(text));
    }

    void unreadableLine_isNamed_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("problem");
        const auto head = "recording 1795290935000000 0 x\n";
        QTest::newRow("no head") << std::string("tick 1\n") << std::string("text:1: a recording begins");
        QTest::newRow("another call") << std::string(head) + "tock 1\n" << std::string("text:2: tock is not");
        QTest::newRow("another word") << std::string(head) + "look a 1 none loudly\n" << std::string("text:2: loudly is not known");
        QTest::newRow("no time") << std::string(head) + "tick soon\n" << std::string("text:2: soon is not a time");
        QTest::newRow("a type") << std::string(head) + "look a 1 thing\n" << std::string("text:2: it reads as another line");
        QTest::newRow("too few elements") << std::string(head) + "look a 1 hash/2 a 1\n" << std::string("text:2: look lacks an element");
        QTest::newRow("too many words") << std::string(head) + "tick 1 2\n" << std::string("text:2: tick has too many words");
    }

    void unreadableLine_isNamed()
    {
        QFETCH(const std::string, text);
        QFETCH(const std::string, problem);
        try {
            playText(text);
            QFAIL("it was read");
        } catch (const ExampleError &error) {
            QVERIFY2(std::string(error.what()).starts_with(problem), error.what());
        }
    }

    void missingEnd_isAllowed()
    {
        const auto again = written(story);
        const auto played = playText(again + "look lock:oth");
        QCOMPARE(played.looks, 3);
        QVERIFY(played.differences.empty());
    }
};

LOCKSCOPE_TEST(RecordingsTest)
#include "tst_recordings.moc"
