// SPDX-License-Identifier: MIT
// What is done after the answer to one look.
#include "support/test_program.h"

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/look_step.h"
#include "lockcore/monitor/reading/refusal.h"
#include "look_replies.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

const Bytes owner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const Bytes queue = "redisson_lock_queue:{k}";
const Bytes timeouts = "redisson_lock_timeout:{k}";
const Bytes token = "redisson_lock_token:{k}";

std::vector<Reply> heldHash() { return {scanned({owner, "1"})}; }

std::vector<Reply> joined(std::vector<Reply> first, const std::vector<Reply> &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// The answer to a request that asksSizes.
std::vector<Reply> sizes(std::vector<Reply> replies)
{
    auto first = std::move(replies.front());
    replies.erase(replies.begin());
    return transaction(std::move(replies), std::move(first));
}

// The answer to a request that asksTypes.
std::vector<Reply> types(const std::vector<Bytes> &names)
{
    std::vector<Reply> replies;
    for (const auto &name : names)
        replies.push_back(Reply::status(name));
    auto first = std::move(replies.front());
    replies.erase(replies.begin());
    return transaction(std::move(replies), std::move(first));
}

std::vector<Reply> refused(const LookRequest &request, const Bytes &why)
{
    return std::vector<Reply>(request.commands() + 3, Reply::error(why));
}

} // namespace

class LookStepTest final : public QObject
{
    Q_OBJECT

private slots:
    void completeLook_isDone()
    {
        const auto step = after(request(ValueType::String), transaction({Reply::bulk("t")}));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        QCOMPARE(std::get<KeySnapshot>(step).value.text, Bytes("t"));
    }

    void goneKey_isDone()
    {
        auto step = after(request(ValueType::None), transaction({Reply::status("none")}, Reply::number(-2)));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        // Also if a queue has outlived the lock.
        step = after(request(ValueType::Hash, {{queue, ValueType::None}}), transaction({scanned({}), Reply::number(1)}, Reply::number(-2)));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
    }

    void otherType_isAskedForAgain()
    {
        const auto step = after(request(ValueType::None), transaction({Reply::status("hash")}));
        QVERIFY(step == LookStep(LookAgain{request(ValueType::Hash)}));
    }

    void companions_areAskedForUntilTheirTypesAreKnown()
    {
        auto asked = request(ValueType::Hash);
        asked = againAfter(asked, transaction(heldHash()));
        const CompanionForms wanted = {{queue, ValueType::None}, {timeouts, ValueType::None}, {token, ValueType::None}};
        QVERIFY(asked.companions == wanted);
        QVERIFY(!asked.asksTypes);
        // None of them is there: the look is complete.
        QVERIFY(std::holds_alternative<KeySnapshot>(after(asked, transaction(joined(heldHash(), {Reply::number(0)})))));

        // The library gives each of them a type, so they are read as soon as the size of their elements is known.
        asked = againAfter(asked, transaction(joined(heldHash(), {Reply::number(1)})));
        QVERIFY(asked.asksSizes && !asked.asksTypes);
        QCOMPARE(asked.commands(), std::size_t(2)); // the queue and the deadlines, nothing else
        asked = againAfter(asked, sizes({Reply::number(100), Reply::number(200)}));
        const CompanionForms likely = {{queue, ValueType::List}, {timeouts, ValueType::Zset}, {token, ValueType::String}};
        QVERIFY(asked.companions == likely && !asked.asksSizes);
        QCOMPARE(asked.commands(), std::size_t(5)); // expiry, value, queue, deadlines, token
        const auto step = after(asked, transaction(joined(heldHash(), {bulks({"a:1"}), bulks({}), Reply::bulk("7")})));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        QCOMPARE(std::get<KeySnapshot>(step).companions.at(queue).elements.size(), std::size_t(1));
        QCOMPARE(std::get<KeySnapshot>(step).companions.at(token).text, Bytes("7"));
    }

    void companionsOfUnknownType_areAskedForTheirTypes()
    {
        auto asked = request(ValueType::String);
        asked.id.key = "bull:lock:id";
        asked = againAfter(asked, transaction({Reply::bulk("x")}));
        QCOMPARE(asked.companions.size(), std::size_t(5));
        asked = againAfter(asked, transaction({Reply::bulk("x"), Reply::number(1)}));
        QVERIFY(asked.asksTypes);
        QCOMPARE(asked.commands(), std::size_t(5)); // the types alone
        asked = againAfter(asked, types({"zset", "none", "hash", "none", "none"}));
        QCOMPARE(asked.commands(), std::size_t(5)); // expiry, value, two types; one EXISTS for the others
        const auto step = after(asked, transaction({Reply::bulk("x"), Reply::status("zset"), Reply::status("hash"), Reply::number(0)}));
        QVERIFY(std::holds_alternative<KeySnapshot>(step)); // they may be of any size, and are not read
        QVERIFY(std::get<KeySnapshot>(step).companions.at("bull:lock:completed").type == ValueType::Zset);
    }

    // The hash may be the data that the lock guards.
    void hashNextToALock_isNotRead()
    {
        auto asked = request(ValueType::String);
        asked.id.key = "bull:mail:7:lock";
        asked = againAfter(asked, transaction({Reply::bulk("cff0496f-5b03-48fd-ac0c-98a89613da14:0")}));
        asked = againAfter(asked, transaction({Reply::bulk("cff0496f-5b03-48fd-ac0c-98a89613da14:0"), Reply::number(3)}));
        QVERIFY(!asked.asksTypes);
        QCOMPARE(asked.commands(), std::size_t(5)); // expiry, value, two types, the counter
        const auto step = after(asked, transaction({Reply::bulk("cff0496f-5b03-48fd-ac0c-98a89613da14:0"), Reply::status("hash"),
                                                    Reply::bulk("7"), Reply::status("hash")}));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        QVERIFY(std::get<KeySnapshot>(step).companions.at("bull:mail:7").type == ValueType::Hash);
    }

    // It is unknown which value was too large: a companion may have grown.
    void tooLargeReply_isAskedForAlone()
    {
        auto asked = request(ValueType::Hash, {{queue, ValueType::List}, {timeouts, ValueType::None}, {token, ValueType::String}});
        asked = againAfter(asked, refused(asked, "too-large a reply"));
        QVERIFY(asked.isSuspected() && asked.asksSizes);
        QCOMPARE(asked.commands(), std::size_t(1)); // the queue
        asked = againAfter(asked, sizes({Reply::number(LookForm::mostBytes + 1)}));
        QVERIFY(asked.companions.at(queue).part == CompanionForm::Part::Count);
        QVERIFY(asked.isSuspected());
        const auto answer = joined(heldHash(), {Reply::number(7), Reply::bulk("3"), Reply::number(0)});
        QVERIFY(std::holds_alternative<KeySnapshot>(after(asked, transaction(answer))));
        const auto step = after(asked, refused(asked, "too-large a reply"));
        QVERIFY(std::holds_alternative<Error>(step) && isTooLarge(std::get<Error>(step)));
    }

    // Without a transaction the reply can only be the key's own: it is not asked for twice.
    void tooLargeReplyOfKeyAlone_isFinal()
    {
        const LookRequest::Way heard{true, false, false, true};
        const Error tooLarge{ErrorKind::Server, "too-large a reply", "too-large"};
        const auto alone = request(ValueType::Hash);
        QCOMPARE(stepAfter(alone, tooLarge, heard, m_classifier), LookStep(tooLarge));
        QCOMPARE(stepAfter(alone, tooLarge, {}, m_classifier), LookStep(LookAgain{alone.suspected()}));
    }

    void tooLargeValue_isNotKept()
    {
        const auto most = static_cast<std::size_t>(LookForm::mostValueBytes);
        const auto step = after(request(ValueType::Hash), transaction({scanned({owner, Bytes(most, 'x')})}));
        QVERIFY(std::holds_alternative<Error>(step) && isTooLarge(std::get<Error>(step)));
    }

    void companionWithLargeElements_isCounted()
    {
        auto asked = measuring();
        asked = againAfter(asked, sizes({Reply::number(LookForm::mostBytes + 1), Reply::nil()}));
        QVERIFY(!asked.asksSizes);
        QCOMPARE(asked.commands(), std::size_t(5)); // expiry, value, LLEN, the token, EXISTS of the deadlines
        Batch batch;
        asked.addTo(batch, modern);
        QVERIFY(batch.bytes().find("LLEN") != std::string::npos && batch.bytes().find("LRANGE") == std::string::npos);
        const auto step = after(asked, transaction(joined(heldHash(), {Reply::number(64), Reply::bulk("7"), Reply::number(0)})));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        const auto &seen = std::get<KeySnapshot>(step).companions.at(queue);
        QVERIFY(seen.type == ValueType::List && seen.length == 64 && seen.elements.empty());
    }

    // Only the first of its elements are read, so their number counts, too.
    void longSortedSetOfSmallElements_isRead()
    {
        auto asked = measuring();
        const auto large = Reply::number(10 * LookForm::mostBytes);
        const auto weighed = againAfter(asked, sizes({Reply::number(100), large}));
        QVERIFY(weighed.asksSizes);
        QCOMPARE(weighed.commands(), std::size_t(2)); // memory and number of the deadlines
        QVERIFY(againAfter(weighed, sizes({large, Reply::number(20'000)})).companions.at(timeouts) == CompanionForm(ValueType::Zset));
        const CompanionForm counted(ValueType::Zset, CompanionForm::Part::Count);
        QVERIFY(againAfter(weighed, sizes({large, Reply::number(2'000)})).companions.at(timeouts) == counted);
    }

    void deniedSizes_leaveTheCount()
    {
        const auto asked = measuring();
        const auto next = againAfter(asked, refused(asked, "NOPERM User x has no permissions to run the 'memory|usage' command"));
        QVERIFY(next == asked.withoutSizes() && !next.asksSizes);
        const auto &form = next.companions.at(queue);
        QVERIFY(form.type == ValueType::List && form.part == CompanionForm::Part::Count);
    }

    // Between two looks its elements may have become large.
    void grownCompanion_isOnlyCounted()
    {
        const auto asked = request(ValueType::Hash, {{queue, ValueType::List}, {timeouts, ValueType::None}, {token, ValueType::None}});
        const auto large = bulks({Bytes(static_cast<std::size_t>(LookForm::mostBytes) + 1, 'x')});
        const auto next = againAfter(asked, transaction(joined(heldHash(), {large, Reply::number(0)})));
        QVERIFY(next.companions.at(queue) == CompanionForm(ValueType::List, CompanionForm::Part::Count));
    }

    void goneCompanion_keepsItsType()
    {
        const auto asked = request(ValueType::Hash, {{queue, ValueType::List}, {timeouts, ValueType::Zset}, {token, ValueType::None}});
        const auto step = after(asked, transaction(joined(heldHash(), {bulks({}), bulks({}), Reply::number(0)})));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        QVERIFY(!std::get<KeySnapshot>(step).companions.at(queue).exists());
    }

    void companionOfOtherType_isAskedOnlyForItsType()
    {
        auto asked = request(ValueType::Hash, {{queue, ValueType::List}, {timeouts, ValueType::None}, {token, ValueType::None}});
        asked = againAfter(asked, transaction(joined(heldHash(), {Reply::error("WRONGTYPE x"), Reply::number(0)})));
        QVERIFY(asked.companions.at(queue) == CompanionForm(ValueType::Other) && !asked.asksTypes);
        const auto step = after(asked, transaction(joined(heldHash(), {Reply::status("zset"), Reply::number(0)})));
        QVERIFY(std::holds_alternative<KeySnapshot>(step)); // it may be of any size, and is not read
        QVERIFY(std::get<KeySnapshot>(step).companions.at(queue).type == ValueType::Zset);
    }

    void longCompanion_isCounted()
    {
        auto asked = request(ValueType::Hash, {{queue, ValueType::List}, {timeouts, ValueType::None}, {token, ValueType::None}});
        const auto listed = bulks(std::vector<Bytes>(static_cast<std::size_t>(Value::mostListed), "a:1"));
        asked = againAfter(asked, transaction(joined(heldHash(), {listed, Reply::number(0)})));
        QVERIFY(asked.asksLength);
        const auto step = after(asked, transaction(joined(heldHash(), {Reply::number(1), listed, Reply::number(1'000), Reply::number(0)})));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        QCOMPARE(std::get<KeySnapshot>(step).companions.at(queue).length, std::int64_t(1'000));
    }

    // Only another command could distinguish it from a missing key, and no library writes it.
    void emptyString_isNotACompanion()
    {
        const auto asked = request(ValueType::Hash, {{queue, ValueType::None}, {timeouts, ValueType::None}, {token, ValueType::String}});
        const auto step = after(asked, transaction(joined(heldHash(), {Reply::bulk(""), Reply::number(0)})));
        QVERIFY(std::holds_alternative<KeySnapshot>(step));
        QVERIFY(!std::get<KeySnapshot>(step).companions.at(token).exists());
    }

    void serverOutOfMemory_isAskedWithoutATransaction()
    {
        const auto asked = request(ValueType::String, {{"c", ValueType::List}});
        const auto oom = refused(asked, "OOM command not allowed when used memory > 'maxmemory'.");
        QVERIFY(after(asked, oom) == LookStep(LookAgain{asked, true}));
        const auto step = after(asked, oom, {true, true});
        QVERIFY(std::holds_alternative<Error>(step)); // there is no other way to ask
    }

    void forbiddenCompanions_areLeftOut_data()
    {
        QTest::addColumn<QByteArray>("refusal");
        QTest::newRow("rights") << QByteArray("NOPERM No permissions to access a key");
        QTest::newRow("slots") << QByteArray("CROSSSLOT Keys in request don't hash to the same slot");
        QTest::newRow("another node") << QByteArray("MOVED 3999 127.0.0.1:6381");
    }

    void forbiddenCompanions_areLeftOut()
    {
        QFETCH(QByteArray, refusal);
        const auto asked = request(ValueType::String, {{"c", ValueType::List}});
        const LookRequest::Way apart{true, false, true};
        QVERIFY(after(asked, refused(asked, refusal.toStdString()), apart) == LookStep(LookAgain{asked.withoutCompanions()}));
        const auto alone = asked.withoutCompanions();
        const auto step = after(alone, refused(alone, refusal.toStdString()), apart); // now the key itself is refused
        QVERIFY(std::holds_alternative<Error>(step));
    }

    void otherErrors_areFinal_data()
    {
        QTest::addColumn<QByteArray>("refusal");
        QTest::newRow("busy") << QByteArray("BUSY Redis is busy running a script");
        QTest::newRow("command") << QByteArray("NOPERM User x has no permissions to run the 'multi' command");
        QTest::newRow("on its way") << QByteArray("ASK 3999 127.0.0.1:6381");
    }

    void otherErrors_areFinal()
    {
        QFETCH(QByteArray, refusal);
        const auto asked = request(ValueType::String, {{"c", ValueType::List}});
        const auto step = after(asked, refused(asked, refusal.toStdString()));
        QVERIFY(std::holds_alternative<Error>(step));
        QCOMPARE(std::get<Error>(step).text, refusal.toStdString());
    }

private:
    // A held lock whose queue and deadlines are measured next.
    static LookRequest measuring()
    {
        auto asked = request(ValueType::Hash, {{queue, CompanionForm::first(ValueType::List)},
                                               {timeouts, CompanionForm::first(ValueType::Zset)},
                                               {token, ValueType::String}});
        asked.asksSizes = true;
        return asked;
    }

    LookStep after(const LookRequest &request, const std::vector<Reply> &replies, LookRequest::Way way = modern) const
    {
        return stepAfter(request, parse(request, replies, way), way, m_classifier);
    }

    LookRequest againAfter(const LookRequest &request, const std::vector<Reply> &replies) const
    {
        const auto step = after(request, replies);
        const auto *again = std::get_if<LookAgain>(&step);
        return again && !again->plain ? again->request : LookRequest();
    }

    const Classifier m_classifier;
};

LOCKSCOPE_TEST(LookStepTest)
#include "tst_look_step.moc"
