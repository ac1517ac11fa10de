// SPDX-License-Identifier: MIT
#include "lockcore/report/speakers.h"

#include <algorithm>
#include <set>

namespace lockcore::detail {

namespace {

template <class Kind>
concept HasWho = requires(Kind kind)
{
    kind.who;
};

template <class Kind>
concept HasOwner = requires(Kind kind)
{
    kind.who.worker;
    kind.owner;
};

std::string ownerIn(const What &what)
{
    return std::visit(
        [](const auto &kind) -> std::string {
            if constexpr (HasOwner<decltype(kind)>)
                return kind.owner;
            else
                return {};
        },
        what);
}

bool sendsCommands(entry::Request request)
{
    return request == entry::Request::Acquire || request == entry::Request::Extend || request == entry::Request::Release;
}

} // namespace

std::optional<Incarnation> workerOf(const What &what)
{
    return std::visit(
        [](const auto &kind) -> std::optional<Incarnation> {
            if constexpr (HasWho<decltype(kind)>) {
                const std::optional<Incarnation> who = kind.who;
                return who && !who->worker.empty() ? who : std::nullopt;
            } else {
                return std::nullopt;
            }
        },
        what);
}

Incarnation speakerOf(const Incarnation &who, const std::string &owner)
{
    return owner.empty() || owner == who.worker ? who : Incarnation{who.worker + '/' + owner, who.number};
}

std::optional<Incarnation> speakerIn(const What &what)
{
    const auto who = workerOf(what);
    return who ? std::optional(speakerOf(*who, ownerIn(what))) : std::nullopt;
}

Speakers::Speakers(const Run &run)
    : m_run(run)
{
    for (Number number = 1; number <= run.size(); ++number) {
        if (const auto *const started = run.as<entry::Started>(number))
            m_names.try_emplace(started->who.worker, std::vector{started->who.worker});
        const auto *const sent = run.as<entry::Sent>(number);
        if (!sent)
            continue;
        auto &names = m_names[sent->who.worker];
        const auto name = speakerOf(*sent).worker;
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    readTurns();
}

void Speakers::readTurns()
{
    std::map<Incarnation, std::map<std::uint64_t, std::string>> open; // the owner of each request that waits for its answer
    for (Number number = m_run.begin + 1; number <= m_run.size(); ++number) {
        if (const auto *const sent = m_run.as<entry::Sent>(number); sent && sendsCommands(sent->request) && in(sent->who.worker).size() > 1)
            open[sent->who][sent->id] = sent->owner;
        if (const auto *const received = m_run.as<entry::Received>(number); received && open.contains(received->who))
            open[received->who].erase(received->id);
        const auto *const turn = m_run.as<entry::Turn>(number);
        if (!turn || !turn->who || !open.contains(*turn->who))
            continue;
        std::set<std::string> owners;
        for (const auto &[id, owner] : open[*turn->who])
            owners.insert(owner);
        if (owners.size() == 1)
            m_turns.emplace(number, speakerOf(*turn->who, *owners.begin()));
    }
}

std::vector<std::string> Speakers::in(const std::string &worker) const
{
    const auto found = m_names.find(worker);
    return found == m_names.end() ? std::vector{worker} : found->second;
}

std::optional<Incarnation> Speakers::ofTurn(Number turn) const
{
    const auto found = m_turns.find(turn);
    return found == m_turns.end() ? workerOf(m_run.entry(turn).what) : std::optional(found->second);
}

std::optional<Incarnation> Speakers::of(Number entry) const
{
    return m_run.as<entry::Turn>(entry) ? ofTurn(entry) : speakerIn(m_run.entry(entry).what);
}

} // namespace lockcore::detail
