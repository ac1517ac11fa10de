// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/trace_findings.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/reading/kind_of_name.h"

#include <algorithm>

namespace lockcore {

namespace {

using Kind = TraceFinding::Kind;

constexpr std::size_t mostOwners = 8; ///< of one lock that are remembered

bool isTaken(EventType type) { return type == EventType::Acquired || type == EventType::TakenOver || type == EventType::Resurrected; }

bool isGivenBack(EventType type) { return type == EventType::Released || type == EventType::Ended || type == EventType::DeletedEarly; }

bool isRenewed(EventType type)
{
    return type == EventType::Renewed || type == EventType::LeaseSet || type == EventType::LeaseShortened
           || type == EventType::LeaseRemoved;
}

std::string timeText(ServerTime time)
{
    const auto day = time - std::chrono::floor<std::chrono::days>(time);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<Milliseconds>(day));
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d.%03d", static_cast<int>(clock.hours().count()),
                  static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                  static_cast<int>(clock.subseconds().count()));
    return text.data();
}

} // namespace

std::string_view toString(TraceFinding::Kind kind)
{
    switch (kind) {
    case Kind::RenewedByAnother: return "renewed-by-another";
    case Kind::TakenWhileHeld: return "taken-while-held";
    case Kind::RemovedWhileHeld: break;
    }
    return "removed-while-held";
}

TraceFindings::Owner *TraceFindings::ownerOf(OfKey &key, const Bytes &owner)
{
    const auto found = std::ranges::find_if(key.owners, [&](const Owner &one) { return one.holder.owner == owner; });
    return found == key.owners.end() ? nullptr : &*found;
}

TraceFindings::Owner &TraceFindings::noteOwner(OfKey &key, const AttributedChange &change)
{
    std::erase_if(key.owners, [&](const Owner &one) { return one.holder.owner == change.event.owner; });
    if (key.owners.size() >= mostOwners)
        key.owners.erase(key.owners.begin());
    Owner owner;
    owner.holder.id = change.event.id;
    owner.holder.owner = change.event.owner;
    owner.scope = change.scope;
    key.owners.push_back(std::move(owner));
    return key.owners.back();
}

void TraceFindings::acquired(OfKey &key, const AttributedChange &change)
{
    auto &owner = noteOwner(key, change);
    owner.holder.acquiredAt = change.event.time;
    owner.holder.acquiredBy = change.by;
    if (!change.by)
        return;
    key.open.insert_or_assign(*change.by, change.event.time);
    key.perhapsOpen.erase(*change.by);
}

// Of a name that was used once, and given back, nothing more is to be judged.
void TraceFindings::prune()
{
    constexpr std::size_t fewKeys = 20'000;
    if (m_keys.size() < std::max(fewKeys, m_pruneAt))
        return;
    std::erase_if(m_keys, [](const auto &one) {
        const auto &key = one.second;
        return key.open.empty() && key.perhapsOpen.empty() && key.unproved.empty()
               && std::ranges::all_of(key.owners, [](const Owner &owner) { return owner.endedAt.has_value(); });
    });
    m_pruneAt = 2 * m_keys.size();
}

std::vector<TraceFinding> TraceFindings::feed(const AttributedChange &change)
{
    prune();
    auto &key = m_keys[change.event.id];
    const auto type = change.event.type;
    std::vector<TraceFinding> found;
    if (type == EventType::Seen) {
        noteOwner(key, change);
        key.before = change.event.owner;
        return found;
    }
    if (isTaken(type)) {
        const bool isOthers = type == EventType::TakenOver && change.ownerBefore != change.event.owner && !change.ownerBefore.empty();
        if (isOthers && change.by)
            found = touched(key, change, Kind::TakenWhileHeld, change.ownerBefore);
        if (auto *before = isOthers ? ownerOf(key, change.ownerBefore) : nullptr)
            before->endedAt = change.event.time;
        acquired(key, change);
        return found;
    }
    const auto owner = change.event.owner;
    if (isGivenBack(type) && change.by && owner == key.before)
        key.before.reset();
    if (isGivenBack(type) && change.by)
        found = touched(key, change, Kind::RemovedWhileHeld, owner);
    else if (isRenewed(type) && change.by)
        found = touched(key, change, Kind::RenewedByAnother, owner);
    if (isEnd(type)) {
        if (auto *ended = ownerOf(key, owner))
            ended->endedAt = change.event.time;
    }
    return found;
}

// `change.by` has removed, renewed or overwritten what `owner` held.
std::vector<TraceFinding> TraceFindings::touched(OfKey &key, const AttributedChange &change, Kind kind, const Bytes &ownerText)
{
    const auto &by = *change.by;
    auto &tally = m_tallies[kindOf(change.event.id.key)];
    auto *owner = ownerOf(key, ownerText);
    const bool removes = kind == Kind::RemovedWhileHeld;
    if (removes && change.line && change.line->sweeps() && change.leftBefore.value_or(Milliseconds::zero()) <= Milliseconds::zero())
        return {};
    const auto opened = key.open.find(by);
    const auto open = opened == key.open.end() ? std::nullopt : std::optional(opened->second);
    const bool isFromBefore = removes && !open && key.before.has_value();
    const bool isPerhapsOpen = key.perhapsOpen.contains(by) || isFromBefore;
    if (removes) {
        if (isFromBefore)
            key.before.reset();
        key.open.erase(by);
        key.perhapsOpen.erase(by);
    }
    const auto *acquirer = owner && owner->holder.acquiredBy ? &*owner->holder.acquiredBy : nullptr;
    if (acquirer && *acquirer == by) {
        tally.pairs += removes;
        return {};
    }
    const bool sentIt = change.line && change.line->sends(ownerText);
    const bool isKnownSender = owner && std::ranges::any_of(owner->holder.senders, [&](const auto &sender) { return sender.actor == by; });
    // Whoever knows the owner's text acts for the owner. That the connection is another one shows that they are shared.
    if (sentIt || isKnownSender || (!acquirer && (!owner || owner->holder.senders.empty()))) {
        tally.violations += acquirer && !isPerhapsOpen && kind != Kind::TakenWhileHeld;
        return {};
    }
    TraceFinding finding;
    finding.number = ++m_number;
    finding.kind = kind;
    finding.at = change.event.time;
    finding.id = change.event.id;
    finding.by = by;
    finding.command = change.line ? change.line->command() : Bytes();
    finding.owner = ownerText;
    finding.left = change.leftBefore;
    if (acquirer)
        finding.holder = *acquirer;
    finding.proved = isProved(key, finding, tally, open, finding.why);
    if (!open && !isPerhapsOpen && acquirer && kind != Kind::TakenWhileHeld)
        ++tally.violations;
    if (!finding.proved)
        key.unproved.push_back(finding);
    if (key.unproved.size() > mostOwners)
        key.unproved.erase(key.unproved.begin());
    return {finding};
}

bool TraceFindings::isProved(const OfKey &, const TraceFinding &finding, const Tally &tally, std::optional<ServerTime> open,
                             std::vector<std::string> &why)
{
    using Accuse = TraceRules::Accuse;
    if (m_rules.accuse != Accuse::ByDiscipline)
        return isProvedWrongly(finding, open.has_value());
    const auto counted = std::to_string(tally.pairs) + " of " + std::to_string(tally.pairs + tally.violations);
    if (finding.by.isUnix) {
        why.push_back("all clients of a Unix socket have one address, so nothing is proved");
        return false;
    }
    if (!finding.holder) {
        why.push_back("its acquisition was not seen; its owner was sent over another connection");
        return false;
    }
    if (finding.kind == Kind::RemovedWhileHeld || finding.kind == Kind::RenewedByAnother)
        why.push_back("not over the connection that acquired it; perhaps the same process");
    else
        why.push_back("it was taken while its lease was not over");
    const bool isOne = m_isOneConnection(finding.by) && m_isOneConnection(*finding.holder);
    const bool isDisciplined = tally.violations == 0 && tally.pairs >= leastPairs && isOne;
    if (!isDisciplined) {
        why.push_back(!isOne                 ? "several connections had its address"
                      : tally.violations > 0 ? "connections gave back what others had taken; " + counted + " gave back their own"
                                             : "too few connections gave back their own to tell: " + counted);
        return false;
    }
    if (finding.kind != Kind::TakenWhileHeld && !open) {
        why.push_back("it had no acquisition of its own to give back");
        return false;
    }
    why.clear();
    if (open)
        why.push_back("it was late for its own, acquired " + timeText(*open));
    why.push_back("in this trace every connection gave back only what it had taken (" + counted + ")");
    return true;
}

// The rules that tests require to fail.
bool TraceFindings::isProvedWrongly(const TraceFinding &finding, bool isLate) const
{
    switch (m_rules.accuse) {
    case TraceRules::Accuse::ByConnection:
    case TraceRules::Accuse::ByConfirmation: return m_rules.accuse == TraceRules::Accuse::ByConnection;
    case TraceRules::Accuse::ByHost: return finding.holder && finding.holder->host() != finding.by.host();
    case TraceRules::Accuse::ByLateness: return isLate;
    case TraceRules::Accuse::ByDiscipline:
    case TraceRules::Accuse::Never: break;
    }
    return false;
}

void TraceFindings::feed(const AttributedDoubt &doubt)
{
    for (const auto &line : doubt.perhaps)
        m_keys[doubt.id].perhapsOpen.insert(line->actor);
}

std::vector<TraceFinding> TraceFindings::feed(const AttributedUse &use)
{
    const auto found = m_keys.find(use.id);
    if (found == m_keys.end() || use.line->actor.address.empty())
        return {};
    auto &key = found->second;
    const auto &actor = use.line->actor;
    std::vector<TraceFinding> proved;
    for (auto &owner : key.owners) {
        if (!use.line->sends(owner.holder.owner))
            continue;
        auto sender = std::ranges::find(owner.holder.senders, actor, &TraceHolder::Sender::actor);
        if (sender == owner.holder.senders.end()) {
            owner.holder.senders.push_back({actor, 0, use.line->at.to, {}});
            m_learned.insert(use.id);
            sender = owner.holder.senders.end() - 1;
        }
        // A script that passes the owner on counts once, with its call.
        if (!use.line->script)
            ++sender->times;
        sender->last = use.line->at.to;
        std::rotate(sender, sender + 1, owner.holder.senders.end());
        // An owner's text that is used again proves nothing.
        const bool isUnique =
            owner.scope == OwnerScope::Acquisition || (owner.scope == OwnerScope::Unknown && grammar::looksDrawn(owner.holder.owner));
        const bool mayTake = !use.line->words.empty() && asciiLower(use.line->words[0]).starts_with("set");
        for (auto finding = key.unproved.begin(); finding != key.unproved.end();) {
            const bool isLater = use.line->at.from > finding->at && finding->owner == owner.holder.owner;
            const auto host = finding->by.host();
            const bool wasThere = std::ranges::any_of(owner.holder.senders, [&](const auto &one) { return one.actor.host() == host; })
                                  || (owner.holder.acquiredBy && owner.holder.acquiredBy->host() == host);
            const bool confirms = m_rules.accuse == TraceRules::Accuse::ByConfirmation && isLater && actor != finding->by;
            const bool proves = m_rules.accuse == TraceRules::Accuse::ByDiscipline && isLater && isUnique && !mayTake && !wasThere
                                && !finding->by.isUnix && !actor.isUnix && finding->kind != Kind::RenewedByAnother;
            if (!confirms && !proves) {
                ++finding;
                continue;
            }
            finding->proved = true;
            finding->why = {"its owner was sent again at " + timeText(use.line->at.to) + " from " + std::string(actor.host())
                            + ", and never from " + std::string(host)};
            proved.push_back(*finding);
            finding = key.unproved.erase(finding);
        }
    }
    return proved;
}

std::vector<TraceHolder> TraceFindings::learned()
{
    std::vector<TraceHolder> holders;
    for (const auto &id : std::exchange(m_learned, {})) {
        const auto key = m_keys.find(id);
        if (key == m_keys.end())
            continue;
        for (const auto &owner : key->second.owners) {
            if (!owner.endedAt && !owner.holder.senders.empty())
                holders.push_back(owner.holder);
        }
    }
    return holders;
}

std::vector<TraceHolder> TraceFindings::holders(const std::vector<LockInfo> &locks) const
{
    std::vector<TraceHolder> holders;
    for (const auto &lock : locks) {
        const auto key = m_keys.find(lock.id);
        for (const auto &holder : lock.holders) {
            TraceHolder known;
            known.id = lock.id;
            known.owner = holder.owner;
            if (key != m_keys.end()) {
                const auto found =
                    std::ranges::find_if(key->second.owners, [&](const Owner &one) { return one.holder.owner == holder.owner; });
                if (found != key->second.owners.end())
                    known = found->holder;
            }
            holders.push_back(std::move(known));
        }
    }
    return holders;
}

} // namespace lockcore
