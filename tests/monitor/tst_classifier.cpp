// SPDX-License-Identifier: MIT
// Names, the ladder, wrapped values and user patterns, over all formats of the program.
#include "support/test_program.h"

#include "finding_text.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/ladder.h"
#include "lockcore/monitor/reading/wrapping.h"
#include "support/example_looks.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

class ClassifierTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void name_suggestsALockOrNot_data();
    void name_suggestsALockOrNot();
    void userPatternsName_suggestsALock();
    void companionOrChannel_leadsToItsLock_data();
    void companionOrChannel_leadsToItsLock();
    void release_isAnnounced_data();
    void release_isAnnounced();
    void bookkeeping_isNeverListed();
    void companions_haveTheirLikelyTypes();
    void queueLeftBehind_belongsToAFairLock();
    void channels_indicateTheirKeys();
    void ladder_stepsOnceUp_data();
    void ladder_stepsOnceUp();
    void longTtlOrValue_stepsDown();
    void scriptsAlone_countOnce();
    void everyStep_hasASentence();
    void missingKey_hasNoMatch();
    void wrappedValue_isMatchedUnwrapped_data();
    void wrappedValue_isMatchedUnwrapped();
    void wrappedOwner_isShownAsStored();
    void userPattern_parses_data();
    void userPattern_parses();
    void wrongUserPattern_isRefused_data();
    void wrongUserPattern_isRefused();
    void userPattern_makesAnUnknownLock();
    void userPattern_keepsWhatIsRecognised();
    void userPattern_respectsItsType();
    void userPattern_doesNotOverruleVeto();
    void broadcastPrefixes_areFewAndDisjoint();
    void fingerprints_areUnique();
    void fingerprints_areTheMeasuredOnes();
    void scriptsOfSeveralLibraries_nameNone();
};

namespace {

constexpr auto uuid = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1";
constexpr auto owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";

LockMatch guess(std::string library, int confidence)
{
    LockMatch match;
    match.library = std::move(library);
    match.confidence = confidence;
    return match;
}

bool says(const LockMatch &match, std::string_view part)
{
    return std::any_of(match.why.begin(), match.why.end(), [part](const std::string &why) { return why.find(part) != why.npos; });
}

Classifier withPattern(std::string_view text) { return Classifier({parseUserPattern(text).value()}); }

} // namespace

void ClassifierTest::name_suggestsALockOrNot_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, bool expected) { QTest::newRow(name) << QByteArray(name) << expected; };
    row("redisson_lock_queue:{till}", true);
    row("redisson_lock_timeout:{till}", true);
    row("redisson_lock_token:{till}", true);
    row("redisson_unlock_latch:{till}:0123456789abcdef0123456789abcdef", true);
    row("{till}:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17:rwlock_timeout:1", true);
    row("{pool}:timeout", true);
    row("order:lock", true);
    row("user:1000:profile", false);
    row("session:timeout", false);
    row("clock:skew", false);
}

void ClassifierTest::name_suggestsALockOrNot()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, expected);
    QCOMPARE(Classifier().nameBetrays(name.toStdString()), expected);
}

void ClassifierTest::userPatternsName_suggestsALock()
{
    QVERIFY(!Classifier().nameBetrays("job-7-run"));
    QVERIFY(withPattern("job-*-run").nameBetrays("job-7-run"));
    QVERIFY(!withPattern("job-*-run").nameBetrays("job-7-done"));
}

void ClassifierTest::companionOrChannel_leadsToItsLock_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("lock");
    const auto row = [](const char *name, const char *lock) { QTest::newRow(name) << QByteArray(name) << QByteArray(lock); };
    row("redisson_lock_queue:{till}", "till");
    row("redisson_lock_timeout:till:{7}", "till:{7}");
    row("redisson_lock_token:{till}", "till");
    row("redisson_unlock_latch:{till}:0123456789abcdef0123456789abcdef", "till");
    row("redisson_lock__channel:{till}", "till");
    row("redisson_lock__channel:till:{7}", "till:{7}");
    row("redisson_lock__channel:{till}:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17", "till");
    row("redisson_rwlock:{book}", "book");
    row("redisson_sc:{pool}", "pool");
    row("redisson_countdownlatch__channel__{start:{7}}", "start:{7}");
    row("{book}:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17:rwlock_timeout:1", "book");
    row("{pool}:timeout", "pool");
    row("{order}:lock:timeout", "{order}:lock:timeout");
    row("redisson_lock_queue:", "redisson_lock_queue:");
    row("just:a:key", "just:a:key");
    row("", "");
}

void ClassifierTest::companionOrChannel_leadsToItsLock()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, lock);
    QCOMPARE(QByteArray::fromStdString(Classifier().lockOf(name.toStdString())), lock);
}

void ClassifierTest::release_isAnnounced_data()
{
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("key"); // empty: not a release
    const auto row = [](const char *channel, const char *payload, const char *key) {
        QTest::addRow("%s %s", channel, payload) << QByteArray(channel) << QByteArray(payload) << QByteArray(key);
    };
    row("redisson_lock__channel:{till}", "0", "till");
    row("redisson_lock__channel:{till}", "1", "");
    row("redisson_lock__channel:{till}:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17", "0", "till");
    row("redisson_rwlock:{book}", "0", "book");
    row("redisson_rwlock:{book}", "1", "book");
    row("redisson_rwlock:{book}", "2", "");
    row("redisson_sc:{pool}", "3", "pool");
    row("redisson_sc:{pool}", "x", "");
    row("redisson_countdownlatch__channel__{start}", "0", "start");
    row("redisson_countdownlatch__channel__{start}", "1", "");
    row("news", "0", "");
}

void ClassifierTest::release_isAnnounced()
{
    QFETCH(QByteArray, channel);
    QFETCH(QByteArray, payload);
    QFETCH(QByteArray, key);
    const auto announcement = Classifier().announced(channel.toStdString(), payload.toStdString());
    QCOMPARE(QByteArray::fromStdString(announcement ? announcement->key : Bytes()), key);
}

void ClassifierTest::bookkeeping_isNeverListed()
{
    const Classifier classifier;
    const auto latch = example::look("redisson_unlock_latch:{lock}:0123456789abcdef0123456789abcdef", example::string("1"), 500ms);
    QVERIFY(!classifier.classify(latch, {}));
    RecognitionContext much;
    much.renewalSeen = much.contentionSeen = much.ownerRepeats = true;
    much.fingerprints = {"redisson", "redis-py"};
    QVERIFY(!classifier.classify(latch, much));
}

void ClassifierTest::companions_haveTheirLikelyTypes()
{
    const auto keys = Classifier().companions(example::look("till", example::hash({{owner, "1"}})));
    const std::map<Bytes, ValueType> expected = {{"redisson_lock_queue:{till}", ValueType::List},
                                                 {"redisson_lock_timeout:{till}", ValueType::Zset},
                                                 {"redisson_lock_token:{till}", ValueType::String}};
    QVERIFY(keys == expected);
    QVERIFY(Classifier().companions(example::look("till", Value{})).empty());
}

void ClassifierTest::queueLeftBehind_belongsToAFairLock()
{
    const Bytes queue = "redisson_lock_queue:{till}";
    const Bytes timeouts = "redisson_lock_timeout:{till}";
    QVERIFY((Classifier::queues("till") == std::map<Bytes, ValueType>{{queue, ValueType::List}, {timeouts, ValueType::Zset}}));
    const auto free = example::look("till", Value{});
    const auto queued = example::with(free, queue, example::list({owner}));
    auto match = Classifier::queueLeftBehind(queued);
    QVERIFY(match && match->library == "redisson" && match->kind == LockKind::FairLock && match->holders.empty());
    QVERIFY(match->format && match->format->queue);
    QVERIFY(Classifier::queueLeftBehind(example::with(queued, timeouts, example::zset({{owner, "1795262399000"}}))));
    QVERIFY(!Classifier::queueLeftBehind(free));
    QVERIFY(!Classifier::queueLeftBehind(example::with(free, timeouts, example::zset({{owner, "1795262399000"}}))));
    // Keys of other programs, under similar names.
    QVERIFY(!Classifier::queueLeftBehind(example::with(free, queue, example::string("x"))));
    QVERIFY(!Classifier::queueLeftBehind(example::with(queued, timeouts, example::string("x"))));
}

void ClassifierTest::channels_indicateTheirKeys()
{
    auto channels = Classifier::channels("shop:till");
    std::sort(channels.begin(), channels.end());
    QVERIFY((channels
             == std::vector<Bytes>{"redisson_countdownlatch__channel__{shop:till}", "redisson_lock__channel:{shop:till}",
                                   "redisson_sc:{shop:till}", "shop-channel", "shop-channel:shop:till"}));
}

void ClassifierTest::ladder_stepsOnceUp_data()
{
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<int>("level");
    QTest::addColumn<bool>("fingerprint");
    QTest::addColumn<bool>("behaviour");
    QTest::addColumn<int>("expected");
    QTest::newRow("nothing known") << QByteArray("x") << 3 << false << false << 3;
    QTest::newRow("fingerprint lifts the weak") << QByteArray("x") << 1 << true << false << 2;
    QTest::newRow("fingerprint lifts the strong") << QByteArray("x") << 4 << true << false << 5;
    QTest::newRow("nothing is above certain") << QByteArray("x") << 5 << true << true << 5;
    QTest::newRow("both are one step") << QByteArray("x") << 2 << true << true << 3;
    QTest::newRow("behaviour lifts a possible one") << QByteArray("x") << 2 << false << true << 3;
    QTest::newRow("behaviour lifts a likely one") << QByteArray("x") << 3 << false << true << 4;
    QTest::newRow("behaviour makes nothing certain") << QByteArray("x") << 4 << false << true << 4;
    QTest::newRow("a refreshed session stays weak") << QByteArray("x") << 1 << false << true << 1;
    QTest::newRow("the unknown becomes likely") << QByteArray("unknown") << 2 << false << true << 3;
    QTest::newRow("and no more") << QByteArray("unknown") << 3 << false << true << 3;
}

void ClassifierTest::ladder_stepsOnceUp()
{
    QFETCH(QByteArray, library);
    QFETCH(int, level);
    QFETCH(bool, fingerprint);
    QFETCH(bool, behaviour);
    QFETCH(int, expected);
    RecognitionContext surroundings;
    surroundings.renewalSeen = surroundings.contentionSeen = surroundings.ownerRepeats = behaviour;
    surroundings.fingerprints = {"another"};
    if (fingerprint)
        surroundings.fingerprints.insert(library.toStdString());
    auto match = guess(library.toStdString(), level);
    applyLadder(match, example::look("k", example::string("v"), 10s), surroundings);
    QCOMPARE(match.confidence, expected);
}

void ClassifierTest::longTtlOrValue_stepsDown()
{
    const auto level = [](int from, const KeySnapshot &look) {
        auto match = guess("x", from);
        applyLadder(match, look, {});
        return match.confidence;
    };
    QCOMPARE(level(3, example::look("k", example::string("v"), 24h)), 3);
    QCOMPARE(level(3, example::look("k", example::string("v"), 24h + 1ms)), 2);
    QCOMPARE(level(3, example::look("k", example::string(std::string(512, 'x')), 1s)), 3);
    QCOMPARE(level(3, example::look("k", example::string(std::string(513, 'x')), 1s)), 2);
    QCOMPARE(level(3, example::look("k", example::string(std::string(513, 'x')), 48h)), 2);
    QCOMPARE(level(1, example::look("k", example::string("v"), 48h)), 1);
    QCOMPARE(level(3, example::look("k", example::string("v"))), 3);
    QCOMPARE(level(2, example::look("k", example::string("v"), 48h)), 1);
    QCOMPARE(level(2, example::look("lock:weekly", example::string("v"), 48h)), 2);
    QCOMPARE(level(1, example::look("lock:weekly", example::string("v"), 48h)), 1);
    QCOMPARE(level(3, example::look("lock:weekly", example::string("v"), 48h)), 2);
}

// The format considers the key only because of the scripts, so they do not count again.
void ClassifierTest::scriptsAlone_countOnce()
{
    auto match = guess("x", 2);
    match.byScriptsAlone = true;
    applyLadder(match, example::look("k", example::string("v"), 10s), {{"x"}, {}, false, false, false});
    QCOMPARE(match.confidence, 2);
    applyLadder(match, example::look("k", example::string("v"), 10s), {{"x"}, {}, true, false, false});
    QCOMPARE(match.confidence, 3); // a renewal is further evidence
}

void ClassifierTest::everyStep_hasASentence()
{
    const auto look = example::look("k", example::string("v"), 48h);
    const auto stepped = [&](const RecognitionContext &surroundings, OwnerScope scope) {
        auto match = guess("x", 3);
        match.ownerScope = scope;
        applyLadder(match, look, surroundings);
        return match;
    };
    QVERIFY(says(stepped({{"x"}, {}, false, false, false}, OwnerScope::Constant), "loaded scripts of x"));
    QVERIFY(says(stepped({{}, {}, true, false, false}, OwnerScope::Constant), "renewed"));
    QVERIFY(says(stepped({{}, {}, false, true, false}, OwnerScope::Constant), "others were seen"));
    QVERIFY(says(stepped({{}, {}, false, false, true}, OwnerScope::Constant), "other keys of this prefix"));
    QVERIFY(!says(stepped({{}, {}, false, false, true}, OwnerScope::Nobody), "other keys of this prefix"));
    QVERIFY(says(stepped({}, OwnerScope::Constant), "above 24 hours"));
}

void ClassifierTest::missingKey_hasNoMatch()
{
    QVERIFY(!Classifier().classify(example::look("lock:gone", Value{}), {}));
    QVERIFY(!withPattern("lock:*").classify(example::look("lock:gone", Value{}), {}));
    QVERIFY(!Classifier().classify(example::look("news", example::hash({{"title", "a"}, {"body", "b"}})), {}));
}

void ClassifierTest::wrappedValue_isMatchedUnwrapped_data()
{
    QTest::addColumn<QByteArray>("wrapped");
    QTest::addColumn<QByteArray>("bare");
    QTest::addColumn<bool>("recognised");
    const auto row = [](const char *name, QByteArray wrapped, const char *bare) {
        QTest::newRow(name) << wrapped << QByteArray(bare) << (*bare != '\0' || wrapped == "\"\"");
    };
    row("JDK", QByteArray("\xac\xed\x00\x05t\x00\x05hello", 12), "hello");
    row("JDK, cut off", QByteArray("\xac\xed\x00\x05t\x00\x05hell", 11), "");
    row("JDK, more behind it", QByteArray("\xac\xed\x00\x05t\x00\x05hello!", 13), "");
    row("JDK, header alone", QByteArray("\xac\xed\x00\x05t", 5), "");
    row("PHP", "s:5:\"hello\";", "hello");
    row("PHP, wrong length", "s:4:\"hello\";", "");
    row("PHP, negative length", "s:-1:\"\";", "");
    row("PHP, no text", "s:\";", "");
    row("PHP, a quote alone", "s:0:\";", "");
    row("JSON", "\"hello\"", "hello");
    row("JSON, escapes", "\"a\\\\\\\"b\\/\"", "a\\\"b/");
    row("JSON, empty", "\"\"", "");
    row("JSON, two strings", "\"a\",\"b\"", "");
    row("JSON, escaped end", "\"a\\\"", "");
    row("JSON, quote alone", "\"", "");
    row("Jackson, a number", "[\"java.lang.Long\",17]", "17");
    row("Jackson, a text", "[\"java.util.UUID\",\"5f1c\"]", "5f1c");
    row("Jackson, a list", "[\"java.util.ArrayList\",[\"a\"]]", "");
    row("Jackson, a class of the program", "[\"com.example.Id\",\"a\"]", "");
    row("two texts", "[\"a\",\"b\"]", "");
    row("igbinary", QByteArray("\0\0\0\2\x11\5hello", 11), "hello");
    row("igbinary, too short", QByteArray("\0\0\0\2\x11\6hello", 11), "");
    row("bare", "hello", "");
    row("empty", "", "");
}

void ClassifierTest::wrappedValue_isMatchedUnwrapped()
{
    QFETCH(QByteArray, wrapped);
    QFETCH(QByteArray, bare);
    QFETCH(bool, recognised);
    const auto inner = unwrapped(std::string_view(wrapped.constData(), static_cast<std::size_t>(wrapped.size())));
    QCOMPARE(inner.has_value(), recognised);
    QCOMPARE(QByteArray::fromStdString(inner ? inner->text : Bytes()), bare);
}

void ClassifierTest::wrappedOwner_isShownAsStored()
{
    const auto quoted = '"' + std::string("web-3:4711") + '"';
    const auto match = Classifier().classify(example::look("lock:report", example::hash({{quoted, "1"}})), {});
    QVERIFY(match);
    QCOMPARE(QByteArray::fromStdString(match->holders.at(0).owner), QByteArray::fromStdString(quoted));
    QVERIFY((match->holders.at(0).facts == std::vector<OwnerFact>{{"host", "web-3"}, {"pid", "4711"}}));
    QVERIFY(says(*match, "a JSON string"));
}

void ClassifierTest::userPattern_parses_data()
{
    QTest::addColumn<QByteArray>("glob");
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("owner");
    const auto row = [](const char *text, const char *glob, ValueType type, RowOwner owner) {
        QTest::newRow(text) << QByteArray(glob) << static_cast<int>(type) << static_cast<int>(owner);
    };
    using enum RowOwner;
    row("job-*", "job-*", ValueType::None, Unknown);
    row("job-*,type=hash", "job-*", ValueType::Hash, Unknown);
    row("job-*,type=string,value=timestamp", "job-*", ValueType::String, Timestamp);
    row("job-*,value=anonymous,type=zset", "job-*", ValueType::Zset, Anonymous);
    row("a,b", "a,b", ValueType::None, Unknown);
    row("a,b,type=hash", "a,b", ValueType::Hash, Unknown);
    row("a\\,type=hash", "a\\,type=hash", ValueType::None, Unknown);
    row("a,B=c", "a,B=c", ValueType::None, Unknown);
    row("[a,b]*", "[a,b]*", ValueType::None, Unknown);
}

void ClassifierTest::userPattern_parses()
{
    QFETCH(QByteArray, glob);
    QFETCH(int, type);
    QFETCH(int, owner);
    const auto pattern = parseUserPattern(QTest::currentDataTag());
    QVERIFY2(pattern.ok(), pattern.ok() ? "" : pattern.error().text.c_str());
    QCOMPARE(QByteArray::fromStdString(pattern->keys.at(0)), glob);
    QCOMPARE(static_cast<int>(pattern->types.size() == 1 ? pattern->types.front() : ValueType::None), type);
    QCOMPARE(static_cast<int>(pattern->owner), owner);
}

void ClassifierTest::wrongUserPattern_isRefused_data()
{
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("") << QByteArray("begins with the names");
    QTest::newRow(",type=hash") << QByteArray("begins with the names");
    QTest::newRow("a*,type=list") << QByteArray("list");
    QTest::newRow("a*,type=") << QByteArray("string, hash or zset");
    QTest::newRow("a*,value=token") << QByteArray("token");
    QTest::newRow("a*,tpye=hash") << QByteArray("tpye");
    QTest::newRow("a*,type=hash,type=zset") << QByteArray("one type");
    QTest::newRow("a*,value=owner,value=owner") << QByteArray("one value=");
}

void ClassifierTest::wrongUserPattern_isRefused()
{
    QFETCH(QByteArray, named);
    const auto pattern = parseUserPattern(QTest::currentDataTag());
    QVERIFY(!pattern.ok());
    QVERIFY(pattern.error().kind == ErrorKind::Refused);
    QVERIFY2(QByteArray::fromStdString(pattern.error().text).contains(named), pattern.error().text.c_str());
}

void ClassifierTest::userPattern_makesAnUnknownLock()
{
    const auto owned = withPattern("job-*").classify(example::look("job-7", example::string("web-3|4711"), 10s), {});
    QVERIFY(owned && owned->library == unknownLibrary && owned->kind == LockKind::Lock && owned->confidence == 3);
    QVERIFY(says(*owned, "it matches your pattern \"job-*\""));
    QCOMPARE(owned->holders.at(0).owner, Bytes("web-3|4711"));
    QVERIFY((owned->holders.at(0).facts == std::vector<OwnerFact>{{"host", "web-3"}, {"pid", "4711"}}));

    const auto anonymous = withPattern("job-*,value=anonymous").classify(example::look("job-7", example::string("1")), {});
    QVERIFY(anonymous && anonymous->kind == LockKind::Anonymous && anonymous->holders.at(0).owner.empty());
    QVERIFY(anonymous->ownerScope == OwnerScope::Nobody);

    const auto stamp = withPattern("job-*,value=timestamp").classify(example::look("job-7", example::string("1795262399")), {});
    QVERIFY(stamp && stamp->kind == LockKind::Timestamp && stamp->lapses == example::now - 1s);
    const auto noStamp = withPattern("job-*,value=timestamp").classify(example::look("job-7", example::string("soon")), {});
    QVERIFY(noStamp && !noStamp->lapses && says(*noStamp, "not a time within a year"));

    const auto hash = withPattern("job-*").classify(example::look("job-7", example::hash({{"a", "2"}, {"b", "x"}})), {});
    QVERIFY(hash && hash->holders.size() == 2 && hash->holders[0].count == 2 && hash->holders[1].count == 1);
    const auto zset = withPattern("job-*").classify(example::look("job-7", example::zset({{"a", "2"}})), {});
    QVERIFY(zset && zset->kind == LockKind::Semaphore && zset->holders.size() == 1);
}

void ClassifierTest::userPattern_keepsWhatIsRecognised()
{
    const auto look = example::look("job-7", example::hash({{owner, "1"}}), 10s);
    const auto match = withPattern("job-*").classify(look, {});
    QVERIFY(match && match->library == "redisson" && match->confidence == 4);
    QVERIFY(says(*match, "it matches your pattern"));
    // A weak guess gives way: the user knows better. The guess is still named.
    const auto weak = withPattern("job-*").classify(example::look("job-7", example::hash({{uuid, "1"}}), 10s), {});
    QVERIFY(weak && weak->library == unknownLibrary && weak->confidence == 3);
    QVERIFY2(says(*weak, "could also be hash-reentrant"), test::textOf(weak));
}

void ClassifierTest::userPattern_respectsItsType()
{
    const auto string = example::look("job-7", example::string("x"));
    QVERIFY(!withPattern("job-*,type=hash").classify(string, {}));
    QVERIFY(withPattern("job-*,type=string").classify(string, {}));
    QVERIFY(!withPattern("job-*").classify(example::look("job-7", example::list({"x"})), {}));
    const Classifier two({parseUserPattern("job-*,type=hash").value(), parseUserPattern("job-*,value=anonymous").value()});
    const auto match = two.classify(string, {});
    QVERIFY(match && match->kind == LockKind::Anonymous);
}

void ClassifierTest::userPattern_doesNotOverruleVeto()
{
    const auto queue = example::look("redisson_lock_token:{x}", example::string("7"));
    QVERIFY(!withPattern("*").classify(queue, {}));
}

void ClassifierTest::broadcastPrefixes_areFewAndDisjoint()
{
    const auto prefixes = Classifier::broadcastPrefixes();
    QVERIFY(!prefixes.empty() && prefixes.size() <= 10);
    for (const auto &a : prefixes) {
        QVERIFY(!a.empty());
        for (const auto &b : prefixes)
            QVERIFY2(&a == &b || !a.starts_with(b), a.c_str());
    }
    const auto patterns = Classifier::announcementPatterns();
    QCOMPARE(std::set<std::string>(patterns.begin(), patterns.end()).size(), patterns.size());
    QVERIFY(std::count(patterns.begin(), patterns.end(), "redisson_lock__channel:*") == 1);
}

void ClassifierTest::fingerprints_areUnique()
{
    std::set<std::string> scripts;
    for (const auto &[sha1, library] : Classifier::fingerprintScripts()) {
        QVERIFY2(scripts.insert(sha1).second, library.c_str());
        QVERIFY(!library.empty());
    }
}

// Taken from the libraries' own runs: a wrong digit would go unnoticed.
void ClassifierTest::fingerprints_areTheMeasuredOnes()
{
    using Script = std::pair<std::string, std::string>;
    const auto known = Classifier::fingerprintScripts();
    for (const auto &script : {Script{"d75bb8b5bd13532ddedd17762e772346e39b321e", "go-redsync"},
                               {"00583931c4e4d483f6233879c133c71ed5393f9d", "go-redsync"},
                               {"80a1b5f2cfccec3b7119ba7721d2127682b691a7", "bsm-redislock"},
                               {"e5a322e2634ef59a516e8ea150cb085afafee684", "node-redlock"},
                               {"ce46f80993d5dac20dd066eb301a4e37994bdbed", "node-redlock"},
                               {"0f0f23b9048b36752b5be114f357ba083449f908", "node-redlock"},
                               {"862f31bf38e9b63ce28d6e9e5143551bb34ef981", "node-redlock"},
                               {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "node-redlock"},
                               {"aed6f382e410db8ba7926d4e5e9aab410bf2a78a", "node-redlock"},
                               {"e4612211c9f8f51c257e26e056b0a654b3187242", "node-redlock"},
                               {"ba015a80261b616e7a62d35df0b8e3edbe6c9414", "pottery"},
                               {"798f1d516faeb26f4438a51a9ec7f6d6afdbe0fe", "effect-distributed-lock"},
                               {"a373f53c1aeef26c854ffe0f616096ebf731fcbb", "cacheops"}})
        QVERIFY2(std::ranges::find(known, script) != known.end(), (script.second + ' ' + script.first).c_str());
}

void ClassifierTest::scriptsOfSeveralLibraries_nameNone()
{
    for (const auto &[sha1, library] : Classifier::fingerprintScripts()) {
        for (const auto *shared : {"cf0e94b2e9ffc7e04395cf88f7583fc309985910", "a7aba3bc5d6e99b3003da8b9d80a63b9f4092ecf"})
            QVERIFY2(sha1 != shared, library.c_str());
    }
}

LOCKSCOPE_TEST(ClassifierTest)
#include "tst_classifier.moc"
