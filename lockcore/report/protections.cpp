// SPDX-License-Identifier: MIT
#include "lockcore/report/protections.h"

#include "lockcore/report/held_elements.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lockcore {

namespace detail {

namespace {

using entry::Verb;

/// Reads the history from its beginning, and knows which holdings exist.
class ProtectionReader
{
public:
    explicit ProtectionReader(const Run &run)
        : m_run(run)
    {
        for (const auto &held : heldElements(run)) {
            m_begins[held.element->created].push_back(held);
            if (held.element->ended != 0)
                m_ends[held.element->ended].push_back(held);
        }
        for (Number number = 1; number <= run.size(); ++number) {
            if (const auto *const changed = run.as<entry::KeyChanged>(number))
                m_changing.insert(changed->cause);
        }
    }

    std::map<Number, Protection> read()
    {
        for (Number number = 1; number <= m_run.size(); ++number) {
            if (const auto ends = m_ends.find(number); ends != m_ends.end())
                std::ranges::for_each(ends->second, [&](const HeldElement &held) { end(held); });
            if (const auto begins = m_begins.find(number); begins != m_begins.end())
                std::ranges::for_each(begins->second, [&](const HeldElement &held) { m_held[placeOf(held)].push_back(held); });
            if (number > m_run.begin)
                std::visit([&](const auto &what) { take(number, what); }, m_run.entry(number).what);
        }
        return std::move(m_found);
    }

private:
    using Place = std::pair<std::int64_t, Bytes>; ///< server and key

    static Place placeOf(const HeldElement &held) { return {held.element->server, held.element->key}; }

    void end(const HeldElement &ended)
    {
        std::erase_if(m_held[placeOf(ended)], [&](const HeldElement &held) { return held.element == ended.element; });
    }

    template <class What>
    void take(Number, const What &)
    { }

    void take(Number number, const entry::Accessed &accessed)
    {
        auto &greatest = m_greatest[accessed.lock];
        if (!accessed.refused) {
            if (accessed.token && (greatest.first == 0 || *accessed.token > greatest.second))
                greatest = {number, *accessed.token};
            return;
        }
        const bool isStale = accessed.token && greatest.first != 0 && *accessed.token < greatest.second;
        auto text = isStale ? "refused: fencing token " + std::to_string(*accessed.token) + " < " + std::to_string(greatest.second)
                    : accessed.reason.empty() ? std::string("refused")
                                              : "refused: " + elidedInMiddle(escaped(accessed.reason), 40);
        m_found[number] = {std::move(text), accessed.lock, isStale ? greatest.first : 0};
    }

    void take(Number number, const entry::Sent &sent)
    {
        if (sent.request == entry::Request::Release || sent.request == entry::Request::Extend)
            m_asked[{sent.who, sent.id}] = {number, sent.request};
    }

    // A command whose purpose is not known counts if its worker then answers that the lock is not its own.
    void take(Number number, const entry::Received &received)
    {
        const auto asked = m_asked.extract(std::pair(received.who, received.id));
        if (asked.empty() || received.answer != entry::Answer::No)
            return;
        const auto [sent, request] = asked.mapped();
        const auto last = m_run.lastTurn(received.who, sent, number);
        if (last != 0)
            find(last, request == entry::Request::Release ? Verb::Free : Verb::Extend);
    }

    void take(Number number, const entry::Turn &turn)
    {
        if (turn.verb == Verb::Free || turn.verb == Verb::Extend)
            find(number, turn.verb);
    }

    void find(Number number, Verb purpose)
    {
        const auto &turn = *m_run.as<entry::Turn>(number);
        if (!turn.who || turn.fate != entry::Fate::Executed || m_changing.contains(number))
            return;
        for (const auto &key : turn.keys) {
            const auto found = m_held.find({turn.server, key});
            if (found == m_held.end() || found->second.empty())
                continue;
            const auto &there = found->second.front();
            const bool isOthers = std::ranges::all_of(
                found->second, [&](const HeldElement &held) { return held.element->by && *held.element->by != *turn.who; });
            const auto *const what = purpose == Verb::Free ? "'s: nothing deleted" : "'s: nothing extended";
            if (isOthers && m_met.emplace(*turn.who, there.element->mark, purpose).second)
                m_found[number] = {"not " + toString(*turn.who) + what, there.lock, 0};
        }
    }

    struct Asked
    {
        Number sent = 0;
        entry::Request request = entry::Request::Release;
    };

    const Run &m_run;
    std::map<Number, std::vector<HeldElement>> m_begins, m_ends;
    std::set<Number> m_changing; ///< turns that changed a key
    std::map<Place, std::vector<HeldElement>> m_held;
    std::map<std::pair<Incarnation, std::uint64_t>, Asked> m_asked;
    std::set<std::tuple<Incarnation, Bytes, Verb>> m_met;
    std::map<std::string, std::pair<Number, std::int64_t>> m_greatest; ///< by lock: where its resource first saw the greatest token
    std::map<Number, Protection> m_found;
};

} // namespace

std::map<Number, Protection> protectionsIn(const Run &run) { return ProtectionReader(run).read(); }

} // namespace detail

std::optional<std::int64_t> greatestTokenBefore(std::span<const HistoryEntry> entries, std::uint64_t number)
{
    const auto &access = std::get<entry::Accessed>(entries[number - 1].what);
    std::optional<std::int64_t> greatest;
    for (const auto &entry : entries.first(number - 1)) {
        const auto *const earlier = std::get_if<entry::Accessed>(&entry.what);
        if (earlier && earlier->lock == access.lock && !earlier->refused && earlier->token)
            greatest = std::max(greatest, earlier->token);
    }
    return greatest;
}

} // namespace lockcore
