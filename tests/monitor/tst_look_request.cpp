// SPDX-License-Identifier: MIT
// What a look makes of a server's replies, whatever they are.
#include "support/test_program.h"

#include "lockcore/monitor/reading/classifier.h"
#include "look_replies.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class LookRequestTest : public QObject
{
    Q_OBJECT

private slots:
    void eachType_isReadInItsOwnShape()
    {
        auto look = parsed(request(ValueType::String), {Reply::status("string"), Reply::bulk("token"), Reply::number(5)});
        QCOMPARE(look.value.text, Bytes("token"));
        QVERIFY(look.value.whole());
        QCOMPARE(look.at, ServerTime(1'700'000'000s + 250ms));
        QCOMPARE(*look.deadline, ServerTime(1'700'000'030s));
        look = parsed(request(ValueType::Hash), {Reply::status("hash"), scanned({"f", "1", "g", "2"}), Reply::number(2)});
        QCOMPARE(*look.value.find("g"), Bytes("2"));
        look = parsed(request(ValueType::Zset), {Reply::status("zset"), bulks({"m", "1.5"}), Reply::number(1)});
        QCOMPARE(look.value.elements.front().second, Bytes("1.5"));
        look = parsed(request(ValueType::List), {Reply::status("list"), bulks({"a", "b"}), Reply::number(2)});
        QCOMPARE(look.value.elements.size(), std::size_t(2));
        look = parsed(request(ValueType::Set), {Reply::status("set"), scanned({"a"}), Reply::number(1)});
        QCOMPARE(look.value.elements.front().first, Bytes("a"));
    }

    void whatIsTooMuch_isCut()
    {
        const auto text =
            parsed(request(ValueType::String), {Reply::status("string"), Reply::bulk(Bytes(5000, 'x')), Reply::number(1'000'000)});
        QCOMPARE(text.value.text.size(), std::size_t(Value::mostTextBytes));
        QVERIFY(!text.value.whole());
        const auto hash =
            parsed(request(ValueType::Hash), {Reply::status("hash"), scanned(std::vector<Bytes>(5001, "x")), Reply::number(2500)});
        QCOMPARE(hash.value.elements.size(), std::size_t(Value::mostElements));
    }

    void anotherType_saysAskAgain()
    {
        const auto answer =
            request(ValueType::Hash)
                .parse(transaction({Reply::status("string"), Reply::error("WRONGTYPE x"), Reply::error("WRONGTYPE x")}), modern);
        QVERIFY(answer);
        QVERIFY(answer->value.type == ValueType::String);
        const Classifier classifier;
        QVERIFY(nextRequest(request(ValueType::Hash), *answer, classifier).type == ValueType::String);
    }

    void aMissingKey_isNoValue()
    {
        const auto look = parsed(request(ValueType::Hash), {Reply::status("none"), scanned({}), Reply::number(0)}, Reply::number(-2));
        QVERIFY(!look.value.exists());
        QVERIFY(!look.deadline);
    }

    void aStream_isOther() { QVERIFY(parsed(request(ValueType::None), {Reply::status("stream")}).value.type == ValueType::Other); }

    void companions_areReadInTheirOrder()
    {
        const auto look = parsed(request(ValueType::Hash, {{"a", ValueType::List}, {"b", ValueType::None}}),
                                 {Reply::status("hash"), scanned({"f", "1"}), Reply::number(1), Reply::status("list"), bulks({"w"}),
                                  Reply::number(1), Reply::status("none")});
        QCOMPARE(look.companions.at("a").elements.size(), std::size_t(1));
        QVERIFY(!look.companions.at("b").exists());
    }

    void ptttl_countsFromWholeMilliseconds()
    {
        auto replies = transaction({Reply::status("none")}, Reply::number(1000));
        replies.back().elements[0] = bulks({"1700000000", "999"});
        const auto answer = request(ValueType::None).parse(replies, {false, false});
        QVERIFY(answer);
        QCOMPARE(*answer->deadline, ServerTime(1'700'000'001s));
    }

    void refusals_areToldByTheirCause()
    {
        std::vector<Reply> replies(7, Reply::status("QUEUED"));
        replies[3] = Reply::error("NOPERM No permissions to access a key");
        replies.back() = Reply::error("EXECABORT Transaction discarded because of previous errors.");
        QVERIFY(request(ValueType::String).parse(replies, modern).error().is("NOPERM"));
        for (auto &reply : replies)
            reply = Reply::error("BUSY Redis is busy running a script");
        QVERIFY(request(ValueType::String).parse(replies, modern).error().is("BUSY"));
        replies = transaction({Reply::status("string"), Reply::error("NOPERM x"), Reply::number(1)});
        QVERIFY(request(ValueType::String).parse(replies, modern).error().is("NOPERM"));
    }

    void plain_isTheSameWithoutATransaction()
    {
        const std::vector<Reply> replies = {Reply::status("PONG"),   bulks({"1700000000", "0"}), Reply::number(-1),
                                            Reply::status("string"), Reply::bulk("t"),           Reply::number(1),
                                            Reply::status("PONG")};
        const auto answer = request(ValueType::String).parse(replies, {true, true});
        QVERIFY(answer);
        QCOMPARE(answer->value.text, Bytes("t"));
        Batch batch;
        request(ValueType::String).addTo(batch, {true, true});
        QCOMPARE(batch.commands(), request(ValueType::String).commands());
        QVERIFY(batch.bytes().find("MULTI") == std::string::npos);
    }

    void anyReplyInAnyPlace_isSurvived()
    {
        const std::vector<Reply> odd = {Reply::nil(),
                                        Reply::error("ERR x"),
                                        Reply::number(-9'223'372'036'854'775'807LL - 1),
                                        Reply::number(9'223'372'036'854'775'807LL),
                                        Reply::bulk(""),
                                        Reply::bulk("none"),
                                        Reply::array({}),
                                        Reply::array({Reply::nil()}),
                                        scanned({}),
                                        Reply::array({Reply::array({}), Reply::array({Reply::nil()})}),
                                        bulks({"9223372036854775807", "9223372036854775807"}),
                                        bulks({"-1", "-1"})};
        for (const auto type : {ValueType::None, ValueType::String, ValueType::Hash, ValueType::Zset, ValueType::List, ValueType::Set}) {
            const auto asked = request(type, {{"c", type}});
            const auto commands = asked.commands();
            for (const auto &reply : odd) {
                (void)asked.parse(std::vector<Reply>(commands, reply), modern);
                (void)asked.parse(std::vector<Reply>(commands, reply), {false, true});
                std::vector<Reply> replies(commands, Reply::status("QUEUED"));
                replies.back() = Reply::array(std::vector<Reply>(commands - 2, reply));
                (void)asked.parse(replies, modern);
                (void)asked.parse(replies, {false, false});
            }
        }
    }

    void withoutCompanions_staysSo()
    {
        const auto alone = request(ValueType::Hash, {{"a", ValueType::List}}).withoutCompanions();
        Look look;
        look.id.key = "k";
        look.value = {ValueType::Hash, {}, 1, {{"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"}}};
        const Classifier classifier;
        QVERIFY(nextRequest(alone, look, classifier) == alone);
        QVERIFY(!nextRequest(request(ValueType::Hash), look, classifier).companions.empty());
    }

private:
    Look parsed(const LookRequest &request, std::vector<Reply> values, Reply expiry = Reply::number(1'700'000'030'000))
    {
        const auto answer = request.parse(transaction(std::move(values), std::move(expiry)), modern);
        if (!answer)
            QTest::qFail(answer.error().text.c_str(), __FILE__, __LINE__);
        return answer ? *answer : Look();
    }
};

LOCKSCOPE_TEST(LookRequestTest)
#include "tst_look_request.moc"
