// SPDX-License-Identifier: MIT
// Everything that the formats know about names of keys, companions, channels and scripts.
#include "lockcore/monitor/reading/classifier.h"

#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/formats_by_type.h"
#include "lockcore/monitor/reading/name_table.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t mostBroadcastPrefixes = 10;

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

void addUnique(std::vector<std::string> &all, std::string_view text)
{
    if (std::find(all.begin(), all.end(), text) == all.end())
        all.emplace_back(text);
}

} // namespace

bool Classifier::nameBetrays(std::string_view name) const
{
    const auto matchesName = [name](const RowReader &pattern) { return pattern.matchesName(name); };
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

std::map<Bytes, ValueType> Classifier::companions(const KeySnapshot &look) const
{
    std::map<Bytes, ValueType> all;
    for (const auto *format : formatsOf(look.value.type)) {
        if (!format->companions)
            continue;
        for (auto &companion : format->companions(look))
            all.insert(std::move(companion));
    }
    return all;
}

std::map<Bytes, ValueType> Classifier::queues(std::string_view key)
{
    std::map<Bytes, ValueType> all;
    for (const auto *format : formats()) {
        if (!format->queue)
            continue;
        for (auto &companion : format->queue(key))
            all.insert(std::move(companion));
    }
    return all;
}

std::optional<LockMatch> Classifier::queueLeftBehind(const KeySnapshot &look)
{
    const auto typeOf = [&](const Bytes &key) {
        const auto found = look.companions.find(key);
        return found == look.companions.end() ? ValueType::None : found->second.type;
    };
    for (const auto *format : formats()) {
        const auto queue = format->queue ? format->queue(look.id.key) : TypedNames();
        const auto isAsItShould = [&](const auto &companion) {
            const auto type = typeOf(companion.first);
            return type == companion.second || type == ValueType::None;
        };
        if (queue.empty() || typeOf(queue.front().first) == ValueType::None || !std::all_of(queue.begin(), queue.end(), isAsItShould))
            continue;
        LockMatch match;
        match.format = format;
        match.library = format->library;
        match.kind = LockKind::FairLock;
        return match;
    }
    return std::nullopt;
}

std::vector<Bytes> Classifier::channels(std::string_view key)
{
    std::vector<Bytes> all;
    for (const auto *format : formats()) {
        if (!format->channels)
            continue;
        for (const auto &channel : format->channels(key))
            addUnique(all, channel);
    }
    return all;
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

std::vector<std::string> Classifier::channelPatterns()
{
    auto all = announcementPatterns();
    for (const auto *format : formats()) {
        for (const auto pattern : format->listeners)
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
        for (const auto &[sha1, library] : format->otherScripts)
            all.emplace_back(sha1, library);
    }
    return all;
}

} // namespace lockcore
