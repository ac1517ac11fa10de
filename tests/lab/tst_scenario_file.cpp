// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/lab/scenario/chapters.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/stretched_times.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

// A scenario with what the test adds in line 4, and to the worker in line 6. Its expectations are in line 8.
std::string scenario(const std::string &added, const std::string &worker = {}, const std::string &expect = "\"ownership\": \"held\"")
{
    return "{\n\"lockscope_scenario\": 1,\n\"title\": \"t\", \"protocol\": \"token\",\n" + added + "\n\"workers\": [\n{\"name\": \"A\""
           + worker + "}\n],\n\"expect\": {" + expect + "}\n}\n";
}

std::string refusal(const std::string &text)
{
    const auto read = scenarioOf(text, "dir/x.json");
    return read.ok() ? "it is accepted" : read.error().text;
}

std::vector<Scenario> builtIns()
{
    std::vector<Scenario> all;
    for (const auto &file : QDir(QStringLiteral(":/scenarios")).entryInfoList()) {
        auto read = readScenario(file.filePath().toStdString());
        if (!read)
            qFatal("%s", read.error().text.c_str());
        all.push_back(*std::move(read));
    }
    return all;
}

} // namespace

class TestScenarioFile final : public QObject
{
    Q_OBJECT

private slots:
    void fields_areRead();
    void mistake_isNamedWithItsLine_data();
    void mistake_isNamedWithItsLine();
    void severalLocks_areRead();
    void oneLock_hasAFormerName();
    void everyCut_isRefused();
    void condition_isReadBack_data();
    void condition_isReadBack();
    void documentation_listsEachField_withItsValues();
    void builtIns_haveStoriesAndTwins();
    void builtIns_areReadBack();
    void chapters_areInOrder();
};

void TestScenarioFile::fields_areRead()
{
    const auto read =
        scenarioOf(scenario("\"lease_ms\": 300, \"options\": {\"lease\": \"1s\"}, \"stock\": 5,\n"
                            "\"script\": [{\"when\": [\"A inside\", \"lock free\"], \"after_ms\": 5, \"do\": \"stall A\", \"by_ms\": 9},\n"
                            "{\"when\": \"A's key created #2\", \"do\": \"hold reply of A\", \"of\": \"take\"},\n"
                            "{\"when\": \"start\", \"do\": \"wipe server\"}],",
                            ", \"wait_ms\": 0, \"work_until\": \"A's key expired\", \"releases\": \"always\""),
                   "dir/x.json");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(read->name, std::string("x"));
    QCOMPARE(read->lease, 300ms);
    QCOMPARE(read->stock, 5);
    const auto &worker = read->workers.front();
    QCOMPARE(worker.wait, 0ms);
    QVERIFY(worker.releases == ScenarioWorker::Releases::Always);
    QCOMPARE(worker.workUntil, (std::vector<Condition>{{Happening::KeyExpired, "A", 1}}));
    QCOMPARE(read->script.size(), std::size_t(3));
    QVERIFY(read->script[0]
            == (Fault{{{Happening::Inside, "A", 1}, {Happening::LockFree, "", 1}}, 5ms, Action::Stall, "A", 0, Purpose::Any, 9ms, 0ms}));
    QVERIFY(read->script[1] == (Fault{{{Happening::KeyCreated, "A", 2}}, 0ms, Action::HoldReply, "A", 0, Purpose::Take, {}, 0ms}));
    QVERIFY(read->script[2].action == Action::WipeServer);
    QCOMPARE(read->expected, (std::map<Property, Outcome>{{Property::Ownership, Outcome::Held}}));
}

void TestScenarioFile::mistake_isNamedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *name, const std::string &text, const char *sentence) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << "dir/x.json, line " + QByteArray(sentence);
    };
    row("no JSON", "{\n\"title\" \"t\"}", "2: this is not valid JSON: \":\" is missing");
    row("more than JSON", scenario("") + "}", "10: this is not valid JSON: there is extra text after the JSON");
    row("a list", "[]", "1: a scenario must be an object");
    row("missing field", "{\"lockscope_scenario\": 1}", "1: a scenario needs the field \"title\"");
    row("later version", "{\"lockscope_scenario\": 2}", "1: this program reads version 1 of scenarios");
    row("unknown field", scenario("\"leas_ms\": 300,"), "4: a scenario has no field \"leas_ms\"");
    row("a command", scenario("\"command\": [\"rm\"],"), "4: a scenario has no field \"command\"");
    row("twice", scenario("\"lease_ms\": 1, \"lease_ms\": 2,"), "4: the field \"lease_ms\" occurs twice");
    row("wrong kind", scenario("\"lease_ms\": \"300\","), "4: \"lease_ms\" must be a whole number from 1 to 600000");
    row("impossible", scenario("\"lease_ms\": 0,"), "4: \"lease_ms\" must be a whole number from 1 to 600000");
    row("fraction", scenario("\"stock\": 1.5,"), "4: \"stock\" must be a whole number from 0 to 1000000000");
    row("unknown protocol", "{\"lockscope_scenario\": 1, \"title\": \"t\",\n\"protocol\": \"tokn\"}", "2: there is no protocol \"tokn\"");
    row("setting", scenario("\"settings\": {\"dir\": \"/\"},"),
        "4: a scenario cannot set \"dir\"; it can set maxmemory, maxmemory-policy, appendonly, appendfsync and hz");
    row("setting's value", scenario("\"settings\": {\"hz\": \"0\"},"), "4: \"hz\" cannot be \"0\"; it is a whole number from 1 to 500");
    row("setting's size", scenario("\"settings\": {\"maxmemory\": \"3mb\\nsave 1 1\"},"),
        "4: \"maxmemory\" cannot be \"3mb\\nsave 1 1\"; it is a size, for example 3mb");
    row("option", scenario("\"options\": {\"lease\": \"0s\"},"), "4: option lease: it must be more than 0 and at most a year");
    row("unknown property", scenario("", "", "\"fun\": \"held\""),
        "8: there is no property \"fun\"; there are mutual-exclusion, lease-outlived, ownership, no-immortal-lock, progress, resource, "
        "reentry-count, fairness, watchdog, token-order");
    row("unknown verdict", scenario("", "", "\"progress\": \"good\""),
        "8: a verdict cannot be \"good\"; it is one of held, violated, outlived, inconclusive, not-exercised, skipped");
    row("unknown worker", scenario("\"script\": [{\"when\": \"B ok\", \"do\": \"kill A\"}],"), "4: there is no worker \"B\"");
    row("fault on nobody", scenario("\"script\": [{\"when\": \"A ok\", \"do\": \"kill B\"}],"), "4: there is no worker \"B\"");
    row("bare time", scenario("\"script\": [{\"when\": \"start\", \"after_ms\": 5, \"do\": \"wipe server\"}],"),
        "4: a fault waits for something that happens, not only for a time since the start");
    row("stall without a time", scenario("\"script\": [{\"when\": \"A ok\", \"do\": \"stall A\"}],"),
        "4: this fault needs the field \"by_ms\"");
    const auto twoOwners = [](const std::string &needs, const std::string &second, const std::string &script = {}) {
        return scenario(needs + (script.empty() ? "" : "\"script\": [" + script + "],"), "},\n{\"name\": \"A2\", " + second);
    };
    const std::string concurrent = "\"needs\": [\"concurrent\"], ", inA = "\"in_process_of\": \"A\"";
    row("a process of nobody", twoOwners(concurrent, "\"in_process_of\": \"C\""),
        "7: \"in_process_of\" names a worker that is before this one in the file; \"C\" is none");
    row("owners without a need", twoOwners({}, inA), "7: several owners in one process need \"needs\": [\"concurrent\"] in the scenario");
    row("an owner's clock", twoOwners(concurrent, inA + ", \"skew_ms\": 5"), "7: a process has one clock: \"skew_ms\" belongs to A");
    row("an owner's key", twoOwners(concurrent, inA + ", \"after\": \"A2's key expired\""),
        "7: this is about a process, and A2 is in the process of A: name A");
    row("worker's field", scenario("", ", \"sleep\": 3"), "6: a worker has no field \"sleep\"");
    row("no replica", scenario("\"script\": [{\"when\": \"A ok\", \"do\": \"promote replica\"}],"),
        "4: \"promote replica\" needs \"replicas\": 1 in the scenario");
    row("a second promotion",
        scenario("\"replicas\": 1, \"script\": [{\"when\": \"A ok\", \"do\": \"promote replica\"},\n"
                 "{\"when\": \"A wrote\", \"do\": \"promote replica\"}],"),
        "5: a server has one replica, which can be promoted once");
    row("re-entry without depth", scenario("", ", \"inner_lease_ms\": 5"),
        "6: \"re_enter_after\", \"inner_ends\" and \"inner_lease_ms\" need a \"depth\" of 2 or more");
    row("a reader of any lock", scenario("", ", \"mode\": \"r\""),
        "6: readers and writers need \"needs\": [\"readwrite\"] in the scenario");
    row("both names of a field", scenario("\"lock\": \"a\", \"locks\": [\"a\"],"),
        "4: \"lock\" is the former name of \"locks\": give one of them");
    row("no lock", scenario("\"locks\": [],"), "4: a scenario has 1 to 16 locks");
    row("a lock's name", scenario("\"locks\": [\"a b\"],"), "4: a lock's name has 1 to 64 letters, digits, and - _ . : / { }");
    row("a lock twice", scenario("\"locks\": [\"a\", \"a\"],"), "4: there are two locks \"a\"");
    row("unknown lock", scenario("\"locks\": [\"a\", \"b\"],", ", \"lock\": \"c\""), "6: there is no lock \"c\"");
    row("unknown lock of a condition", scenario("\"locks\": [\"a\", \"b\"],", ", \"work_until\": \"A inside c\""),
        "6: there is no lock \"c\"");
    row("a lock that the worker does not take", scenario("\"locks\": [\"a\", \"b\"],", ", \"work_until\": \"A inside b\""),
        "6: the worker \"A\" does not take the lock \"b\"");
    row("a lock inside itself", scenario("\"locks\": [\"a\", \"b\"],", ", \"inside\": {\"lock\": \"a\"}"),
        "6: a worker takes the lock \"a\" twice; a \"depth\" of 2 is a re-entry, and \"rounds\" repeat");
    row("a field inside", scenario("\"locks\": [\"a\", \"b\"],", ", \"inside\": {\"lock\": \"b\", \"rounds\": 2}"),
        "6: what a worker does inside a lock has no field \"rounds\"");
    row("the lock of a pause", scenario("\"script\": [{\"when\": \"A ok\", \"do\": \"pause A\", \"lock\": \"stock\"}],"),
        "4: \"lock\" belongs to faults that meet a command, and to force release, fill memory and begin slot move");
    row("no space before #", scenario("", ", \"after\": \"A ok#2\""), "6: \"A ok#2\": write a space, # and a number from 1");
    row("number 0", scenario("", ", \"after\": \"A ok #0\""), "6: \"A ok #0\": write a space, # and a number from 1");
    row("too long", scenario("", ", \"work_ms\": 4000"), "6: \"work_ms\" is longer than \"limit_ms\" lets the scenario last");
}

void TestScenarioFile::mistake_isNamedWithItsLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    QCOMPARE(QByteArray::fromStdString(refusal(text.toStdString())), sentence);
}

void TestScenarioFile::severalLocks_areRead()
{
    const auto read = scenarioOf(scenario("\"locks\": [\"k1\", \"k2\", \"k3\"],\n\"script\": [{\"when\": \"A's key k2 expired\", \"do\": "
                                          "\"hold request of A\", \"command\": \"set\", \"lock\": \"k3\"}],",
                                          ", \"lock\": \"k1\", \"inside\": {\"lock\": \"k2\", \"after\": \"A inside\", \"work_ms\": 5, "
                                          "\"inside\": [{\"lock\": \"k3\"}]}"),
                                 "x.json");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(read->locks, (std::vector<std::string>{"k1", "k2", "k3"}));
    const auto &worker = read->workers.front();
    QCOMPARE(worker.inside.front().after, (std::vector<Condition>{{Happening::Inside, "A", 1}}));
    QCOMPARE(worker.inside.front().work, 5ms);
    QCOMPARE(worker.inside.front().inside.front().lock, std::string("k3"));
    QCOMPARE(findSection(*read, worker, "k2"), &worker.inside.front());
    QCOMPARE(read->script[0].when, (std::vector<Condition>{{Happening::KeyExpired, "A", 1, "k2"}}));
    QCOMPARE(read->script[0].command, std::string("SET"));
    QCOMPARE(read->script[0].lock, std::string("k3"));
    const auto again = scenarioOf(textOf(*read), "x.json");
    QVERIFY2(again.ok() && *again == *read, textOf(*read).c_str());
    QCOMPARE(stretched(*read, 4).workers.front().inside.front().work, 20ms);
}

void TestScenarioFile::oneLock_hasAFormerName()
{
    const auto read = scenarioOf(scenario("\"lock\": \"my lock\","), "x.json");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(read->locks, std::vector<std::string>{"my lock"});
    QCOMPARE(scenarioOf(scenario(""), "x.json")->locks, std::vector<std::string>{"stock"});
}

void TestScenarioFile::everyCut_isRefused()
{
    const auto text = scenario("\"lease_ms\": 300,");
    for (std::size_t size = 0; size + 2 < text.size(); ++size)
        QVERIFY2(refusal(text.substr(0, size)) != "it is accepted", std::to_string(size).c_str());
}

void TestScenarioFile::condition_isReadBack_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto *text : {"A ok", "A's key expired", "A inside #3", "A inside stock", "A's key stock expired",
                             "A write-refused stock #2", "lock free", "lock stock free #2", "start"})
        QTest::newRow(text) << QByteArray(text);
}

void TestScenarioFile::condition_isReadBack()
{
    QFETCH(QByteArray, text);
    const auto read = scenarioOf(scenario("", ", \"after\": \"" + text.toStdString() + '"'), "x.json");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(QByteArray::fromStdString(toString(read->workers.front().after.front())), text);
}

namespace {

std::string usualText(std::int64_t value) { return std::to_string(value); }
std::string usualText(Milliseconds value) { return std::to_string(value.count()); }
std::string usualText(bool value) { return value ? "true" : "false"; }
std::string usualText(const std::string &value) { return value; }
std::string usualText(const HasWords auto &value) { return std::string(wordOf(value)); }
std::string usualText(const auto &) { return {}; } // lists, and what need not be there

/// How docs/scenarios.md says what a field can be.
template <class Value>
struct Values
{
    static std::string of(const FieldRule &rule)
    {
        const auto range = std::to_string(rule.least) + " to " + std::to_string(rule.most);
        std::string words;
        if constexpr (std::is_same_v<Value, Milliseconds>)
            return range + " ms";
        else if constexpr (std::is_same_v<Value, bool>)
            return "true or false";
        else if constexpr (std::is_integral_v<Value>)
            return range;
        else if constexpr (std::is_same_v<Value, std::string>)
            return "text";
        else if constexpr (std::is_same_v<Value, Action>)
            return "action";
        else if constexpr (HasWords<Value>)
            for (const auto word : wordsOf<Value>)
                words += (words.empty() ? "`" : ", `") + std::string(word) + '`';
        else
            return "object";
        return words;
    }
};
template <class Value>
struct Values<std::optional<Value>> : Values<Value>
{ };
template <class Value>
struct Values<std::vector<Value>>
{
    static std::string of(const FieldRule &)
    {
        return std::is_same_v<Value, Condition>         ? "condition or list"
               : std::is_same_v<Value, ScenarioSection> ? "object or list"
               : std::is_same_v<Value, std::string>     ? "list of texts"
                                                        : "list of objects";
    }
};

template <class Object>
QStringList fieldRows()
{
    QStringList rows;
    const Object usual;
    Object::each([&]<class Value, class Owner>(const char *name, Value Owner::*member, const FieldRule &rule = {}) {
        const auto unset = rule.presence == FieldRule::Presence::Needed ? "needed" : usualText(usual.*member);
        rows << QString::fromStdString("| `" + std::string(name) + "` | " + Values<Value>::of(rule) + " | " + unset + " |").simplified();
    });
    return rows;
}

// The first three cells of each row of the table of fields, which is the first one of its section.
QStringList documentedRows(const QString &section)
{
    QFile file(QStringLiteral(PROJECT_FOLDER "/docs/scenarios.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto text = QString::fromUtf8(file.readAll()).section(QStringLiteral("\n## ") + section + u'\n', 1, 1);
    QStringList rows;
    for (const auto &line : text.section(QStringLiteral("|---|---|---|---|\n"), 1, 1).split(u'\n')) {
        if (!line.startsWith(u'|'))
            break;
        rows << line.section(u'|', 0, 3).trimmed() + QStringLiteral(" |");
    }
    return rows;
}

} // namespace

void TestScenarioFile::documentation_listsEachField_withItsValues()
{
    QCOMPARE(documentedRows(QStringLiteral("The scenario")).join(u'\n'), fieldRows<Scenario>().join(u'\n'));
    QCOMPARE(documentedRows(QStringLiteral("A worker")).join(u'\n'), fieldRows<ScenarioWorker>().join(u'\n'));
    QCOMPARE(documentedRows(QStringLiteral("Faults")).join(u'\n'), fieldRows<Fault>().join(u'\n'));
}

namespace {

bool isChapter(const std::string &name) { return std::find(chapters().begin(), chapters().end(), name) != chapters().end(); }

// A property that is violated in one holds in the other.
bool differ(const Scenario &broken, const Scenario &sound)
{
    return std::any_of(broken.expected.begin(), broken.expected.end(), [&](const auto &one) {
        const auto other = sound.expected.find(one.first);
        return (one.second == Outcome::Violated || one.second == Outcome::Outlived) && other != sound.expected.end()
               && other->second == Outcome::Held;
    });
}

} // namespace

void TestScenarioFile::builtIns_haveStoriesAndTwins()
{
    const auto all = builtIns();
    QVERIFY(all.size() >= 60);
    const auto named = [&](const std::string &name) {
        return std::find_if(all.begin(), all.end(), [&](const auto &scenario) { return scenario.name == name; });
    };
    for (const auto &scenario : all) {
        QVERIFY2(scenario.story.size() > 80 && isChapter(scenario.chapter) && !scenario.sources.empty(), scenario.name.c_str());
        if (scenario.twin.empty())
            continue;
        const auto twin = named(scenario.twin);
        QVERIFY2(twin != all.end() && twin->twin == scenario.name, scenario.name.c_str());
        QVERIFY2(differ(scenario, *twin) || differ(*twin, scenario) || scenario.importance == Importance::Informative,
                 scenario.name.c_str());
    }
}

void TestScenarioFile::builtIns_areReadBack()
{
    for (const auto &scenario : builtIns()) {
        const auto read = scenarioOf(textOf(scenario), scenario.file);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
        QVERIFY2(*read == scenario, scenario.name.c_str());
    }
}

void TestScenarioFile::chapters_areInOrder()
{
    auto all = builtIns();
    auto strange = all.front();
    strange.name = "mine";
    strange.twin.clear();
    strange.chapter = "A chapter of my own";
    all.insert(all.begin(), strange);
    putInChapters(all);
    std::vector<std::string_view> told;
    for (const auto &scenario : all) {
        if (told.empty() || told.back() != scenario.chapter)
            told.emplace_back(scenario.chapter);
    }
    QCOMPARE(told.size(), chapters().size() + 1); // each chapter once
    QVERIFY(std::equal(chapters().begin(), chapters().end(), told.begin()));
    QCOMPARE(all.back().name, std::string("mine"));
    const auto place = [&](const std::string &name) {
        return std::find_if(all.begin(), all.end(), [&](const auto &scenario) { return scenario.name == name; }) - all.begin();
    };
    QCOMPARE(place("token-after-expiry"), place("plain-del-after-expiry") + 1); // what cures it follows
    QVERIFY(place("plain-del-after-expiry") < place("unlock-in-finally"));      // R1 before R5
}

LOCKSCOPE_TEST(TestScenarioFile)
#include "tst_scenario_file.moc"
