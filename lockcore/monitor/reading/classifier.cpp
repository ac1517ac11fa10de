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
    Finding finding;
    std::int32_t rank = 0;
};

std::vector<Claim> claims(const Look &look, const Surroundings &surroundings)
{
    std::vector<Claim> all;
    for (const auto *format : formatsOf(look.value.type)) {
        if (auto finding = format->classify(look, surroundings)) {
            finding->format = format;
            all.push_back({std::move(*finding), format->rank});
        }
    }
    return all;
}

// The unwrapped value is matched, but the owner is shown (and compared) as it is stored in Redis.
void showRaw(Finding &finding, const UnwrappedLook &inner)
{
    for (auto &holder : finding.holders) {
        const auto raw = inner.raw.find(holder.owner);
        if (raw != inner.raw.end() && !holder.owner.empty())
            holder.owner = raw->second;
    }
    finding.why.push_back("what it holds is " + std::string(inner.how));
}

std::vector<Claim> allClaims(const Look &look, const Surroundings &surroundings)
{
    auto all = claims(look, surroundings);
    const auto inner = unwrapped(look);
    if (!inner)
        return all;
    for (auto &claim : claims(inner->look, surroundings)) {
        showRaw(claim.finding, *inner);
        // A recognised wrapping takes precedence over findings for the raw value.
        all.insert(all.begin(), std::move(claim));
    }
    return all;
}

bool isVeto(const Claim &claim) { return claim.finding.confidence <= 0; }

/// Is the other finding another library, or another variant of the same library, with the same confidence? A bare token without a library
/// is no alternative.
bool isAlternative(const Finding &other, const Finding &best)
{
    if (other.library == unknownLibrary || other.confidence + 2 < best.confidence)
        return false;
    return other.library != best.library || (other.variant != best.variant && other.confidence == best.confidence);
}

void nameAlternatives(Finding &best, const std::vector<Claim> &all)
{
    std::vector<std::string> names;
    for (const auto &[finding, rank] : all) {
        if (!isAlternative(finding, best))
            continue;
        auto name = finding.library == best.library ? finding.library + ' ' + finding.variant : finding.library;
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

std::optional<ServerTime> Classifier::deadlineIn(const Look &look)
{
    for (const auto *format : formatsOf(look.value.type)) {
        if (const auto deadline = format->deadlineIn ? format->deadlineIn(look) : std::nullopt)
            return deadline;
    }
    return std::nullopt;
}

bool Classifier::isNoLock(const Look &look, const Surroundings &surroundings) const
{
    return std::ranges::any_of(allClaims(look, surroundings), isVeto);
}

std::optional<Finding> Classifier::classify(const Look &look, const Surroundings &surroundings) const
{
    if (!look.value.exists())
        return std::nullopt;
    auto all = allClaims(look, surroundings);
    if (std::any_of(all.begin(), all.end(), isVeto))
        return std::nullopt;
    for (auto &claim : all)
        applyLadder(claim.finding, look, surroundings);
    const auto below = [](const Claim &a, const Claim &b) {
        return std::pair(a.finding.confidence, a.rank) < std::pair(b.finding.confidence, b.rank);
    };
    const auto best = std::max_element(all.begin(), all.end(), below);
    std::optional<Finding> finding;
    if (best != all.end())
        finding = best->finding;
    if (finding && look.value.type != ValueType::String && finding->moreHolders == 0)
        finding->moreHolders = look.value.length - static_cast<std::int64_t>(look.value.elements.size());
    for (const auto &pattern : m_patterns) {
        if (auto declared = pattern.read(look, surroundings)) {
            finding = withPattern(std::move(finding), *std::move(declared), pattern.row());
            break; // the first match decides
        }
    }
    if (finding)
        nameAlternatives(*finding, all);
    return finding;
}

} // namespace lockcore
