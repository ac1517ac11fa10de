// SPDX-License-Identifier: MIT
// Records that change hands: who the events say held the lock, and that an id of the lock or a fencing token does not hide the change.
#include "support/test_program.h"

#include "lockcore/monitor/watch/lock_table.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ServerTime start{std::chrono::seconds(1'795'262'400)};

using Fields = std::vector<std::pair<Bytes, Bytes>>;

// A record under a lock word that is looked at once a second.
class Record
{
public:
    explicit Record(std::optional<std::chrono::seconds> lease = 60s)
        : m_lease(lease)
    { }

    QString json(const Bytes &text) { return changed({ValueType::String, text, static_cast<std::int64_t>(text.size()), {}}); }

    QString gone() { return changed({}); }

    /// From the next look on; none: the key has no TTL.
    Record &leased(std::optional<std::chrono::seconds> lease)
    {
        m_lease = lease;
        return *this;
    }

    QString hash(const Fields &fields) { return changed({ValueType::Hash, {}, static_cast<std::int64_t>(fields.size()), fields}); }

private:
    QString changed(Value value)
    {
        Look look;
        look.id = {0, "lock:orders"};
        look.value = std::move(value);
        look.at = m_now += 1s;
        look.deadline = m_lease ? std::optional(m_now + *m_lease) : std::nullopt;
        QStringList words;
        for (const auto &event : m_table.apply(look, {}))
            words.append(QString::fromStdString(std::string(toString(event.type)) + ' ' + event.owner));
        return words.join(u", "_s);
    }

    std::optional<std::chrono::seconds> m_lease;
    ServerTime m_now = start;
    const Classifier m_classifier;
    LockTable m_table{m_classifier};
};

} // namespace

class RecordEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void anIdOfTheLock_doesNotHideAChangeOfHands()
    {
        Record record;
        QCOMPARE(record.json(R"({"lockId":"orders:17","owner":"web-3"})"), u"acquired web-3"_s);
        QCOMPARE(record.json(R"({"lockId":"orders:17","owner":"web-4"})"), u"taken-over web-4"_s);
        QCOMPARE(record.json(R"({"lockId":"orders:17","owner":"web-4"})"), u"renewed web-4"_s);
        QCOMPARE(record.json(R"({"lockId":"orders:17","owner":null})"), u"released web-4"_s);
        QCOMPARE(record.json(R"({"lockId":"orders:17","owner":"web-5"})"), u"acquired web-5"_s);
    }

    void aFencingToken_doesNotHideARelease()
    {
        Record record;
        QCOMPARE(record.hash({{"owner", "web-3"}, {"token", "17"}}), u"acquired web-3"_s);
        QCOMPARE(record.hash({{"owner", "web-4"}, {"token", "18"}}), u"taken-over web-4"_s);
        QCOMPARE(record.hash({{"owner", ""}, {"token", "18"}}), u"released web-4"_s);
    }

    void aWorkerThatIsNull_isNoRelease()
    {
        Record record;
        QCOMPARE(record.json(R"({"token":17})"), u"acquired 17"_s);
        QCOMPARE(record.json(R"({"token":17,"worker":null})"), u"renewed 17"_s);
        QCOMPARE(record.json(R"({"token":18,"worker":""})"), u"taken-over 18"_s);
    }

    void aFencingTokenOfAWorker_doesNotHideAChangeOfHands()
    {
        Record record;
        QCOMPARE(record.hash({{"worker_id", "w-3"}, {"token", "17"}}), u"acquired w-3"_s);
        QCOMPARE(record.hash({{"worker_id", "w-4"}, {"token", "18"}}), u"taken-over w-4"_s);
    }

    void whatAReleaseLeaves_isNoOtherOwner()
    {
        Record record;
        QCOMPARE(record.json(R"({"owner":"web-3","host":"h1","lockedAt":"2026-11-23T10:00:00Z"})"), u"acquired web-3"_s);
        QCOMPARE(record.json(R"({"owner":null,"host":"h1","lockedAt":"2026-11-23T10:00:00Z"})"), u"released web-3"_s);
    }

    void theSameHost_doesNotHideAChangeOfHands()
    {
        Record record;
        QCOMPARE(record.json(R"({"token":17,"host":"web-3","pid":4711,"thread":"main"})"), u"acquired 17"_s);
        QCOMPARE(record.json(R"({"token":18,"host":"web-3","pid":4711,"thread":"main"})"), u"taken-over 18"_s);
        QCOMPARE(record.json(R"({"token":18,"host":"web-3","pid":4711,"thread":"main"})"), u"renewed 18"_s);
        Record alone;
        QCOMPARE(alone.json(R"({"lockId":"web-3:4711:t0","host":"web-3","user":"deploy"})"), u"acquired web-3:4711:t0"_s);
        QCOMPARE(alone.json(R"({"lockId":"web-3:4711:t1","host":"web-3","user":"deploy"})"), u"taken-over web-3:4711:t1"_s);
        QCOMPARE(alone.json(R"({"lockId":"web-3:4712:t9","host":"web-3"})"), u"taken-over web-3:4712:t9"_s);
        QCOMPARE(alone.json(R"({"lockId":"web-3:4712:t9","host":null})"), u"renewed web-3:4712:t9"_s);
    }

    // In containers, equal pids are normal.
    void thePidOfAnotherHost_isAnotherOwner()
    {
        Record record;
        QCOMPARE(record.json(R"({"pid":7,"host":"web-3"})"), u"acquired web-3:7"_s);
        QCOMPARE(record.json(R"({"pid":7,"host":"web-3"})"), u"renewed web-3:7"_s);
        QCOMPARE(record.json(R"({"pid":7,"host":"web-4"})"), u"taken-over web-4:7"_s);
        Record hash;
        QCOMPARE(hash.hash({{"host", "web-3"}, {"thread", "t1"}}), u"acquired web-3:t1"_s);
        QCOMPARE(hash.hash({{"host", "web-3"}, {"thread", "t2"}}), u"taken-over web-3:t2"_s);
        Record instance;
        QCOMPARE(instance.json(R"({"instanceId":"i-1","pid":7})"), u"acquired i-1:7"_s);
        QCOMPARE(instance.json(R"({"instanceId":"i-1","pid":8})"), u"taken-over i-1:8"_s);
        Record session;
        QCOMPARE(session.json(R"({"node":"n1","sessionId":"1"})"), u"acquired n1:1"_s);
        QCOMPARE(session.json(R"({"node":"n2","sessionId":"1"})"), u"taken-over n2:1"_s);
    }

    void theNameOfWhatIsLocked_doesNotHideAChangeOfHands()
    {
        Record record;
        QCOMPARE(record.json(R"({"lockId":"orders","user":"bob"})"), u"acquired bob"_s);
        QCOMPARE(record.json(R"({"lockId":"orders","user":"alice"})"), u"taken-over alice"_s);
    }

    void readersBesideAnOwner_holdItToo()
    {
        Record record;
        QCOMPARE(record.hash({{"web-3", "1"}, {"readers", "2"}}), u"acquired web-3, acquired "_s);
        QCOMPARE(record.hash({{"readers", "2"}}), u"released web-3"_s);
    }

    // Each of these looks also shows a later deadline.
    void anOwnerThatCountsItsHolds_reenters()
    {
        for (const auto *field : {"count", "reentrancy", "holds", "holdCount", "hold_count", "depth", "refcount", "lockCount"}) {
            Record hash;
            QCOMPARE(hash.hash({{"owner", "web-3"}, {field, "1"}}), u"acquired web-3"_s);
            QCOMPARE(hash.hash({{"owner", "web-3"}, {field, "2"}}), u"renewed web-3, reentered web-3"_s);
            QCOMPARE(hash.hash({{"owner", "web-3"}, {field, "1"}}), u"renewed web-3, partly-released web-3"_s);
            QCOMPARE(hash.hash({{"owner", "web-4"}, {field, "1"}}), u"taken-over web-4"_s);
            Record record;
            const auto json = [&](const char *count) { return record.json(Bytes(R"({"owner":"web-3",")") + field + "\":" + count + "}"); };
            QCOMPARE(json("1"), u"acquired web-3"_s);
            QCOMPARE(json("2"), u"renewed web-3, reentered web-3"_s);
        }
    }

    void aWriterAndReaders_takeTurns()
    {
        Record record;
        QCOMPARE(record.json(R"({"writer":"web-3:17","readers":0})"), u"acquired web-3:17"_s);
        QCOMPARE(record.json(R"({"writer":"web-4:18","readers":0})"), u"taken-over web-4:18"_s);
        QCOMPARE(record.json(R"({"writer":null,"readers":0})"), u"released web-4:18"_s);
        QCOMPARE(record.json(R"({"writer":null,"readers":2})"), u"acquired "_s);
        Record hash;
        QCOMPARE(hash.hash({{"mode", "read"}, {"web-3:17", "1"}}), u"acquired web-3:17"_s);
        QCOMPARE(hash.hash({{"mode", "read"}, {"web-3:17", "1"}, {"web-4:18", "2"}}), u"acquired web-4:18"_s);
        QCOMPARE(hash.hash({{"mode", "read"}, {"web-4:18", "2"}}), u"released web-3:17"_s);
    }

    void thoseWhoWait_areNoHolders()
    {
        Record record;
        QCOMPARE(record.hash({{"web-3", "1"}, {"waiters", "2"}}), u"acquired web-3"_s);
        QCOMPARE(record.hash({{"waiters", "2"}}), u"released web-3"_s);
    }

    // Then they share something: the first one has neither lost it nor re-entered.
    void aSecondOwnerOfAHash_joinsTheFirst()
    {
        Record record;
        QCOMPARE(record.hash({{"web-3", "1"}}), u"acquired web-3"_s);
        QCOMPARE(record.hash({{"web-3", "1"}, {"web-4", "1"}}), u"acquired web-4"_s);
        QCOMPARE(record.hash({{"web-4", "1"}}), u"released web-3"_s);
    }

    void aLineFeedBehindTheBrace_doesNotHideARelease()
    {
        Record record;
        QCOMPARE(record.json("{\"owner\": \"web-3\"}\n"), u"acquired web-3"_s);
        QCOMPARE(record.json("{\"owner\": null}\n"), u"released web-3"_s);
    }

    void aWordOfState_isNoHolder()
    {
        Record record;
        QCOMPARE(record.hash({{"web-3", "1"}, {"locked", "1"}}), u"acquired web-3"_s);
        QCOMPARE(record.hash({{"web-4", "1"}, {"locked", "1"}}), u"taken-over web-4"_s);
        Record unnamed;
        QCOMPARE(unnamed.hash({{"locked", "1"}}), u"acquired "_s);
    }

    // Without a TTL, a record is a lock's by what is in it.
    void whatAHolderAdds_isNoRelease()
    {
        Record record(std::nullopt);
        QCOMPARE(record.json(R"({"owner":"w-3:17","acquired_at":1795262399})"), u"acquired w-3:17"_s);
        QCOMPARE(record.json(R"({"owner":"w-3:17","acquired_at":1795262399,"heartbeat":1795262401,"job":"export"})"), QString());
        Record data(std::nullopt);
        QCOMPARE(data.json(R"({"owner":"ann","acquired_at":1795262399})"), u"acquired ann"_s);
        QCOMPARE(data.json(R"({"owner":"ann","acquired_at":1795262399,"model":"X200"})"), u"out-of-sight ann"_s);
    }

    void aSurerNameForTheHolder_isNoTakeover()
    {
        Record json(std::nullopt);
        json.json(R"({"host":"web-3","pid":17,"acquired_at":1795262399})");
        QCOMPARE(json.json(R"({"host":"web-3","pid":17,"acquired_at":1795262399,"owner":"importer-1:17"})"), u"seen importer-1:17"_s);
        Record hash(std::nullopt);
        hash.hash({{"token", "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5"}, {"acquired_at", "1795262399"}});
        QCOMPARE(hash.hash({{"token", "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5"}, {"acquired_at", "1795262399"}, {"owner", "web-3:17"}}),
                 u"seen web-3:17"_s);
        QCOMPARE(hash.hash({{"token", "1d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5"}, {"acquired_at", "1795262399"}, {"owner", "web-4:17"}}),
                 u"taken-over web-4:17"_s);
    }

    // The lease goes with a SET without EX, and the rest of the text has changed.
    void whoIsStillNamed_hasReleasedNothing()
    {
        Record record;
        QCOMPARE(record.json(R"({"token":"0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5","step":"download"})"),
                 u"acquired 0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5"_s);
        QCOMPARE(record.leased({}).json(R"({"token":"0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5","step":"upload"})"),
                 u"lease-removed 0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5"_s);
        QCOMPARE(record.json(R"({"token":"0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5","step":"end"})"), QString());
        QCOMPARE(record.json(R"({"token":"0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5","state":"released"})"),
                 u"released 0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5"_s);
        // The record of somebody who is only named by a vague word is a lock only if it is brief.
        QCOMPARE(record.leased(60s).json(R"({"by":"web-3","ts":1795262399})"), u"acquired web-3"_s);
        QCOMPARE(record.json(R"({"by":"web-3","ts":1795262409,"import":"a"})"), u"out-of-sight web-3"_s);
    }

    // HDEL owner
    void aRecordThatLosesItsOwner_isReleased()
    {
        for (const auto lease : {std::optional(60s), std::optional<std::chrono::seconds>()}) {
            Record record(lease);
            for (const auto *owner : {"web-1:11", "web-2:22"}) {
                const auto name = QString::fromLatin1(owner);
                QCOMPARE(record.hash({{"owner", owner}, {"acquired_at", "1795262399"}, {"host", "web"}}), u"acquired "_s + name);
                QCOMPARE(record.hash({{"acquired_at", "1795262399"}, {"host", "web"}}), u"released "_s + name);
                QCOMPARE(record.hash({{"acquired_at", "1795262399"}, {"host", "web"}}), QString());
                QCOMPARE(record.hash({{"acquired_at", "1795262399"}}), QString()); // field by field
            }
        }
    }

    // HDEL host
    void aRecordThatLosesAPartOfItsOwner_isNotTakenOver()
    {
        for (const auto lease : {std::optional(60s), std::optional<std::chrono::seconds>()}) {
            Record record(lease);
            record.hash({{"host", "web-3"}, {"pid", "4711"}, {"thread", "main"}, {"acquired_at", "1795262399"}});
            QCOMPARE(record.hash({{"host", "web-3"}, {"pid", "4711"}, {"acquired_at", "1795262399"}}), u"seen web-3:4711"_s);
            QCOMPARE(record.gone(), u"released web-3:4711"_s);
            Record token(lease);
            token.hash({{"owner", "web-3"}, {"token", "b7f83f2c90a14d5e"}, {"acquired_at", "1795262399"}});
            QCOMPARE(token.hash({{"token", "b7f83f2c90a14d5e"}, {"acquired_at", "1795262399"}}), u"seen b7f83f2c90a14d5e"_s);
        }
    }

    void whatIsWrittenBesideWhatIsLeft_isNoAcquisition()
    {
        for (const auto lease : {std::optional(60s), std::optional<std::chrono::seconds>()}) {
            Record record(lease);
            record.hash({{"owner", "web-3:4711"}, {"host", "web"}, {"acquired_at", "1795262399"}});
            QCOMPARE(record.hash({{"host", "web"}, {"acquired_at", "1795262399"}}), u"released web-3:4711"_s);
            QCOMPARE(record.hash({{"host", "web"}, {"acquired_at", "1795262399"}, {"heartbeat", "1795262400"}}), QString());
            QCOMPARE(record.hash({{"host", "web"}, {"acquired_at", "1795262402"}, {"owner", "web-4:17"}}), u"acquired web-4:17"_s);
        }
        Record ended;
        ended.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}});
        QCOMPARE(ended.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"released_at", "1795262399"}}), u"released w-3:17"_s);
        QCOMPARE(ended.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}}), u"acquired w-3:17"_s);
    }

    void anotherTimeOfLocking_isTold()
    {
        Record record(std::nullopt);
        QCOMPARE(record.json(R"({"owner":"w-3:17","acquired_at":1795262399})"), u"acquired w-3:17"_s);
        QCOMPARE(record.json(R"({"owner":"w-3:17","acquired_at":1795262401})"), u"seen w-3:17"_s);
        QCOMPARE(record.json(R"({"owner":"w-4:18","acquired_at":1795262402})"), u"taken-over w-4:18"_s);
    }

    void whatIsDone_isToldAndKeepsOthersOut()
    {
        Record record;
        record.json(R"({"owner":"w-1:11","started_at":1795262300,"status":"running"})");
        QCOMPARE(record.leased(3600s).json(R"({"owner":"w-1:11","started_at":1795262300,"status":"done","finished_at":1795262401})"),
                 u"seen w-1:11"_s);
        QCOMPARE(record.gone(), u"released w-1:11"_s);
    }

    void aHoldCountOf0_isDoubted()
    {
        Record record(std::nullopt);
        record.hash({{"owner", "w-1:11"}, {"depth", "2"}});
        QCOMPARE(record.hash({{"owner", "w-1:11"}, {"depth", "1"}}), u"partly-released w-1:11"_s);
        QCOMPARE(record.hash({{"owner", "w-1:11"}, {"depth", "0"}}), u"seen w-1:11"_s);
    }

    void theEndOfAClockThatIsAhead_isTold()
    {
        Record record(std::nullopt);
        record.json(R"({"owner":"w-1:11","acquired_at":1795262399})");
        QCOMPARE(record.json(R"({"owner":"w-1:11","acquired_at":1795262399,"released_at":1795262405})"), u"released w-1:11"_s);
        QCOMPARE(record.json(R"({"owner":"w-2:12","acquired_at":1795262406,"released_at":null})"), u"acquired w-2:12"_s);
        for (const auto *end : {R"({"date":"2026-11-21 12:00:03.000000","timezone_type":3,"timezone":"UTC"})", R"("/Date(1795262403000)/")",
                                R"([2026,11,21,12,0,3])", R"({"$date":1795262403000})", R"("20261121120003")"}) {
            Record other(std::nullopt);
            other.json(R"({"owner":"w-1:11","acquired_at":1795262399})");
            const auto ended = Bytes(R"({"owner":"w-1:11","acquired_at":1795262399,"released_at":)") + end + '}';
            QVERIFY2(other.json(ended) == u"released w-1:11"_s, end);
        }
    }

    void aPersonThatHasItAgain_isSeen()
    {
        for (const auto *owner : {"alice", "web-3", "7"}) {
            const auto name = QString::fromLatin1(owner);
            Record record(std::nullopt);
            QCOMPARE(record.hash({{"locked_by", owner}, {"locked_at", "1795262399"}}), u"acquired "_s + name);
            QCOMPARE(record.hash({{"locked_by", owner}, {"locked_at", "1795262399"}, {"unlocked_at", "1795262401"}}),
                     u"released "_s + name);
            QCOMPARE(record.hash({{"locked_by", "bob"}, {"locked_at", "1795262403"}, {"unlocked_at", "1795262401"}}), u"acquired bob"_s);
        }
        QCOMPARE(Record(std::nullopt).json(R"({"owner":"web-3","acquired_at":1795262399,"released_at":null,"lease_ms":30000})"),
                 u"acquired web-3"_s);
        QCOMPARE(Record(std::nullopt).json(R"({"OwnerId":"5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f","AcquiredAtUtc":"2026-11-21T11:59:59Z"})"),
                 u"acquired 5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f"_s);
        for (const auto *text :
             {R"({"pid":11,"host":"web-1","status":"running","started_at":1795262399})",
              R"({"worker":"web-3:12","job":"export","startedAt":1795262399})", R"({"host":"web-1","startedAt":1795262399})",
              R"({"host":"web-1","pid":11,"thread":"main","depth":1})", R"({"owner":"web-1","pid":11,"thread":7,"count":1})"})
            QVERIFY2(Record(std::nullopt).json(text).startsWith(u"acquired "_s), text);
    }

    void aDeadlineThatIsTakenAway_isTold()
    {
        Record record(std::nullopt);
        record.json(R"({"owner":"w-1:11","expires_at":1795262460})");
        QCOMPARE(record.json(R"({"owner":"w-1:11","expires_at":0})"), u"seen w-1:11"_s);
    }

    // ShedLock's way, by hand: whoever releases moves the deadline in the value, and writes the same EX.
    void aDeadlineInTheValueThatMovesBack_isNoRenewal()
    {
        Record record;
        record.json(R"({"owner":"web-1:7","lockedUntil":1795262430})");
        QCOMPARE(record.json(R"({"owner":"web-1:7","lockedUntil":1795262410})"), u"lease-shortened web-1:7"_s);
        QCOMPARE(record.json(R"({"owner":"web-1:7","lockedUntil":1795262440})"), u"renewed web-1:7"_s);
        QCOMPARE(record.leased(50s).json(R"({"owner":"web-1:7","lockedUntil":1795262448})"), u"renewed web-1:7"_s);
        for (const auto *word : {"lockUntil", "lock_until", "exp", "expiration", "expireTime", "leaseEnd"}) {
            const auto json = [&](const char *time) { return Bytes(R"({"lockedBy":"web-1:7",")") + word + "\":" + time + '}'; };
            Record shed(std::nullopt);
            shed.json(json("1795262430"));
            QCOMPARE(shed.json(json("1795262460")), u"renewed web-1:7"_s);
            QCOMPARE(shed.json(json("1795262410")), u"lease-shortened web-1:7"_s);
        }
        Record alone(std::nullopt);
        alone.json(R"({"owner":"alice","expires_at":1795262430})");
        QCOMPARE(alone.json(R"({"owner":"alice","expires_at":1795262400})"), u"released alice"_s);
        QCOMPARE(alone.json(R"({"owner":"bob","expires_at":1795262450})"), u"acquired bob"_s);
    }

    void whoHasItAgainAfterADoubt_hasAcquiredIt()
    {
        Record record;
        record.json(R"({"owner":"web-1","count":1})");
        QCOMPARE(record.json(R"({"owner":"web-1","count":0})"), u"seen web-1"_s);
        QCOMPARE(record.json(R"({"owner":"web-1","count":2})"), u"acquired web-1"_s);
    }

    void anotherProcess_isTold()
    {
        Record record(std::nullopt);
        record.json(R"({"owner":"web-1","pid":7,"acquired_at":1795262399})");
        QCOMPARE(record.json(R"({"owner":"web-1","pid":8,"acquired_at":1795262399})"), u"seen web-1"_s);
        Record token;
        token.json(R"({"owner":"web-1","token":"b7f83f2c90a14d5e"})");
        QCOMPARE(token.json(R"({"owner":"web-1","token":null})"), u"renewed web-1"_s); // no other token
    }

    void whatMachinesHave_isALock()
    {
        for (const auto *text :
             {R"({"owner":"web-1","acquired_at":1795262399,"reason":"import","metadata":{}})",
              R"({"owner":"web-1","status":"running","started_at":1795262399})",
              R"({"owner":"web-1","operation":"import","started_at":1795262399})", R"({"locked":1,"owner":"web-1"})",
              R"({"owner":"web-1","status":"active","heartbeat":1795262399})", R"({"owner":"web-1","expires_at":"2026-11-21T12:10:00"})",
              R"({"owner":"web-1","expires_at":1795262300})", R"({"instance":"web-1","acquiredAt":1795262399,"version":3})",
              R"({"host":"web-1","pid":53,"status":"running","heartbeat_at":"2026-11-21T11:59:59Z"})",
              R"({"host":"web-1","pid":51,"job":"import","started_at":"2026-11-21T11:59:59Z"})",
              R"({"locked_by":"alice","locked_at":"2026-11-21T11:59:59Z","reason":"deploy"})"})
            QVERIFY2(Record(std::nullopt).json(text).startsWith(u"acquired "_s), text);
        for (const auto *text :
             {R"({"owner":"web-1","acquired_at":1795262399,"held_ms":77})",
              R"({"owner":"5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f","status":"locked"})", R"({"owner":"ann","status":"locked","battery":80})",
              R"({"owner":"ann","acquired_at":1795262399,"model":"X200"})"})
            QCOMPARE(Record(std::nullopt).json(text), QString());
    }

    void whoOverwritesARecordWithoutALease_hasTakenItOver()
    {
        Record record;
        QCOMPARE(record.json(R"({"owner":"w1","job":"x"})"), u"acquired w1"_s);
        QCOMPARE(record.leased({}).json(R"({"owner":"w2","job":"x"})"), u"taken-over w2"_s);
    }

    void whatSaysThatItIsDone_isReleased()
    {
        for (const auto *text :
             {R"({"owner":"w1:11","status":"completed"})", R"({"owner":"w1:11","status":"running","finishedAt":1795262399})",
              R"({"owner":"w1:11","state":"failed"})"}) {
            Record record(std::nullopt);
            QCOMPARE(record.json(R"({"owner":"w1:11","status":"running"})"), u"acquired w1:11"_s);
            QCOMPARE(record.json(text), u"released w1:11"_s);
        }
    }

    void anEndThatWasNotReached_hidesNoLock()
    {
        for (const auto *text :
             {R"({"owner":"w-3:17","finishedAt":"0001-01-01T00:00:00Z"})", R"({"owner":"w-3:17","endedAt":"0000-00-00 00:00:00"})",
              R"({"owner":"w-3:17","releasedAt":"1970-01-01T00:00:00Z"})", R"({"owner":"w-3:17","finishedAt":-62135596800})",
              R"({"owner":"w-3:17","finishedAt":"N/A"})", R"({"owner":"w-3:17","completed":1})", R"({"owner":"w-3:17","completed":0.4})",
              R"({"owner":"w-3:17","completed":"40%"})", R"({"owner":"w-3:17","finished":false})",
              R"({"owner":"w-3:17","lockedAt":"2026-11-21T11:59:52.65","finishedAt":"2026-11-21T11:49:52.65"})",
              R"({"owner":"w-3:17","ts":1795262400,"finishedAt":1795262300})",
              R"({"owner":"w-3:17","expiresAt":1795262460,"finishedAt":1795262300})",
              R"({"owner":"w-3:17","lockedAt":1795262390,"unlockedBy":"w-2:1","unlockedAt":1795262300})"})
            QVERIFY2(Record().json(text).startsWith(u"acquired w-3:17"_s), text);
        for (const auto *text :
             {R"({"owner":"w-3:17","completed":true})", R"({"owner":"w-3:17","lockedAt":1795262300,"finishedAt":1795262390})",
              R"({"owner":"w-3:17","lockedAt":"2026-11-21T11:49:52.65","finishedAt":"2026-11-21T11:59:52.65"})",
              R"({"owner":"w-3:17","status":"failed"})"}) {
            QCOMPARE(Record(std::nullopt).json(text), QString());
            QCOMPARE(Record().json(text), u"acquired w-3:17"_s); // whoever tries SET NX is kept out
        }
        QCOMPARE(Record().json(R"({"owner":"w-3:17","expiresAt":1795262460,"releasedAt":1795262390})"), QString());
    }

    // In a container, the first process is the only one.
    void processOne_isAProcess()
    {
        for (const auto *text : {R"({"host":"5f2c9a1b7d3e","pid":1})", R"({"hostname":"web-3","pid":1,"startedAt":1795262399123})",
                                 R"({"workerId":7,"host":"web-3","pid":1})"})
            QVERIFY2(Record(std::nullopt).json(text).startsWith(u"acquired "_s), text);
    }

    void fieldsThatAreProcesses_areOwnersUnderAnyName()
    {
        LockTable table{m_classifier};
        Look look;
        look.id = {0, "app:locks"};
        look.at = start;
        look.deadline = start + 60s;
        look.value = {ValueType::Hash, {}, 1, {{"web-1:4711", "1"}}};
        QCOMPARE(table.apply(look, {}).size(), std::size_t(1));
        look.id = {0, "show:9:locks"};
        look.value = {ValueType::Hash, {}, 1, {{"row-4:17", "1"}}};
        QCOMPARE(table.apply(look, {}).size(), std::size_t(0));
        look.id = {0, "job_locks"};
        look.value = {ValueType::Hash, {}, 1, {{"job-17", "1"}}};
        QCOMPARE(table.apply(look, {}).size(), std::size_t(0));
    }

    // The same fields, once the key was deleted, are a new lock.
    void whatIsLeft_isForgottenWithTheKey()
    {
        Record record;
        QCOMPARE(record.hash({{"locked", "1"}, {"owner", "web-3:4711"}}), u"acquired web-3:4711"_s);
        QCOMPARE(record.hash({{"locked", "1"}}), u"released web-3:4711"_s);
        QCOMPARE(record.gone(), QString());
        QCOMPARE(record.hash({{"locked", "1"}}), u"acquired "_s);
    }

    // `user:42` is an id, and not a process of a host.
    void anId_isNoProcess()
    {
        for (const auto *text : {R"({"owner":"user:42","model":"Yale","battery":90})", R"({"lockedBy":"admin:17","lockReason":"spam"})",
                                 R"({"owner":"redis:6379","timeout":30,"retries":3})"})
            QCOMPARE(Record(std::nullopt).json(text), QString());
        QCOMPARE(Record(std::nullopt).json(R"({"userId":42,"userName":"alice","lockedAt":1795262399})"), u"acquired 42"_s);
    }

    void anotherFencingToken_isAnotherHolding()
    {
        for (const auto lease : {std::optional(60s), std::optional<std::chrono::seconds>()}) {
            Record json(lease);
            QCOMPARE(json.json(R"({"owner":"web-3:17","fence":17})"), u"acquired web-3:17"_s);
            QCOMPARE(json.json(R"({"owner":"web-3:17","fence":18})"), u"released web-3:17, acquired web-3:17"_s);
            Record hash(lease);
            hash.hash({{"owner", "web-3:17"}, {"fencing_token", "17"}});
            QCOMPARE(hash.hash({{"owner", "web-3:17"}, {"fencing_token", "18"}}), u"released web-3:17, acquired web-3:17"_s);
            Record token(lease);
            token.json(R"({"owner":"web-3:17","token":"b7f83f2c90a14d5e"})");
            QCOMPARE(token.json(R"({"owner":"web-3:17","token":"c7f83f2c90a14d5e"})"), u"released web-3:17, acquired web-3:17"_s);
        }
    }

    void whatSaysThatItWasGivenUp_isARelease()
    {
        for (const auto lease : {std::optional(60s), std::optional<std::chrono::seconds>()}) {
            Record json(lease);
            json.json(R"({"owner":"w-3:17","acquired_at":1795262399})");
            QCOMPARE(json.json(R"({"owner":"w-3:17","acquired_at":1795262399,"released":true})"), u"released w-3:17"_s);
            Record hash(lease);
            hash.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}});
            QCOMPARE(hash.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"released", "1"}}), u"released w-3:17"_s);
            Record off(lease);
            off.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}});
            QCOMPARE(off.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"status", "released"}}), u"released w-3:17"_s);
        }
    }

    // Or at times that cannot be compared.
    void whoGivesUpInTheSameSecond_hasReleasedIt()
    {
        for (const auto *times :
             {R"(1795262399,"released_at":1795262399)", R"(1795262399,"released_at":1795262399.25)",
              R"(1795262399123,"released_at":1795262399)", R"("2026-11-21T11:59:59Z","released_at":"2026-11-21T11:59:59Z")",
              R"("2026-11-21 11:59:59","released_at":"2026-11-21 11:59:59")",
              R"("2026-11-21T11:59:59Z","released_at":"2026-11-21T11:59:59")",
              R"("11/21/2026, 9:59:59 AM","released_at":"11/21/2026, 10:00:01 AM")",
              R"("31.12.2025 23:59:59","released_at":"01.01.2026 00:00:03")",
              R"("Sat Nov 21 11:59:58 2026","released_at":"Sat Nov 21 11:59:59 2026")"}) {
            const Bytes ended = Bytes(R"({"owner":"w-3:17","acquired_at":)") + times + '}';
            const auto held = ended.substr(0, ended.find(",\"released_at\"")) + '}';
            Record record;
            QCOMPARE(record.json(held), u"acquired w-3:17"_s);
            QVERIFY2(record.json(ended) == u"released w-3:17"_s, times);
            QVERIFY2(record.json(ended).isEmpty(), times);
            QCOMPARE(Record().json(ended), u"acquired w-3:17"_s); // it may as well have been locked again
        }
        Record record;
        record.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"released_at", "1795262300"}});
        QCOMPARE(record.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"released_at", "1795262399"}}), u"released w-3:17"_s);
        QCOMPARE(record.hash({{"owner", "w-4:18"}, {"acquired_at", "1795262399"}, {"released_at", "1795262399"}}), u"acquired w-4:18"_s);
        QCOMPARE(record.hash({{"owner", "w-4:18"}, {"acquired_at", "1795262399"}, {"released_at", "1795262402"}}), u"released w-4:18"_s);
        Record planned; // an end that is to come is none
        planned.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"released_at", "1795262520"}});
        QCOMPARE(planned.hash({{"owner", "w-3:17"}, {"acquired_at", "1795262399"}, {"released_at", "1795262530"}}), u"renewed w-3:17"_s);
    }

    void whatAProcessHasLeft_isALock()
    {
        for (const auto *text :
             {R"({"owner":"web-3:4711","timestamp":1795262399})", R"({"owner":"web-3:4711","created_at":1795262399})",
              R"({"owner":"web-3:4711","ts":1795262399123})", R"({"owner":"web-3:4711","timestamp":1795262399,"port":80})",
              R"({"owner":"web-3:4711","step":"upload"})", R"({"locked":true,"owner":"web-3:4711"})",
              R"({"owner":"web-3:4711","timestamp":"2026-11-21T11:59:59.123"})",
              R"({"host":"web-3","pid":4711,"timestamp":"2026-11-21 11:59:59"})",
              R"({"pid":4711,"hostname":"web-3","time":"2026-11-21T11:59:59Z"})",
              R"({"worker_id":3,"host":"web-3","started_at":1795262399})", R"({"worker":"w-3","startedAt":"2026-11-21T11:59:59Z"})"})
            QVERIFY2(Record(std::nullopt).json(text).startsWith(u"acquired "_s), text);
        for (const auto *text :
             {R"({"owner":"ann","timestamp":1795262399})", R"({"port":4711,"hostname":"web-3","time":"2026-11-21T11:59:59Z"})"})
            QCOMPARE(Record(std::nullopt).json(text), QString());
    }

    void nobody_isNoOwner()
    {
        for (const auto *text : {"nobody", "n/a", "no-one", "(none)", "00000000-0000-0000-0000-000000000000"})
            QCOMPARE(Record().hash({{"owner", text}, {"acquired_at", "1795262399"}}), QString());
        QCOMPARE(Record().hash({{"owner", "undefined"}, {"acquired_at", "1795262399"}}),
                 u"acquired undefined"_s); // a mistake of its program
    }

    void aStateThatIsSetLater_isNoAcquisition()
    {
        Record record;
        QCOMPARE(record.json(R"({"owner":"web-3","state":null})"), u"acquired web-3"_s);
        QCOMPARE(record.json(R"({"owner":"web-3","state":"running"})"), u"renewed web-3"_s);
    }

private:
    const Classifier m_classifier;
};

LOCKSCOPE_TEST(RecordEventsTest)
#include "tst_record_events.moc"
