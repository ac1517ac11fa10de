// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/classifier.h"

#include "lockcore/monitor/reading/formats_by_type.h"
#include "lockcore/monitor/reading/ladder.h"
#include "lockcore/monitor/reading/wrapping.h"

#include <algorithm>

namespace lockcore {

namespace {

struct Claim
{
    LockMatch match;
    std::int32_t rank = 0;
};

std::vector<Claim> claims(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    std::vector<Claim> all;
    for (const auto *format : formatsOf(look.value.type)) {
        if (auto match = format->classify(look, surroundings)) {
            match->format = format;
            all.push_back({std::move(*match), format->rank});
        }
    }
    return all;
}

// The unwrapped value is matched, but the owner is shown (and compared) as it is stored in Redis.
void showRaw(LockMatch &match, const UnwrappedLook &inner)
{
    for (auto &holder : match.holders) {
        const auto raw = inner.raw.find(holder.owner);
        if (raw != inner.raw.end() && !holder.owner.empty())
            holder.owner = raw->second;
    }
    match.why.push_back("what it holds is " + std::string(inner.how));
}

std::vector<Claim> allClaims(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    auto all = claims(look, surroundings);
    const auto inner = unwrapped(look);
    if (!inner)
        return all;
    for (auto &claim : claims(inner->look, surroundings)) {
        showRaw(claim.match, *inner);
        // A recognised wrapping takes precedence over matches for the raw value.
        all.insert(all.begin(), std::move(claim));
    }
    return all;
}

bool isVeto(const Claim &claim) { return claim.match.confidence <= 0; }

/// Whether the other match is another library, or another variant of the same library, with the same confidence. A bare token of no known
/// library is no alternative.
bool isAlternative(const LockMatch &other, const LockMatch &best)
{
    if (other.library == unknownLibrary || other.confidence + 2 < best.confidence)
        return false;
    return other.library != best.library || (other.variant != best.variant && other.confidence == best.confidence);
}

void nameAlternatives(LockMatch &best, const std::vector<Claim> &all)
{
    std::vector<std::string> names;
    for (const auto &[match, rank] : all) {
        if (!isAlternative(match, best))
            continue;
        auto name = match.library == best.library ? match.library + ' ' + match.variant : match.library;
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    std::string sentence;
    for (const auto &name : names)
        sentence += (sentence.empty() ? "could also be " : ", ") + name;
    if (!sentence.empty())
        best.why.push_back(std::move(sentence));
}

} // namespace

Classifier::Classifier(const std::vector<UserPattern> &patterns)
{
    for (const auto &pattern : patterns)
        m_patterns.push_back(RowReader::of(pattern).value());
}

std::optional<ServerTime> Classifier::deadlineIn(const KeySnapshot &look)
{
    for (const auto *format : formatsOf(look.value.type)) {
        if (const auto deadline = format->deadlineIn ? format->deadlineIn(look) : std::nullopt)
            return deadline;
    }
    return std::nullopt;
}

bool Classifier::isNoLock(const KeySnapshot &look, const RecognitionContext &surroundings) const
{
    return std::ranges::any_of(allClaims(look, surroundings), isVeto);
}

std::optional<LockMatch> Classifier::classify(const KeySnapshot &look, const RecognitionContext &surroundings) const
{
    if (!look.value.exists())
        return std::nullopt;
    auto all = allClaims(look, surroundings);
    if (std::any_of(all.begin(), all.end(), isVeto))
        return std::nullopt;
    for (auto &claim : all)
        applyLadder(claim.match, look, surroundings);
    const auto below = [](const Claim &a, const Claim &b) {
        return std::pair(a.match.confidence, a.rank) < std::pair(b.match.confidence, b.rank);
    };
    const auto best = std::max_element(all.begin(), all.end(), below);
    std::optional<LockMatch> match;
    if (best != all.end())
        match = best->match;
    if (match && look.value.type != ValueType::String && match->moreHolders == 0)
        match->moreHolders = look.value.length - static_cast<std::int64_t>(look.value.elements.size());
    for (const auto &pattern : m_patterns) {
        if (auto declared = pattern.read(look, surroundings)) {
            match = withPattern(std::move(match), *std::move(declared), pattern.row());
            break; // the first matching pattern wins
        }
    }
    if (match)
        nameAlternatives(*match, all);
    return match;
}

} // namespace lockcore
