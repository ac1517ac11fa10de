// SPDX-License-Identifier: MIT
#include "ui/report/check_words.h"

#include "lockcore/base/duration.h"
#include "lockcore/lab/search/hunt_plan.h"
#include "lockcore/report/pitfall.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t longestSentence = 600;

QString runsText(std::size_t runs) { return runs == 1 ? Words::tr("in 1 run") : Words::tr("in %1 runs").arg(runs); }

// Lines of a server's log or of a worker's stderr may follow.
QString firstLine(std::string_view text) { return shownText(text.substr(0, text.find('\n')), longestSentence); }

QString with(const QString &what, const std::string &text) { return text.empty() ? what : what + u": "_s + firstLine(text); }

// What would have prevented it.
QString remedyText(const CheckItem &item)
{
    const auto *pitfall = findPitfall(item.name);
    if (!pitfall || pitfall->keptBy != KeptBy::Use)
        return Words::tr("only fencing would");
    switch (pitfall->answering) {
    case Answering::Library: return Words::tr("only another use of it would");
    case Answering::Application: return Words::tr("only the application can");
    case Answering::Operator: return Words::tr("only the operator can");
    case Answering::Deployment: return Words::tr("only the deployment can");
    }
    return {};
}

QString timeText(Milliseconds time) { return QString::fromStdString(durationText(time)); }

} // namespace

QString checkWordText(CheckWord word)
{
    switch (word) {
    case CheckWord::Broken: return Words::tr("broken");
    case CheckWord::NoLockCan: return Words::tr("no lock can");
    case CheckWord::NotTested: return Words::tr("not put to the test");
    case CheckWord::Kept: return Words::tr("kept");
    }
    return {};
}

QString checkSign(const CheckItem &item)
{
    switch (item.word) {
    case CheckWord::Broken: return item.fails ? u"✗"_s : u"!"_s;
    case CheckWord::NoLockCan: return u"◷"_s;
    case CheckWord::NotTested: return item.reason && item.reason->isOpen ? u"?"_s : u"–"_s;
    case CheckWord::Kept: return u"✓"_s;
    }
    return {};
}

QString itemTitle(const CheckItem &item)
{
    const auto name = shownText(item.name, 40);
    const auto title = pitfallTitle(item.name);
    return title.empty() ? wordText(item.name) : name + u' ' + shownText(title);
}

QString answeringText(const CheckItem &item)
{
    const auto *pitfall = findPitfall(item.name);
    return pitfall ? wordText(wordOf(pitfall->answering)) : QString();
}

QString proofText(const CheckProof &proof) { return firstLine(proof.sentence); }

QString placeText(const CheckProof &proof)
{
    auto text = shownText(proof.run, 120);
    if (proof.events.empty())
        return text;
    QStringList numbers;
    for (const auto number : proof.events)
        numbers << QString::number(number);
    return text + u", "_s + Words::tr("entries %1").arg(numbers.join(u' '));
}

QString reasonText(const CheckReason &reason)
{
    switch (reason.kind) {
    case CheckReason::Kind::Inconclusive: return with(Words::tr("inconclusive"), reason.text);
    case CheckReason::Kind::DidNotHappen:
        return reason.text.empty() ? Words::tr("the run was cut off by its limit") : with(Words::tr("did not happen"), reason.text);
    case CheckReason::Kind::NotExercised: return with(Words::tr("nothing in the run put it to the test"), reason.text);
    case CheckReason::Kind::OtherBroken: return with(Words::tr("its story showed something else"), reason.text);
    case CheckReason::Kind::TooLong: return Words::tr("not free: the library's own lease is longer than the run");
    case CheckReason::Kind::NoLease:
        return Words::tr("by design: if no lease is given, its locks have none, and a crash leaves one for ever");
    case CheckReason::Kind::Failed: return with(Words::tr("could not be played"), reason.text);
    case CheckReason::Kind::NotPlayed: return with(Words::tr("not played"), reason.text);
    case CheckReason::Kind::Skipped: return with(Words::tr("skipped"), reason.text);
    case CheckReason::Kind::NoStory: return Words::tr("no story of the Lab tests this");
    case CheckReason::Kind::Beyond:
        return Words::tr("never tried: more than %1 workers, %2 rounds of each, two locks or %3 faults in a run; names that differ only in "
                         "case, or are not ASCII; a process that forks; what shows only after minutes or many rounds")
                   .arg(HuntBounds().workers)
                   .arg(HuntBounds().rounds)
                   .arg(HuntBounds().faults)
               + (reason.text.empty() ? QString() : u"; "_s + shownText(reason.text));
    }
    return {};
}

QString itemText(const CheckItem &item)
{
    switch (item.word) {
    case CheckWord::Kept: return runsText(item.runs);
    case CheckWord::NotTested: return item.reason ? reasonText(*item.reason) : QString();
    case CheckWord::Broken:
    case CheckWord::NoLockCan: break;
    }
    auto text = item.proof ? proofText(*item.proof) : QString();
    if (item.word == CheckWord::NoLockCan)
        text = remedyText(item) + u": "_s + text;
    else if (!item.fails)
        text = Words::tr("for your information: %1").arg(text);
    return item.runs > 1 ? text + u" ("_s + runsText(item.runs) + u')' : text;
}

std::vector<CheckItem> byWord(std::vector<CheckItem> items)
{
    std::ranges::stable_sort(items, {}, [](const CheckItem &item) { return std::pair(item.word, !item.fails); });
    return items;
}

std::vector<GapGroup> gapGroups(const Check &check)
{
    std::vector<GapGroup> groups;
    for (const auto &gap : check.gaps) {
        const auto reason = reasonText(gap.reason);
        auto group =
            std::ranges::find_if(groups, [&](const GapGroup &one) { return one.reason == reason && one.isOpen == gap.reason.isOpen; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {reason, {}, gap.reason.isOpen});
        group->runs << shownText(gap.run, 120);
    }
    std::ranges::stable_sort(groups, {}, [](const GapGroup &group) { return !group.isOpen; });
    return groups;
}

QString partName(CheckPart::Kind kind)
{
    switch (kind) {
    case CheckPart::Kind::Selftest: return Words::tr("self-test");
    case CheckPart::Kind::Stories: return Words::tr("stories");
    case CheckPart::Kind::Sweep: return Words::tr("sweep");
    case CheckPart::Kind::Hunt: return Words::tr("hunt");
    case CheckPart::Kind::Retry: return Words::tr("once more what stayed open");
    }
    return {};
}

QString partText(const CheckPart &part)
{
    auto text = partName(part.kind) + u": "_s;
    if (part.state == CheckPart::State::Waits)
        return text + Words::tr("not played");
    const auto unit = part.kind == CheckPart::Kind::Selftest ? Words::tr("rules") : Words::tr("runs");
    if (part.planned > part.done)
        text += Words::tr("%1 of %2 %3").arg(QString::number(part.done), QString::number(part.planned), unit);
    else
        text += QString::number(part.done) + u' ' + unit;
    text += u' ' + Words::tr("in %1").arg(timeText(part.took));
    if (part.state == CheckPart::State::Stopped)
        text += u", "_s + Words::tr("stopped");
    return part.state == CheckPart::State::Failed ? with(text + u", "_s + Words::tr("failed"), part.failure) : text;
}

QString checkSubject(const Check &check)
{
    QStringList words;
    for (const auto &word : check.command)
        words << shownText(word, 60);
    const auto subject =
        check.library.empty() ? words.join(u' ') : Words::tr("%1 on %2").arg(shownText(check.library, 80), shownText(check.server, 40));
    return Words::tr("%1, seed %2").arg(subject, QString::number(check.seed));
}

QString checkHeadline(const Check &check)
{
    if (check.error)
        return with(Words::tr("It could not be checked"), check.error->text);
    const auto stories = std::ranges::find(check.parts, CheckPart::Kind::Stories, &CheckPart::kind);
    const bool isUntested = stories == check.parts.end() || stories->state == CheckPart::State::Waits;
    if (isUntested && !check.mistakes.empty() && check.mistakes.front().run == "selftest")
        return Words::tr("The worker fails its self-test, so its lock was not tested.");
    if (fails(check)) {
        const auto broken = Words::tr("Broken: something that must hold, or that the library promises, does not.");
        return check.stopped ? broken + u' ' + Words::tr("Stopped before its end.") : broken;
    }
    if (check.stopped)
        return Words::tr("Stopped. Nothing that must hold was broken until then.");
    if (isOpen(check))
        return Words::tr("Nothing that must hold was broken, but something stayed inconclusive.");
    return Words::tr("Nothing that must hold was broken in these runs.");
}

QString checkCounts(const Check &check)
{
    QStringList parts;
    for (const auto word : {CheckWord::Broken, CheckWord::NoLockCan, CheckWord::NotTested, CheckWord::Kept})
        parts << QString::number(countOf(check.pitfalls, word)) + u' ' + checkWordText(word);
    return Words::tr("Pitfalls: %1.").arg(parts.join(u", "_s));
}

QString checkProgress(const Check &check)
{
    const auto *part = playingPart(check);
    if (!part)
        return {};
    const auto broken = std::ranges::count_if(check.pitfalls, &CheckItem::fails);
    return partText(*part) + u"; "_s + (broken == 0 ? Words::tr("nothing broken so far") : Words::tr("%1 broken so far").arg(broken));
}

} // namespace lockscope
