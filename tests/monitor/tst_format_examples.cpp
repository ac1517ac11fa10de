// SPDX-License-Identifier: MIT
// The text of the examples: what is read from it, and that a mistake is reported with its file, its line and what to do.
#include "support/example_looks.h"
#include "support/format_examples.h"
#include "support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

constexpr auto wholeText = R"(# Two examples and a counterexample.
common
  library redisson
  kind fair-lock
  why a hash
  why with one field
  holder someone
    fact thread 17
  waiters unknown

example a queue
  recorded
  key till
  hash
    - owner 1
    - "two words" \x00
  length 70
  ttl 28500ms
  companion queue
  list
    - a
  companion other
  missing
  fingerprint redisson
  channel c
  owner-repeats
  expect
    variant fair lock: "till"
    confidence 5
    why a queue
    holder \xff x3 write until now-1ms
    holder "" read
    owner constant
    ttl-set always
    usual-lease 30s
    lapses now+250us
    waiters exact 2 dated
    waiters-why it was read
    waiter a
    waiter b
    wait-channel c
    related queue "queue of waiters" "1 entry" stays
    related other "deadlines"

example the common expectation alone
  key k
  string ""

counterexample a string
  key k
  string x
)";

QByteArray errorOf(const std::string &text)
{
    try {
        (void)parseExamples(text, "file.txt");
    } catch (const ExampleError &error) {
        return error.what();
    }
    return "no error";
}

} // namespace

class FormatExamplesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyFormat_hasItsFile()
    {
        auto names = std::vector<std::string>(formatNames().begin(), formatNames().end());
        std::ranges::sort(names);
        QCOMPARE(exampleFiles(), names);
        QCOMPARE(formatExamples().size(), formats().size());
    }

    void aFormatWithoutAFile_isAnError() { QVERIFY_THROWS_EXCEPTION(ExampleError, (void)examplesOf("no_such_format")); }

    void look_isReadInFull()
    {
        const auto examples = parseExamples(wholeText, {});
        QCOMPARE(examples.size(), std::size_t(3));
        QCOMPARE(examples[0].what, "a queue");
        QVERIFY(examples[0].recorded && !examples[1].recorded);
        auto value = example::hash({{"owner", "1"}, {"two words", Bytes(1, '\0')}});
        value.length = 70;
        auto look = example::look("till", value, 28'500ms);
        look = example::with(example::with(look, "queue", example::list({"a"})), "other", Value());
        QVERIFY(examples[0].look == look);
        const RecognitionContext surroundings{{"redisson"}, {"c"}, false, false, true};
        QVERIFY(examples[0].surroundings == surroundings);
        QVERIFY(examples[2].look == example::look("k", example::string("x")));
        QVERIFY(!examples[2].expected);
    }

    void expectation_isReadInFull()
    {
        LockMatch match;
        match.library = "redisson";
        match.kind = LockKind::FairLock;
        match.variant = "fair lock: \"till\"";
        match.confidence = 5;
        match.why = {"a queue"};
        match.holders = {{"\xff", 3, Mode::Write, example::now - 1ms, {}}, {"", 1, Mode::Read, {}, {}}};
        match.ownerScope = OwnerScope::Constant;
        match.leaseRule = LeaseRule::Always;
        match.usualLease = 30s;
        match.lapses = example::now + 250us;
        match.waiters = {Waiters::Knowledge::Exact, 2, example::now, {"a", "b"}, "it was read"};
        match.waitChannels = {"c"};
        match.companions = {{"queue", "queue of waiters", "1 entry", true}, {"other", "deadlines", "", false}};
        QVERIFY(parseExamples(wholeText, {})[0].expected == match);
    }

    void commonExpectation_holdsWhereAnExampleSaysNothing()
    {
        LockMatch match;
        match.library = "redisson";
        match.kind = LockKind::FairLock;
        match.why = {"a hash", "with one field"};
        match.holders = {{"someone", 1, Mode::Exclusive, {}, {{"thread", "17"}}}};
        QVERIFY(parseExamples(wholeText, {})[1].expected == match);
    }

    void secondCommon_replacesTheFirst()
    {
        const auto examples = parseExamples("common\nlibrary a\nconfidence 5\ncommon\nlibrary b\nexample e\nkey k\nmissing\n", {});
        QCOMPARE(examples[0].expected->library, "b");
        QCOMPARE(examples[0].expected->confidence, LockMatch().confidence);
    }

    void mistake_isNamedWithItsPlace_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char *name, const char *text, const char *error) {
            QTest::newRow(name) << std::string(text) << QByteArray(error);
        };
        row("no beginning", "# comment\n\nkey k\n", "file.txt:3: key must follow common, example or counterexample");
        row("no subject", "example\n", "file.txt:1: example must say what it shows");
        row("no key", "counterexample c\nexample e\nkey k\n", "file.txt:1: its key is missing");
        row("no value", "counterexample c\nkey k\nttl 1s\n", "file.txt:1: a key without a value; write `missing` if there was none");
        row("value before key", "counterexample c\nstring x\n", "file.txt:2: string must follow the key");
        row("element before key", "counterexample c\n- x\n", "file.txt:2: - must follow the key");
        row("second key", "counterexample c\nkey k\nmissing\nkey l\n", "file.txt:4: a second key");
        row("second value", "counterexample c\nkey k\nhash\nstring x\n", "file.txt:4: a second value");
        row("unknown word", "counterexample c\nkey k\ntext x\n", "file.txt:3: text is not known in the description of a look");
        row("expectation of a counterexample", "counterexample c\nkey k\nmissing\nexpect\n",
            "file.txt:4: expect is not known in the description of a look");
        row("element of a string", "counterexample c\nkey k\nstring x\n- y\n",
            "file.txt:4: an element must follow hash, zset, list or set");
        row("no score", "counterexample c\nkey k\nzset\n- y\n", "file.txt:4: - lacks the value or score of the element");
        row("too many words", "counterexample c\nkey k l\n", "file.txt:2: key has too many words: l");
        row("open quotes", "counterexample c\nkey \"k\n", "file.txt:2: the quotes are not closed");
        row("text behind quotes", "counterexample c\nkey \"k\"l\n", "file.txt:2: a blank is missing behind the quotes");
        row("bad escape", "counterexample c\nkey \\q\n", "file.txt:2: unknown backslash sequence in \\q");
        row("bad duration", "counterexample c\nkey k\nttl 1.5s\n",
            "file.txt:3: 1.5s is not a duration: write a whole number and us, ms, s, h or d");
        row("no duration", "counterexample c\nkey k\nttl\n", "file.txt:3: ttl lacks a duration");
        row("no library", "example e\nkey k\nmissing\n", "file.txt:1: it expects no library");
        row("unknown expectation", "common\nlibrary l\ncolour red\n", "file.txt:3: colour is not known in an expectation");
        row("second library", "common\nlibrary l\nlibrary m\n", "file.txt:3: a second library");
        row("bad kind", "common\nlibrary l\nkind door\nexample e\nkey k\nmissing\n",
            "file.txt:3: door is not known after kind; there are anonymous, fair-lock, job-lock, latch, lock, rw-lock, "
            "semaphore, timestamp");
        row("bad number", "common\nlibrary l\nconfidence high\nexample e\nkey k\nmissing\n", "file.txt:3: high is not a number");
        row("bad time", "common\nlibrary l\nlapses 12:00\nexample e\nkey k\nmissing\n",
            "file.txt:3: 12:00 is not a time: write now, now+30s or now-1ms");
        row("bad holder", "common\nlibrary l\nholder o twice\nexample e\nkey k\nmissing\n",
            "file.txt:3: twice is not known after an owner; there are xNUMBER, read, write and until TIME");
        row("lone fact", "common\nlibrary l\nfact a b\nexample e\nkey k\nmissing\n",
            "file.txt:3: a fact must follow the holder that it is about");
    }

    void mistake_isNamedWithItsPlace()
    {
        QFETCH(std::string, text);
        QFETCH(QByteArray, error);
        QCOMPARE(errorOf(text), error);
    }
};

LOCKSCOPE_TEST(FormatExamplesTest)
#include "tst_format_examples.moc"
