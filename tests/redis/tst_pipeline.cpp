// SPDX-License-Identifier: MIT
#include "lockcore/redis/pipeline.h"
#include "support/compare.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

constexpr Moment start{1000s};
const Error cable{ErrorKind::Transport, "the cable was cut", "closed"};

Batch words(std::initializer_list<std::string_view> command)
{
    Batch batch;
    batch.add(command);
    return batch;
}

// The result that has arrived, without a coroutine: a Waiting that is ready returns its value.
template <class T>
Result<T> valueOf(Waiting<Result<T>> &waiting)
{
    if (!waiting.ready())
        return Error{ErrorKind::Refused, "not yet", {}};
    return waiting.await_resume();
}

} // namespace

class TestPipeline final : public QObject
{
    Q_OBJECT

private slots:
    void answers_matchTheirRequests();
    void batch_isAnsweredTogether_splitAtEveryByte();
    void emptyBatch_isAnsweredAtOnce();
    void abandonedBeforeWriting_isNotSent();
    void abandonedAfterWriting_discardsItsAnswer();
    void lateRequest_timesOutAndDiscardsItsAnswer();
    void unwrittenRequest_timesOutAndIsNotSent();
    void deadline_isTheEarliest();
    void lost_answersEverythingOnce();
    void destruction_answersEverything();
    void afterLost_aFreshStreamIsRead();
    void unrequestedReply_breaksTheConnection();
    void unrequestedError_isReported();
    void hugeUnrequestedReply_isQuotedInPart();
    void brokenReply_leavesItsRequestOpen();
    void largeReply_isSkipped();
    void largeReply_restOfItsBatchIsSentOneByOne();
    void batchLimit_countsOnlyItsOwnReplies();
    void unrequestedLargeReply_isNotSkipped();
    void pushes_comeBetweenReplies();
    void messageArrayWithoutSubscription_isAReply();
    void manyReplies_doNotCountAsOneLargeReply();
};

void TestPipeline::answers_matchTheirRequests()
{
    Pipeline pipeline;
    QVERIFY(pipeline.idle());
    auto get = pipeline.submitOne(words({"GET", "k"}), start);
    auto bad = pipeline.submitOne(words({"NO"}), start);
    QCOMPARE(pipeline.takeOutput(), "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n*1\r\n$2\r\nNO\r\n"s);
    QCOMPARE(pipeline.takeOutput(), ""s);
    QCOMPARE(pipeline.commandsWritten(), 2u);
    QVERIFY(pipeline.receive("$1\r\nv\r\n").ok());
    QVERIFY(!bad.ready());
    QVERIFY(pipeline.receive("-ERR unknown\r\n").ok());
    QCOMPARE(*valueOf(get), Reply::bulk("v"));
    QCOMPARE(*valueOf(bad), Reply::error("ERR unknown")); // a value: the server did answer
    QVERIFY(pipeline.idle());
}

void TestPipeline::batch_isAnsweredTogether_splitAtEveryByte()
{
    const std::string stream = "+OK\r\n*2\r\n$1\r\na\r\n:5\r\n$-1\r\n+LAST\r\n";
    for (std::size_t split = 0; split <= stream.size(); ++split) {
        Pipeline pipeline;
        Batch three;
        three.add({"A"}).add({"B"}).add({"C"});
        auto first = pipeline.submit(std::move(three), start);
        auto second = pipeline.submitOne(words({"D"}), start);
        QVERIFY(!pipeline.takeOutput().empty());
        QCOMPARE(pipeline.commandsWritten(), 4u);
        QVERIFY(pipeline.receive(stream.substr(0, split)).ok());
        QVERIFY(split == stream.size() || !second.ready());
        QVERIFY(pipeline.receive(stream.substr(split)).ok());
        QCOMPARE(Reply::array(*valueOf(first)),
                 Reply::array({Reply::status("OK"), Reply::array({Reply::bulk("a"), Reply::number(5)}), Reply::nil()}));
        QCOMPARE(*valueOf(second), Reply::status("LAST"));
    }
}

void TestPipeline::emptyBatch_isAnsweredAtOnce()
{
    Pipeline pipeline;
    auto none = pipeline.submit(Batch(), start);
    QVERIFY(valueOf(none)->empty());
    QVERIFY(pipeline.idle());
}

void TestPipeline::abandonedBeforeWriting_isNotSent()
{
    Pipeline pipeline;
    {
        const auto gone = pipeline.submitOne(words({"DEL", "k"}), start);
    }
    auto kept = pipeline.submitOne(words({"PING"}), start);
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$4\r\nPING\r\n"s);
    QCOMPARE(pipeline.commandsWritten(), 1u);
    QVERIFY(pipeline.receive("+PONG\r\n").ok());
    QCOMPARE(*valueOf(kept), Reply::status("PONG"));
}

void TestPipeline::abandonedAfterWriting_discardsItsAnswer()
{
    Pipeline pipeline;
    auto gone = std::optional(pipeline.submitOne(words({"GET", "a"}), start));
    Batch two;
    two.add({"B"}).add({"C"});
    auto goneToo = std::optional(pipeline.submit(std::move(two), start));
    auto kept = pipeline.submitOne(words({"GET", "b"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    gone.reset();
    goneToo.reset();
    QVERIFY(pipeline.receive("$1\r\na\r\n:1\r\n:2\r\n$1\r\nb\r\n").ok());
    QCOMPARE(*valueOf(kept), Reply::bulk("b"));
    QVERIFY(pipeline.idle());
}

void TestPipeline::lateRequest_timesOutAndDiscardsItsAnswer()
{
    Pipeline pipeline;
    auto late = pipeline.submitOne(words({"GET", "a"}), start + 1s);
    auto kept = pipeline.submitOne(words({"GET", "b"}), start + 5s);
    QVERIFY(!pipeline.takeOutput().empty());
    pipeline.expire(start + 1s - 1ns);
    QVERIFY(!late.ready());
    pipeline.expire(start + 1s);
    QCOMPARE(valueOf(late).error().kind, ErrorKind::Timeout);
    QVERIFY(!kept.ready());
    QCOMPARE(*pipeline.nextDeadline(), start + 5s);
    QVERIFY(pipeline.receive("$1\r\na\r\n$1\r\nb\r\n").ok());
    QCOMPARE(*valueOf(kept), Reply::bulk("b"));
    QVERIFY(pipeline.idle());
    QVERIFY(!pipeline.nextDeadline());
}

void TestPipeline::unwrittenRequest_timesOutAndIsNotSent()
{
    Pipeline pipeline;
    auto late = pipeline.submitOne(words({"DEL", "a"}), start);
    pipeline.expire(start);
    QCOMPARE(valueOf(late).error().kind, ErrorKind::Timeout);
    QCOMPARE(pipeline.takeOutput(), ""s);
    QVERIFY(pipeline.idle());
}

void TestPipeline::deadline_isTheEarliest()
{
    Pipeline pipeline;
    QVERIFY(!pipeline.nextDeadline());
    const auto first = pipeline.submitOne(words({"A"}), start + 9s);
    QVERIFY(!pipeline.takeOutput().empty());
    const auto second = pipeline.submitOne(words({"B"}), start + 3s);
    QCOMPARE(*pipeline.nextDeadline(), start + 3s);
}

void TestPipeline::lost_answersEverythingOnce()
{
    Pipeline pipeline;
    Batch two;
    two.add({"A"}).add({"B"});
    auto half = pipeline.submit(std::move(two), start);
    auto written = pipeline.submitOne(words({"C"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    auto waiting = pipeline.submitOne(words({"D"}), start);
    QVERIFY(pipeline.receive("+OK\r\n").ok());
    pipeline.lost(cable);
    pipeline.lost({ErrorKind::Protocol, "twice", {}});
    pipeline.expire(Moment::max());
    QCOMPARE(valueOf(half).error(), cable);
    QCOMPARE(valueOf(written).error(), cable);
    QCOMPARE(valueOf(waiting).error(), cable);
    QVERIFY(pipeline.idle());
}

void TestPipeline::destruction_answersEverything()
{
    auto pipeline = std::make_unique<Pipeline>();
    auto asked = pipeline->submitOne(words({"A"}), start);
    pipeline.reset();
    QCOMPARE(valueOf(asked).error().kind, ErrorKind::Cancelled);
}

void TestPipeline::afterLost_aFreshStreamIsRead()
{
    Pipeline pipeline;
    const auto first = pipeline.submitOne(words({"A"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    QVERIFY(pipeline.receive("*3\r\n$100\r\nhalf").ok());
    pipeline.lost(cable);
    auto second = pipeline.submitOne(words({"B"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    QVERIFY(pipeline.receive("+OK\r\n").ok());
    QCOMPARE(*valueOf(second), Reply::status("OK"));
}

void TestPipeline::unrequestedReply_breaksTheConnection()
{
    Pipeline pipeline;
    const auto result = pipeline.receive("+HELLO\r\n");
    QCOMPARE(result.error().kind, ErrorKind::Protocol);
    QCOMPARE(result.error().detail, "malformed"s);
}

void TestPipeline::unrequestedError_isReported()
{
    Pipeline pipeline;
    QCOMPARE(pipeline.receive("-ERR max number of clients reached\r\n").error(), serverError("ERR max number of clients reached"));
}

void TestPipeline::hugeUnrequestedReply_isQuotedInPart()
{
    Pipeline pipeline;
    const auto result = pipeline.receive("$1000000\r\n" + std::string(1'000'000, '\x01') + "\r\n");
    QVERIFY(!result.ok());
    QVERIFY(result.error().text.size() < 500);
}

void TestPipeline::brokenReply_leavesItsRequestOpen()
{
    Pipeline pipeline;
    auto good = pipeline.submitOne(words({"A"}), start);
    auto bad = pipeline.submitOne(words({"B"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    const auto result = pipeline.receive("+OK\r\n*2000000000\r\n");
    QCOMPARE(result.error().detail, "too-large"s);
    QCOMPARE(*valueOf(good), Reply::status("OK"));
    QVERIFY(!bad.ready()); // until the owner says lost()
    pipeline.lost(result.error());
    QCOMPARE(valueOf(bad).error(), result.error());
}

void TestPipeline::largeReply_isSkipped()
{
    Pipeline pipeline;
    Batch three;
    three.add({"A", "1\r\n"}).add({"B"}).add({"C"});
    auto batch = pipeline.submit(std::move(three), start);
    auto next = pipeline.submitOne(words({"D"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    auto last = pipeline.submitOne(words({"E"}), start);
    const auto first = pipeline.receive("+OK\r\n*2000000000\r\n");
    QVERIFY(pipeline.skipReply(first.error()));
    QVERIFY(!batch.ready() && !pipeline.awaitsAnswers());
    // Another request that may be as large is sent alone.
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$1\r\nC\r\n"s);
    QCOMPARE(pipeline.takeOutput(), ""s);
    QVERIFY(pipeline.skipReply(pipeline.receive("*2000000000\r\n").error()));
    const auto replies = valueOf(batch);
    QCOMPARE(replies->size(), 3u);
    QCOMPARE(replies->at(0), Reply::status("OK"));
    QVERIFY(replies->at(1).toError().is("too-large") && replies->at(2).toError().is("too-large"));
    QVERIFY(pipeline.repeats());
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$1\r\nD\r\n"s);
    QVERIFY(pipeline.receive(":4\r\n").ok());
    QCOMPARE(*valueOf(next), Reply::number(4));
    QVERIFY(!pipeline.repeats());
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$1\r\nE\r\n"s);
    QVERIFY(pipeline.receive(":5\r\n").ok());
    QCOMPARE(*valueOf(last), Reply::number(5));
    QVERIFY(pipeline.idle());
}

// Any number of them may be large: each is sent at most twice, and answered once.
void TestPipeline::largeReply_restOfItsBatchIsSentOneByOne()
{
    Pipeline pipeline;
    Batch batch;
    batch.add({"A"}).add({"B"}).add({"MULTI"}).add({"C"}).add({"EXEC"}).add({"D"});
    const auto all = batch.bytes();
    auto answer = pipeline.submit(std::move(batch), start);
    Batch others;
    others.add({"E"}).add({"F"});
    auto other = pipeline.submit(std::move(others), start);
    QCOMPARE(pipeline.takeOutput(), all + "*1\r\n$1\r\nE\r\n*1\r\n$1\r\nF\r\n");
    const auto tooLarge = [&](const char *input) { return pipeline.skipReply(pipeline.receive(input).error()); };
    QVERIFY(tooLarge("*2000000000\r\n"));
    pipeline.prolong(start + 1min);
    pipeline.expire(start + 1s);
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$1\r\nB\r\n"s);
    QVERIFY(pipeline.receive("+b\r\n").ok());
    QVERIFY(!pipeline.awaitsAnswers());
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$5\r\nMULTI\r\n*1\r\n$1\r\nC\r\n*1\r\n$4\r\nEXEC\r\n"s);
    QVERIFY(tooLarge("+OK\r\n+QUEUED\r\n*1\r\n$2000000000\r\nx"));
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$1\r\nD\r\n"s);
    QVERIFY(tooLarge("$2000000000\r\n"));
    const auto replies = valueOf(answer);
    QCOMPARE(replies->size(), 6u);
    QCOMPARE(replies->at(1), Reply::status("b"));
    QVERIFY(replies->at(4).toError().is("too-large") && replies->at(5).toError().is("too-large"));
    QCOMPARE(pipeline.takeOutput(), "*1\r\n$1\r\nE\r\n*1\r\n$1\r\nF\r\n"s); // it has done nothing
    QVERIFY(pipeline.receive(":1\r\n:2\r\n").ok());
    QVERIFY(valueOf(other).ok());
    QVERIFY(pipeline.idle());
}

void TestPipeline::batchLimit_countsOnlyItsOwnReplies()
{
    Pipeline pipeline;
    auto before = pipeline.submitOne(words({"A"}), start);
    Batch limited;
    limited.add({"B"}).add({"C"}).limitReplies(4);
    auto batch = pipeline.submit(std::move(limited), start);
    auto after = pipeline.submitOne(words({"D"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    const auto first = pipeline.receive("$5\r\n12345\r\n*2\r\n$2\r\n12\r\n$2\r\n34\r\n*2\r\n$2\r\n12\r\n$3\r\n345\r\n");
    QCOMPARE(first.error().detail, "too-large"s);
    QVERIFY(valueOf(before).ok());
    QVERIFY(pipeline.skipReply(first.error()));
    const auto replies = valueOf(batch);
    QCOMPARE(replies->at(0).elements.size(), 2u);
    QVERIFY(replies->at(1).toError().is("too-large"));
    QVERIFY(!pipeline.takeOutput().empty());
    QVERIFY(pipeline.receive("$5\r\n12345\r\n").ok());
    QVERIFY(valueOf(after).ok());
}

void TestPipeline::unrequestedLargeReply_isNotSkipped()
{
    Pipeline pipeline;
    const auto waiting = pipeline.submitOne(words({"A"}), start);
    QVERIFY(!pipeline.skipReply(pipeline.receive("*2000000000\r\n").error()));
}

void TestPipeline::pushes_comeBetweenReplies()
{
    const std::string message = "*3\r\n$7\r\nmessage\r\n$2\r\nch\r\n$2\r\nhi\r\n";
    const std::string invalidation = "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$1\r\nk\r\n";
    const std::string pattern = "*4\r\n$8\r\npmessage\r\n$2\r\nc*\r\n$2\r\nch\r\n$2\r\nho\r\n";
    const std::string stream =
        message + "*3\r\n$9\r\nsubscribe\r\n$2\r\nch\r\n:1\r\n" + pattern + invalidation + "*2\r\n$4\r\npong\r\n$0\r\n\r\n" + message;
    for (std::size_t split = 0; split <= stream.size(); ++split) {
        Pipeline pipeline(true);
        auto subscribed = pipeline.submitOne(words({"SUBSCRIBE", "ch"}), start);
        auto ping = pipeline.submitOne(words({"PING"}), start);
        QVERIFY(!pipeline.takeOutput().empty());
        QVERIFY(pipeline.receive(stream.substr(0, split)).ok());
        auto pushes = pipeline.takePushes();
        QVERIFY(pipeline.receive(stream.substr(split)).ok());
        for (auto &push : pipeline.takePushes())
            pushes.push_back(std::move(push));
        QCOMPARE(pushes.size(), 4u);
        QCOMPARE(pushes[1].elements.back(), Reply::bulk("ho"));
        QCOMPARE(pushes[2].elements.back(), Reply::array({Reply::bulk("k")}));
        QCOMPARE(valueOf(subscribed)->elements.front(), Reply::bulk("subscribe"));
        QCOMPARE(valueOf(ping)->elements.front(), Reply::bulk("pong"));
    }
}

void TestPipeline::messageArrayWithoutSubscription_isAReply()
{
    Pipeline pipeline;
    auto asked = pipeline.submitOne(words({"LRANGE", "l", "0", "-1"}), start);
    QVERIFY(!pipeline.takeOutput().empty());
    QVERIFY(pipeline.receive("*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n").ok());
    QCOMPARE(valueOf(asked)->elements.size(), 3u);
    QVERIFY(pipeline.takePushes().empty());
}

void TestPipeline::manyReplies_doNotCountAsOneLargeReply()
{
    Pipeline pipeline;
    const auto reply = "$1000000\r\n" + std::string(1'000'000, 'x') + "\r\n";
    Batch batch;
    std::string stream;
    for (int i = 0; i < 40; ++i) {
        batch.add({"GET"});
        stream += reply;
    }
    auto all = pipeline.submit(std::move(batch), start);
    QVERIFY(!pipeline.takeOutput().empty());
    QVERIFY(pipeline.receive(stream).ok());
    QCOMPARE(valueOf(all)->size(), 40u);
}

LOCKSCOPE_TEST(TestPipeline)
#include "tst_pipeline.moc"
