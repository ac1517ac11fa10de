// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/base/bytes.h"
#include "lockcore/base/shown_json.h"

#include <QByteArray>
#include <QTest>

#include <limits>
#include <random>

using namespace lockcore;
using namespace std::string_literals;

namespace {

std::string utf8(char32_t c) { return QStringView(QChar::fromUcs4(c)).toUtf8().toStdString(); }

Bytes randomBytes(std::mt19937 &random, std::size_t length)
{
    Bytes bytes(length, '\0');
    for (auto &byte : bytes)
        byte = static_cast<char>(random() & 0xff);
    return bytes;
}

} // namespace

class TestBytes final : public QObject
{
    Q_OBJECT

private slots:
    void everyCodePoint_survivesEscaping();
    void everyPairOfBytes_survivesEscaping();
    void randomBytes_surviveAllEncodings();
    void treacherousCharacter_isEscaped_data();
    void treacherousCharacter_isEscaped();
    void json_escapesTreacherousCharactersAndRoundTrips();
    void plainText_staysAsItIs();
    void illFormedUtf8_isRefused_data();
    void illFormedUtf8_isRefused();
    void unknownEscape_isRefused_data();
    void unknownEscape_isRefused();
    void base64_matchesQt();
    void badBase64_isRefused_data();
    void badBase64_isRefused();
    void integer_isTheWholeText();
    void longText_isCutInTheMiddle();
    void brokenText_isCutToo();
};

void TestBytes::everyCodePoint_survivesEscaping()
{
    for (char32_t c = 0; c <= 0x10ffff; ++c) {
        if (c >= 0xd800 && c <= 0xdfff)
            continue;
        const auto bytes = utf8(c);
        const auto text = escaped(bytes);
        if (!isUtf8(bytes) || !isUtf8(text) || unescaped(text) != bytes)
            QFAIL(qPrintable(QString::number(c, 16)));
        if (text != bytes && text.front() != '\\')
            QFAIL(qPrintable(QString::number(c, 16)));
    }
}

void TestBytes::everyPairOfBytes_survivesEscaping()
{
    for (unsigned i = 0; i < 0x10000; ++i) {
        const Bytes bytes = {static_cast<char>(i >> 8), static_cast<char>(i & 0xff)};
        const auto text = escaped(bytes);
        if (!isUtf8(text) || unescaped(text) != bytes)
            QFAIL(qPrintable(QString::number(i, 16)));
    }
}

void TestBytes::randomBytes_surviveAllEncodings()
{
    std::mt19937 random(7);
    for (std::size_t length = 0; length < 200; ++length) {
        const auto bytes = randomBytes(random, length);
        QCOMPARE(unescaped(escaped(bytes)), bytes);
        QCOMPARE(fromBase64(toBase64(bytes)), bytes);
        QCOMPARE(QByteArray::fromHex(QByteArray::fromStdString(toHex(bytes))).toStdString(), bytes);
        QCOMPARE(toHex(bytes), QByteArray::fromStdString(bytes).toHex().toStdString());
    }
}

void TestBytes::treacherousCharacter_isEscaped_data()
{
    QTest::addColumn<uint>("character");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](uint c, const char *text) { QTest::addRow("%x", c) << c << QByteArray(text); };
    row(0x00, "\\x00");
    row(0x1b, "\\x1b");
    row(0x7f, "\\x7f");
    row('\n', "\\n");
    row('\r', "\\r");
    row('\t', "\\t");
    row('\\', "\\\\");
    row(0x85, "\\u{85}");
    row(0xad, "\\u{ad}");
    row(0x200b, "\\u{200b}");
    row(0x200f, "\\u{200f}");
    row(0x2028, "\\u{2028}");
    row(0x202e, "\\u{202e}");
    row(0x2066, "\\u{2066}");
    row(0xfeff, "\\u{feff}");
    row(0xe0041, "\\u{e0041}");
    row(0x34f, "\\u{34f}");   // combining grapheme joiner
    row(0x115f, "\\u{115f}"); // Hangul filler
    row(0x1160, "\\u{1160}");
    row(0x17b5, "\\u{17b5}");
    row(0x180e, "\\u{180e}"); // Mongolian vowel separator
    row(0x2800, "\\u{2800}"); // blank Braille pattern
    row(0x3164, "\\u{3164}"); // Hangul filler
    row(0xfe0f, "\\u{fe0f}"); // variation selector
    row(0xffa0, "\\u{ffa0}");
    row(0x1d173, "\\u{1d173}"); // musical: begin beam
    row(0xe0100, "\\u{e0100}"); // variation selector supplement
}

void TestBytes::treacherousCharacter_isEscaped()
{
    QFETCH(uint, character);
    QFETCH(QByteArray, text);
    QCOMPARE(escaped("a" + utf8(character) + "z"), "a" + text.toStdString() + "z");
}

void TestBytes::json_escapesTreacherousCharactersAndRoundTrips()
{
    QCOMPARE(shownJson("{\"a\":\"\u009b\u007f\u202e\u3164\U000e0100 Schloß 🔒 \\n\"}"),
             std::string("{\"a\":\"\\u009b\\u007f\\u202e\\u3164\\udb40\\udd00 Schloß 🔒 \\n\"}"));
    QCOMPARE(shownJson("\xff\xc3"), std::string("\xff\xc3")); // no JSON
}

void TestBytes::plainText_staysAsItIs()
{
    for (const auto *text : {"", "lock:order#7", "Schloß", "锁", "🔒", "a b\"c'd"})
        QCOMPARE(escaped(text), std::string(text));
}

void TestBytes::illFormedUtf8_isRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("lone continuation") << QByteArray("\x80");
    QTest::newRow("cut two") << QByteArray("\xc3");
    QTest::newRow("cut three") << QByteArray("\xe2\x82");
    QTest::newRow("cut four") << QByteArray("\xf0\x9f\x94");
    QTest::newRow("overlong slash") << QByteArray("\xc0\xaf");
    QTest::newRow("overlong three") << QByteArray("\xe0\x80\xaf");
    QTest::newRow("overlong four") << QByteArray("\xf0\x80\x80\xaf");
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80");
    QTest::newRow("above the last") << QByteArray("\xf4\x90\x80\x80");
    QTest::newRow("five bytes") << QByteArray("\xf8\x88\x80\x80\x80");
    QTest::newRow("ff") << QByteArray("\xff");
    QTest::newRow("interrupted") << QByteArray("\xe2\x28\xa1");
}

void TestBytes::illFormedUtf8_isRefused()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!isUtf8("ok" + bytes.toStdString() + "ok"));
    const auto text = escaped(bytes.toStdString());
    QVERIFY2(text.starts_with("\\x"), text.c_str());
    QCOMPARE(unescaped(text), bytes.toStdString());
}

void TestBytes::unknownEscape_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto *text : {"\\", "a\\", "\\q", "\\x", "\\x1", "\\xg0", "\\x-1", "\\u", "\\u{", "\\u{}", "\\u{41", "\\u{110000}",
                             "\\u{d800}", "\\u{fffffffff}", "\\u{-1}", "\\u{ 41}", "\\u41"})
        QTest::newRow(text) << QByteArray(text);
}

void TestBytes::unknownEscape_isRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!unescaped(text.toStdString()));
}

void TestBytes::base64_matchesQt()
{
    std::mt19937 random(8);
    for (std::size_t length = 0; length < 50; ++length) {
        const auto bytes = randomBytes(random, length);
        QCOMPARE(toBase64(bytes), QByteArray::fromStdString(bytes).toBase64().toStdString());
    }
}

void TestBytes::badBase64_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto *text : {"A", "AA", "AAA", "=", "====", "A===", "=AAA", "AA=A", "AB==", "AAB=", "AA-_", "AA =", "AAAAA==="})
        QTest::newRow(text) << QByteArray(text);
}

void TestBytes::badBase64_isRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!fromBase64(text.toStdString()));
}

void TestBytes::integer_isTheWholeText()
{
    using Limits = std::numeric_limits<std::int64_t>;
    QCOMPARE(parseInteger("0"), 0);
    QCOMPARE(parseInteger("-17"), -17);
    QCOMPARE(parseInteger("9223372036854775807"), Limits::max());
    QCOMPARE(parseInteger("-9223372036854775808"), Limits::min());
    for (const auto *text : {"", "-", "+1", " 1", "1 ", "1.0", "0x1", "9223372036854775808", "1e3", "--1"})
        QVERIFY2(!parseInteger(text), text);
    QVERIFY(!parseInteger("1\0"s));
    QVERIFY(!parseInteger({}));
}

void TestBytes::longText_isCutInTheMiddle()
{
    QCOMPARE(elidedInMiddle("0123456789", 10), "0123456789"s);
    QCOMPARE(elidedInMiddle("0123456789", 9), "0123…6789"s);
    QCOMPARE(elidedInMiddle("0123456789", 2), "0…"s);
    QCOMPARE(elidedInMiddle("0123456789", 1), "…"s);
    QCOMPARE(elidedInMiddle("0123456789", 0), ""s);
    QCOMPARE(elidedInMiddle("ßßßß🔒🔒🔒🔒", 5), "ßß…🔒🔒"s);
    QCOMPARE(elidedInMiddle("", 0), ""s);
}

void TestBytes::brokenText_isCutToo()
{
    QCOMPARE(elidedInMiddle(std::string(1000, '\x80'), 5), "\x80\x80…\x80\x80"s);
    QCOMPARE(elidedInMiddle("\xf0\x9f" + std::string(100, 'x'), 3), "\xf0…x"s);
}

LOCKSCOPE_TEST(TestBytes)
#include "tst_bytes.moc"
