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
        auto look = parsed(request(ValueType::String), {Reply::bulk("token")});
        QCOMPARE(look.value.text, Bytes("token"));
        QVERIFY(look.value.whole());
        QCOMPARE(look.at, ServerTime(1'700'000'000s + 250ms));
        QCOMPARE(*look.deadline, ServerTime(1'700'000'030s));
        look = parsed(request(ValueType::Hash), {scanned({"f", "1", "g", "2"})});
        QCOMPARE(*look.value.find("g"), Bytes("2"));
        look = parsed(request(ValueType::Zset), {bulks({"m", "1.5"})});
        QCOMPARE(look.value.elements.front().second, Bytes("1.5"));
        look = parsed(request(ValueType::List), {bulks({"a", "b"})});
        QCOMPARE(look.value.elements.size(), std::size_t(2));
        look = parsed(request(ValueType::Set), {scanned({"a"})});
        QCOMPARE(look.value.elements.front().first, Bytes("a"));
    }

    void tooManyElements_areCutAndCountedNextTime()
    {
        const Classifier classifier;
        const auto most = static_cast<std::size_t>(Value::mostElements);
        const auto text = Reply::bulk(Bytes(Value::mostTextBytes + 1, 'x'));
        const auto zset = bulks(std::vector<Bytes>(2 * most, "1"));
        const auto hash = Reply::array({Reply::bulk("17"), bulks(std::vector<Bytes>(2 * most, "x"))}); // the cursor: there is more
        for (const auto &[type, read] :
             {std::pair(ValueType::String, text), std::pair(ValueType::Zset, zset), std::pair(ValueType::Hash, hash)}) {
            auto asked = request(type);
            const auto first = parsed(asked, {read});
            QCOMPARE(first.value.length, std::int64_t(-1));
            asked = nextRequest(asked, first, classifier);
            QVERIFY(asked.asksLength);
            asked.companions.clear();
            const auto counted = parsed(asked, {read, Reply::number(1'000'000)});
            QCOMPARE(counted.value.length, std::int64_t(1'000'000));
            QVERIFY(!counted.value.whole());
            QCOMPARE(counted.value.text.size(), type == ValueType::String ? static_cast<std::size_t>(Value::mostTextBytes) : 0);
            QCOMPARE(counted.value.elements.size(), type == ValueType::String ? 0 : most);
        }
    }

    // A listpack ignores COUNT.
    void wholeHash_showsItsLength()
    {
        const auto look = parsed(request(ValueType::Hash), {scanned(std::vector<Bytes>(5000, "x"))});
        QCOMPARE(look.value.length, std::int64_t(2500));
        QCOMPARE(look.value.elements.size(), std::size_t(Value::mostElements));
    }

    void otherType_asksAgain()
    {
        const Classifier classifier;
        const auto look = parsed(request(ValueType::Hash), {Reply::error("WRONGTYPE x")});
        QVERIFY(look.value.exists());
        auto next = nextRequest(request(ValueType::Hash), look, classifier);
        QVERIFY(next != request(ValueType::Hash));
        next = nextRequest(next, parsed(next, {Reply::status("string")}), classifier);
        QVERIFY(next == request(ValueType::String));
    }

    void missingKey_hasNoValue()
    {
        const auto look = parsed(request(ValueType::Hash), {scanned({})}, Reply::number(-2));
        QVERIFY(!look.value.exists());
        QVERIFY(!look.deadline);
    }

    void emptyString_exists() { QVERIFY(parsed(request(ValueType::String), {Reply::bulk("")}, Reply::number(-1)).value.exists()); }

    void stream_isOther() { QVERIFY(parsed(request(ValueType::None), {Reply::status("stream")}).value.type == ValueType::Other); }

    void companions_areReadInTheirOrder()
    {
        const auto look = parsed(request(ValueType::Hash, {{"a", ValueType::List}, {"b", ValueType::None}}),
                                 {scanned({"f", "1"}), bulks({"w"}), Reply::number(0)});
        QCOMPARE(look.companions.at("a").elements.size(), std::size_t(1));
        QVERIFY(!look.companions.at("b").exists());
    }

    void ptttl_countsFromWholeMilliseconds()
    {
        auto replies = transaction({Reply::status("none")}, Reply::number(1000));
        replies.back().elements[0] = bulks({"1700000000", "999"});
        const auto answer = parse(request(ValueType::None), replies, {false, false});
        QVERIFY(answer);
        QCOMPARE(*answer->deadline, ServerTime(1'700'000'001s));
    }

    void refusals_nameTheirCause()
    {
        std::vector<Reply> replies(5, Reply::status("QUEUED")); // MULTI, TIME, PEXPIRETIME, GETRANGE, EXEC
        replies[3] = Reply::error("NOPERM No permissions to access a key");
        replies.back() = Reply::error("EXECABORT Transaction discarded because of previous errors.");
        QVERIFY(parse(request(ValueType::String), replies).error().is("NOPERM"));
        for (auto &reply : replies)
            reply = Reply::error("BUSY Redis is busy running a script");
        QVERIFY(parse(request(ValueType::String), replies).error().is("BUSY"));
        replies = transaction({Reply::error("NOPERM x")});
        QVERIFY(parse(request(ValueType::String), replies).error().is("NOPERM"));
    }

    void plain_isTheSameWithoutATransaction()
    {
        const std::vector<Reply> replies = {bulks({"1700000000", "0"}), Reply::number(-1), Reply::bulk("t")};
        const auto answer = parse(request(ValueType::String), replies, {true, true});
        QVERIFY(answer);
        QCOMPARE(answer->value.text, Bytes("t"));
        LookBatch looks({true, true});
        looks.add(request(ValueType::String));
        QCOMPARE(looks.batch().commands(), replies.size());
        QVERIFY(looks.batch().bytes().find("MULTI") == std::string::npos);
    }

    // Each change of the key would send a message. But a companion could be read at another moment.
    void heard_onlyCompanionsNeedATransaction()
    {
        const LookRequest::Way heard{true, false, false, true};
        auto absent = request(ValueType::Hash, {{"c", {}}});
        absent.knownAbsent = true;
        auto typed = request(ValueType::Hash, {{"c", ValueType::List}});
        typed.knownAbsent = true;
        QVERIFY(!request(ValueType::String).needsTransaction(heard));
        QVERIFY(!absent.needsTransaction(heard));
        QVERIFY(typed.needsTransaction(heard));
        QVERIFY(request(ValueType::Hash, {{"c", {}}}).needsTransaction(heard));
        QVERIFY(request(ValueType::String).needsTransaction({false, false, false, true})); // PTTL counts from TIME
        QVERIFY(request(ValueType::String).needsTransaction(modern));

        LookBatch looks(heard);
        looks.add(request(ValueType::Hash, {{"c", {}}}));
        looks.add(request(ValueType::String));
        looks.add(request(ValueType::String));
        auto replies = transaction({scanned({"f", "1"}), Reply::number(0)});
        for (auto &reply : {bulks({"1700000001", "0"}), Reply::number(-1), Reply::bulk("a"), Reply::number(-1),
                            Reply::error("NOPERM No permissions to access a key")})
            replies.push_back(reply);
        QCOMPARE(looks.batch().commands(), replies.size());
        const auto all = looks.looks(replies);
        QCOMPARE(all[0]->value.elements.size(), std::size_t(1));
        QCOMPARE(all[1]->value.text, Bytes("a"));
        QCOMPARE(all[1]->at, ServerTime(1'700'000'001s));
        QVERIFY(all[2].error().is("NOPERM"));
    }

    void manyLooks_shareATransactionAndItsTime()
    {
        LookBatch looks(modern);
        for (std::size_t i = 0; i <= LookBatch::mostPerTransaction; ++i)
            looks.add(request(ValueType::String));
        QCOMPARE(looks.batch().commands(), 2 * (LookBatch::mostPerTransaction + 1) + 2 * 3);
        std::vector<Reply> values;
        for (std::size_t i = 0; i < LookBatch::mostPerTransaction; ++i) {
            if (i > 0)
                values.push_back(Reply::number(-1));
            values.push_back(Reply::bulk("t" + std::to_string(i)));
        }
        auto replies = transaction(std::move(values));
        for (auto &reply : transaction({Reply::bulk("last")}))
            replies.push_back(std::move(reply));
        const auto all = looks.looks(replies);
        QCOMPARE(all.size(), LookBatch::mostPerTransaction + 1);
        QCOMPARE(all[1]->value.text, Bytes("t1"));
        QCOMPARE(all[1]->at, ServerTime(1'700'000'000s + 250ms));
        QVERIFY(all[0]->deadline && !all[1]->deadline);
        QCOMPARE(all.back()->value.text, Bytes("last"));
    }

    // A transaction has one reply, and all replies are in memory together.
    void largeLooks_areNotReadTogether()
    {
        const auto transactions = [](std::int64_t bytes, CompanionForms companions = {}) {
            LookBatch looks(modern);
            auto one = request(ValueType::Hash, std::move(companions));
            one.bytes = bytes;
            for (std::size_t i = 0; i < LookBatch::mostPerTransaction; ++i)
                looks.add(one);
            return (looks.batch().commands() - LookBatch::mostPerTransaction * one.commands()) / 3;
        };
        QCOMPARE(transactions(100), std::size_t(1));
        QCOMPARE(transactions(0), std::size_t(1)); // not known: no more than is kept
        QCOMPARE(transactions(LookBatch::mostExpected / 10), std::size_t(3));
        QCOMPARE(transactions(8 << 20), LookBatch::mostPerTransaction);
        QCOMPARE(transactions(0, {{"a", ValueType::List}, {"b", ValueType::Zset}}), std::size_t(2));
        QCOMPARE(transactions(0, {{"a", {ValueType::List, CompanionForm::Part::Count}}}), std::size_t(1));

        LookBatch looks(modern);
        auto suspect = request(ValueType::Hash).suspected();
        for (; looks.hasRoomFor(suspect); looks.add(suspect)) { }
        QCOMPARE(looks.batch().commands(), suspect.commands() + 3); // the server would prepare all answers before it sends one
    }

    // The server refuses all of them, and names the refused one.
    void oneDeniedKeyOfMany_aloneIsRefused()
    {
        LookBatch looks(modern);
        for (int i = 0; i < 3; ++i)
            looks.add(request(ValueType::String));
        std::vector<Reply> replies(9, Reply::status("QUEUED"));
        replies[5] = Reply::error("NOPERM No permissions to access a key"); // GETRANGE of the second
        replies.back() = Reply::error("EXECABORT Transaction discarded because of previous errors.");
        const Classifier classifier;
        const auto steps = looks.steps(replies, classifier);
        QVERIFY(steps[0] == LookStep(LookAgain{request(ValueType::String)}));
        QVERIFY(std::holds_alternative<Error>(steps[1]) && std::get<Error>(steps[1]).is("NOPERM"));
        QVERIFY(steps[2] == steps[0]);
    }

    void keysOfSeveralSlots_areReadSeparately()
    {
        LookBatch looks(modern);
        for (int i = 0; i < 2; ++i)
            looks.add(request(ValueType::String));
        std::vector<Reply> replies(7, Reply::status("QUEUED"));
        replies.back() = Reply::error("CROSSSLOT Keys in request don't hash to the same slot");
        const Classifier classifier;
        for (const auto &step : looks.steps(replies, classifier))
            QVERIFY(step == LookStep(LookAgain{request(ValueType::String), false, true}));
        LookBatch apart({true, false, true});
        for (int i = 0; i < 2; ++i)
            apart.add(request(ValueType::String));
        QCOMPARE(apart.batch().commands(), std::size_t(10));
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
            auto asked = request(type, {{"c", type}});
            asked.asksLength = type == ValueType::List;
            asked.asksTypes = type == ValueType::None;
            const auto commands = asked.commands() + 3;
            for (const auto &reply : odd) {
                (void)parse(asked, std::vector<Reply>(commands, reply));
                (void)parse(asked, std::vector<Reply>(commands, reply), {false, true});
                std::vector<Reply> replies(commands, Reply::status("QUEUED"));
                replies.back() = Reply::array(std::vector<Reply>(commands - 2, reply));
                (void)parse(asked, replies);
                (void)parse(asked, replies, {false, false});
            }
        }
    }

    void withoutCompanions_isKept()
    {
        const auto alone = request(ValueType::Hash, {{"a", ValueType::List}}).withoutCompanions();
        KeySnapshot look;
        look.id.key = "k";
        look.value = {ValueType::Hash, {}, 1, {{"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"}}};
        const Classifier classifier;
        QVERIFY(nextRequest(alone, look, classifier) == alone);
        QVERIFY(!nextRequest(request(ValueType::Hash), look, classifier).companions.empty());
    }

private:
    KeySnapshot parsed(const LookRequest &request, std::vector<Reply> values, Reply expiry = Reply::number(1'700'000'030'000))
    {
        const auto answer = parse(request, transaction(std::move(values), std::move(expiry)));
        if (!answer)
            QTest::qFail(answer.error().text.c_str(), __FILE__, __LINE__);
        return answer ? *answer : KeySnapshot();
    }
};

LOCKSCOPE_TEST(LookRequestTest)
#include "tst_look_request.moc"
