// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/lab/context/resource.h"

#include <QTest>

using namespace lockcore;

namespace {

entry::Accessed call(const char *who, entry::Step step, std::optional<std::int64_t> token = {}, std::optional<std::int64_t> based = {})
{
    entry::Accessed call;
    call.who = {who, 1};
    call.step = step;
    call.lock = "stock";
    call.token = token;
    call.based = based;
    return call;
}

entry::Accessed answered(Resource &resource, entry::Accessed call)
{
    resource.answer(call);
    return call;
}

} // namespace

class TestResource final : public QObject
{
    Q_OBJECT

private slots:
    void write_makesVersionFromTheOneRead();
    void staleToken_isRefusedOnlyIfFenced();
    void stock_isSoldUntilTheWriterReadsNone();
    void inside_listsWorkersThatEntered();
};

void TestResource::write_makesVersionFromTheOneRead()
{
    Resource resource({});
    QCOMPARE(answered(resource, call("A", entry::Step::Read)).version, 0);
    const auto first = answered(resource, call("A", entry::Step::Write, {}, 0));
    QCOMPARE(first.version, 1);
    QCOMPARE(first.value, 1);
    const auto late = answered(resource, call("B", entry::Step::Write, {}, 0)); // it had read version 0, too
    QCOMPARE(late.version, 2);
    QCOMPARE(late.value, 1);
    QVERIFY(answered(resource, call("B", entry::Step::Write, {}, 99)).refused);
}

void TestResource::staleToken_isRefusedOnlyIfFenced()
{
    for (const bool fenced : {false, true}) {
        Resource resource({fenced, {}});
        answered(resource, call("A", entry::Step::Enter, 1));
        answered(resource, call("B", entry::Step::Enter, 2));
        const auto write = answered(resource, call("A", entry::Step::Write, 1, 0));
        QCOMPARE(write.refused, fenced);
        QCOMPARE(write.reason, std::string(fenced ? "stale token" : ""));
        QVERIFY(!answered(resource, call("A", entry::Step::Exit, 1)).refused);
        QVERIFY(!answered(resource, call("B", entry::Step::Write, 2, 0)).refused);
    }
}

void TestResource::stock_isSoldUntilTheWriterReadsNone()
{
    Resource resource({false, 1});
    QCOMPARE(answered(resource, call("A", entry::Step::Read)).value, 1);
    QCOMPARE(answered(resource, call("A", entry::Step::Write, {}, 0)).value, 0);
    QCOMPARE(answered(resource, call("B", entry::Step::Write, {}, 0)).value, 0); // sold twice
    QCOMPARE(answered(resource, call("B", entry::Step::Write, {}, 2)).reason, std::string("sold out"));
}

void TestResource::inside_listsWorkersThatEntered()
{
    Resource resource({});
    using Inside = std::vector<std::pair<Incarnation, std::string>>;
    const Incarnation a{"A", 1};
    const Incarnation b{"B", 1};
    answered(resource, call("A", entry::Step::Enter));
    answered(resource, call("B", entry::Step::Enter));
    QCOMPARE(resource.inside("stock"), (Inside{{a, ""}, {b, ""}}));
    QVERIFY(resource.inside("other").empty());
    answered(resource, call("A", entry::Step::Exit));
    QCOMPARE(resource.inside("stock"), (Inside{{b, ""}}));
    auto other = call("B", entry::Step::Enter);
    other.owner = "B2";
    answered(resource, other);
    QCOMPARE(resource.inside("stock"), (Inside{{b, ""}, {b, "B2"}}));
    resource.leave(b); // with all its owners
    QVERIFY(resource.inside("stock").empty());
}

LOCKSCOPE_TEST(TestResource)
#include "tst_resource.moc"
