// SPDX-License-Identifier: MIT
// Which of the things that may have happened to a key between two looks are left, and what is sure of them.
#include "support/test_program.h"

#include "lockcore/monitor/trace/key_story.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lockcore;

namespace {

ServerTime at(int ms) { return ServerTime(Milliseconds(1'700'000'000'000 + ms)); }

TraceLinePtr line(std::vector<Bytes> words, const char *address, int from, int to)
{
    auto made = std::make_shared<TraceLine>();
    made->actor.address = address;
    made->words = std::move(words);
    made->at = {at(from), at(to)};
    return made;
}

KeySnapshot lookAt(int ms, const char *text = nullptr, std::optional<int> deadline = {})
{
    KeySnapshot look;
    look.at = at(ms);
    if (text) {
        look.value.type = ValueType::String;
        look.value.text = text;
        look.value.length = std::ssize(look.value.text);
    }
    if (deadline)
        look.deadline = at(*deadline);
    return look;
}

// "10.0.0.1 SET", "expired", "unshown", "10.0.0.1 SET or 10.0.0.2 DEL?"
std::string textOf(const std::vector<StoryStep> &steps)
{
    std::string text;
    for (const auto &step : steps) {
        text += text.empty() ? "" : ", ";
        const auto name = [](const TraceLinePtr &one) { return one->actor.address + " " + one->words[0]; };
        if (step.cause == StoryStep::Cause::Expired)
            text += "expired";
        else if (step.cause == StoryStep::Cause::Unshown)
            text += "unshown";
        else if (step.line)
            text += name(step.line);
        for (const auto &perhaps : step.perhaps)
            text += (perhaps == step.perhaps.front() ? "" : " or ") + name(perhaps);
        text += step.isSure() ? "" : "?";
    }
    return text;
}

} // namespace

// What a server with one key did: lines of clients, announcements, looks; and what really happened.
struct Recorded
{
    enum class What { Line, Announced, OtherLine, Look } what = What::Line;
    TraceLinePtr line{};
    TimeRange at{};
    KeySnapshot look{};
    std::vector<std::string> truth{}; ///< of a look: the changes since the last one, as textOf() writes them
};

std::vector<Recorded> recorded()
{
    using What = Recorded::What;
    using namespace std::chrono;
    std::mt19937 random(43);
    const auto any = [&](unsigned count) { return static_cast<int>(random() % count); };
    std::vector<Recorded> moments;
    std::vector<std::string> truth;
    auto now = at(0);
    auto lastLine = now;
    std::optional<std::pair<Bytes, ServerTime>> held; // owner, deadline: the key exists through that millisecond
    bool armed = false;
    const auto changed = [&](std::string change) {
        truth.push_back(std::move(change));
        if (std::exchange(armed, false))
            moments.push_back({What::Announced});
    };
    const auto expire = [&] {
        if (!held || floor<milliseconds>(now) <= held->second)
            return false;
        held.reset();
        changed("expired");
        return true;
    };
    for (int i = 0; i < 12'000; ++i) {
        now += microseconds(50 + any(500));
        const TimeRange range{lastLine, now + microseconds(20)}; // the server notes the time a little later
        if (i % 8 == 7) {
            if (expire()) // by itself, before the line of another key
                moments.push_back({What::OtherLine, {}, range});
            KeySnapshot look = lookAt(0);
            look.at = now;
            if (held) {
                look = lookAt(0, held->first.c_str());
                look.at = now;
                look.deadline = held->second;
            }
            moments.push_back({What::Look, {}, {}, std::move(look), std::exchange(truth, {})});
            armed = true;
            lastLine = range.to;
            continue;
        }
        const auto client = std::string(1, static_cast<char>('A' + any(3)));
        auto made = std::make_shared<TraceLine>();
        made->actor.address = client;
        made->at = range;
        expire();
        if (any(3) > 0) {
            const auto owner = client + std::to_string(i);
            const int lease = 1 + any(3);
            made->words = {"SET", "k", owner, "NX", "PX", std::to_string(lease)};
            if (!held) {
                held = {owner, floor<milliseconds>(now) + milliseconds(lease)};
                changed(client + " SET");
            }
        } else {
            made->words = {"DEL", "k"};
            if (std::exchange(held, std::nullopt))
                changed(client + " DEL");
        }
        moments.push_back({What::Line, std::move(made)});
        lastLine = range.to;
        now = range.to;
    }
    return moments;
}

struct Sure
{
    int changes = 0;
    int sure = 0;
    int wrong = 0;
};

Sure sureOf(const std::vector<Recorded> &moments, const TraceRules &rules)
{
    Sure result;
    KeyStory story("k", rules);
    for (const auto &moment : moments) {
        switch (moment.what) {
        case Recorded::What::Announced: story.announced(); break;
        case Recorded::What::Line: story.command(moment.line); break;
        case Recorded::What::OtherLine: story.passedBy(moment.at); break;
        case Recorded::What::Look: {
            const bool isFirst = !story.wasLookedAt();
            auto open = moment.truth;
            for (const auto &step : story.look(moment.look)) {
                if (isFirst || !step.isSure())
                    continue;
                const auto found = std::ranges::find(open, textOf({step}));
                ++(found == open.end() ? result.wrong : result.sure);
                if (found != open.end())
                    open.erase(open.begin(), found + 1); // they come in order
            }
            result.changes += isFirst ? 0 : static_cast<int>(moment.truth.size());
            break;
        }
        }
    }
    return result;
}

class KeyStoryTest : public QObject
{
    Q_OBJECT

private slots:
    void commands_areTheSteps()
    {
        KeyStory story("k");
        story.look(lookAt(0));
        story.announced();
        story.command(line({"SET", "k", "a", "NX", "PX", "1000"}, "A", 9, 10));
        story.command(line({"SET", "k", "b", "NX", "PX", "1000"}, "B", 10, 11));
        story.command(line({"DEL", "k"}, "A", 19, 20));
        story.command(line({"DEL", "k"}, "B", 20, 21));
        QVERIFY(story.needsLook());
        QCOMPARE(textOf(story.look(lookAt(22))), std::string("A SET, A DEL"));
        QVERIFY(!story.needsLook());
    }

    // The deadline may have passed when B tried: that it was announced, or not, decides.
    void announcement_decidesWhetherItHadExpired()
    {
        for (const bool rules : {true, false}) {
            TraceRules without;
            without.announcements = rules;
            KeyStory taken("k", without);
            taken.look(lookAt(0, "a", 10));
            taken.announced();
            taken.command(line({"SET", "k", "b", "NX", "PX", "5"}, "B", 9, 11));
            taken.command(line({"DEL", "k"}, "C", 12, 13));
            QCOMPARE(textOf(taken.look(lookAt(20))), std::string(rules ? "expired, B SET, C DEL" : "expired, B SET or C DEL?"));

            KeyStory vain("k", without);
            vain.look(lookAt(0, "a", 10));
            vain.command(line({"SET", "k", "b", "NX", "PX", "5"}, "B", 9, 11));
            vain.announced();
            vain.passedBy({at(12), at(13)});
            QCOMPARE(textOf(vain.look(lookAt(20))), std::string(rules ? "expired" : "expired, B SET?"));
        }
    }

    // Either A removed it or it had expired: what B did afterwards is sure all the same.
    void doubtInTheMiddle_leavesTheEndSure()
    {
        KeyStory story("k");
        story.look(lookAt(0, "a", 10));
        story.announced();
        story.command(line({"DEL", "k"}, "A", 9, 12));
        story.command(line({"SET", "k", "b", "NX", "PX", "1000"}, "B", 13, 14));
        QCOMPARE(textOf(story.look(lookAt(20, "b", 1014))), std::string("A DEL?, B SET"));
    }

    void announcementOfNothing_isACommandThatIsNotShown()
    {
        KeyStory story("k");
        story.look(lookAt(0, "a"));
        story.announced();
        story.passedBy({at(9), at(10)});
        QVERIFY(story.needsLook());
        QCOMPARE(textOf(story.look(lookAt(12))), std::string("unshown?"));
        story.look(lookAt(13, "a"));
        story.announced(); // by mistake, or of another database
        story.passedBy({at(19), at(20)});
        QCOMPARE(textOf(story.look(lookAt(22, "a"))), std::string());
    }

    void silentChange_isFoundByTheLook()
    {
        KeyStory story("k");
        story.look(lookAt(0, "a"));
        story.announced();
        story.command(line({"DEL", "k"}, "A", 9, 10));
        QCOMPARE(textOf(story.look(lookAt(12, "b"))), std::string("unshown?"));
    }

    void renameTo_isSureOfWhoAndNotOfWhat()
    {
        KeyStory story("k");
        story.look(lookAt(0));
        story.announced();
        story.command(line({"RENAME", "j", "k"}, "A", 9, 10));
        const auto steps = story.look(lookAt(12, "a"));
        QCOMPARE(textOf(steps), std::string("A RENAME"));
        QCOMPARE(steps.front().after.value.text, Bytes("a"));
    }

    void newKey_isSureByItsDeadline()
    {
        KeyStory story("k");
        story.command(line({"SET", "k", "a", "NX", "PX", "1000"}, "A", 9, 10));
        QCOMPARE(textOf(story.look(lookAt(12, "a", 1010))), std::string("A SET"));
        KeyStory older("k");
        older.command(line({"SET", "k", "a", "NX", "PX", "1000"}, "A", 9, 10));
        QCOMPARE(textOf(older.look(lookAt(12, "a", 900))), std::string());
        KeyStory withoutTtl("k");
        withoutTtl.command(line({"SETNX", "k", "a"}, "A", 9, 10));
        QCOMPARE(textOf(withoutTtl.look(lookAt(12, "a"))), std::string("A SETNX?"));
    }

    void echoOfOurLook_isNoChange()
    {
        KeyStory story("k");
        story.look(lookAt(0, "a", 10));
        QCOMPARE(textOf(story.look(lookAt(20))), std::string("expired"));
        story.announced(); // the look itself removed it
        story.command(line({"GET", "k"}, "B", 21, 22));
        QCOMPARE(textOf(story.look(lookAt(25))), std::string());
    }

    void otherDatabase_takesTheAnnouncement()
    {
        KeyStory story("k");
        story.look(lookAt(0, "a"));
        story.announced();
        story.changedElsewhere();
        QVERIFY(story.needsLook());
        QCOMPARE(textOf(story.look(lookAt(12, "a"))), std::string());
    }

    // The same work, recorded once, judged with and without the announcements. Leases are short, so a command often comes in the millisecond
    // of a deadline.
    void announcements_makeMoreSure()
    {
        TraceRules without;
        without.announcements = false;
        const auto best = sureOf(recorded(), {});
        const auto worse = sureOf(recorded(), without);
        QCOMPARE(best.wrong, 0);
        QCOMPARE(worse.wrong, 0);
        QVERIFY(best.changes > 1000);
        QVERIFY(best.sure >= best.changes * 97 / 100);
        QVERIFY(best.changes - worse.sure >= 2 * (best.changes - best.sure)); // without, twice as much is unsure
    }

    void manyPossibilities_areToldAsOne()
    {
        TraceRules rules;
        rules.announcements = false;
        KeyStory story("k", rules);
        story.look(lookAt(0));
        for (int i = 0; i < 40; ++i)
            story.command(line({"COPY", "j", "k", "REPLACE"}, "A", i, i + 1));
        const auto steps = story.look(lookAt(60, "a"));
        QCOMPARE(steps.size(), std::size_t(1));
        QVERIFY(!steps.front().isSure());
    }

    void manySteps_areBounded()
    {
        KeyStory story("k");
        story.look(lookAt(0));
        for (int i = 0; i < 3000; ++i) {
            story.announced();
            story.command(line(i % 2 == 0 ? std::vector<Bytes>{"SET", "k", "a"} : std::vector<Bytes>{"DEL", "k"}, "A", i, i + 1));
        }
        const auto steps = story.look(lookAt(3001));
        QCOMPARE(steps.size(), std::size_t(1));
        QVERIFY(!steps.front().isSure());
    }

    void flush_removes()
    {
        KeyStory story("k");
        story.look(lookAt(0, "a"));
        story.swept(line({"FLUSHDB"}, "A", 9, 10), true);
        QCOMPARE(textOf(story.look(lookAt(12))), std::string("A FLUSHDB"));
    }
};

LOCKSCOPE_TEST(KeyStoryTest)
#include "tst_key_story.moc"
