// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/model/lock_words.h"

#include "lockcore/base/glob.h"
#include "lockcore/monitor/reading/ladder.h"
#include "lockcore/monitor/reading/name_table.h"
#include "lockcore/monitor/reading/user_pattern.h"
#include "lockcore/monitor/reading/wrapping.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t mostBroadcastPrefixes = 10;

struct Claim
{
    Finding finding;
    std::int32_t rank = 0;
};

const NameTable &betrayingNames()
{
    static const NameTable table = [] {
        NameTable names;
        for (const auto *format : formats()) {
            for (const auto glob : format->names)
                names.add(glob);
        }
        return names;
    }();
    return table;
}

bool offers(const Format &format, const Look &look)
{
    return std::find(format.types.begin(), format.types.end(), look.value.type) != format.types.end();
}

std::vector<Claim> claims(const Look &look, const Surroundings &surroundings)
{
    std::vector<Claim> all;
    for (const auto *format : formats()) {
        if (!offers(*format, look))
            continue;
        if (auto finding = format->classify(look, surroundings)) {
            finding->format = format;
            all.push_back({std::move(*finding), format->rank});
        }
    }
    return all;
}

// The unwrapped value is matched, but the owner is shown (and compared) as it is in Redis.
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
        // A recognised wrapping takes precedence over what the raw value looks like.
        all.insert(all.begin(), std::move(claim));
    }
    return all;
}

bool isVeto(const Claim &claim) { return claim.finding.confidence <= 0; }

/// Another library, or another kind of the same library that is as likely. A bare token without a library is no alternative.
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

void addUnique(std::vector<std::string> &all, std::string_view text)
{
    if (std::find(all.begin(), all.end(), text) == all.end())
        all.emplace_back(text);
}

} // namespace

Classifier::Classifier(std::vector<UserPattern> patterns)
    : m_patterns(std::move(patterns))
{ }

bool Classifier::nameBetrays(std::string_view name) const
{
    const auto matchesName = [name](const UserPattern &pattern) { return globMatches(pattern.glob, name); };
    return betrayingNames().matches(name) || hasLockWord(name) || std::any_of(m_patterns.begin(), m_patterns.end(), matchesName);
}

Bytes Classifier::lockOf(std::string_view name) const
{
    for (const auto *format : formats()) {
        auto key = format->lockOf ? format->lockOf(name) : std::nullopt;
        if (key && !key->empty())
            return std::move(*key);
    }
    return Bytes(name);
}

std::vector<Bytes> Classifier::companions(const Look &look) const
{
    std::vector<Bytes> all;
    for (const auto *format : formats()) {
        if (!format->companions || !offers(*format, look))
            continue;
        for (const auto &key : format->companions(look))
            addUnique(all, key);
    }
    return all;
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
    for (const auto &pattern : m_patterns) {
        if (matches(pattern, look)) {
            finding = findingBy(pattern, look, std::move(finding));
            break; // the first match decides
        }
    }
    if (finding)
        nameAlternatives(*finding, all);
    return finding;
}

std::optional<Announcement> Classifier::announced(std::string_view channel, std::string_view payload) const
{
    for (const auto *format : formats()) {
        auto announcement = format->announced ? format->announced(channel, payload) : std::nullopt;
        if (announcement)
            return announcement;
    }
    return std::nullopt;
}

std::vector<std::string> Classifier::announcementPatterns()
{
    std::vector<std::string> all;
    for (const auto *format : formats()) {
        for (const auto pattern : format->announcements)
            addUnique(all, pattern);
    }
    return all;
}

std::vector<std::string> Classifier::broadcastPrefixes()
{
    std::vector<const Format *> ranked(formats().begin(), formats().end());
    const auto higher = [](const Format *a, const Format *b) { return a->rank > b->rank; };
    std::stable_sort(ranked.begin(), ranked.end(), higher);
    std::vector<std::string> all;
    for (const auto *format : ranked) {
        for (const auto prefix : format->broadcast) {
            const auto covers = [prefix](const std::string &other) { return prefix.starts_with(other); };
            if (prefix.empty() || std::any_of(all.begin(), all.end(), covers))
                continue;
            std::erase_if(all, [prefix](const std::string &other) { return other.starts_with(prefix); });
            all.emplace_back(prefix);
        }
    }
    if (all.size() > mostBroadcastPrefixes)
        all.resize(mostBroadcastPrefixes);
    return all;
}

std::vector<std::pair<std::string, std::string>> Classifier::fingerprintScripts()
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto *format : formats()) {
        for (const auto sha1 : format->scripts)
            all.emplace_back(sha1, format->library);
    }
    return all;
}

} // namespace lockcore
