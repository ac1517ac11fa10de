// SPDX-License-Identifier: MIT
// A lock's lane: the elements of its keys that are the holding, each from the command that made it until its end.
#include "lockcore/judge/overlap.h"
#include "lockcore/report/held_elements.h"
#include "lockcore/report/lane_parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockcore::detail {

namespace {

/// What the worker on each side of a holding did, and believed.
class Owners
{
public:
    Owners(const Stage &stage, const std::vector<HeldElement> &held)
        : m_run(stage.run)
    {
        const auto &run = m_run;
        for (const auto &one : held) {
            if (const auto *const created = run.as<entry::KeyChanged>(one.element->created); created && one.element->by)
                m_makers.emplace(created->cause, *one.element->by);
        }
        for (std::size_t i = 0; i < run.claims.size(); ++i) {
            const auto &first = run.first(run.claims[i]);
            for (const auto element : stage.holdings[i].elements) {
                if (run.elements[element].by == first.who)
                    m_owners.try_emplace(&run.elements[element], speakerOf(first));
            }
        }
        for (const auto &claim : run.claims) {
            m_claims[{run.first(claim).who, run.first(claim).lock}].push_back(&claim);
            for (const auto attempt : claim.attempts)
                m_grants[{run.first(claim).who, run.first(claim).lock}].push_back(&run.attempts[attempt]);
        }
    }

    /// The maker, or the owner in it that holds the lock by this element.
    std::optional<Incarnation> ownerOf(const Element &element) const
    {
        const auto found = m_owners.find(&element);
        return found == m_owners.end() ? element.by : std::optional(found->second);
    }

    /// Did the command make a holding of this worker?
    bool makes(Number turn, const Incarnation &who) const { return m_makers.contains({turn, who}); }

    bool claims(const Incarnation &who, const std::string &lock, Number number) const
    {
        const auto found = m_claims.find({who, lock});
        return found != m_claims.end() && std::ranges::any_of(found->second, [&](const Claim *claim) {
                   const bool isOpen = m_run.first(*claim).sent < number && (claim->end == 0 || number < claim->end);
                   return isOpen && (number < claim->begin || claimedAt(m_run, *claim, number) != Certainty::No);
               });
    }

    std::optional<std::int64_t> tokenOf(const HeldElement &held) const
    {
        const auto found = held.element->by ? m_grants.find({*held.element->by, held.lock}) : m_grants.end();
        if (found == m_grants.end())
            return std::nullopt;
        const auto grant = std::ranges::lower_bound(found->second, held.element->created, {}, &Attempt::answered);
        return grant != found->second.end() && (*grant)->sent < held.element->created ? (*grant)->answer.token : std::nullopt;
    }

private:
    using Owner = std::pair<Incarnation, std::string>; ///< of a lock

    const Run &m_run;
    std::map<const Element *, Incarnation> m_owners; ///< of those that a claim has
    std::set<std::pair<Number, Incarnation>> m_makers;
    std::map<Owner, std::vector<const Claim *>> m_claims;
    std::map<Owner, std::vector<const Attempt *>> m_grants; ///< ascending
};

LockSpan::End endOf(const Run &run, const Owners &owners, const Element &element)
{
    using enum LockSpan::End;
    const auto *const changed = run.as<entry::KeyChanged>(element.ended);
    if (!changed)
        return element.ended == 0 ? None : Unknown;
    switch (changed->event) {
    case entry::KeyEvent::Expired: return Expired;
    case entry::KeyEvent::Evicted:
    case entry::KeyEvent::Flushed:
    case entry::KeyEvent::LostByServer: return Server;
    case entry::KeyEvent::Removed: break;
    default: return Unknown;
    }
    if (run.as<entry::Operated>(changed->cause))
        return Operator;
    const auto by = run.author(*changed);
    if (!by)
        return run.as<entry::ServerFaulted>(changed->cause) ? Server : Unknown;
    return by == element.by ? Released : owners.makes(changed->cause, *by) ? TakenOver : Removed;
}

// Places in a queue appear in the order of their numbers.
std::vector<Incarnation> behind(const Run &run, const Element &element)
{
    std::vector<Incarnation> waiting;
    for (const auto &place : run.elements) {
        const bool queues = place.bySession && place.role == entry::Role::Other && sameKey(place, element);
        const bool meanwhile = (element.ended == 0 || place.created < element.ended) && (place.ended == 0 || place.ended > element.created);
        if (queues && meanwhile && place.by && std::ranges::find(waiting, *place.by) == waiting.end())
            waiting.push_back(*place.by);
    }
    return waiting;
}

LockSpan spanOf(const Stage &stage, const Owners &owners, const HeldElement &held)
{
    const auto &run = stage.run;
    const auto &element = *held.element;
    LockSpan span;
    span.owner = owners.ownerOf(element);
    span.mark = element.mark;
    span.begin = std::max(run.at(element.created), stage.begin);
    span.end = std::max(stage.endOf(element.ended), span.begin);
    span.how = endOf(run, owners, element);
    if (span.how == LockSpan::End::Removed || span.how == LockSpan::End::TakenOver) {
        span.by = run.author(*run.as<entry::KeyChanged>(element.ended));
        span.wronged = element.by && owners.claims(*element.by, held.lock, element.ended);
    }
    span.created = element.created;
    span.ended = element.ended;
    span.token = owners.tokenOf(held);
    if (element.bySession) {
        span.session = run.as<entry::KeyChanged>(element.created)->session;
        span.behind = behind(run, element);
    }
    span.lease.push_back({run.at(element.created), element.ttl, element.created});
    for (const auto number : element.extended)
        span.lease.push_back({run.at(number), run.as<entry::KeyChanged>(number)->ttl, number});
    return span;
}

bool isShown(const Stage &stage, const Element &element)
{
    if (stage.run.at(element.created) > stage.end)
        return false;
    return stage.isPlayed(element.created) || element.ended == 0 || stage.isPlayed(element.ended);
}

} // namespace

std::vector<LockLane> lockLanes(const Stage &stage)
{
    std::vector<LockLane> lanes;
    std::vector<Rows> rows;
    const auto all = heldElements(stage.run);
    const Owners owners(stage, all);
    for (const auto &held : all) {
        const auto &element = *held.element;
        if (!isShown(stage, element))
            continue;
        const auto found =
            std::ranges::find_if(lanes, [&](const LockLane &lane) { return lane.lock == held.lock && lane.server == element.server; });
        const auto index = static_cast<std::size_t>(found - lanes.begin());
        if (found == lanes.end()) {
            lanes.push_back({held.lock, element.server, {}, 1});
            rows.emplace_back();
        }
        auto span = spanOf(stage, owners, held);
        span.row = rows[index].take(span.begin, span.end);
        lanes[index].spans.push_back(std::move(span));
        lanes[index].rows = rows[index].count();
    }
    std::ranges::stable_sort(lanes, {}, [](const LockLane &lane) { return std::pair(lane.lock, lane.server); });
    return lanes;
}

} // namespace lockcore::detail
