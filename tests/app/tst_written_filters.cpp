// SPDX-License-Identifier: MIT
// Runs every `lockscope list` and `lockscope watch` with a --filter from the README, the docs, the man page and the help as it is written
// there: on a server with matching locks, and on one without. New examples in the documents are tested without a change here.
#include "support/lockscope_process.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

constexpr auto holder = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

QString contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The words of the command as a shell splits them, up to a comment, another command or the end of the line.
QStringList wordsOfCommand(const QString &line)
{
    static const QRegularExpression part(uR"('([^']*)'|"([^"]*)\"|(\s+)|([^\s'"|#;&`\\]+))"_s);
    QStringList words;
    bool inWord = false;
    for (qsizetype at = 0; at < line.size();) {
        const auto found = part.match(line, at, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
        if (!found.hasMatch())
            break;
        at = found.capturedEnd();
        if (!found.captured(3).isEmpty()) {
            inWord = false;
            continue;
        }
        const auto text = found.captured(1) + found.captured(2) + found.captured(4);
        if (inWord)
            words.back() += text;
        else
            words << text;
        inWord = true;
    }
    return words;
}

// Without the name of the server.
QList<QStringList> examplesIn(const QString &text)
{
    static const QRegularExpression start(u"lockscope (?=(list|watch) [^\\n]*--filter )"_s);
    QList<QStringList> examples;
    for (const auto &found : start.globalMatch(text)) {
        auto words = wordsOfCommand(text.mid(found.capturedEnd(), text.indexOf(u'\n', found.capturedEnd()) - found.capturedEnd()));
        words.removeIf([](const QString &word) { return word.startsWith(u"redis://"_s); });
        examples << words;
    }
    return examples;
}

struct Text
{
    QString place;
    QString text;
};

std::vector<Text> everyText()
{
    const QDir project(QStringLiteral(PROJECT_FOLDER));
    std::vector<Text> texts;
    for (const auto &page : QDir(project.filePath(u"docs"_s)).entryList({u"*.md"_s}))
        texts.push_back({u"docs/"_s + page, {}});
    texts.push_back({u"README.md"_s, {}});
    texts.push_back({u"resources/man/lockscope.1.in"_s, {}});
    for (auto &[place, text] : texts)
        text = contents(project.filePath(place)).replace(u"\\-"_s, u"-"_s); // as a man page writes it
    for (const auto &word : {u"list"_s, u"watch"_s}) {
        LockscopeProcess help({word, u"--help"_s});
        if (help.waitEnd())
            texts.push_back({word + u" --help"_s, QString::fromUtf8(help.out())});
    }
    return texts;
}

} // namespace

class WrittenFiltersTest final : public QObject
{
    Q_OBJECT

private slots:
    void words_areSplitLikeAShell()
    {
        QCOMPARE(wordsOfCommand(u"list --filter 'a or \"b\"' --json | jq '.x'  # y"_s),
                 (QStringList{u"list"_s, u"--filter"_s, u"a or \"b\""_s, u"--json"_s}));
        QCOMPARE(wordsOfCommand(u"list --filter 'state:'immortal` and"_s), (QStringList{u"list"_s, u"--filter"_s, u"state:immortal"_s}));
        const auto examples =
            examplesIn(u"`lockscope list redis://a --filter b --fail-if-any` y\nlockscope list\nlockscope watch --filter c"_s);
        QCOMPARE(examples,
                 (QList<QStringList>{{u"list"_s, u"--filter"_s, u"b"_s, u"--fail-if-any"_s}, {u"watch"_s, u"--filter"_s, u"c"_s}}));
    }

    void example_findsItsLock_data() { examples(); }
    void example_findsItsLock()
    {
        QFETCH(QStringList, words);
        RedisServer server;
        makeTrouble(server);
        if (words.front() == u"watch"_s)
            return findsAnEvent(words, server);
        if (!words.contains(u"--fail-if-any"_s))
            words << u"--fail-if-any"_s;
        LockscopeProcess list(words, server.endpoint());
        QVERIFY(list.waitEnd());
        QVERIFY2(list.exitCode() == 10, list.out() + list.err());
    }

    void alert_isSilentWithoutProblems_data() { examples(u"--fail-if-any"_s); }
    void alert_isSilentWithoutProblems()
    {
        QFETCH(QStringList, words);
        RedisServer server;
        lock(server, "calm", "600000");
        LockscopeProcess list(words, server.endpoint());
        QVERIFY(list.waitEnd());
        QVERIFY2(list.exitCode() == 0, list.out() + list.err());
    }

private:
    // Each once, named after the first place that shows it.
    static void examples(const QString &with = {})
    {
        QTest::addColumn<QStringList>("words");
        std::set<QString> places;
        std::set<QStringList> known;
        for (const auto &[place, text] : everyText()) {
            for (const auto &words : examplesIn(text)) {
                places.insert(place);
                if ((with.isEmpty() || words.contains(with)) && known.insert(words).second)
                    QTest::addRow("%s: %s", qPrintable(place), qPrintable(words.join(u' '))) << words;
            }
        }
        for (const auto &place :
             {u"README.md"_s, u"docs/commands.md"_s, u"resources/man/lockscope.1.in"_s, u"list --help"_s, u"watch --help"_s})
            QVERIFY2(places.contains(place), qPrintable(place));
    }

    static void command(RedisServer &server, const std::vector<std::string> &words)
    {
        const auto reply = server.command(words);
        QVERIFY2(!reply.isError(), reply.text.c_str());
    }

    static void lock(RedisServer &server, const std::string &name, const std::string &lease)
    {
        command(server, {"HSET", name, holder, "1"});
        if (!lease.empty())
            command(server, {"PEXPIRE", name, lease});
    }

    // One lock for each thing that an alert may ask for.
    static void makeTrouble(RedisServer &server)
    {
        lock(server, "order:held", "600000");
        command(server, {"RPUSH", "redisson_lock_queue:{order:held}", holder, holder}); // waiters
        lock(server, "lock:immortal", "");                                              // Redisson always sets a lease
        lock(server, "order:bare", "");                                                 // no lease; by this name, it may be no lock
        command(server, {"SET", "lock:mark", "1"});                                     // no lease; perhaps none is meant
        lock(server, "order:brief", "4000");
    }

    static void findsAnEvent(const QStringList &words, RedisServer &server)
    {
        LockscopeProcess watch(words, server.endpoint());
        QVERIFY(watch.waitFor([&] { return watch.err().contains("Watching"); }));
        lock(server, "order:lost", "50");
        lock(server, "order:freed", "600000");
        command(server, {"DEL", "order:freed"});
        QVERIFY2(watch.waitFor([&] { return !watch.out().isEmpty(); }), watch.err());
        watch.interrupt();
        QVERIFY(watch.waitEnd());
        QVERIFY2(watch.exitCode() == 0, watch.err());
    }
};

LOCKSCOPE_TEST(WrittenFiltersTest)
#include "tst_written_filters.moc"
