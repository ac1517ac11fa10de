// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/recogniser.h"

#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/model/kept_leases.h"
#include "lockcore/monitor/reading/same_record.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

bool isUnchanged(const Snapshot &before, const Look &look)
{
    const bool ownLeases = std::ranges::any_of(before.finding.holders, [](const Holder &holder) { return holder.deadline.has_value(); });
    return look.value == before.look.value && !ownLeases && !before.finding.holders.empty();
}

template <class Fits>
bool isTimeThat(std::string_view score, Fits fits)
{
    return std::ranges::any_of(std::array{grammar::timeFromMilliseconds(score), grammar::timeFromSeconds(score)},
                               [&](const auto &time) { return time && fits(*time); });
}

// Clocks differ, a look comes some milliseconds later, and seconds are rounded.
bool isAboutNow(std::string_view score, ServerTime now)
{
    return isTimeThat(score, [&](ServerTime time) {
        const bool rounded = time.time_since_epoch() % std::chrono::seconds(1) == Microseconds(0);
        return time > now - Milliseconds(rounded ? 1000 : 30) && time < now + Milliseconds(rounded ? 1000 : 250);
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

// Who renews by the TTL alone leaves an older deadline in the value, or it is that of something else, such as a job.
void doubtLapse(const Snapshot *before, const Look &look, Finding &finding, Rare<NamePast> &past)
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
    if (finding.ownerScope == OwnerScope::Nobody || finding.kind != LockKind::Anonymous || before.finding.kind != LockKind::Anonymous
        || look.value.type != was.value.type)
        return false;
    const bool counted = countsUp(was.value, look.value) || countsUp(look.value, was.value);
    const bool nobodys = before.finding.ownerScope == OwnerScope::Nobody && (counted || look.value == was.value);
    const bool sameDeadline = look.deadline && was.deadline && std::chrono::abs(*look.deadline - *was.deadline) <= deadlineNoise;
    return nobodys || (counted && sameDeadline);
}

void nameNobody(Finding &finding)
{
    finding.ownerScope = OwnerScope::Nobody;
    finding.holders = {Holder()};
    finding.why = {"the value is a number that was seen counted: it does not say by whom it is taken", "the name says that it is a lock"};
}

std::string_view ownerOf(const Finding &finding) { return finding.holders.empty() ? std::string_view() : finding.holders.front().owner; }

// Beside a writer who is named, readers may only be counted.
bool areListed(const Finding &finding, const Value &value)
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
                                             std::optional<Classified> classified, Rare<NamePast> &past) const
{
    auto finding = look.value.exists() ? classify(look, before, around, std::move(classified)) : std::nullopt;
    if (!look.value.exists() && past->scores)
        past.own().scores.reset();
    if (!finding)
        return std::nullopt;
    const bool single = finding->kind == LockKind::Timestamp;
    if (finding->scores || single)
        finding = withScores(look,
                             single ? oneWrite && around.scores != Scores::Deadlines && isTakenNow(before, look)
                                    : (before || oneWrite) && hasJoinedNow(before, look),
                             around, *std::move(finding), past);
    keepLeases(before, look, oneWrite, *finding);
    if (finding->lapses)
        doubtLapse(before, look, *finding, past);
    if (!areListed(*finding, look.value))
        leaveOutHolders(*finding);
    return finding;
}

std::optional<Finding> Recogniser::classify(const Look &look, const Snapshot *before, Surroundings around,
                                            std::optional<Classified> classified) const
{
    auto finding = classified && classified->isIn(around) ? std::move(classified->finding) : m_classifier.classify(look, around);
    // At a first look, and after a change of hands, only the finding says who the owner is.
    if (finding && (!before || ownerOf(*finding) != ownerOf(before->finding))
        && (around.ownerRepeats || finding->confidence < Classifier::mostByBehaviour)) {
        const bool repeats = m_owners.hasAnother(look.id, *finding);
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
    const auto held = [&](const Holder &holder) {
        return !holder.owner.empty() && std::ranges::find(finding->holders, holder.owner, &Holder::owner) != finding->holders.end();
    };
    const bool overwritten = finding && finding->ownerScope != OwnerScope::Nobody && hasSameFields(look.value, before.look.value);
    const bool same =
        finding && finding->library == before.finding.library && (overwritten || std::ranges::any_of(before.finding.holders, held));
    return same ? std::move(finding) : std::nullopt;
}

// `taken`: somebody has just written the present time, so these are times of acquisition, and another client's clock is ahead if some are yet to come.
Finding Recogniser::withScores(const Look &look, bool taken, Surroundings around, Finding finding, Rare<NamePast> &past) const
{
    if (taken) {
        past.own().scores = around.scores = Scores::Times;
        if (auto other = m_classifier.classify(look, around))
            finding = *std::move(other);
    } else if (finding.scores == Scores::Deadlines) {
        past.own().scores = Scores::Deadlines;
    }
    return finding;
}

} // namespace lockcore
