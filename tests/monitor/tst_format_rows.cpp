// SPDX-License-Identifier: MIT
// What a row may say of keys and values. The rows of the program are tested by their examples (tst_formats).
#include "finding_text.h"
#include "lockcore/monitor/formats/row_reader.h"
#include "support/example_looks.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto uuid = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1";
constexpr auto hex32 = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

// `host=web-3 pid=4711`; "another text": the template does not fit.
QByteArray readAs(const char *pattern, std::string_view text)
{
    const auto reading = TextTemplate::parse(pattern).value().read(text, example::look("k", example::string("x"), 10s));
    if (!reading)
        return "another text";
    std::string facts;
    for (const auto &[label, fact] : reading->facts)
        facts += (facts.empty() ? "" : " ") + label + '=' + fact;
    return QByteArray::fromStdString(facts + (reading->count ? " x" + std::to_string(*reading->count) : ""));
}

FormatRow ledger() { return {.library = "ledger", .keys = {"ledger:*:busy"}, .values = {"{host}:{pid}:{token:hex32}"}}; }

std::optional<LockMatch> found(const FormatRow &row, const KeySnapshot &look, const RecognitionContext &surroundings = {})
{
    return RowReader::of(row).value().read(look, surroundings);
}

} // namespace

class FormatRowsTest final : public QObject
{
    Q_OBJECT

private slots:
    void template_isRead_data()
    {
        QTest::addColumn<QByteArray>("read");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *pattern, const std::string &text, const char *expected) {
            QTest::newRow((pattern + (" of " + text)).c_str()) << readAs(pattern, text) << QByteArray(expected);
        };
        const auto ledgerValue = "web-3:4711:" + std::string(hex32);
        row("LOCK", "LOCK", "");
        row("LOCK", "LOCKED", "another text");
        row("{host}:{pid}", "web-3:4711", "host=web-3 pid=4711");
        row("{host}:{pid}", "fe80::1:4711", "host=fe80::1 pid=4711");
        row("{host}:{pid}", ":4711", "another text");
        row("{host}:{pid}", "web-3:", "another text");
        row("{host}:{pid}", "web 3:4711", "another text");
        row("{host}:{pid}:{token:hex32}", ledgerValue, "host=web-3 pid=4711");
        row("{host}:{pid}:{token:hex32}", ledgerValue + "0", "another text");
        row("{host}:{pid}:{token:hex32}", hex32, "another text");
        row("{token:uuid4}{rest}", std::string(uuid) + "-\n", "rest=-\\n");
        row("{token:uuid4}{rest}", uuid, "another text");
        row("{at:seconds}", "1795262400", "at=2026-11-21T12:00:00.000Z");
        row("{at:seconds}", "1000000000", "another text");
        row("{token:deadline}", "1795262411", "");
        row("{token:deadline}", "1795262470", "another text");
        row("{count}", "17", " x17");
        row("{count}", "1001", "another text");
        row("{token:alnum16}", "Zx81kQ9sPq02mNd7", "");
        row("{token:alnum16}", "checkout-service", "another text");
        row("", "anything", "");
    }

    void template_isRead()
    {
        QFETCH(QByteArray, read);
        QFETCH(QByteArray, expected);
        QCOMPARE(read, expected);
    }

    void wrongTemplate_isRefused_data()
    {
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("{host") << QByteArray("\"{host\" has no closing brace");
        QTest::newRow("{token:hex}") << QByteArray("\"{token:hex}\" is not a part that is known");
        QTest::newRow("{token:hex0}") << QByteArray("\"{token:hex0}\" is not a part");
        QTest::newRow("{:hex32}") << QByteArray("\"{:hex32}\" is not a part");
        QTest::newRow("{host}{pid}") << QByteArray("nothing separates \"{pid}\" from the part before it");
        QTest::newRow("{host}{a:hex2}{pid}") << QByteArray("nothing separates \"{pid}\"");
        QTest::newRow("{a}-{a}-{a}-{a}-{a}-{a}-{a}") << QByteArray("more than 12 parts");
    }

    void wrongTemplate_isRefused()
    {
        QFETCH(QByteArray, named);
        auto row = ledger();
        row.values = {QTest::currentDataTag()};
        const auto reader = RowReader::of(row);
        QVERIFY(!reader.ok() && reader.error().kind == ErrorKind::Refused);
        QVERIFY2(QByteArray::fromStdString(reader.error().text).contains(named), reader.error().text.c_str());
        row.rest = std::exchange(row.values.front(), "LOCK");
        QVERIFY(!RowReader::of(row).ok());
    }

    void row_namesTheHolder()
    {
        const auto value = "web-3:4711:" + std::string(hex32);
        const auto match = found(ledger(), example::look("ledger:7:busy", example::string(value), 10s));
        QVERIFY(match && match->library == "ledger" && match->ownerScope == OwnerScope::Acquisition);
        QCOMPARE(match->holders.at(0).owner, Bytes(value));
        QVERIFY((match->holders.at(0).facts == std::vector<OwnerFact>{{"host", "web-3"}, {"pid", "4711"}}));
        QVERIFY(!found(ledger(), example::look("ledger:7:done", example::string(value), 10s)));
        QVERIFY(!found(ledger(), example::look("ledger:7:busy", example::string("web-3:4711"), 10s)));
        QVERIFY(!found(ledger(), example::look("ledger:7:busy", example::hash({{value, "1"}}), 10s)));
    }

    void row_namesItsTtlAndItsScripts()
    {
        auto row = ledger();
        row.values = {};
        row.mostTtl = 1min;
        const auto withTtl = [](std::optional<Milliseconds> ttl) { return example::look("ledger:7:busy", example::string("x"), ttl); };
        QVERIFY(found(row, withTtl(1min)) && !found(row, withTtl(61s)) && !found(row, withTtl({})));
        row.mostTtl = {};
        row.needsTtl = true;
        QVERIFY(found(row, withTtl(61s)) && !found(row, withTtl({})));
        row.needsScripts = true;
        RecognitionContext surroundings;
        surroundings.fingerprints = {"ledger"};
        QVERIFY(!found(row, withTtl(61s)) && found(row, withTtl(61s), surroundings));
    }

    void hashAndSortedSet_nameTheirHolders()
    {
        auto row = ledger();
        row.types = {ValueType::Hash, ValueType::Zset};
        const auto hash = found(row, example::look("ledger:7:busy", example::hash({{"a", "2"}, {"b", "x"}})));
        QVERIFY2(hash && hash->holders.size() == 2 && hash->holders[0].count == 2 && hash->holders[1].count == 1, test::textOf(hash));
        const auto zset = found(row, example::look("ledger:7:busy", example::zset({{"a", "2"}})));
        QVERIFY2(zset && zset->kind == LockKind::Semaphore && zset->holders.at(0).owner == "a", test::textOf(zset));
    }

    void anonymousAndTimestamp_nameNobody()
    {
        auto row = ledger();
        row.values = {};
        row.owner = RowOwner::Anonymous;
        const auto anonymous = found(row, example::look("ledger:7:busy", example::string("web-3:4711")));
        QVERIFY(anonymous && anonymous->holders.at(0) == Holder() && anonymous->ownerScope == OwnerScope::Nobody);
        row.owner = RowOwner::Timestamp;
        const auto stamp = found(row, example::look("ledger:7:busy", example::string("1795262410")));
        QVERIFY(stamp && stamp->lapses == example::now + 10s && stamp->kind == LockKind::Timestamp);
    }
};

LOCKSCOPE_TEST(FormatRowsTest)
#include "tst_format_rows.moc"
