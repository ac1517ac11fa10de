// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/recogniser.h"

#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/transition/record_change.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

bool isUnchanged(const Snapshot &before, const Look &look)
{
    return look.value == before.look.value && !holdsLeases(before.finding) && !before.finding.holders.empty();
}

// Clocks differ, a look comes some milliseconds later, and seconds are rounded.
bool isAboutNow(std::string_view score, ServerTime now)
{
    return std::ranges::any_of(std::array{grammar::timeFromMilliseconds(score), grammar::timeFromSeconds(score)}, [now](const auto &time) {
        const bool rounded = time && time->time_since_epoch() % std::chrono::seconds(1) == Microseconds(0);
        return time && *time > now - Milliseconds(rounded ? 1000 : 30) && *time < now + Milliseconds(rounded ? 1000 : 250);
    });
}

bool hasJoinedNow(const Snapshot *before, const Look &look)
{
    return std::ranges::any_of(look.value.elements, [&](const auto &element) {
        return !(before && before->look.value.find(element.first)) && isAboutNow(element.second, look.at);
    });
}

// Nobody takes a lock that has lapsed already, so a later look tells it, too; seconds are cut off. A lease as short as this is taken for no lease.
constexpr Milliseconds clocksDiffer(100);

bool isTakenNow(const Snapshot *before, const Look &look)
{
    const auto time = grammar::plausibleTime(look.value.text, look.at);
    return (!before || before->look.value.text != look.value.text) && time && *time > look.at - std::chrono::seconds(2)
           && *time < look.at + clocksDiffer;
}

// Gives the holders the deadlines that are known: of one who was seen to write alone, that of the lock at that time; until it writes
// again, no later event changes it. Takes away holders whose own time is over: their elements stay until the next client comes.
void keepLeases(const Snapshot *before, const Look &look, bool oneWrite, Finding &finding)
{
    if (!finding.lastWriterSetsDeadline || (before && before->finding.moreHolders > 0))
        return;
    const auto hasWritten = [&](const Holder &holder) { return !before || isWrittenSince(before->look.value, look.value, holder.owner); };
    const bool alone = oneWrite && std::ranges::count_if(finding.holders, hasWritten) == 1;
    std::erase_if(finding.holders, [&](Holder &holder) {
        if (hasWritten(holder)) {
            holder.deadline = alone ? look.deadline : std::nullopt;
            return false;
        }
        const auto was = std::ranges::find(before->finding.holders, holder.owner, &Holder::owner);
        if (was == before->finding.holders.end() || isLapsed(*was, look.at))
            return true;
        // If the whole lock ends earlier, it takes the holder with it; if that is put off, the holder's own time is not known any more.
        if (look.deadline && was->deadline <= *look.deadline + deadlineNoise)
            holder.deadline = was->deadline;
        return false;
    });
}

// Who renews by the TTL alone leaves an older deadline in the value, or it is that of something else, such as a job.
void doubtLapse(const Snapshot *before, const Look &look, Finding &finding, Lazy<NamesPast> &past)
{
    const bool stays = before && before->finding.lapses == finding.lapses;
    const auto was = before ? before->look.deadline : std::nullopt;
    if (stays && was && look.deadline && *look.deadline > *was + deadlineNoise)
        past.own().noLapse = finding.lapses;
    if (past->noLapse == finding.lapses)
        finding.lapses.reset();
}

// Those who try count a lock up from 1 (INCR), and whoever counts leaves the deadline as it was. Such a number is nobody's.
bool isCounted(const Snapshot &before, const Look &look, const Finding &finding)
{
    const auto &was = before.look;
    if (namesNobody(finding) || finding.kind != LockKind::Anonymous || before.finding.kind != LockKind::Anonymous
        || look.value.type != was.value.type)
        return false;
    const bool counted = counts(was.value, look.value);
    return namesNobody(before.finding) ? counted || look.value == was.value : counted && isSameDeadline(look.deadline, was.deadline);
}

void nameNobody(Finding &finding)
{
    finding.ownerScope = OwnerScope::Nobody;
    finding.holders = {Holder()};
    finding.why = {"the value is a number that was seen counted: it does not say by whom it is taken", "the name says that it is a lock"};
}

// Beside a writer who is named, readers may only be counted.
bool areNamed(const Finding &finding, const Value &value)
{
    return std::ssize(finding.holders) <= Value::mostHolders && (finding.moreHolders == 0 || (value.whole() && !finding.holders.empty()));
}

// Which of them are read may differ from look to look, so nothing can be said about one holder.
void leaveOutHolders(Finding &finding)
{
    finding.moreHolders += static_cast<std::int64_t>(finding.holders.size());
    finding.holders.clear();
    finding.why.push_back((finding.moreHolders > Value::mostHolders
                               ? "it has more than " + std::to_string(Value::mostHolders) + " holders: they"
                               : std::string("its holders"))
                          + " are counted, not listed");
}

} // namespace

std::optional<Finding> Recogniser::recognise(const Look &look, const Snapshot *before, const Surroundings &around, bool oneWrite,
                                             std::optional<Classified> classified, Lazy<NamesPast> &past) const
{
    auto finding = look.value.exists() ? classify(look, before, around, std::move(classified)) : std::nullopt;
    if (!look.value.exists() && past->scores)
        past.own().scores.reset();
    if (!finding)
        return std::nullopt;
    if (finding->kind == LockKind::Timestamp)
        decideScores(look, oneWrite && around.scores != Scores::Deadlines && isTakenNow(before, look), around, *finding, past);
    else if (finding->scores)
        decideScores(look, (before || oneWrite) && hasJoinedNow(before, look), around, *finding, past);
    keepLeases(before, look, oneWrite, *finding);
    if (finding->lapses)
        doubtLapse(before, look, *finding, past);
    if (!areNamed(*finding, look.value))
        leaveOutHolders(*finding);
    return finding;
}

// That its owner has another lock may name the library. Which companions were missing is not kept: if that has named the library, the next
// look decides.
std::optional<Finding> Recogniser::recogniseAgain(const Snapshot &last, Surroundings around) const
{
    auto finding = classify(last.look, &last, around);
    around.ownerRepeats = false;
    const auto asKept = m_classifier.classify(last.look, around);
    if (!finding || !asKept || asKept->library != last.finding.library)
        return std::nullopt;
    keepLeases(&last, last.look, false, *finding);
    return finding;
}

std::optional<Finding> Recogniser::classify(const Look &look, const Snapshot *before, Surroundings around,
                                            std::optional<Classified> classified) const
{
    auto finding = classified && classified->isIn(around) ? std::move(classified->finding) : m_classifier.classify(look, around);
    // At a first look, and after a change of hands, only the finding says who the owner is.
    if (finding && (!before || ownerOf(*finding) != ownerOf(before->finding))
        && (around.ownerRepeats || finding->confidence < Classifier::mostByBehaviour)) {
        const bool repeats = m_ownerHasAnother(look.id, *finding);
        if (std::exchange(around.ownerRepeats, repeats) != repeats)
            finding = m_classifier.classify(look, around);
    }
    // What is listed stays listed while it is still recognised: a longer lease makes it less certain, and not something else.
    if (finding && before && finding->library == before->finding.library)
        finding->confidence = std::max(finding->confidence, Classifier::leastListed);
    if (finding && finding->confidence < Classifier::leastListed)
        finding.reset();
    // Some formats recognise only locks with a TTL. Without it, the same value or the same owner is still the same lock.
    if (!finding && before && isUnchanged(*before, look))
        finding = before->finding;
    if (finding && before && isCounted(*before, look, *finding))
        nameNobody(*finding);
    if (!finding && before && !look.deadline && (before->look.deadline || !m_classifier.classify(before->look, around)))
        finding = withoutItsTtl(look, around, *before);
    return finding;
}

// What it would be if the TTL that it had still ran.
std::optional<Finding> Recogniser::withoutItsTtl(Look look, const Surroundings &around, const Snapshot &before) const
{
    look.deadline = before.look.deadline.value_or(look.at + std::chrono::seconds(30));
    auto finding = m_classifier.classify(look, around);
    if (!finding || finding->library != before.finding.library)
        return std::nullopt;
    const auto holds = [&](const Holder &holder) {
        return !holder.owner.empty() && std::ranges::find(finding->holders, holder.owner, &Holder::owner) != finding->holders.end();
    };
    const bool overwritten = !namesNobody(*finding) && RecordChange(before.look.value, look.value).hasSameNames();
    return overwritten || std::ranges::any_of(before.finding.holders, holds) ? std::move(finding) : std::nullopt;
}

// `taken`: somebody has just written the present time, so these are times of acquisition, and another client's clock is ahead if some are yet to come.
void Recogniser::decideScores(const Look &look, bool taken, Surroundings around, Finding &finding, Lazy<NamesPast> &past) const
{
    if (taken) {
        past.own().scores = around.scores = Scores::Times;
        if (auto other = m_classifier.classify(look, around))
            finding = *std::move(other);
    } else if (finding.scores == Scores::Deadlines) {
        past.own().scores = Scores::Deadlines;
    }
}

} // namespace lockcore
