// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "app/example_changes.h"

#include "app/command/exit_codes.h"
#include "app/monitor/list_output.h"
#include "app/monitor/lock_table_text.h"
#include "ui/words/monitor_words.h"
#include "ui/words/verdict_words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;

namespace {

LockInfo possibleLock(std::string key = "month-end")
{
    auto lock = redissonLock(std::move(key));
    lock.library = "redis-py";
    lock.confidence = 1;
    lock.state = LockState::Held;
    return lock;
}

CommandOutput possibleListOf(const Options &options, std::vector<LockInfo> locks, PossibleLocks possible)
{
    auto live = change(MonitorState::Phase::Live);
    live.changed = std::move(locks);
    live.state.possible = std::move(possible);
    return ListOutput(options, {}).feed(live);
}

Options withPossible(const char *filter = "", bool json = false)
{
    auto given = options(filter, json);
    given.possible = true;
    return given;
}

CommandOutput listOf(const Options &options, std::vector<LockInfo> locks, TextStyle style = {})
{
    ListOutput output(options, style);
    auto live = change(MonitorState::Phase::Live);
    live.changed = std::move(locks);
    return output.feed(live);
}

} // namespace

class ListOutputTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void beforeTheFirstSweepEnds_printsNothing();
    void json_containsWhatIsKnown();
    void json_ofBytesThatAreNotUtf8_keepsThem();
    void json_ofNothing_isAnEmptyArray();
    void goneLock_isNotListed();
    void lapsedLock_isNotListed();
    void filter_selectsLocks();
    void failIfAny_countsWhatMatches();
    void possibleLocks_areCountedAndListedOnDemand();
    void possibleLocks_areListedWithTheirLevel();
    void filter_selectsPossibleLocks();
    void failIfAny_ignoresPossibleLocks();
    void kindsWithMany_areNamedOnDemand();
    void freeNamesThatWereNotRead_areMentioned();
    void unreadKeys_preventAllClear();
    void failure_isASentenceOnStderr();
    void lossDuringSweep_printsNoList();
    void table_namesStateInWords();
    void oneLock_isSummedUp();
    void lockWithoutExpiry_hasUnknownAge();
    void lockWithoutExpiry_isFoundByTheAlert();
    void table_fitsTheTerminal_data();
    void table_fitsTheTerminal();
    void tableForPipe_isNotCut();
    void tableForPipe_isNarrowerThanItsLongestName();
    void tableForPipe_isNarrowerThanItsLongestOwner();
    void json_containsNoControlCharacters();
    void sentences_breakBetweenWords();
    void colour_onlyWhereWanted();
    void hostileName_staysOnItsLine();
};

void ListOutputTest::beforeTheFirstSweepEnds_printsNothing()
{
    ListOutput output(options(), {});
    for (const auto phase : {MonitorState::Phase::Idle, MonitorState::Phase::Connecting, MonitorState::Phase::FirstSweep}) {
        auto early = change(phase);
        early.changed = {redissonLock()};
        const auto said = output.feed(early);
        QVERIFY(said.out.isEmpty() && said.err.isEmpty() && !said.exitCode);
    }
    auto live = change(MonitorState::Phase::Live);
    live.changed = {redissonLock()};
    const auto said = output.feed(live);
    QVERIFY(said.out.contains("order:{42}"));
    QCOMPARE(said.exitCode.value(), exitYes);
}

void ListOutputTest::json_containsWhatIsKnown()
{
    const auto said = listOf(options("", true), {redissonLock(), immortalLock()});
    const auto locks = QJsonDocument::fromJson(said.out).array();
    QCOMPARE(locks.size(), 2);
    QCOMPARE(locks[0].toObject().value(u"key"_s).toString(), u"lock_sale_42"_s);
    const QJsonObject expected{
        {u"key"_s, u"order:{42}"_s},
        {u"db"_s, 0},
        {u"library"_s, u"redisson"_s},
        {u"kind"_s, u"lock"_s},
        {u"level"_s, u"lock"_s},
        {u"confidence"_s, 5},
        {u"why"_s, QJsonArray{u"one field is a UUID and a thread"_s}},
        {u"holders"_s,
         QJsonArray{QJsonObject{{u"owner"_s, u"9f3ac21e-1111-4222-8333-444444444444:17"_s}, {u"count"_s, 2}, {u"mode"_s, u"exclusive"_s}}}},
        {u"ttl_ms"_s, 27100},
        {u"waiters"_s, QJsonObject{{u"count"_s, 2}, {u"exact"_s, false}}},
        {u"state"_s, u"contended"_s},
        {u"needs_attention"_s, false},
        {u"companions"_s, QJsonArray{QJsonObject{{u"key"_s, u"redisson_lock_queue:{order:{42}}"_s}, {u"role"_s, u"queue of waiters"_s}}}},
    };
    QCOMPARE(locks[1].toObject(), expected);
    QCOMPARE(locks[0].toObject().value(u"needs_attention"_s), QJsonValue(true));
    QVERIFY(locks[0].toObject().value(u"ttl_ms"_s).isNull());
    QVERIFY(locks[0].toObject().value(u"waiters"_s).toObject().value(u"count"_s).isNull());
}

void ListOutputTest::possibleLocks_areCountedAndListedOnDemand()
{
    const PossibleLocks two{{possibleLock(), possibleLock("invoice-render")}, {}, 0, false};
    const auto counted = possibleListOf(options(), {redissonLock()}, two).out;
    QVERIFY2(counted.contains("\n2 possible locks: --possible shows them.\n") && !counted.contains("month-end"), counted);
    QVERIFY2(counted.contains("1 lock at"), counted);
    const auto listed = possibleListOf(withPossible(), {redissonLock()}, two).out;
    QVERIFY2(listed.contains("? possible") && listed.contains("month-end") && listed.contains("\n2 possible locks.\n"), listed);
    QVERIFY(listed.indexOf("order:{42}") < listed.indexOf("invoice-render"));
    QVERIFY(!possibleListOf(options(), {redissonLock()}, {}).out.contains("possible"));
    QVERIFY(possibleListOf(withPossible(), {redissonLock()}, {}).out.contains("\nNo possible locks.\n"));
    auto lapsed = possibleLock();
    lapsed.deadline = now - std::chrono::seconds(1);
    QVERIFY(!possibleListOf(options(), {}, {{lapsed}, {}, 0, false}).out.contains("possible"));
}

void ListOutputTest::possibleLocks_areListedWithTheirLevel()
{
    const PossibleLocks one{{possibleLock()}, {{"session:#", 90'000}}, 0, false};
    QCOMPARE(QJsonDocument::fromJson(possibleListOf(options("", true), {redissonLock()}, one).out).array().size(), 1);
    const auto json = possibleListOf(withPossible("", true), {redissonLock()}, one);
    const auto locks = QJsonDocument::fromJson(json.out).array();
    QCOMPARE(locks.size(), 2);
    QCOMPARE(locks[0].toObject().value(u"level"_s).toString(), u"lock"_s);
    QCOMPARE(locks[1].toObject().value(u"level"_s).toString(), u"possible"_s);
    QVERIFY2(json.err.contains("session:#"), json.err);
    auto csv = withPossible();
    csv.csv = true;
    QVERIFY(possibleListOf(csv, {}, one).out.contains(",1,possible,"));
}

void ListOutputTest::filter_selectsPossibleLocks()
{
    const PossibleLocks two{{possibleLock(), possibleLock("invoice-render")}, {}, 0, false};
    const auto byName = possibleListOf(withPossible("name:month*"), {redissonLock()}, two).out;
    QVERIFY2(byName.contains("month-end") && !byName.contains("invoice-render") && !byName.contains("order:{42}"), byName);
    const auto byLevel = possibleListOf(withPossible("level:possible"), {redissonLock()}, two).out;
    QVERIFY2(byLevel.contains("month-end") && !byLevel.contains("order:{42}"), byLevel);
    const auto locks = possibleListOf(withPossible("level:lock"), {redissonLock()}, two).out;
    QVERIFY2(!locks.contains("month-end") && locks.contains("order:{42}"), locks);
}

void ListOutputTest::failIfAny_ignoresPossibleLocks()
{
    auto alert = withPossible();
    alert.failIfAny = true;
    QCOMPARE(possibleListOf(alert, {}, {{possibleLock()}, {}, 0, false}).exitCode.value(), exitYes);
    QCOMPARE(possibleListOf(alert, {redissonLock()}, {{possibleLock()}, {}, 0, false}).exitCode.value(), exitFoundSome);
}

void ListOutputTest::kindsWithMany_areNamedOnDemand()
{
    std::vector<ManyAlike> many;
    for (int i = 0; i < 40; ++i)
        many.push_back({"kind" + std::to_string(i) + ":#", 1000 - i});
    const PossibleLocks possible{{}, many, 5, false};
    QVERIFY(!possibleListOf(options(), {}, possible).out.contains("kind0"));
    const auto listed = possibleListOf(withPossible(), {}, possible).out;
    QVERIFY2(listed.contains("Many of kind0:# (about 1,000): not shown.") || listed.contains("Many of kind0:# (about 1000): not shown."),
             listed);
    QVERIFY(listed.count("\n") < 25);
    QVERIFY2(listed.contains("under other names: not shown."), listed);
}

void ListOutputTest::freeNamesThatWereNotRead_areMentioned()
{
    const PossibleLocks unread{{}, {}, 0, true};
    QVERIFY(possibleListOf(options(), {redissonLock()}, unread).out.contains("not looked for under free names; --deep does"));
    QVERIFY(possibleListOf(withPossible(), {redissonLock()}, unread).out.contains("not looked for under free names; --deep does"));
    QVERIFY(!possibleListOf(withPossible(), {redissonLock()}, {}).out.contains("--deep"));
}

// The same sentence as in the window's details.
void ListOutputTest::oneLock_isSummedUp()
{
    const auto verdict = verdictText(immortalLock("stuck"), now).toUtf8();
    QVERIFY(!verdict.isEmpty());
    QVERIFY(listOf(options(), {immortalLock("stuck")}).out.contains("\n" + verdict + "\n"));
    QVERIFY(listOf(options("name:stuck"), {immortalLock("stuck"), redissonLock()}).out.contains(verdict));
    QVERIFY(!listOf(options(), {immortalLock("stuck"), redissonLock()}).out.contains(verdict));
    QVERIFY(!listOf(options("", true), {immortalLock("stuck")}).out.contains(verdict));
}

void ListOutputTest::lockWithoutExpiry_hasUnknownAge()
{
    auto lock = immortalLock("lock:setnx-crashed");
    lock.state = LockState::NoLease;
    lock.noLeaseSince = now - std::chrono::seconds(1);
    const auto said = listOf(options(), {lock, redissonLock()}, {80, false}).out;
    QVERIFY2(said.contains("1 lock without expiry: age not known."), said);
    for (const auto &line : said.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 80, line);
    QVERIFY(!listOf(options(), {redissonLock()}).out.contains("age not known"));
    QVERIFY(!listOf(options("-state:no-lease"), {lock, redissonLock()}).out.contains("age not known"));
    const auto object = QJsonDocument::fromJson(listOf(options("", true), {lock}).out).array()[0].toObject();
    QCOMPARE(object.value(u"no_lease_seen_ms"_s), QJsonValue(1000));
    QCOMPARE(object.value(u"needs_attention"_s), QJsonValue(false)); // a single sweep has not seen it for long
}

void ListOutputTest::lockWithoutExpiry_isFoundByTheAlert()
{
    auto alert = options("state:no-lease");
    alert.failIfAny = true;
    auto lock = immortalLock("lock:setnx-crashed");
    lock.state = LockState::NoLease;
    QCOMPARE(listOf(alert, {lock, redissonLock()}).exitCode.value(), exitFoundSome);
    QCOMPARE(listOf(alert, {redissonLock()}).exitCode.value(), exitYes);
}

void ListOutputTest::json_ofBytesThatAreNotUtf8_keepsThem()
{
    auto lock = redissonLock(std::string("\xff\x00k", 3));
    lock.holders[0].owner = "\xfe";
    const auto object = QJsonDocument::fromJson(listOf(options("", true), {lock}).out).array()[0].toObject();
    QCOMPARE(object.value(u"key"_s).toString(), uR"(\xff\x00k)"_s);
    QCOMPARE(QByteArray::fromBase64(object.value(u"key_base64"_s).toString().toLatin1()), QByteArray("\xff\0k", 3));
    const auto holder = object.value(u"holders"_s).toArray()[0].toObject();
    QCOMPARE(holder.value(u"owner"_s).toString(), uR"(\xfe)"_s);
    QCOMPARE(holder.value(u"owner_base64"_s).toString(), u"/g=="_s);
    QVERIFY(!QJsonDocument::fromJson(listOf(options("", true), {redissonLock()}).out).array()[0].toObject().contains(u"key_base64"_s));
}

void ListOutputTest::json_ofNothing_isAnEmptyArray()
{
    const auto said = listOf(options("", true), {});
    QCOMPARE(said.out, QByteArray("[]\n"));
    QCOMPARE(said.exitCode.value(), exitYes);
}

void ListOutputTest::goneLock_isNotListed()
{
    ListOutput output(options(), {});
    auto live = change(MonitorState::Phase::Live);
    live.changed = {immortalLock()};
    live.gone = {{redissonLock(), EventType::Released}};
    const auto said = output.feed(live);
    QVERIFY(!said.out.contains("order:{42}"));
    QVERIFY(said.out.contains("lock_sale_42"));
    QVERIFY2(said.out.contains("1 lock at 127.0.0.1:6379/0; 12 of 12 keys seen"), said.out.constData());
}

void ListOutputTest::lapsedLock_isNotListed()
{
    auto lapsed = redissonLock("lapsed");
    lapsed.deadline = now; // before anybody reads it
    auto last = redissonLock("in its last millisecond");
    last.deadline = now + std::chrono::milliseconds(1);
    for (const bool json : {true, false}) {
        const auto said = listOf(options("", json), {lapsed, last});
        QVERIFY(!said.out.contains("lapsed"));
        QVERIFY(said.out.contains("in its last millisecond"));
    }
    auto failing = options();
    failing.failIfAny = true;
    QCOMPARE(listOf(failing, {lapsed}).exitCode.value(), exitYes);
    QVERIFY(listOf(failing, {lapsed}).out.startsWith("No locks"));
}

void ListOutputTest::filter_selectsLocks()
{
    const auto said = listOf(options("state:immortal"), {redissonLock(), immortalLock()});
    QVERIFY(!said.out.contains("order:{42}"));
    QVERIFY2(said.out.contains("1 of 2 locks at"), said.out.constData());
}

void ListOutputTest::failIfAny_countsWhatMatches()
{
    auto alert = options("state:immortal");
    alert.failIfAny = true;
    QCOMPARE(listOf(alert, {redissonLock()}).exitCode.value(), exitYes);
    QCOMPARE(listOf(alert, {redissonLock(), immortalLock()}).exitCode.value(), exitFoundSome);
}

void ListOutputTest::unreadKeys_preventAllClear()
{
    auto alert = options();
    alert.failIfAny = true;
    const auto said = [&](const Coverage &coverage) {
        auto live = change(MonitorState::Phase::Live);
        live.state.coverage = coverage;
        return ListOutput(alert, {}).feed(live);
    };
    const auto denied = said({{{UnreadKeys::Why::Denied, 7, 2, {}}}, false, {}});
    QVERIFY2(denied.out.startsWith("No readable locks at 127.0.0.1:6379/0; 12 of 12 keys seen; not readable: 7\n"), denied.out);
    QVERIFY2(denied.err.contains("but 2 keys that may be locks could not be read. The exit code is 3."), denied.err);
    QCOMPARE(denied.exitCode.value(), exitNotComplete);
    const auto data = said({{{UnreadKeys::Why::Denied, 7, 0, {}}}, false, {}});
    QVERIFY2(data.out.startsWith("No readable locks") && data.err.isEmpty(), data.out);
    QCOMPARE(data.exitCode.value(), exitYes);
    const auto stale = said({{}, true, {}});
    QVERIFY2(stale.out.startsWith("No locks known at"), stale.out);
    QVERIFY2(stale.err.contains("may be old. The exit code is 3."), stale.err);
    QCOMPARE(stale.exitCode.value(), exitNotComplete);
    QVERIFY(said({}).out.startsWith("No locks at"));
}

void ListOutputTest::failure_isASentenceOnStderr()
{
    ListOutput output(options("", true), {});
    auto failed = change(MonitorState::Phase::Failed);
    failed.state.error = Error{ErrorKind::Transport, {}, "refused"};
    const auto said = output.feed(failed);
    QVERIFY(said.out.isEmpty());
    QVERIFY2(said.err.startsWith("lockscope: Nothing accepts connections at 127.0.0.1:6379"), said.err.constData());
    QCOMPARE(said.exitCode.value(), exitNoConnection);
}

void ListOutputTest::lossDuringSweep_printsNoList()
{
    ListOutput output(options(), {});
    auto sweep = change(MonitorState::Phase::FirstSweep);
    sweep.changed = {redissonLock()};
    output.feed(sweep);
    auto lost = change(MonitorState::Phase::Lost);
    lost.state.error = Error{ErrorKind::Transport, {}, "closed"};
    const auto said = output.feed(lost);
    QVERIFY(said.out.isEmpty());
    QCOMPARE(said.exitCode.value(), exitNoConnection);
}

void ListOutputTest::table_namesStateInWords()
{
    auto live = change(MonitorState::Phase::Live);
    live.changed = {redissonLock(), immortalLock()};
    live.state.notices = {{Notice::Kind::EvictsLocks, "maxmemory-policy is allkeys-lru"}};
    const auto said = ListOutput(options(), {}).feed(live).out;
    const auto lines = QString::fromUtf8(said).split(u'\n');
    QCOMPARE(lines[0].simplified(), u"STATE LOCK KIND OWNER COUNT TTL HELD WAITERS"_s);
    QCOMPARE(lines[1].simplified(), u"■ immortal lock_sale_42 anonymous 1 1 none ≥ 0.0 s ?"_s);
    QCOMPARE(lines[2].simplified(), u"◐ contended order:{42} redisson RLock 9f3ac21e…:17 2 27.1 s 3 m 12 s ≥ 2"_s);
    QCOMPARE(lines[1].indexOf(u"lock_sale"_s), lines[2].indexOf(u"order:"_s));
    QVERIFY(said.contains("allkeys-lru"));
}

void ListOutputTest::table_fitsTheTerminal_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {80, 100, 132, 200})
        QTest::addRow("%d columns", width) << width;
}

void ListOutputTest::table_fitsTheTerminal()
{
    QFETCH(int, width);
    const auto text = lockTableText(
        pointersTo({redissonLock("order:" + std::string(3000, 'x')), redissonLock("順序🔒" + std::string(90, 'y')), immortalLock()}), now,
        {width, false});
    for (const auto &line : text.split(u'\n')) {
        QVERIFY2(columnsOf(line) <= width, qPrintable(line));
        QVERIFY(line.isEmpty() || line.startsWith(u"STATE"_s) || line.contains(u"9f3ac21e…:17"_s) || line.contains(u"immortal"_s));
    }
}

void ListOutputTest::tableForPipe_isNotCut()
{
    const auto name = "order:" + std::string(1000, 'x');
    QVERIFY(lockTableText(pointersTo({redissonLock(name)}), now, {}).contains(QString::fromStdString(name)));
}

void ListOutputTest::tableForPipe_isNarrowerThanItsLongestName()
{
    const auto lines =
        lockTableText(pointersTo({redissonLock(std::string(2000, 'x')), redissonLock("short"), redissonLock("other")}), now, {})
            .split(u'\n');
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[1].size() > 2000);
    for (const int other : {0, 2, 3})
        QVERIFY2(lines[other].size() < 160, qPrintable(lines[other]));
    QCOMPARE(lines[2].indexOf(u"redisson RLock"_s), lines[3].indexOf(u"redisson RLock"_s));
    QCOMPARE(lines[2].indexOf(u"redisson RLock"_s), lines[0].indexOf(u"KIND"_s));
}

void ListOutputTest::tableForPipe_isNarrowerThanItsLongestOwner()
{
    auto verbose = redissonLock("verbose");
    verbose.holders.front().owner = std::string(2000, 'x');
    verbose.library = std::string(2000, 'y');
    const auto lines = lockTableText(pointersTo({verbose, redissonLock("short")}), now, {}).split(u'\n');
    QCOMPARE(lines.size(), 4);
    for (const int other : {0, 2})
        QVERIFY2(lines[other].size() < 220, qPrintable(lines[other]));
}

void ListOutputTest::json_containsNoControlCharacters()
{
    const std::string name = "lock:\u009b\u007f\u202e\u3164\U000e0100";
    const auto said = listOf(options("", true), {redissonLock(name)});
    QVERIFY2(said.out.contains(R"("lock:\u009b\u007f\u202e\u3164\udb40\udd00")"), said.out);
    QCOMPARE(QJsonDocument::fromJson(said.out).array()[0].toObject()[u"key"_s].toString(), QString::fromStdString(name));
}

void ListOutputTest::sentences_breakBetweenWords()
{
    auto live = change(MonitorState::Phase::Live);
    live.changed = {redissonLock()};
    live.state.notices = {{Notice::Kind::EvictsLocks, "maxmemory-policy is allkeys-lru"}};
    const auto narrow = QString::fromUtf8(ListOutput(options(), {80, false}).feed(live).out);
    for (const auto &line : narrow.split(u'\n'))
        QVERIFY2(columnsOf(line) <= 80, qPrintable(line));
    const auto sentence = noticeText(live.state.notices.front());
    QVERIFY(columnsOf(sentence) > 80);
    QVERIFY2(narrow.simplified().contains(sentence), qPrintable(narrow));
    QVERIFY(QString::fromUtf8(ListOutput(options(), {}).feed(live).out).contains(sentence)); // not cut without a terminal
}

void ListOutputTest::colour_onlyWhereWanted()
{
    QVERIFY(!lockTableText(pointersTo({immortalLock()}), now, {80, false}).contains(QChar(0x1b)));
    QVERIFY(lockTableText(pointersTo({immortalLock()}), now, {80, true}).contains(u"\x1b[31m■ immortal"_s));
}

void ListOutputTest::hostileName_staysOnItsLine()
{
    const auto text = lockTableText(pointersTo({redissonLock("a\nb\x1b[2J\xe2\x80\xae")}), now, {});
    QCOMPARE(text.count(u'\n'), 2);
    QVERIFY(text.contains(uR"(a\nb\x1b[2J\u{202e})"_s));
}

LOCKSCOPE_TEST(ListOutputTest)
#include "tst_list_output.moc"
