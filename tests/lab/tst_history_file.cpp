// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/lab/record/history_file.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

template <std::size_t... index>
std::vector<What> oneOfEach(std::index_sequence<index...>)
{
    return {What(std::in_place_index<index>)...};
}

// Every kind of entry, some with all their fields.
History example()
{
    History history;
    history.header.seed = 7;
    history.header.scenario = "plain-del";
    history.header.lease = 400ms;
    history.header.stock = 0;
    history.header.looks = false;
    history.header.capabilities = {Capability::Try, Capability::Watchdog};
    history.header.promised = {Property::Watchdog};
    history.header.sources = {{"a.cpp", "12ab"}};
    auto all = oneOfEach(std::make_index_sequence<std::variant_size_v<What>>());
    all.pop_back();          // `end` comes last
    for (auto &what : all) { // every worker has a name
        std::visit(
            [](auto &kind) {
                std::remove_reference_t<decltype(kind)>::each(kind, [](std::string_view, auto &field) {
                    if constexpr (std::is_same_v<std::remove_reference_t<decltype(field)>, Incarnation>)
                        field = {"A", 1};
                });
            },
            what);
        if (auto *sent = std::get_if<entry::Sent>(&what))
            sent->lock = "stock";
    }
    entry::Received received;
    received.who = {"B-2", 3};
    received.id = 9;
    received.token = 0;
    received.validity = 0ms;
    received.count = 2;
    received.key = Bytes("k\0\xff\"\\\n", 6);
    received.mark = "";
    received.text = "so: \"é\"";
    all.emplace_back(received);
    entry::KeyChanged changed;
    changed.key = "\xfe";
    changed.element = "t";
    changed.event = entry::KeyEvent::LostByServer;
    changed.ttl = 0ms;
    all.emplace_back(changed);
    all.emplace_back(entry::Ended());
    for (auto &what : all) {
        const auto number = history.entries.size() + 1;
        history.entries.push_back({number, Microseconds(1000 * number), std::move(what)});
    }
    return history;
}

std::string textOf(const History &history)
{
    auto text = lineOf(history.header) + '\n';
    for (const auto &entry : history.entries)
        text += lineOf(entry) + '\n';
    return text;
}

std::string sentence(const History &history) { return judge(history).front().sentence; }

} // namespace

class TestHistoryFile final : public QObject
{
    Q_OBJECT

private slots:
    void everyKindOfEntry_isReadBack();
    void missingLine_isDamageAtItsLine();
    void unreadableLine_isDamageAtItsLine();
    void absurdLength_isDamageAtItsLine();
    void backwardTime_isDamageAtItsLine();
    void outsideReference_isDamageAtItsLine_data();
    void outsideReference_isDamageAtItsLine();
    void missingWorkerOrLock_isDamageAtItsLine();
    void missingEnd_isTruncated();
    void everyCut_keepsEarlierEntries();
    void otherFile_isRefusedByName_data();
    void otherFile_isRefusedByName();
    void growingFile_hasWhatWasFlushed();
};

void TestHistoryFile::everyKindOfEntry_isReadBack()
{
    const auto history = example();
    const auto read = historyOf(textOf(history), "run");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(toString(*read), toString(history));
    QVERIFY(*read == history);
}

void TestHistoryFile::missingLine_isDamageAtItsLine()
{
    auto history = example();
    history.entries.erase(history.entries.begin() + 4);
    const auto read = historyOf(textOf(history), "run");
    QVERIFY(read.ok());
    QCOMPARE(sentence(*read), std::string("the history is damaged at line 6"));
}

void TestHistoryFile::unreadableLine_isDamageAtItsLine()
{
    auto text = textOf(example());
    text.replace(text.find("\"stalled\""), 9, "\"stolen\"");
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("stolen")), '\n');
    const auto read = historyOf(text, "run");
    QVERIFY(read.ok());
    QCOMPARE(sentence(*read), "the history is damaged at line " + std::to_string(line));
}

// The judges add times: none may be so long that a sum overflows.
void TestHistoryFile::absurdLength_isDamageAtItsLine()
{
    auto history = example();
    entry::Sent sent;
    sent.lease = Milliseconds(std::numeric_limits<std::int64_t>::max() / 1000);
    history.entries[2].what = sent;
    QCOMPARE(sentence(*historyOf(textOf(history), "run")), std::string("the history is damaged at line 4"));
    history.entries[1].at = Microseconds(std::numeric_limits<std::int64_t>::max() / 1000);
    QCOMPARE(sentence(*historyOf(textOf(history), "run")), std::string("the history is damaged at line 3"));
    history.header.lease = Milliseconds(std::numeric_limits<std::int64_t>::max() / 1000);
    QVERIFY(!historyOf(textOf(history), "run").ok());
}

void TestHistoryFile::backwardTime_isDamageAtItsLine()
{
    auto history = example();
    history.entries[2].at = history.entries[3].at + 1ms;
    QCOMPARE(sentence(*historyOf(textOf(history), "run")), std::string("the history is damaged at line 5"));
}

void TestHistoryFile::outsideReference_isDamageAtItsLine_data()
{
    QTest::addColumn<std::uint64_t>("reference");
    QTest::addColumn<bool>("damaged");
    QTest::newRow("none") << std::uint64_t(0) << false;
    QTest::newRow("a turn before it") << std::uint64_t(1) << false;
    QTest::newRow("no turn") << std::uint64_t(2) << true;
    QTest::newRow("itself") << std::uint64_t(3) << true;
    QTest::newRow("behind it") << std::uint64_t(4) << true;
    QTest::newRow("outside") << std::uint64_t(99999) << true;
}

// A key that changed because of a missing entry would look like one that the server changed by itself.
void TestHistoryFile::outsideReference_isDamageAtItsLine()
{
    QFETCH(std::uint64_t, reference);
    QFETCH(bool, damaged);
    entry::KeyChanged changed;
    changed.cause = reference;
    entry::Turn unblocked;
    unblocked.unblockedBy = reference;
    for (const auto &what : {What(changed), What(unblocked)}) {
        History history;
        const std::vector<What> all = {entry::Turn(), entry::Begun(), what, entry::Turn(), entry::Ended()};
        for (const auto &one : all)
            history.entries.push_back({history.entries.size() + 1, Microseconds(0), one});
        const auto read = historyOf(textOf(history), "run");
        QVERIFY(read.ok());
        QCOMPARE(sentence(*read) == "the history is damaged at line 4", damaged);
        QCOMPARE(*read == history, !damaged);
    }
}

// Otherwise the entry would count for another worker or lock.
void TestHistoryFile::missingWorkerOrLock_isDamageAtItsLine()
{
    entry::Sent nobody;
    nobody.lock = "stock";
    entry::Sent nothing;
    nothing.who = {"A", 1};
    nothing.request = entry::Request::Release;
    for (const auto &what : {What(nobody), What(nothing), What(entry::Received()), What(entry::Died())}) {
        History history;
        for (const auto &one : {What(entry::Begun()), what, What(entry::Ended())})
            history.entries.push_back({history.entries.size() + 1, Microseconds(0), one});
        QCOMPARE(sentence(*historyOf(textOf(history), "run")), std::string("the history is damaged at line 3"));
    }
}

void TestHistoryFile::missingEnd_isTruncated()
{
    auto history = example();
    history.entries.pop_back();
    QCOMPARE(sentence(*historyOf(textOf(history), "run")), std::string("the history is truncated"));
}

void TestHistoryFile::everyCut_keepsEarlierEntries()
{
    const auto history = example();
    const auto text = textOf(history);
    const auto headerEnd = text.find('\n') + 1;
    for (auto size = headerEnd; size < text.size(); ++size) {
        const auto read = historyOf(text.substr(0, size), "run");
        QVERIFY(read.ok());
        QVERIFY(read->entries.size() < history.entries.size());
        QVERIFY(std::equal(read->entries.begin(), read->entries.end(), history.entries.begin()));
    }
}

void TestHistoryFile::otherFile_isRefusedByName_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *name, QByteArray text, const char *sentence) {
        QTest::newRow(name) << text << "run, line 1: " + QByteArray(sentence);
    };
    row("nothing", "", "this is not the history of a run");
    row("other JSON", "{\"a\":1}\n", "this is not the history of a run");
    row("no JSON", "hello\n", "this is not the history of a run");
    row("later version", "{\"e\":\"history\",\"version\":2}\n", "this history has the version 2; this program reads version 1");
    row("wrong field", "{\"e\":\"history\",\"version\":1,\"seed\":\"x\"}\n", "the header is damaged");
}

void TestHistoryFile::otherFile_isRefusedByName()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    const auto read = historyOf(text.toStdString(), "run");
    QVERIFY(!read.ok());
    QCOMPARE(QByteArray::fromStdString(read.error().text), sentence);
}

void TestHistoryFile::growingFile_hasWhatWasFlushed()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("history.jsonl")).toStdString();
    const auto history = example();
    HistoryFile file;
    QVERIFY(file.open(path, history.header).ok());
    QCOMPARE(readHistory(path)->entries.size(), std::size_t(0));
    file.add(history.entries[0]);
    file.add(history.entries[1]);
    QVERIFY(file.flush().ok());
    QCOMPARE(readHistory(path)->entries.size(), std::size_t(2));
    QVERIFY(!readHistory("/nowhere/history.jsonl").ok());
    QVERIFY(!HistoryFile().open("/nowhere/history.jsonl", history.header).ok());
}

LOCKSCOPE_TEST(TestHistoryFile)
#include "tst_history_file.moc"
