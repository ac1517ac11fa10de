// SPDX-License-Identifier: MIT
// Walks every format and every example of it, whatever formats the program has.
#include "support/test_program.h"

#include "finding_text.h"
#include "lockcore/locks/redisson_names.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/message_pack.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/ladder.h"
#include "support/example_looks.h"
#include "support/format_examples.h"
#include "support/sanitized.h"

#include <QTest>

#include <random>
#include <set>

using namespace lockcore;
using lockcore::test::Example;
using lockcore::test::formatExamples;
using namespace std::chrono_literals;

constexpr int share = lockcore::test::isSanitized ? 5 : 1; // of the random ones; the fuzzers go on where they end

Q_DECLARE_METATYPE(const lockcore::Format *)
Q_DECLARE_METATYPE(const lockcore::test::Example *)

class FormatsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyFormat_isWellFormed();
    void declaredName_comesFromAnExample();
    void example_isClassifiedAsExpected_data() { addExamples(); }
    void example_isClassifiedAsExpected();
    void positiveExample_isTheClassifiersChoice_data() { addExamples(); }
    void positiveExample_isTheClassifiersChoice();
    void randomLooks_neverBreakAFormat();
    void mutatedExamples_neverBreakAFormat();
    void randomNames_neverBreakAFormat();
    void tokenGrammars_acceptAndRefuse_data();
    void tokenGrammars_acceptAndRefuse();
    void randomBytes_areNotTakenForData();
    void uuid1_isTakenApartAndDated();
    void plausibleTime_isWithinAYear();
    void scores_areReadAsTimes();
    void ownerText_isTakenApart();
    void redissonNames_areInverted_data();
    void redissonNames_areInverted();

private:
    static void addExamples();
};

namespace {

using example::now;

/// The same numbers everywhere, so that a failure can be reproduced.
class Random
{
public:
    std::size_t below(std::size_t n) { return m_engine() % n; }
    Bytes bytes(std::size_t most)
    {
        static constexpr std::string_view alphabet = "0123456789abcdef-:{}_.=ADLOCKrw*\"\\|@";
        Bytes text(below(most + 1), '\0');
        const bool anything = below(3) == 0;
        for (auto &c : text)
            c = anything ? static_cast<char>(below(256)) : alphabet[below(alphabet.size())];
        return text;
    }

private:
    std::mt19937 m_engine{42}; // NOLINT: a fixed seed is the point
};

void damage(Bytes &text, Random &random)
{
    switch (random.below(4)) {
    case 0: text.resize(random.below(text.size() + 1)); break;
    case 1: text += random.bytes(8); break;
    case 2: text.insert(random.below(text.size() + 1), random.bytes(4)); break;
    default:
        if (!text.empty())
            text[random.below(text.size())] = static_cast<char>(random.below(256));
    }
}

void checkNames(std::string_view name, std::string_view payload)
{
    for (const auto *format : formats()) {
        if (format->lockOf)
            (void)format->lockOf(name);
        if (format->announced)
            (void)format->announced(name, payload);
    }
}

bool contains(const std::vector<std::string_view> &names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

// The filter accepts only the names that a format declares.
bool declaresNamesOf(const Format &format, const LockMatch &match)
{
    return (match.library == format.library || contains(format.otherLibraries, match.library)) && contains(format.variants, match.variant);
}

// What must be true of a match, whatever the bytes are.
void checkLook(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    for (const auto *format : formats()) {
        const auto match = format->classify(look, surroundings);
        if (format->companions)
            QVERIFY(format->companions(look).size() <= 100);
        if (!match)
            continue;
        QVERIFY2(match->confidence >= 0 && match->confidence <= 5, test::textOf(match));
        QVERIFY2(declaresNamesOf(*format, *match), test::textOf(match));
        QVERIFY2(match->waiters.ids.size() <= 100, test::textOf(match));
        for (const auto &holder : match->holders)
            QVERIFY2(holder.count >= 0, test::textOf(match));
    }
    const auto best = Classifier().classify(look, surroundings);
    QVERIFY2(!best || (best->confidence >= 1 && best->confidence <= 5), test::textOf(best));
}

bool isSteppedDown(const KeySnapshot &look)
{
    return (look.deadline && *look.deadline > look.at + 24h) || look.value.length > Value::mostTextBytes;
}

KeySnapshot randomLook(Random &random)
{
    static constexpr std::array types = {ValueType::None, ValueType::String, ValueType::Hash, ValueType::Zset,
                                         ValueType::List, ValueType::Set,    ValueType::Other};
    KeySnapshot look;
    look.at = now;
    look.id.key = random.bytes(60);
    look.value.type = types[random.below(types.size())];
    if (look.value.type == ValueType::String) {
        look.value.text = random.bytes(80);
        look.value.length = static_cast<std::int64_t>(look.value.text.size() + random.below(2) * 1000);
    } else if (look.value.exists()) {
        for (std::size_t i = random.below(5); i > 0; --i)
            look.value.elements.emplace_back(random.bytes(50), random.bytes(12));
        look.value.length = static_cast<std::int64_t>(look.value.elements.size() + random.below(2) * 1000);
    }
    if (random.below(2) == 0)
        look.deadline = now + Milliseconds(random.below(1u << 30));
    return look;
}

} // namespace

void FormatsTest::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    try {
        (void)formatExamples();
    } catch (const test::ExampleError &error) {
        QFAIL(error.what());
    }
}

void FormatsTest::addExamples()
{
    QTest::addColumn<const Format *>("format");
    QTest::addColumn<const Example *>("example");
    std::set<QByteArray> tags;
    for (const auto &[format, name, examples] : formatExamples()) {
        for (const auto &example : examples) {
            auto tag = QByteArray::fromStdString(name + ": " + example.what);
            while (!tags.insert(tag).second)
                tag += " again";
            QTest::newRow(tag.constData()) << format << &example;
        }
    }
}

void FormatsTest::everyFormat_isWellFormed()
{
    QVERIFY(!formats().empty());
    for (const auto &[format, file, examples] : formatExamples()) {
        const auto name = QByteArray::fromStdString(file);
        QVERIFY2(!format->library.empty(), name);
        QVERIFY2(format->classify, name);
        QVERIFY2(!format->types.empty(), name);
        QVERIFY2(format->announcements.empty() || format->announced, name);
        const auto isPositive = [](const Example &example) { return example.expected.has_value(); };
        QVERIFY2(std::any_of(examples.begin(), examples.end(), isPositive), name);
        QVERIFY2(!std::all_of(examples.begin(), examples.end(), isPositive), name);
        for (const auto sha1 : format->scripts)
            QVERIFY2(grammar::isHex(sha1, 40), name);
    }
}

void FormatsTest::declaredName_comesFromAnExample()
{
    for (const auto &[format, file, examples] : formatExamples()) {
        std::set<std::string_view> libraries;
        std::set<std::string_view> variants;
        for (const auto &example : examples) {
            if (!example.expected)
                continue;
            QVERIFY2(declaresNamesOf(*format, *example.expected), test::textOf(example.expected));
            libraries.insert(example.expected->library);
            variants.insert(example.expected->variant);
        }
        for (const auto library : format->otherLibraries)
            QVERIFY2(libraries.contains(library), (file + ": " + std::string(library)).c_str());
        for (const auto variant : format->variants)
            QVERIFY2(variants.contains(variant), (file + ": " + std::string(variant)).c_str());
    }
}

void FormatsTest::example_isClassifiedAsExpected()
{
    QFETCH(const Format *, format);
    QFETCH(const Example *, example);
    const bool concerned = std::ranges::find(format->types, example->look.value.type) != format->types.end();
    const auto match = concerned ? format->classify(example->look, example->surroundings) : std::nullopt;
    const auto actual = test::textOf(match);
    const auto expected = test::textOf(example->expected);
    QVERIFY2(actual == expected, ("\nactual: " + actual + "expected: " + expected).constData());
    QVERIFY(match == example->expected);
}

void FormatsTest::positiveExample_isTheClassifiersChoice()
{
    QFETCH(const Example *, example);
    if (!example->expected)
        return;
    const auto match = Classifier().classify(example->look, example->surroundings);
    if (example->expected->confidence == 0) {
        QCOMPARE(test::textOf(match), QByteArray("nothing\n"));
        return;
    }
    QVERIFY(match);
    QVERIFY(match->confidence >= example->expected->confidence || isSteppedDown(example->look));
    if (example->expected->library == unknownLibrary)
        return; // a fallback may give way to a format that knows better
    QVERIFY2(match->library == example->expected->library, test::textOf(match));
}

void FormatsTest::randomLooks_neverBreakAFormat()
{
    Random random;
    for (int i = 0; i < 20'000 / share; ++i) {
        checkLook(randomLook(random), {});
        if (QTest::currentTestFailed())
            return;
    }
}

void FormatsTest::mutatedExamples_neverBreakAFormat()
{
    Random random;
    for (const auto &[format, name, examples] : formatExamples()) {
        for (const auto &example : examples) {
            for (int i = 0; i < 200 / share; ++i) {
                auto look = example.look;
                if (random.below(4) == 0)
                    damage(look.id.key, random);
                damage(look.value.text, random);
                for (auto &[element, second] : look.value.elements)
                    damage(random.below(2) == 0 ? element : second, random);
                for (auto &[key, value] : look.companions) {
                    for (auto &[element, second] : value.elements)
                        damage(random.below(2) == 0 ? element : second, random);
                    damage(value.text, random);
                }
                checkLook(look, example.surroundings);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }
}

void FormatsTest::randomNames_neverBreakAFormat()
{
    Random random;
    std::vector<Bytes> seeds;
    for (const auto *format : formats()) {
        for (const auto &globs : {format->names, format->announcements}) {
            for (const auto glob : globs)
                seeds.emplace_back(glob);
        }
    }
    QVERIFY(!seeds.empty());
    for (int i = 0; i < 50'000 / share; ++i) {
        auto name = seeds[random.below(seeds.size())];
        if (const auto star = name.find('*'); star != name.npos)
            name.replace(star, 1, random.bytes(60));
        damage(name, random);
        checkNames(name, random.bytes(3));
    }
    checkNames({}, {});
}

void FormatsTest::tokenGrammars_acceptAndRefuse_data()
{
    using Matcher = bool (*)(std::string_view);
    QTest::addColumn<bool>("matches");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, Matcher matcher, std::string_view text, bool expected) {
        QTest::newRow(name) << matcher(text) << expected;
    };
    using namespace grammar;
    row("uuid4", isUuid4, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1", true);
    row("uuid4, version 1", isUuid4, "9f3a1c52-7b0e-1d11-8a6f-2c5e90b7d4e1", false);
    row("uuid4, variant c", isUuid4, "9f3a1c52-7b0e-4d11-ca6f-2c5e90b7d4e1", false);
    row("uuid4, upper case", isUuid4, "9F3A1C52-7B0E-4D11-8A6F-2C5E90B7D4E1", false);
    row("uuid4, dash moved", isUuid4, "9f3a1c527-b0e-4d11-8a6f-2c5e90b7d4e1", false);
    row("uuid4, short", isUuid4, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e", false);
    row("uuid4 hex", isUuid4Hex, "9f3a1c527b0e4d118a6f2c5e90b7d4e1", true);
    row("uuid4 hex, version", isUuid4Hex, "9f3a1c527b0e5d118a6f2c5e90b7d4e1", false);
    row("base64 of 16", isBase64Of16, "AAECAwQFBgcICQoLDA0ODw==", true);
    row("base64 of 16, bits left over", isBase64Of16, "AAECAwQFBgcICQoLDA0ODx==", false);
    row("base64 of 16, no padding", isBase64Of16, "AAECAwQFBgcICQoLDA0ODw", false);
    row("base64 of 18", isBase64Of18, "AAECAwQFBgcICQoLDA0ODxAR", true);
    row("base64 of 18, url", isBase64Of18, "AAECAwQFBgcICQoLDA0ODx-_", false);
    row("base64 of 32", isBase64Of32, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", true);
    row("base64 of 32, bits left over", isBase64Of32, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=", false);
    row("base64url of 16", isBase64UrlOf16, "AAEC-wQFBgcICQoL_A0ODw", true);
    row("base64url of 16, plus", isBase64UrlOf16, "AAEC+wQFBgcICQoL_A0ODw", false);
    row("small count", isSmallCount, "17", true);
    row("small count, zero", isSmallCount, "0", false);
    row("small count, leading zero", isSmallCount, "017", false);
    row("small count, ten digits", isSmallCount, "1234567890", false);
    row("small count, empty", isSmallCount, "", false);
    row("raw bytes", isRandomBytes, std::string_view("\x00\x8f\xfe\x11\x7c\x90\x03\xa5\xd2\x61\x0e\xff\x42\x18\xc7\x99", 16), true);
    row("raw bytes that are text", isRandomBytes, "sixteen letters!", false);
    row("raw bytes that are serialised", isRandomBytes,
        "\x80\x04]\x94(\x8c\x01"
        "a\x94\x8c\x01"
        "b\x94"
        "e.",
        false);
    const auto owner = [](std::string_view text) { return uuidAndNumber(text).has_value(); };
    row("owner", owner, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17", true);
    row("owner, negative", owner, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:-17", true);
    row("owner, minus alone", owner, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:-", false);
    row("owner, no thread", owner, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:", false);
    row("owner, word", owner, "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:main", false);
}

void FormatsTest::tokenGrammars_acceptAndRefuse()
{
    QFETCH(bool, matches);
    QFETCH(bool, expected);
    QCOMPARE(matches, expected);
}

// Hardly any begin like something serialised or compressed.
void FormatsTest::randomBytes_areNotTakenForData()
{
    std::mt19937 engine{42}; // NOLINT: a fixed seed is the point
    constexpr int tokens = 100'000;
    int texts = 0;
    int taken = 0;
    for (int i = 0; i < tokens; ++i) {
        Bytes token(16, '\0');
        std::ranges::generate(token, [&] { return static_cast<char>(engine() & 0xff); });
        texts += isUtf8(token) ? 1 : 0;
        taken += grammar::isRandomBytes(token) ? 1 : 0;
    }
    const int refused = tokens - texts - taken;
    QVERIFY2(refused <= 40, QByteArray::number(refused));
}

void FormatsTest::uuid1_isTakenApartAndDated()
{
    // The test vector of RFC 9562, appendix A.1.
    const auto uuid = grammar::uuid1Hex("c232ab00941411ecb3c89e6bdeced846", now);
    QVERIFY(uuid);
    QCOMPARE(uuid->node, std::uint64_t(0x9e6bdeced846));
    QVERIFY(!uuid->nodeIsRandom);
    const std::vector<OwnerFact> facts = {{"drawn at", "2022-02-22T19:22:22.000Z"}, {"machine", "9e:6b:de:ce:d8:46"}};
    QVERIFY(grammar::factsOf(*uuid) == facts);
    QVERIFY(grammar::uuid1Hex("c232ab00941411ecb3c89f6bdeced846", now)->nodeIsRandom);

    const auto day = std::chrono::days(1);
    QVERIFY(grammar::uuid1Hex("c232ab00941411ecb3c89e6bdeced846", uuid->drawnAt - day));
    QVERIFY(!grammar::uuid1Hex("c232ab00941411ecb3c89e6bdeced846", uuid->drawnAt - day - 1us));
    QVERIFY(!grammar::uuid1Hex("00000000000010009c2a0242ac110002", now)); // 1582
    QVERIFY(!grammar::uuid1Hex("ffffffffffff1fff9c2a0242ac110002", now)); // 5236
    QVERIFY(!grammar::uuid1Hex("9f3a1c527b0e4d118a6f2c5e90b7d4e1", now)); // version 4
    QVERIFY(!grammar::uuid1Hex("c232ab00941411ecc3c89e6bdeced846", now)); // variant c
}

void FormatsTest::plausibleTime_isWithinAYear()
{
    using grammar::plausibleTime;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
    const auto text = std::to_string(seconds);
    QVERIFY(plausibleTime(text, now) == now);
    QVERIFY(plausibleTime(text + "000", now) == now);
    QVERIFY(plausibleTime(text + ".5", now) == now + 500ms);
    QVERIFY(!plausibleTime(text + ".", now));
    QVERIFY(plausibleTime(text + "000000", now) == now);
    QVERIFY(plausibleTime(text + "000001999", now) == now + 2us);
    QVERIFY(!plausibleTime(text + "00", now));
    QVERIFY(!plausibleTime(text + "00000", now));
    QVERIFY(!plausibleTime(std::to_string(seconds - 400 * 86400), now));
    QVERIFY(!plausibleTime(std::to_string(seconds + 400 * 86400), now));
    QVERIFY(!plausibleTime("", now));
    QVERIFY(!plausibleTime("0000000001", now));
}

void FormatsTest::scores_areReadAsTimes()
{
    using grammar::timeFromMilliseconds;
    QVERIFY(timeFromMilliseconds("1795262400000") == ServerTime(1795262400000ms));
    QVERIFY(timeFromMilliseconds("1.7952624e+12") == ServerTime(1795262400000ms));
    QVERIFY(grammar::timeFromSeconds("1795262400.25") == ServerTime(1795262400250ms));
    for (const auto *text : {"", "inf", "-inf", "nan", "-1", "1e300", "922337203685477", "12x", " 12"})
        QVERIFY2(!timeFromMilliseconds(text), text);
}

void FormatsTest::ownerText_isTakenApart()
{
    using Facts = std::vector<OwnerFact>;
    const auto facts = [](std::string_view owner) { return grammar::factsOfOwner(owner, now); };
    const std::string uuid = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1";
    QVERIFY(facts(uuid + ":17") == (Facts{{"uuid", uuid}, {"thread", "17"}}));
    QVERIFY(facts(uuid + "-main") == (Facts{{"uuid", uuid}, {"thread", "main"}}));
    QVERIFY(facts(uuid) == (Facts{{"uuid", uuid}}));
    QVERIFY(facts("web-3|4711") == (Facts{{"host", "web-3"}, {"pid", "4711"}}));
    QVERIFY(facts("10.0.0.7:4711:worker") == (Facts{{"host", "10.0.0.7"}, {"pid", "4711"}, {"thread", "worker"}}));
    for (const auto *text : {"", "1", "worker", "12:30", "a b:7", "web-3:", ":7", "web-3:x"})
        QVERIFY2(facts(text).empty(), text);
    QVERIFY(grammar::looksDrawn(uuid));
    QVERIFY(grammar::looksDrawn("Zx81kQ9sPq02mNd7"));
    for (const auto *text : {"", "worker", "1234567890123456", "the.quick.brown.fox", "abcdefghijklmnopqrst"})
        QVERIFY2(!grammar::looksDrawn(text), text);
}

void FormatsTest::redissonNames_areInverted_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("order");
    QTest::newRow("colons") << QByteArray("order:42:x");
    QTest::newRow("hash tag in the middle") << QByteArray("order:{42}");
    QTest::newRow("hash tag in front") << QByteArray("{42}:order");
    QTest::newRow("two hash tags") << QByteArray("{a}{b}");
    QTest::newRow("closing brace alone") << QByteArray("a}b");
    QTest::newRow("any bytes") << QByteArray("\x00\xff\n", 3);
    QTest::newRow("like an owner") << QByteArray("x:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17");
}

void FormatsTest::redissonNames_areInverted()
{
    QFETCH(QByteArray, name);
    const auto key = name.toStdString();
    const std::string owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:-3";
    using namespace redisson;
    QVERIFY(untagged(tagged(key)) == key);
    QVERIFY(nameInLockChannel(lockChannel(key)) == key);
    QVERIFY(nameInLockChannel(fairChannel(key, owner)) == key);
    QVERIFY(nameBehind(rwChannelPrefix, rwChannel(key)) == key);
    QVERIFY(nameBehind(semaphoreChannelPrefix, semaphoreChannel(key)) == key);
    QVERIFY(nameBehind(queuePrefix, queueKey(key)) == key);
    QVERIFY(nameBehind(timeoutPrefix, timeoutKey(key)) == key);
    QVERIFY(nameBehind(tokenPrefix, tokenKey(key)) == key);
    QVERIFY(nameInLatchChannel(latchChannel(key)) == key);
    QVERIFY(nameInPermitTimeout(permitTimeoutKey(key)) == key);
    QVERIFY(nameInReadTimeout(readTimeoutKey(key, owner, 2)) == key);
    QVERIFY(nameInUnlockLatch(std::string(unlockLatchPrefix) + tagged(key) + ":0123456789abcdef0123456789abcdef") == key);
    QVERIFY(!nameInLockChannel("redisson_lock__channel:" + std::string("bare")));
}

LOCKSCOPE_TEST(FormatsTest)
#include "tst_formats.moc"
