// SPDX-License-Identifier: MIT
// Formats that a user declares: what a file says, what it means, and what is refused.
#include "lockcore/base/glob.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/user_format_file.h"
#include "lockcore/monitor/reading/user_format_proposal.h"
#include "support/example_looks.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string ledgerFile = R"({"lock_formats": 1, "formats": [
  {"name": "ledger", "note": "the nightly close; ask team billing", "keys": ["ledger:*:busy"], "type": "string",
   "value": "{host}:{pid}:{token:hex32}", "owner": "token", "lease": "always", "release": "compare-and-delete"}]}
)";
const std::string ledgerValue = "web-3:4711:0123456789abcdef0123456789abcdef";

UserFormat ledger()
{
    UserFormat format;
    format.name = "ledger";
    format.keys = {"ledger:*"};
    return format;
}

std::optional<LockMatch> readBy(const UserFormat &format, const KeySnapshot &look)
{
    return Classifier({rowOf(format).value()}).classify(look, {});
}

bool saysWhy(const LockMatch &match, std::string_view text)
{
    return std::ranges::any_of(match.why, [&](const std::string &why) { return why.find(text) != why.npos; });
}

} // namespace

class UserFormatTest final : public QObject
{
    Q_OBJECT

private slots:
    void file_isReadAndWrittenAgain();
    void wrongFile_isRefusedWithItsLine_data();
    void wrongFile_isRefusedWithItsLine();
    void cutFile_isRefused();
    void declaredLock_isMarked();
    void declaredToken_provesNothing();
    void libraryThatIsRecognised_takesPrecedence();
    void eachTypeAndOwner_isRead();
    void sharesWithTimes_endOneByOne();
    void value_mustFit();
    void release_deletesOnlyWhatWasSeen();
    void uncheckedRelease_isWarnedOf();
    void glob_isForKeysOfTheSameKind_data();
    void glob_isForKeysOfTheSameKind();
    void proposal_readsItsOwnKey();
};

void UserFormatTest::file_isReadAndWrittenAgain()
{
    const auto formats = userFormatsOf(ledgerFile, "formats.json");
    QVERIFY2(formats.ok(), formats.ok() ? "" : formats.error().text.c_str());
    QCOMPARE(formats->size(), 1u);
    QVERIFY(formats->front().value == "{host}:{pid}:{token:hex32}" && formats->front().lease == "always");

    auto all = *formats;
    all.push_back(ledger());
    all.back().name = "größe";
    all.back().keys = {R"(a"b\\*)", "c:[0-9]*"};
    all.back().type = "zset";
    all.back().owner = "timestamp";
    all.back().release = "delete";
    const auto again = userFormatsOf(textOf(all), "formats.json");
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().text.c_str());
    QVERIFY(*again == all);
    QVERIFY(*userFormatListOf(listTextOf(all)) == all);
    QVERIFY(userFormatsOf(textOf({}), "formats.json")->empty());
}

void UserFormatTest::wrongFile_isRefusedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("instead");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const QByteArray &what, const QByteArray &instead, const QByteArray &says) {
        QTest::newRow(name) << what << instead << says;
    };
    row("no such member", "\"lease\"", "\"leese\"", "f.json, line 3: a format has no \"leese\"; it has name, note");
    row("no such word", "\"always\"", "\"mostly\"",
        "line 3: \"lease\" of the format \"ledger\": \"mostly\" is not possible: write optional, always or never");
    row("no such type", "\"string\"", "\"list\"",
        "line 2: \"type\" of the format \"ledger\": \"list\" is not possible: write string, hash or zset");
    row("any key", "ledger:*:busy", "*", "line 2: \"keys\" of the format \"ledger\": \"*\" would make any key a lock");
    row("any key with a colon", "ledger:*:busy", "?*:[a-z]*", "would make any key a lock");
    row("wrong template", "{token:hex32}", "{token:hax32}", "line 3: \"value\" of the format \"ledger\": \"{token:hax32}\" is not a part");
    row("a library's name", "\"ledger\"", "\"redisson\"",
        "line 2: \"name\" of the format \"redisson\": \"redisson\" is the name of a library");
    row("a blank in a name", "\"ledger\"", "\"the ledger\"", "letters, digits");
    row("no name", "\"name\": \"ledger\", ", "", "line 2: \"name\" of the format \"\": give it a name");
    row("value of a hash", "\"type\": \"string\"", "\"type\": \"hash\"",
        "line 3: \"value\" of the format \"ledger\": it describes the text of a string");
    row("not a text", "\"always\"", "true", "line 3: \"lease\" must be a text");
    row("a newer file", "\"lock_formats\": 1", "\"lock_formats\": 2", "line 1: \"lock_formats\" must be a whole number from 1 to 1");
    row("another file", "\"lock_formats\": 1, ", "", "line 1: this is no formats file: it begins with");
    row("member of the file", "\"lock_formats\": 1, ", "\"lock_formats\": 1, \"format\": [],", "line 1: a formats file has no \"format\"");
    row("twice", "\"name\": \"ledger\"", "\"name\": \"ledger\", \"keys\": [\"a\"]}, {\"name\": \"ledger\"",
        "there are two formats \"ledger\"");
    row("no JSON", "\"token\",", "\"token\"", "line 3: this is not valid JSON");
    row("a control character", "team billing", "team\\u0007billing",
        "\"note\" of the format \"ledger\": it has a character that cannot be shown");
    row("too long", "team billing", QByteArray(500, 'x'), "it is longer than 400 bytes");
}

void UserFormatTest::wrongFile_isRefusedWithItsLine()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, instead);
    QFETCH(QByteArray, says);
    auto text = QByteArray::fromStdString(ledgerFile);
    QVERIFY(text.contains(what));
    text.replace(text.indexOf(what), what.size(), instead);
    const auto formats = userFormatsOf(text.toStdString(), "f.json");
    QVERIFY(!formats.ok());
    QVERIFY(formats.error().kind == ErrorKind::Refused);
    QVERIFY2(QByteArray::fromStdString(formats.error().text).contains(says), formats.error().text.c_str());
}

void UserFormatTest::cutFile_isRefused()
{
    for (std::size_t length = 0; length + 2 < ledgerFile.size(); ++length) { // the last two are the brace and the end of the line
        const auto formats = userFormatsOf(std::string_view(ledgerFile).substr(0, length), "f.json");
        QVERIFY2(!formats.ok() && formats.error().text.starts_with("f.json, line "), std::to_string(length).c_str());
    }
    std::vector<UserFormat> many(UserFormat::mostOfAFile + 1, ledger());
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i].name += std::to_string(i);
    QVERIFY(!userFormatsOf(textOf(many), "f.json"));
    many.pop_back();
    QVERIFY(userFormatsOf(textOf(many), "f.json").ok());
}

void UserFormatTest::declaredLock_isMarked()
{
    const auto format = userFormatsOf(ledgerFile, "f.json")->front();
    const auto match = readBy(format, example::look("ledger:eu:busy", example::string(ledgerValue), 10s));
    QVERIFY(match.has_value());
    QCOMPARE(match->library, std::string("ledger"));
    QCOMPARE(match->variant, std::string("declared by you"));
    QCOMPARE(match->confidence, 3);
    QVERIFY(match->leaseRule == LeaseRule::Always);
    QCOMPARE(match->holders.at(0).owner, ledgerValue);
    QVERIFY((match->holders.at(0).facts == std::vector<OwnerFact>{{"host", "web-3"}, {"pid", "4711"}}));
    QVERIFY(saysWhy(*match, "declared by you: it matches your format \"ledger\""));
}

void UserFormatTest::declaredToken_provesNothing()
{
    auto format = ledger();
    format.owner = "token";
    const auto match = readBy(format, example::look("ledger:1", example::string("x"), 10s));
    QVERIFY(match && match->ownerScope == OwnerScope::Unknown);
    format.owner = "process";
    QVERIFY(readBy(format, example::look("ledger:1", example::string("x"), 10s))->ownerScope == OwnerScope::Constant);
}

void UserFormatTest::libraryThatIsRecognised_takesPrecedence()
{
    auto format = ledger();
    format.type = "hash";
    const Bytes owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
    const auto match = readBy(format, example::look("ledger:1", example::hash({{owner, "1"}}), 10s));
    QVERIFY(match && match->library == "redisson" && match->confidence >= 3);
    QVERIFY(saysWhy(*match, "it matches your format \"ledger\"") && !saysWhy(*match, "declared by you"));
}

void UserFormatTest::eachTypeAndOwner_isRead()
{
    const auto read = [](const char *type, const char *owner, Value value) {
        auto format = ledger();
        format.type = type;
        format.owner = owner;
        return readBy(format, example::look("ledger:1", std::move(value), 10s));
    };
    const auto string = example::string("web-3");
    const auto hash = example::hash({{"a", "2"}, {"b", "1"}});
    const auto zset = example::zset({{"a", "1"}, {"b", "2"}});
    for (const auto *owner : {"unknown", "token", "object", "process"}) {
        QVERIFY(read("string", owner, string)->holders.at(0).owner == "web-3");
        QVERIFY(read("hash", owner, hash)->holders.size() == 2 && read("hash", owner, hash)->holders[0].count == 2);
        QVERIFY(read("zset", owner, zset)->holders.size() == 2 && read("zset", owner, zset)->kind == LockKind::Semaphore);
        QVERIFY(!read("zset", owner, hash) || read("zset", owner, hash)->library != "ledger");
    }
    for (const auto &[type, value] : {std::pair("string", string), std::pair("hash", hash), std::pair("zset", zset)}) {
        const auto match = read(type, "anonymous", value);
        QVERIFY(match && match->kind == LockKind::Anonymous && match->holders.at(0).owner.empty());
    }
    QVERIFY(read("string", "timestamp", example::string("1795262410"))->lapses == example::now + 10s);
}

void UserFormatTest::sharesWithTimes_endOneByOne()
{
    auto format = ledger();
    format.type = "zset";
    format.owner = "timestamp";
    const auto at = [](auto from) {
        return std::to_string(std::chrono::duration_cast<std::chrono::seconds>((example::now + from).time_since_epoch()).count());
    };
    const auto match = readBy(format, example::look("ledger:1", example::zset({{"late", at(-5s)}, {"a", at(5s)}, {"b", at(9s)}}), 10s));
    QVERIFY(match && match->holders.size() == 2 && match->kind == LockKind::Semaphore);
    QVERIFY(match->holders[0].owner == "a" && match->holders[0].deadline == example::now + 5s);
    QVERIFY(match->scores == Scores::Deadlines);
}

void UserFormatTest::value_mustFit()
{
    auto format = ledger();
    format.value = "{host}:{pid}";
    QVERIFY(readBy(format, example::look("ledger:1", example::string("web-3:17"), 10s)));
    QVERIFY(!readBy(format, example::look("ledger:1", example::string("some text"), 10s)));
    const auto other = readBy(format, example::look("other:1", example::string("web-3:17"), 10s));
    QVERIFY(other && other->library == unknownLibrary && other->confidence == 1);
}

void UserFormatTest::release_deletesOnlyWhatWasSeen()
{
    test::RedisServer server;
    test::TestedReleaser releaser(server.endpoint(), 10s, *rowsOf(*userFormatsOf(ledgerFile, "f.json")));
    server.command({"SET", "ledger:eu:busy", ledgerValue, "PX", "60000"});
    const auto wish = releaser.wish("ledger:eu:busy", {ledgerValue});
    const auto plan = releaser.plan(wish);
    QVERIFY(plan.order.match.library == "ledger" && !plan.hindrance);
    auto next = ledgerValue;
    next.back() = '0';
    server.command({"SET", "ledger:eu:busy", next, "PX", "60000"});
    QVERIFY(releaser.release(plan.order).outcome != ReleaseOutcome::Released);
    QCOMPARE(server.command({"GET", "ledger:eu:busy"}).text, next);
    server.command({"SET", "ledger:eu:busy", ledgerValue, "PX", "60000"});
    QVERIFY(releaser.release(wish).outcome == ReleaseOutcome::Released);
    QCOMPARE(server.command({"EXISTS", "ledger:eu:busy"}).toInteger().value_or(-1), 0);
}

void UserFormatTest::uncheckedRelease_isWarnedOf()
{
    test::RedisServer server;
    server.command({"SET", "ledger:1", "web-3", "PX", "60000"});
    auto format = ledger();
    for (const bool isChecked : {true, false}) {
        format.release = isChecked ? "compare-and-delete" : "delete";
        test::TestedReleaser releaser(server.endpoint(), 10s, {rowOf(format).value()});
        const auto plan = releaser.plan(releaser.wish("ledger:1", {"web-3"}));
        QVERIFY(
            isChecked
            == (std::ranges::find(plan.warnings, ReleaseWarning::Kind::DeletesNextOwners, &ReleaseWarning::kind) == plan.warnings.end()));
    }
}

void UserFormatTest::glob_isForKeysOfTheSameKind_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("glob");
    QTest::newRow("a number") << QByteArray("orders:17") << QByteArray("orders:*");
    QTest::newRow("in between") << QByteArray("user:7:visit") << QByteArray("user:*:visit");
    QTest::newRow("a name") << QByteArray("shop:session:alice") << QByteArray("shop:session:*");
    QTest::newRow("one word") << QByteArray("backup") << QByteArray("backup");
    QTest::newRow("only a number") << QByteArray("17") << QByteArray("17");
    QTest::newRow("special characters") << QByteArray("a*[b]:17") << QByteArray("a\\*\\[b]:*");
    QTest::newRow("bytes") << QByteArray("ab\xff\x01:17") << QByteArray("ab??:*");
}

void UserFormatTest::glob_isForKeysOfTheSameKind()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, glob);
    QCOMPARE(QByteArray::fromStdString(globForKeysLike(key.toStdString())), glob);
    QVERIFY(globMatches(glob.toStdString(), key.toStdString()));
}

void UserFormatTest::proposal_readsItsOwnKey()
{
    LockInfo lock;
    lock.id.key = "orders:17";
    lock.structure = "string, 43 bytes";
    lock.holders = {Holder()};
    lock.holders.front().owner = ledgerValue;
    const auto format = formatForKeysLike(lock, {});
    QCOMPARE(format.name, std::string("orders"));
    QCOMPARE(format.keys, std::vector<std::string>{"orders:*"});
    QCOMPARE(format.value, std::string("{host}:{number}:{token:hex32}"));
    QVERIFY(readBy(format, example::look("orders:18", example::string(ledgerValue), 10s)));
    const std::vector taken = {format};
    QCOMPARE(formatForKeysLike(lock, taken).name, std::string("orders-2"));

    lock.id.key = "lock:shop:1";
    QCOMPARE(formatForKeysLike(lock, {}).name, std::string("shop"));
    lock.id.key = "redisson:7"; // a library's name
    QCOMPARE(formatForKeysLike(lock, {}).name, std::string("redisson-2"));
    lock.holders.front().owner.clear();
    QVERIFY(formatForKeysLike(lock, {}).owner == "anonymous" && formatForKeysLike(lock, {}).value.empty());
    for (const auto *value : {"", ":", "a:b", "{}:0123456789abcdef0123456789abcdef", "\xff:1"})
        QVERIFY2(rowOf(formatForKeysLike(lock, {})).ok() && (templateForValuesLike(value).empty() || value[0] == '{'), value);
}

LOCKSCOPE_TEST(UserFormatTest)
#include "tst_user_format.moc"
