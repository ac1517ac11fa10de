// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/prober.h"

#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/looker.h"
#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

Prober::Prober(Connection &connection, const Classifier &classifier, DeniedNames &denied, Options options)
    : m_connection(connection)
    , m_classifier(classifier)
    , m_denied(denied)
    , m_options(std::move(options))
{ }

Task<Result<std::vector<Sighting>>> Prober::probe(std::vector<Candidate> candidates, const RecognitionContext &surroundings,
                                                  KindCensus *census)
{
    if (auto typed = co_await findTypes(candidates); !typed)
        co_return typed.error();
    if (auto likely = co_await dropUnlikelyStrings(candidates, surroundings, census); !likely)
        co_return likely.error();
    if (auto small = co_await dropLarge(candidates); !small)
        co_return small.error();
    if (auto likely = co_await dropUnlikelyStructures(candidates, surroundings, census); !likely)
        co_return likely.error();
    std::vector<LookRequest> requests;
    requests.reserve(candidates.size());
    for (auto &candidate : candidates) {
        LookRequest request;
        request.id = {m_options.db, std::move(candidate.key)};
        request.type = candidate.type;
        request.bytes = candidate.bytes;
        request.companions = std::move(candidate.companions);
        requests.push_back(std::move(request));
    }
    auto sightings = co_await look(std::move(requests));
    if (!sightings)
        co_return sightings.error();
    for (auto &sighting : *sightings)
        sighting.classified = classified(sighting.look, surroundings);
    std::erase_if(*sightings, [](const Sighting &sighting) { return !sighting.classified; });
    co_return sightings;
}

// A possible lock is a lock if other tokens were released under this name, one after the other.
std::optional<Classified> Prober::classified(const KeySnapshot &look, const RecognitionContext &surroundings) const
{
    auto match = m_classifier.classify(look, surroundings);
    if (!match)
        return std::nullopt;
    auto *const handOvers = m_options.handOvers;
    const bool isToken = look.value.type == ValueType::String && levelOf(match->confidence) == LockLevel::Possible;
    if (!handOvers || !isToken)
        return Classified{*std::move(match), surroundings};
    handOvers->found(look.id.key, look.value.text, look.deadline.value_or(ServerTime::max()), look.at);
    if (!handOvers->areProven(look.id.key, look.at))
        return Classified{*std::move(match), surroundings};
    auto around = surroundings;
    around.handedOver = true;
    match = m_classifier.classify(look, around);
    return match ? std::optional(Classified{*std::move(match), std::move(around)}) : std::nullopt;
}

// If the command is optional, its refusal is handled like any other answer.
Task<Result<Replies>> Prober::ask(Batch batch, Command command)
{
    auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (auto error = hindrance(*replies); error && (command == Command::Needed || isBusy(*error)))
        co_return *std::move(error);
    co_return replies;
}

// If only these keys cause a time-out, the server still answers the PING, and the probe continues without them.
Task<Result<void>> Prober::goesOnAfter(Error error)
{
    if (error.kind != ErrorKind::Timeout)
        co_return error;
    const auto pong = co_await m_connection.command("PING");
    if (!pong)
        co_return error;
    co_return Result<void>();
}

Task<Result<void>> Prober::findTypes(std::vector<Candidate> &candidates)
{
    std::vector<Candidate> typed;
    typed.reserve(candidates.size());
    while (!candidates.empty()) {
        std::vector<Candidate> some = takeSome(candidates);
        Batch batch;
        for (const auto &candidate : some)
            batch.add({"TYPE", candidate.key});
        const auto replies = co_await ask(std::move(batch));
        if (!replies) {
            if (const auto goesOn = co_await goesOnAfter(replies.error()); !goesOn)
                co_return goesOn.error();
            for (const auto &candidate : some)
                noteUnread(candidate.key, replies.error());
            continue;
        }
        for (std::size_t i = 0; i < some.size(); ++i) {
            const auto &reply = (*replies)[i];
            if (reply.isError()) {
                noteUnread(some[i].key, reply.toError());
                continue;
            }
            m_denied.granted(some[i].key);
            some[i].type = valueTypeFrom(reply.text).value_or(ValueType::None);
            if (some[i].type == ValueType::None)
                m_denied.large().forget(some[i].key);
            if (some[i].type == ValueType::None && m_options.handOvers)
                m_options.handOvers->gone(some[i].key, m_options.now());
            if (isWorthALook(some[i]))
                typed.push_back(std::move(some[i]));
        }
    }
    candidates = std::move(typed);
    co_return Result<void>();
}

// Removes from `candidates` the ones that may be read next, and returns them. Also removes those that may never be read.
std::vector<Candidate> Prober::takeSome(std::vector<Candidate> &candidates)
{
    std::vector<std::string_view> keys;
    keys.reserve(candidates.size());
    for (const auto &candidate : candidates)
        keys.push_back(candidate.key);
    std::vector<std::size_t> leftOut;
    const auto next = m_denied.nextOf(keys, leftOut);
    if (next.size() == candidates.size())
        return std::exchange(candidates, {});
    std::vector<Candidate> some;
    some.reserve(next.size());
    std::vector<bool> taken(candidates.size(), false);
    for (const auto i : next) {
        some.push_back(std::move(candidates[i]));
        taken[i] = true;
    }
    for (const auto i : leftOut)
        taken[i] = true;
    std::size_t i = 0;
    std::erase_if(candidates, [&](const Candidate &) { return taken[i++]; });
    return some;
}

// A list is never a lock itself; a companion's name was already replaced by its lock's name.
bool Prober::isWorthALook(const Candidate &candidate) const
{
    switch (candidate.type) {
    case ValueType::String: return candidate.byName || m_options.freeStrings;
    case ValueType::Hash:
    case ValueType::Zset: return true;
    case ValueType::Set: return candidate.byName;
    default: return false;
    }
}

Task<Result<std::vector<Sighting>>> Prober::look(std::vector<LookRequest> requests)
{
    Looker looker(m_connection, m_classifier, {m_options.hasPexpiretime, false, m_options.cluster});
    auto looked = co_await looker.look(std::move(requests));
    if (!looked)
        co_return looked.error();
    const auto late =
        std::ranges::find_if(*looked, [](const auto &one) { return !one.look && one.look.error().kind == ErrorKind::Timeout; });
    if (late != looked->end()) {
        if (const auto goesOn = co_await goesOnAfter(late->look.error()); !goesOn)
            co_return goesOn.error();
    }
    std::vector<Sighting> sightings;
    sightings.reserve(looked->size());
    for (auto &[request, look] : *looked) {
        if (!look) {
            noteUnread(request.id.key, look.error());
            continue;
        }
        Sighting sighting{*std::move(look), std::move(request)};
        sighting.wasTooLarge = m_denied.large().contains(sighting.look.id.key);
        m_denied.large().forget(sighting.look.id.key);
        sightings.push_back(std::move(sighting));
    }
    co_return sightings;
}

} // namespace lockcore
