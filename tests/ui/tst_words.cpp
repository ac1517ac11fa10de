// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/monitor/release_facts.h"
#include "ui/words/error_sentence.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/release_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"
#include "ui/words/verdict_words.h"

#include <QLocale>
#include <QSet>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

Endpoint endpointWithSecret()
{
    Endpoint endpoint;
    endpoint.host = "prod-7";
    endpoint.user = "ops";
    endpoint.password = "tops3cret";
    endpoint.db = 99;
    endpoint.path = "/run/redis.sock";
    return endpoint;
}

constexpr ServerTime wordsNow{1'000'000s};

LockInfo heldOfLease30()
{
    LockInfo lock;
    lock.holders = {{"a", 1, Mode::Exclusive, {}, {}}};
    lock.lease = 30s;
    lock.deadline = wordsNow + 12s;
    lock.heldSince = wordsNow - 2h;
    lock.heldSinceObserved = true;
    return lock;
}

} // namespace

class WordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void sentence_beginsWithACapital_butAFileKeepsItsName();
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void cleanup() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void error_namesCauseAndNextStep_data();
    void error_namesCauseAndNextStep();
    void noPassword_isNotCalledWrong();
    void unixEndpoint_isNamedByItsPath();
    void hostileServerText_isEscapedAndCut();
    void timeout_namesTheLimitInForce();
    void everyWord_existsAndIsUnique();
    void notice_endsWithItsParticulars();
    void feed_namesItsBlindInterval();
    void feedRefused_namesMissingRightAndCommand();
    void notPermitted_noticeNamesMissingRight();
    void owner_isShortened_data();
    void owner_isShortened();
    void numbers_followTheLocale();
    void lockCells_claimOnlyWhatIsKnown();
    void verdict_saysWhatEndsTheLock_data();
    void verdict_saysWhatEndsTheLock();
    void outlook_saysWhatHappensIfTheHolderDies_data();
    void outlook_saysWhatHappensIfTheHolderDies();
    void releaseOutcomes_haveDifferentSentences();
    void releaseWarnings_haveDifferentSentences();
    void releaseAftermath_claimsOnlyWhatWasSeen();
};

void WordsTest::error_namesCauseAndNextStep_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("detail");
    QTest::addColumn<QStringList>("says");
    const auto row = [](ErrorKind kind, const char *text, const char *detail, const QStringList &says) {
        QTest::addRow("%d %s %s", static_cast<int>(kind), detail, text)
            << static_cast<int>(kind) << QByteArray(text) << QByteArray(detail) << says;
    };
    using enum ErrorKind;
    row(Transport, "", "host-not-found", {u"prod-7"_s, u"spelling"_s});
    row(Transport, "", "refused", {u"prod-7"_s, u"port"_s, u"redis-server"_s});
    row(Transport, "", "no-socket", {u"/run/redis.sock"_s, u"unixsocket"_s});
    row(Transport, "", "socket-permission", {u"/run/redis.sock"_s, u"permitted"_s, u"unixsocketperm"_s});
    row(Transport, "", "unreachable", {u"prod-7"_s, u"route"_s});
    row(Transport, "", "closed", {u"closed the connection"_s, u"rediss://"_s});
    row(Transport, "", "tls-untrusted", {u"authority"_s, u"?ca="_s});
    row(Transport, "", "tls-expired", {u"expired"_s, u"clock"_s});
    row(Transport, "", "tls-hostname", {u"another name"_s, u"server-name"_s});
    row(Transport, "handshake failed", "tls", {u"TLS"_s, u"redis://"_s, u"Handshake failed."_s});
    row(Transport, "the cable was cut", "network", {u"prod-7"_s, u"The cable was cut."_s});
    row(Timeout, "", "connect", {u"5 s"_s, u"firewall"_s});
    row(Timeout, "", "handshake", {u"accepted the connection"_s, u"5 s"_s, u"rediss://"_s});
    row(Timeout, "", "command", {u"5 s"_s, u"overloaded"_s});
    row(Protocol, "", "not-redis", {u"not a Redis server"_s, u"port"_s});
    row(Protocol, "", "http", {u"HTTP"_s, u"6379"_s});
    row(Protocol, "array of 2000000000", "too-large", {u"larger"_s, u"Array of 2000000000."_s});
    row(Protocol, "nested too deep", "malformed", {u"protocol"_s, u"Nested too deep."_s});
    row(Protocol, "", "sentinel", {u"Sentinel"_s, u"primary"_s});
    row(Refused, "the URL has no host", "", {u"The URL has no host."_s});
    row(Cancelled, "", "", {u"cancelled"_s});
    row(Server, "WRONGPASS invalid username-password pair", "WRONGPASS",
        {u"\"ops\""_s, u"LOCKSCOPE_PASSWORD"_s, u"--password-file"_s, u"URL"_s});
    row(Server, "ERR invalid password", "ERR", {u"does not accept"_s});
    row(Server, "NOPERM this user has no permissions to run the 'scan' command", "NOPERM", {u"SCAN"_s, u"ACL SETUSER ops +scan"_s});
    row(Server, "NOPERM User ops has no permissions to run the 'client|tracking' command", "NOPERM",
        {u"CLIENT TRACKING"_s, u"+client|tracking"_s});
    row(Server, "EXECABORT Transaction discarded because of: NOPERM this user has no permissions to run the 'exec' command", "EXECABORT",
        {u"EXEC"_s, u"ACL SETUSER ops +exec"_s});
    row(Server, "NOPERM this user has no permissions to access one of the keys used as arguments", "NOPERM", {u"keys"_s, u"~PATTERN"_s});
    row(Server, "NOPERM this user has no permissions to access one of the channels used as arguments", "NOPERM",
        {u"channel"_s, u"&PATTERN"_s});
    row(Server, "ERR DB index is out of range", "ERR", {u"no database 99"_s, u"0 to 15"_s});
    row(Server, "ERR SELECT is not allowed in cluster mode", "ERR", {u"no database 99"_s, u"cluster"_s});
    row(Server, "ERR AUTH <password> called without any password configured for the default user.", "ERR", {u"has none"_s});
    row(Server, "ERR max number of clients reached", "ERR", {u"maxclients"_s});
    row(Server, "ERR unknown command 'SCAN', with args beginning with: ", "ERR", {u"proxy"_s, u"SCAN"_s});
    row(Server, "LOADING Redis is loading the dataset in memory", "LOADING", {u"loading"_s, u"moment"_s});
    row(Server, "BUSY Redis is busy running a script.", "BUSY", {u"script"_s, u"SCRIPT KILL"_s});
    row(Server, "MASTERDOWN Link with MASTER is down", "MASTERDOWN", {u"primary"_s});
    row(Server, "OOM command not allowed", "OOM", {u"maxmemory"_s});
    row(Server, "READONLY You can't write against a read only replica.", "READONLY", {u"primary"_s});
    row(Server, "NOPERM this user has no permission for this PUBLISH", "NOPERM", {u"may not use PUBLISH"_s, u"+publish"_s, u"&CHANNEL"_s});
    row(Server, "MOVED 3999 127.0.0.1:6381", "MOVED", {u"cluster"_s, u"this key is on 127.0.0.1:6381"_s});
    row(Server, "MOVED 3999 :6381", "MOVED", {u"port 6381 of the same host"_s});
    row(Server, "MOVED 3999 ?:6381", "MOVED", {u"does not say which"_s});
    row(Server, "ASK 3999 [::1]:6381", "ASK", {u"moving"_s, u"to [::1]:6381"_s, u"in a moment"_s});
    row(Server, "TRYAGAIN Multiple keys request during rehashing of slot", "TRYAGAIN", {u"moving"_s, u"Try again"_s});
    row(Server, "CROSSSLOT Keys in request don't hash to the same slot", "CROSSSLOT", {u"different slots"_s});
    row(Server, "CLUSTERDOWN Hash slot not served", "CLUSTERDOWN", {u"cluster"_s});
    row(Server, "DENIED Redis is running in protected mode", "DENIED", {u"protected mode"_s});
    row(Server, "WHATEVER it was", "WHATEVER", {u"WHATEVER it was."_s});
}

void WordsTest::error_namesCauseAndNextStep()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, detail);
    QFETCH(QStringList, says);
    const Error error{static_cast<ErrorKind>(kind), text.toStdString(), detail.toStdString()};
    const auto sentence = errorSentence(error, endpointWithSecret());
    for (const auto &part : says)
        QVERIFY2(sentence.contains(part), qPrintable(part + u" | "_s + sentence));
    QVERIFY(u".?"_s.contains(sentence.back()));
    QVERIFY(!sentence.contains(u"tops3cret"_s));
    QVERIFY2(!sentence.contains(u"%1"_s) && !sentence.contains(u"%2"_s), qPrintable(sentence));
}

void WordsTest::noPassword_isNotCalledWrong()
{
    auto endpoint = endpointWithSecret();
    endpoint.password.clear();
    for (const auto *text : {"NOAUTH Authentication required.", "WRONGPASS invalid username-password pair"}) {
        const auto sentence = errorSentence(serverError(text), endpoint);
        QVERIFY2(sentence.contains(u"none was given"_s), qPrintable(sentence));
        QVERIFY(sentence.contains(u"LOCKSCOPE_PASSWORD"_s));
    }
}

void WordsTest::unixEndpoint_isNamedByItsPath()
{
    auto endpoint = endpointWithSecret();
    endpoint.transport = Endpoint::Transport::Unix;
    const auto sentence = errorSentence({ErrorKind::Transport, {}, "closed"}, endpoint);
    QVERIFY2(sentence.contains(u"/run/redis.sock"_s) && !sentence.contains(u"rediss"_s), qPrintable(sentence));
}

void WordsTest::hostileServerText_isEscapedAndCut()
{
    const auto sentence = errorSentence(serverError("ODD \x1b[31m\xff" + std::string(1'000'000, 'x')), endpointWithSecret());
    QVERIFY(!sentence.contains(QChar(0x1b)));
    QVERIFY(sentence.contains(uR"(\x1b[31m\xff)"_s));
    QVERIFY(sentence.size() < 600);
    QVERIFY(shownText(std::string(5000, '\n'), 20).size() <= 20);
}

void WordsTest::timeout_namesTheLimitInForce()
{
    const auto sentence = errorSentence({ErrorKind::Timeout, {}, "connect"}, endpointWithSecret(), 1500ms);
    QVERIFY2(sentence.contains(u"1.5 s"_s), qPrintable(sentence));
}

void WordsTest::everyWord_existsAndIsUnique()
{
    QSet<QString> words;
    for (int i = 0; i <= static_cast<int>(LockState::UnknownOwner); ++i) {
        words.insert(stateText(static_cast<LockState>(i)));
        QCOMPARE(glyphText(glyphOf(static_cast<LockState>(i))).size(), 1);
    }
    QCOMPARE(words.size(), 10);
    words.clear();
    for (int i = 0; i <= static_cast<int>(EventType::Immortal); ++i)
        words.insert(eventText(static_cast<EventType>(i)));
    QCOMPARE(words.size(), static_cast<int>(EventType::Immortal) + 1);
    QVERIFY(!words.contains(QString()));
    words.clear();
    for (int i = 0; i <= static_cast<int>(Notice::Kind::SlotsMoving); ++i)
        words.insert(noticeText({static_cast<Notice::Kind>(i), {}}));
    QCOMPARE(words.size(), static_cast<int>(Notice::Kind::SlotsMoving) + 1);
    QVERIFY(!words.contains(QString()));
}

void WordsTest::notice_endsWithItsParticulars()
{
    const auto text = noticeText({Notice::Kind::EvictsLocks, "maxmemory-policy is allkeys-lru"});
    QVERIFY2(text.endsWith(u"(maxmemory-policy is allkeys-lru)."_s), qPrintable(text));
}

void WordsTest::feed_namesItsBlindInterval()
{
    MonitorState state;
    QCOMPARE(feedText(state), u"no feed"_s);
    state.feed = MonitorState::Feed::Polling;
    state.sweepInterval = 2000ms;
    QCOMPARE(feedText(state), u"polling every 2.0 s: short locks may be missed"_s);
    state.feed = MonitorState::Feed::Tracking;
    state.prefixes = {"lock:", "bull:"};
    QCOMPARE(feedText(state), u"tracking, 2 name prefixes; other new locks within 2.0 s"_s);
    state.prefixes = {"lock:"};
    QCOMPARE(feedText(state), u"tracking, 1 name prefix; other new locks within 2.0 s"_s);
    state.allNames = true;
    QCOMPARE(feedText(state), u"tracking, all names"_s);
    state.feed = MonitorState::Feed::KeyspaceEvents;
    QCOMPARE(feedText(state), u"keyspace events"_s);
}

void WordsTest::feedRefused_namesMissingRightAndCommand()
{
    const auto endpoint = endpointWithSecret(); // the user is ops
    const std::initializer_list<std::pair<const char *, QStringList>> reasons = {
        {"NOPERM this user has no permissions to run the 'client|tracking' command",
         {u"CLIENT TRACKING"_s, u"ACL SETUSER ops +client|tracking"_s}},
        {"NOPERM this user has no permissions to access one of the channels used as arguments",
         {u"ACL SETUSER ops &__redis__:invalidate"_s}},
        {"CLIENT ID is unknown or not permitted", {u"ACL SETUSER ops +client|id +client|tracking"_s}},
        {"ERR unknown command 'CLIENT', with args beginning with: ", {u"proxy"_s}},
        {"the network is slow", {u"The network is slow."_s}},
        {"", {}}};
    for (const auto &[reason, says] : reasons) {
        MonitorState state;
        state.feedReason = reason;
        const auto sentence = feedReasonText(state, endpoint);
        for (const auto &part : says)
            QVERIFY2(sentence.contains(part), qPrintable(sentence));
        QVERIFY2(!sentence.contains(u"NOPERM"_s), qPrintable(sentence));
        QCOMPARE(sentence.isEmpty(), state.feedReason.empty());
    }
}

void WordsTest::notPermitted_noticeNamesMissingRight()
{
    const auto command = noticeText({Notice::Kind::DeniedCommand, "SCRIPT EXISTS"});
    QVERIFY2(command.endsWith(u"ACL SETUSER USER +script|exists."_s), qPrintable(command));
    const auto keys = noticeText({Notice::Kind::DeniedKeys, "3"});
    QVERIFY2(keys.endsWith(u"ACL SETUSER USER ~PATTERN."_s), qPrintable(keys));
    QVERIFY(!noticeText({Notice::Kind::DeniedCommand, "it said \"no\""}).contains(u"ACL"_s));
    const auto renamed = noticeText({Notice::Kind::UnknownCommand, "INFO"});
    QVERIFY2(renamed.contains(u"(INFO)"_s) && renamed.contains(u"renamed"_s) && !renamed.contains(u"ACL"_s), qPrintable(renamed));
}

void WordsTest::owner_isShortened_data()
{
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<QString>("shown");
    QTest::newRow("redisson") << "9f3ac21e-1111-4222-8333-444444444444:17"_ba << u"9f3ac21e…:17"_s;
    QTest::newRow("uuid") << "9f3ac21e-1111-4222-8333-444444444444"_ba << u"9f3ac21e…"_s;
    QTest::newRow("32 hex") << "9f3ac21e111142228333444444444444"_ba << u"9f3ac21e…"_s;
    QTest::newRow("writer") << "9f3ac21e-1111-4222-8333-444444444444:17:write"_ba << u"9f3ac21e…:17:write"_s;
    QTest::newRow("host") << "web-3/4711"_ba << u"web-3/4711"_s;
    QTest::newRow("raw bytes") << "\xff\x01"_ba << uR"(\xff\x01)"_s;
    QTest::newRow("long") << QByteArray(100, 'a') << QString(12, u'a') + u'…' + QString(11, u'a');
    QTest::newRow("nobody") << ""_ba << u"anonymous"_s;
}

void WordsTest::owner_isShortened()
{
    QFETCH(QByteArray, owner);
    QTEST(ownerText(Holder{.owner = owner.toStdString(), .count = 1, .mode = {}, .deadline = {}, .facts = {}}), "shown");
}

void WordsTest::numbers_followTheLocale()
{
    MonitorState state;
    state.keysSeen = 1'234'567;
    state.keysTotal = 2'000'000;
    QCOMPARE(sweepText(state), u"1,234,567 of 2,000,000 keys seen"_s);
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(sweepText(state), u"1.234.567 of 2.000.000 keys seen"_s);
    QCOMPARE(spanText(27100ms), u"27,1 s"_s);
}

void WordsTest::lockCells_claimOnlyWhatIsKnown()
{
    const ServerTime now{1000s};
    LockInfo lock;
    lock.heldSince = now - 192s;
    QCOMPARE(heldForText(lock, now), u"≥ 3 m 12 s"_s);
    lock.heldSinceObserved = true;
    QCOMPARE(heldForText(lock, now), u"3 m 12 s"_s);
    auto permits = lock;
    permits.kind = LockKind::Semaphore;
    QCOMPARE(heldForText(permits, now), u"?"_s);
    QCOMPARE(ttlText(lock, now), u"none"_s);
    lock.deadline = now + 27100ms;
    QCOMPARE(ttlText(lock, now), u"27.1 s"_s);
    lock.deadline = ServerTime(lockcore::Milliseconds(lockcore::latestTime));
    lock.lease = 30s;
    QCOMPARE(ttlText(lock, now), u"over 100 years"_s);
    QCOMPARE(leaseText(*timeLeft(lock, now), lock), u"over 100 years"_s);
    lock.lease.reset();
    lock.deadline = now - 1s;
    QCOMPARE(ttlText(lock, now), u"0.0 s"_s);
    QCOMPARE(waitersText(lock.waiters), u"?"_s);
    lock.waiters.knowledge = Waiters::Knowledge::AtLeast;
    QCOMPARE(waitersText(lock.waiters), u"?"_s); // "at least none"
    lock.waiters.count = 2;
    QCOMPARE(waitersText(lock.waiters), u"≥ 2"_s);
    QCOMPARE(ownersText(lock), u"not recorded"_s);
    lock.holders = {{"a", 1, Mode::Read, {}, {}}, {"b", 1, Mode::Read, {}, {}}};
    QCOMPARE(ownersText(lock), u"a and 1 more"_s);
    QCOMPARE(kindText(lock), u"lock"_s);
    lock.library = "redisson";
    lock.variant = "RLock";
    QCOMPARE(kindText(lock), u"redisson RLock"_s);
}

void WordsTest::verdict_saysWhatEndsTheLock_data()
{
    QTest::addColumn<LockInfo>("lock");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char *name, const std::function<void(LockInfo &)> &change, const QString &verdict) {
        auto lock = heldOfLease30();
        change(lock);
        QTest::newRow(name) << lock << verdict;
    };
    const auto renewed = [](LockInfo &lock) { lock.renewals = {18, wordsNow - 3s, 10s}; };
    const auto bare = [](LockInfo &lock, LockState state) {
        lock.deadline.reset();
        lock.state = state;
    };
    row("renewed", renewed, u"Renewed 3.0 s ago."_s);
    row(
        "not renewed", [](LockInfo &) {}, u"No renewal seen; free in 12.0 s unless renewed."_s);
    row(
        "several holders", [](LockInfo &lock) { lock.moreHolders = 1; },
        u"No renewal seen; the last lease ends in 12.0 s unless renewed."_s);
    row(
        "lapsed", [](LockInfo &lock) { lock.deadline = wordsNow - 1s; }, u"No renewal seen; its lease is over."_s);
    row(
        "endless", [](LockInfo &lock) { lock.deadline = ServerTime(Milliseconds(latestTime)); },
        u"No renewal seen; its lease has no end in sight."_s);
    row(
        "immortal", [&](LockInfo &lock) { bare(lock, LockState::Immortal); }, u"Will never end by itself: its lease is missing."_s);
    row(
        "no lease", [&](LockInfo &lock) { bare(lock, LockState::NoLease); }, u"Will never end by itself: it has no expiry."_s);
    row(
        "waited for, without a lease by design", [&](LockInfo &lock) { bare(lock, LockState::Contended); },
        u"Redis will not end it: it has no expiry."_s);
    row(
        "a deadline for each holder",
        [&](LockInfo &lock) {
            bare(lock, LockState::Held);
            lock.holders.front().deadline = wordsNow + 5s;
        },
        u"Each holder has a deadline of its own."_s);
    row(
        "stale", [](LockInfo &lock) { lock.state = LockState::Stale; },
        u"Its value says that it lapsed; the next client that asks may take it."_s);
    row(
        "timestamp",
        [&](LockInfo &lock) {
            bare(lock, LockState::Held);
            lock.kind = LockKind::Timestamp;
        },
        u"Lapses by the time in its value; Redis will not end it."_s);
    row(
        "overdue",
        [&](LockInfo &lock) {
            renewed(lock);
            lock.renewals.last = wordsNow - 16s;
            lock.state = LockState::RenewalOverdue;
        },
        u"Its renewals stopped 16.0 s ago; free in 12.0 s unless renewed."_s);
    row(
        "held too long",
        [&](LockInfo &lock) {
            renewed(lock);
            lock.state = LockState::HeldTooLong;
        },
        u"Held for 2 h 00 m and still renewed, 3.0 s ago."_s);
    row(
        "counted permits",
        [](LockInfo &lock) {
            lock.kind = LockKind::Semaphore;
            lock.holders.clear();
        },
        u"It counts permits; whether some are taken is not known."_s);
}

void WordsTest::verdict_saysWhatEndsTheLock()
{
    QFETCH(LockInfo, lock);
    QTEST(verdictText(lock, wordsNow), "verdict");
}

void WordsTest::outlook_saysWhatHappensIfTheHolderDies_data()
{
    QTest::addColumn<LockInfo>("lock");
    QTest::addColumn<QString>("outlook");
    auto lock = heldOfLease30();
    QTest::newRow("not renewed") << lock << u"If its holder dies it is free when the lease of 30.0 s ends."_s;
    lock.leaseKnowledge = LeaseKnowledge::AtLeast;
    QTest::newRow("not seen from the beginning") << lock << u"If its holder dies it is free when the lease of at least 30.0 s ends."_s;
    lock.leaseKnowledge = LeaseKnowledge::AsSet;
    lock.renewals = {18, wordsNow - 3s, 10s};
    lock.waiters = {Waiters::Knowledge::Exact, 2, {}, {}, {}};
    QTest::newRow("renewed") << lock << u"Renewed every 10.0 s, 2 wait; if its holder dies it is free 30.0 s later."_s;
    lock.renewals = {};
    lock.waiters.knowledge = Waiters::Knowledge::AtLeast;
    lock.deadline.reset();
    QTest::newRow("without expiry") << lock << u"At least 2 wait; if its holder dies it stays locked."_s;
    lock.waiters.count = 1;
    QTest::newRow("one waits") << lock << u"At least 1 waits; if its holder dies it stays locked."_s;
    lock.moreHolders = 3;
    QTest::newRow("several holders") << lock << QString();
}

void WordsTest::outlook_saysWhatHappensIfTheHolderDies()
{
    QFETCH(LockInfo, lock);
    QTEST(outlookText(lock), "outlook");
}

void WordsTest::releaseOutcomes_haveDifferentSentences()
{
    QSet<QString> said;
    ReleaseReport report;
    report.order.wish.id.key = "stock";
    const auto say = [&] {
        const auto text = outcomeText(report, endpointWithSecret());
        QVERIFY2(text.endsWith(u'.') && !said.contains(text), qPrintable(text));
        QVERIFY(!text.contains(u"tops3cret"_s));
        said.insert(text);
    };
    for (const auto outcome : {ReleaseOutcome::Released, ReleaseOutcome::ReleasedUntold, ReleaseOutcome::Changed, ReleaseOutcome::NotThere,
                               ReleaseOutcome::NotPermitted, ReleaseOutcome::Unknown}) {
        report.outcome = outcome;
        report.error.reset();
        say();
        report.error = Error{ErrorKind::Cancelled, "cancelled before it was answered", {}};
        if (outcome == ReleaseOutcome::ReleasedUntold || outcome == ReleaseOutcome::NotPermitted || outcome == ReleaseOutcome::Unknown)
            say();
    }
    QVERIFY(said.contains(u"The answer was lost: stock may or may not be released."_s));
    report.error.reset();
    report.outcome = ReleaseOutcome::Changed;
    for (const auto difference : {Difference::Type, Difference::Owner, Difference::Count, Difference::Holders, Difference::Lease,
                                  Difference::Queue, Difference::Value}) {
        report.changed = difference;
        say();
    }
    // Only a later deadline shows a living holder.
    report.changed = Difference::Lease;
    report.now.emplace();
    report.now->value.type = ValueType::String;
    const auto start = report.now->at;
    report.order.look.deadline = start + 30s;
    report.holdersNow = {{"web-3:17", 1, {}, {}, {}}};
    report.now->deadline = start + 20s;
    QVERIFY(outcomeText(report, endpointWithSecret()).contains(u"Its deadline is earlier"));
    report.now->deadline.reset();
    QVERIFY(outcomeText(report, endpointWithSecret()).contains(u"It has no deadline any more"));
    QVERIFY(outcomeText(report, endpointWithSecret()).endsWith(u"held by web-3:17, without a TTL."));
    report.order.look.deadline.reset();
    report.now->deadline = start + 20s;
    QVERIFY(outcomeText(report, endpointWithSecret()).contains(u"It has a deadline now"));
    report.order.look.deadline = start + 30s;
    report.now->deadline.reset();
    report.holdersNow.front().deadline = start + 40s;
    QVERIFY(outcomeText(report, endpointWithSecret()).endsWith(u"held by web-3:17; its lease has 40.0 s left."));
    report.now->deadline = start + 60s;
    QVERIFY(outcomeText(report, endpointWithSecret()).contains(u"Most likely the holder is alive."));
    report.now.reset();
    report.outcome = ReleaseOutcome::Released;
    report.freed = {{"web-3:17", 1, Mode::Read, {}, {}}}; // one of several
    QCOMPARE(outcomeText(report, endpointWithSecret()), u"stock is no longer held by web-3:17; whoever else holds it was left alone."_s);
    report.told = 1;
    QVERIFY(outcomeText(report, endpointWithSecret()).endsWith(u"left alone. The release was announced."));
    report.told = 0;
    report.dry = true;
    say();
    report.freed.clear();
    for (const auto action : {ReleaseAction::Release, ReleaseAction::GiveLease, ReleaseAction::DropDeadHead}) {
        report.order.wish.action = action;
        say();
        QVERIFY(outcomeText(report, endpointWithSecret()).endsWith(u"Nothing was changed."_s));
    }
}

void WordsTest::releaseWarnings_haveDifferentSentences()
{
    using Kind = ReleaseWarning::Kind;
    QCOMPARE(warningText({Kind::HolderRenews, {}, 10s}),
             u"The holder was seen renewing: it is alive. Releasing breaks mutual exclusion, two will work at once. (Every 10.0 s.)"_s);
    QVERIFY(warningText({Kind::HolderRenews, {}}).endsWith(u"at once."_s));
    // A holder that renewed and stopped is not called alive, and a lock is not called "no lock" if the details call it one.
    const auto stopped = warningText({Kind::HolderStopped, {}});
    QVERIFY2(stopped.contains(u"has stopped"_s) && !stopped.contains(u"is alive"_s), qPrintable(stopped));
    ReleasePlan weak;
    weak.warnings = {{Kind::MaybeNoLock, {}}, {Kind::TransactionCommits, {}}};
    const auto facts = warningFacts(weak);
    QCOMPARE(facts.size(), 2);
    QVERIFY2(facts[0].text.contains(u"may not be a lock"_s), qPrintable(facts[0].text));
    QCOMPARE(facts[0].look, Fact::KeySnapshot::Warning);
    QCOMPARE(facts[1].look, Fact::KeySnapshot::Danger);
    QSet<QString> said;
    for (int i = 0; i <= static_cast<int>(Kind::WakesByGuess); ++i) {
        const auto text = warningText({static_cast<Kind>(i), {}});
        QVERIFY2(text.endsWith(u'.') && !said.contains(text), qPrintable(text));
        said.insert(text);
    }
}

void WordsTest::releaseAftermath_claimsOnlyWhatWasSeen()
{
    ReleaseAftermath aftermath;
    aftermath.order.wish.id.key = "stock";
    aftermath.watched = 20s;
    const auto text = [&](Aftermath how) {
        aftermath.how = how;
        return aftermathText(aftermath, endpointWithSecret());
    };
    QCOMPARE(text(Aftermath::NotWatched), QString());
    QCOMPARE(text(Aftermath::StillFree), u"Nobody was seen acquiring stock in the 20.0 s since then."_s);
    aftermath.holders = {{"a:1", 1, Mode::Exclusive, {}, {}}};
    QCOMPARE(text(Aftermath::NewOwner), u"stock has a new owner: a:1."_s);
    QVERIFY(text(Aftermath::Resurrected).contains(u"under the same owner (a:1)"_s));
    aftermath.holders = {{"", 1, Mode::Exclusive, {}, {}}};
    QCOMPARE(text(Aftermath::NewOwner), u"stock is held again; its value does not say by whom."_s);
    aftermath.error = Error{ErrorKind::Timeout, "late", {}};
    QVERIFY(text(Aftermath::NotWatched).startsWith(u"stock could not be watched afterwards."_s));
}

void WordsTest::sentence_beginsWithACapital_butAFileKeepsItsName()
{
    QCOMPARE(asSentence("the worker ended"), u"The worker ended."_s);
    QCOMPARE(asSentence("runs/one, line 3: no number"), u"runs/one, line 3: no number."_s);
    QCOMPARE(asSentence("history.jsonl is empty"), u"history.jsonl is empty."_s);
}

LOCKSCOPE_TEST(WordsTest)
#include "tst_words.moc"
