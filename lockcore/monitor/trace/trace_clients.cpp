// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/trace_clients.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t mostClients = 10'000;

ClientIdentity identityOf(const std::map<std::string_view, std::string_view> &fields, ServerTime at)
{
    const auto field = [&](std::string_view name) {
        const auto found = fields.find(name);
        return found == fields.end() ? Bytes() : Bytes(found->second);
    };
    ClientIdentity identity;
    identity.id = parseInteger(field("id")).value_or(0);
    identity.name = field("name");
    identity.user = field("user");
    identity.library = field("lib-name");
    if (const auto version = field("lib-ver"); !identity.library.empty() && !version.empty())
        identity.library += " " + version;
    identity.since = std::chrono::floor<std::chrono::seconds>(at) - std::chrono::seconds(parseInteger(field("age")).value_or(0));
    return identity;
}

} // namespace

std::vector<Bytes> TraceClient::names() const
{
    if (actor.isUnix)
        return {};
    std::vector<Bytes> names{actor.address};
    for (const auto &identity : identities)
        names.push_back(identity.name);
    names.push_back(nameSent);
    std::erase(names, Bytes());
    return names;
}

std::map<std::string_view, std::string_view> clientFields(std::string_view line)
{
    std::map<std::string_view, std::string_view> fields;
    while (!line.empty()) {
        const auto end = std::min(line.find(' '), line.size());
        const auto field = line.substr(0, end);
        if (const auto sign = field.find('='); sign != field.npos)
            fields.emplace(field.substr(0, sign), field.substr(sign + 1));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return fields;
}

void TraceClients::used(const TraceActor &actor, ServerTime at)
{
    if (actor.isUnix || actor.address.empty() || (m_known.size() >= mostClients && !m_known.contains(actor)))
        return;
    auto &known = m_known[actor];
    known.lastSeen = std::max(known.lastSeen, at);
    const bool isClosed = known.closedBetween && known.closedBetween->second < at; // another one has its address now
    known.asked = known.asked && !isClosed;
    m_unknown = m_unknown || !known.asked;
}

void TraceClients::answered(std::string_view list, ServerTime at)
{
    m_unknown = false;
    std::map<std::string_view, ClientIdentity> now; // those that matter
    while (!list.empty()) {
        const auto end = std::min(list.find('\n'), list.size());
        const auto fields = clientFields(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
        const auto address = fields.find("addr");
        if (address != fields.end() && m_known.contains(TraceActor{Bytes(address->second), false}))
            now.emplace(address->second, identityOf(fields, at));
    }
    for (auto &[actor, known] : m_known) {
        known.asked = true;
        const auto found = now.find(actor.address);
        if (found == now.end()) {
            if (!known.closedBetween)
                known.closedBetween = {known.lastSeen, at};
            continue;
        }
        known.lastSeen = std::max(known.lastSeen, at);
        known.closedBetween.reset();
        auto same = std::ranges::find(known.identities, found->second.id, &ClientIdentity::id);
        if (same == known.identities.end())
            known.identities.push_back(found->second);
        else
            same->name = found->second.name; // the age is rounded anew each time
    }
}

TraceClient TraceClients::of(const TraceActor &actor, const std::unordered_map<Bytes, Bytes> &namesSent) const
{
    TraceClient client;
    client.actor = actor;
    if (const auto found = m_known.find(actor); found != m_known.end()) {
        client.identities = found->second.identities;
        client.closedBetween = found->second.closedBetween;
    }
    if (const auto sent = namesSent.find(actor.address); sent != namesSent.end() && !actor.isUnix)
        client.nameSent = sent->second;
    return client;
}

bool TraceClients::isOneConnection(const TraceActor &actor) const
{
    const auto found = m_known.find(actor);
    return !actor.isUnix && (found == m_known.end() || found->second.identities.size() < 2);
}

} // namespace lockcore
