// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/recogniser.h"

#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/transition/record_change.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

bool isUnchanged(const LockSnapshot &before, const KeySnapshot &look)
{
    return look.value == before.look.value && !holdsLeases(before.match) && !before.match.holders.empty();
}

// Clocks differ, a look is some milliseconds late, and seconds are rounded.
bool isAboutNow(std::string_view score, ServerTime now)
{
    return std::ranges::any_of(std::array{grammar::timeFromMilliseconds(score), grammar::timeFromSeconds(score)}, [now](const auto &time) {
        const bool rounded = time && time->time_since_epoch() % std::chrono::seconds(1) == Microseconds(0);
        return time && *time > now - Milliseconds(rounded ? 1000 : 30) && *time < now + Milliseconds(rounded ? 1000 : 250);
    });
}

bool hasJoinedNow(const LockSnapshot *before, const KeySnapshot &look)
{
    return std::ranges::any_of(look.value.elements, [&](const auto &element) {
        return !(before && before->look.value.find(element.first)) && isAboutNow(element.second, look.at);
    });
}

// Nobody takes a lock that has already lapsed, so a later look still shows it. Seconds are truncated. A lease shorter than this counts as
// none.
constexpr Milliseconds clocksDiffer(100);

bool isTakenNow(const LockSnapshot *before, const KeySnapshot &look)
{
    const auto time = grammar::plausibleTime(look.value.text, look.at);
    return (!before || before->look.value.text != look.value.text) && time && *time > look.at - std::chrono::seconds(2)
           && *time < look.at + clocksDiffer;
}

// Sets the deadlines of the holders that are known. A holder that was seen to write alone has the lock's deadline of that moment, and keeps
// it until it writes again. Removes holders whose own time is over: their elements stay in the value until the next client comes.
void keepLeases(const LockSnapshot *before, const KeySnapshot &look, bool oneWrite, LockMatch &match)
{
    if (!match.lastWriterSetsDeadline || (before && before->match.moreHolders > 0))
        return;
    const auto hasWritten = [&](const Holder &holder) { return !before || isWrittenSince(before->look.value, look.value, holder.owner); };
    const bool alone = oneWrite && std::ranges::count_if(match.holders, hasWritten) == 1;
    std::erase_if(match.holders, [&](Holder &holder) {
        if (hasWritten(holder)) {
            holder.deadline = alone ? look.deadline : std::nullopt;
            return false;
        }
        const auto was = std::ranges::find(before->match.holders, holder.owner, &Holder::owner);
        if (was == before->match.holders.end() || isLapsed(*was, look.at))
            return true;
        // If the whole lock ends earlier, the holder ends with it. If that deadline moves later, the holder's own time becomes unknown.
        if (look.deadline && was->deadline <= *look.deadline + deadlineNoise)
            holder.deadline = was->deadline;
        return false;
    });
}

// A client that renews only the TTL leaves an older deadline in the value; or the deadline belongs to something else, such as a job.
void doubtLapse(const LockSnapshot *before, const KeySnapshot &look, LockMatch &match, Lazy<NamesPast> &past)
{
    const bool stays = before && before->match.lapses == match.lapses;
    const auto was = before ? before->look.deadline : std::nullopt;
    if (stays && was && look.deadline && *look.deadline > *was + deadlineNoise)
        past.own().noLapse = match.lapses;
    if (past->noLapse == match.lapses)
        match.lapses.reset();
}

// Clients that try to lock count up from 1 (INCR), and counting does not change the deadline. Such a number names nobody.
bool isCounted(const LockSnapshot &before, const KeySnapshot &look, const LockMatch &match)
{
    const auto &was = before.look;
    if (namesNobody(match) || match.kind != LockKind::Anonymous || before.match.kind != LockKind::Anonymous
        || look.value.type != was.value.type)
        return false;
    const bool counted = counts(was.value, look.value);
    return namesNobody(before.match) ? counted || look.value == was.value : counted && isSameDeadline(look.deadline, was.deadline);
}

void nameNobody(LockMatch &match)
{
    match.ownerScope = OwnerScope::Nobody;
    match.holders = {Holder()};
    match.why = {"the value is a number that was counted: it does not show who holds the lock", "the name says that it is a lock"};
}

// If a writer is named, its readers may be only counted.
bool areNamed(const LockMatch &match, const Value &value)
{
    return std::ssize(match.holders) <= Value::mostHolders && (match.moreHolders == 0 || (value.whole() && !match.holders.empty()));
}

// Each look may read different holders, so nothing can be said about a single one.
void leaveOutHolders(LockMatch &match)
{
    match.moreHolders += static_cast<std::int64_t>(match.holders.size());
    match.holders.clear();
    match.why.push_back((match.moreHolders > Value::mostHolders
                             ? "it has more than " + std::to_string(Value::mostHolders) + " holders: they"
                             : std::string("its holders"))
                        + " are counted, not listed");
}

} // namespace

std::optional<LockMatch> Recogniser::recognise(const KeySnapshot &look, const LockSnapshot *before, const RecognitionContext &around,
                                               bool oneWrite, std::optional<Classified> classified, Lazy<NamesPast> &past) const
{
    auto match = look.value.exists() ? classify(look, before, around, std::move(classified)) : std::nullopt;
    if (!look.value.exists() && past->scores)
        past.own().scores.reset();
    if (!match)
        return std::nullopt;
    if (match->kind == LockKind::Timestamp)
        decideScores(look, oneWrite && around.scores != Scores::Deadlines && isTakenNow(before, look), around, *match, past);
    else if (match->scores)
        decideScores(look, (before || oneWrite) && hasJoinedNow(before, look), around, *match, past);
    keepLeases(before, look, oneWrite, *match);
    if (match->lapses)
        doubtLapse(before, look, *match, past);
    if (!areNamed(*match, look.value))
        leaveOutHolders(*match);
    return match;
}

// An owner with several locks may show which library it is. The look does not record missing companions: if the library was recognised by
// those, the next look decides.
std::optional<LockMatch> Recogniser::recogniseAgain(const LockSnapshot &last, RecognitionContext around) const
{
    auto match = classify(last.look, &last, around);
    around.ownerRepeats = false;
    const auto asKept = m_classifier.classify(last.look, around);
    if (!match || !asKept || asKept->library != last.match.library)
        return std::nullopt;
    keepLeases(&last, last.look, false, *match);
    return match;
}

std::optional<LockMatch> Recogniser::classify(const KeySnapshot &look, const LockSnapshot *before, RecognitionContext around,
                                              std::optional<Classified> classified) const
{
    auto match = classified && classified->isIn(around) ? std::move(classified->match) : m_classifier.classify(look, around);
    // At a first look, and after the lock has changed hands, the owner is known only after the first classification.
    if (match && (!before || ownerOf(*match) != ownerOf(before->match))
        && (around.ownerRepeats || match->confidence < Classifier::mostByBehaviour)) {
        const bool repeats = m_ownerHasAnother(look.id, *match);
        if (std::exchange(around.ownerRepeats, repeats) != repeats)
            match = m_classifier.classify(look, around);
    }
    // A listed lock stays listed while the same library is recognised: a longer lease only makes it less certain.
    if (match && before && match->library == before->match.library && match->variant == before->match.variant)
        match->confidence = std::max(match->confidence, Classifier::leastListed);
    if (match && match->confidence < Classifier::leastListed)
        match.reset();
    // Some formats recognise only locks with a TTL. Without a TTL, the same value or the same owner is still the same lock.
    if (!match && before && isUnchanged(*before, look))
        match = before->match;
    if (match && before && isCounted(*before, look, *match))
        nameNobody(*match);
    if (!match && before && !look.deadline && (before->look.deadline || !m_classifier.classify(before->look, around)))
        match = withoutItsTtl(look, around, *before);
    return match;
}

// The match as if the earlier TTL still ran.
std::optional<LockMatch> Recogniser::withoutItsTtl(KeySnapshot look, const RecognitionContext &around, const LockSnapshot &before) const
{
    look.deadline = before.look.deadline.value_or(look.at + std::chrono::seconds(30));
    auto match = m_classifier.classify(look, around);
    if (!match || match->library != before.match.library)
        return std::nullopt;
    const auto holds = [&](const Holder &holder) {
        return !holder.owner.empty() && std::ranges::find(match->holders, holder.owner, &Holder::owner) != match->holders.end();
    };
    const bool overwritten = !namesNobody(*match) && RecordChange(before.look.value, look.value).hasSameNames();
    return overwritten || std::ranges::any_of(before.match.holders, holds) ? std::move(match) : std::nullopt;
}

// `taken`: a client has just written the present time, so the scores are times of acquisition. If some are in the future, another client's
// clock is ahead.
void Recogniser::decideScores(const KeySnapshot &look, bool taken, RecognitionContext around, LockMatch &match, Lazy<NamesPast> &past) const
{
    if (taken) {
        past.own().scores = around.scores = Scores::Times;
        if (auto other = m_classifier.classify(look, around))
            match = *std::move(other);
    } else if (match.scores == Scores::Deadlines) {
        past.own().scores = Scores::Deadlines;
    }
}

} // namespace lockcore
