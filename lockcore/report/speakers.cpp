// SPDX-License-Identifier: MIT
#include "lockcore/report/speakers.h"

#include "lockcore/report/lane_parts.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

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

Incarnation speakerOf(const Incarnation &who, const std::string &owner)
{
    return owner.empty() || owner == who.worker ? who : Incarnation{who.worker + '/' + owner, who.number};
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
        const auto name = speakerOf(sent->who, sent->owner).worker;
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    for (Number number = run.begin + 1; number <= run.size(); ++number) {
        const auto *const sent = run.as<entry::Sent>(number);
        const auto *const received = run.as<entry::Received>(number);
        if (sent && m_names[sent->who.worker].size() > 1 && sendsCommands(sent->request))
            m_requests[sent->who].push_back({number, 0, sent->owner});
        const auto requests = received ? m_requests.find(received->who) : m_requests.end();
        if (requests == m_requests.end())
            continue;
        const auto asked = std::ranges::find_if(requests->second, [&](const Request &request) {
            return request.answered == 0 && run.as<entry::Sent>(request.sent)->id == received->id;
        });
        if (asked != requests->second.end())
            asked->answered = number;
    }
}

std::vector<std::string> Speakers::in(const std::string &worker) const
{
    const auto found = m_names.find(worker);
    return found == m_names.end() ? std::vector{worker} : found->second;
}

Incarnation Speakers::ofTurn(Number turn) const
{
    const auto &who = *m_run.as<entry::Turn>(turn)->who;
    const auto found = m_requests.find(who);
    if (found == m_requests.end())
        return who;
    std::set<std::string> waiting;
    for (const auto &request : found->second) {
        if (request.sent < turn && (request.answered == 0 || request.answered > turn))
            waiting.insert(request.owner);
    }
    return waiting.size() == 1 ? speakerOf(who, *waiting.begin()) : who;
}

std::optional<Incarnation> Speakers::of(Number entry) const
{
    const auto *const turn = m_run.as<entry::Turn>(entry);
    if (turn && turn->who)
        return ofTurn(entry);
    const auto &what = m_run.entry(entry).what;
    const auto who = workerOf(what);
    return who ? std::optional(speakerOf(*who, ownerIn(what))) : std::nullopt;
}

} // namespace lockcore::detail
