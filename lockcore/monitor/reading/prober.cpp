// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/prober.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::int64_t mostMemory = 8 * 1024; // bytes of a small structure that is not a listpack
constexpr std::size_t mostMeasured = 16;      // elements up to which MEMORY USAGE may be asked

bool isCompact(std::string_view encoding) { return encoding == "listpack" || encoding == "ziplist"; }

// Removes the entries that `keep` rejects, by index, from two parallel vectors.
template <class A, class B, class Keep>
void filterBoth(std::vector<A> &first, std::vector<B> &second, Keep keep)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (!keep(i))
            continue;
        if (kept != i) {
            first[kept] = std::move(first[i]);
            second[kept] = std::move(second[i]);
        }
        ++kept;
    }
    first.resize(kept);
    second.resize(kept);
}

bool isDenied(const Reply &reply) { return reply.isError() && isKeyDenied(reply.toError()); }

} // namespace

Prober::Prober(Connection &connection, const Classifier &classifier, DeniedNames &denied, Options options)
    : m_connection(connection)
    , m_classifier(classifier)
    , m_denied(denied)
    , m_options(std::move(options))
{ }

Task<Result<std::vector<Sighting>>> Prober::probe(std::vector<Candidate> candidates, const Surroundings &surroundings)
{
    if (auto typed = co_await findTypes(candidates); !typed)
        co_return typed.error();
    if (auto likely = co_await dropUnlikelyStrings(candidates, surroundings); !likely)
        co_return likely.error();
    if (auto small = co_await dropLarge(candidates); !small)
        co_return small.error();
    if (auto likely = co_await dropUnlikelyStructures(candidates, surroundings); !likely)
        co_return likely.error();
    std::vector<LookRequest> requests;
    requests.reserve(candidates.size());
    for (auto &candidate : candidates) {
        LookRequest request;
        request.id = {m_options.db, std::move(candidate.key)};
        request.type = candidate.type;
        requests.push_back(std::move(request));
    }
    auto sightings = co_await look(std::move(requests));
    if (sightings) {
        std::erase_if(*sightings, [&](const Sighting &sighting) {
            const auto finding = m_classifier.classify(sighting.look, surroundings);
            return !finding || finding->confidence < Classifier::leastListed;
        });
    }
    co_return sightings;
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
        const auto replies = co_await m_connection.send(std::move(batch));
        if (!replies)
            co_return replies.error();
        if (auto error = hindrance(*replies))
            co_return *std::move(error);
        for (std::size_t i = 0; i < some.size(); ++i) {
            const auto &reply = (*replies)[i];
            if (reply.isError()) {
                if (isDenied(reply))
                    m_denied.denied(some[i].key);
                continue;
            }
            m_denied.granted(some[i].key);
            some[i].type = valueTypeFrom(reply.text).value_or(ValueType::None);
            if (isWorthALook(some[i]))
                typed.push_back(std::move(some[i]));
        }
    }
    candidates = std::move(typed);
    co_return Result<void>();
}

// Takes the candidates that may be asked for next off `candidates`; those that may never be asked for are dropped too.
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

// A list is never a lock itself; the name of a companion has already been mapped to its lock.
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

Task<Result<void>> Prober::dropLarge(std::vector<Candidate> &candidates)
{
    Batch batch;
    for (const auto &candidate : candidates) {
        switch (candidate.type) {
        case ValueType::String: break; // GETRANGE is bounded by itself
        case ValueType::Hash: batch.add({"HLEN", candidate.key}); break;
        case ValueType::Zset: batch.add({"ZCARD", candidate.key}); break;
        default: batch.add({"SCARD", candidate.key}); break;
        }
    }
    const auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (auto error = hindrance(*replies))
        co_return *std::move(error);
    std::vector<std::int64_t> lengths;
    lengths.reserve(candidates.size());
    auto reply = replies->begin();
    for (const auto &candidate : candidates) {
        if (candidate.type == ValueType::String) {
            lengths.push_back(1);
            continue;
        }
        if (isDenied(*reply))
            m_denied.denied(candidate.key);
        lengths.push_back((reply++)->toInteger().value_or(0));
    }
    filterBoth(candidates, lengths, [&](std::size_t i) { return lengths[i] >= 1 && lengths[i] <= Value::mostElements; });
    if (auto likely = co_await dropUnlikelyHashes(candidates, lengths); !likely)
        co_return likely.error();
    co_return co_await dropBigEncodings(candidates, lengths);
}

// Most hashes on a server are data. A hash with one field may be a lock of any name. A hash with several fields is one only as
// a read/write lock, whose `mode` field shows by its length alone, or in Redisson's groups of three fields.
Task<Result<void>> Prober::dropUnlikelyHashes(std::vector<Candidate> &candidates, std::vector<std::int64_t> &lengths)
{
    const auto asks = [&](std::size_t i) {
        return candidates[i].type == ValueType::Hash && !candidates[i].byName && lengths[i] > 1 && lengths[i] % 3 != 0;
    };
    Batch batch;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (asks(i))
            batch.add({"HSTRLEN", candidates[i].key, "mode"});
    }
    const auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (auto error = hindrance(*replies))
        co_return *std::move(error);
    constexpr std::int64_t longestMode = 5; // "write"
    auto reply = replies->begin();
    filterBoth(candidates, lengths, [&](std::size_t i) {
        if (!asks(i))
            return true;
        const auto length = (reply++)->toInteger().value_or(0);
        return length >= 4 && length <= longestMode;
    });
    co_return Result<void>();
}

Task<Result<void>> Prober::dropBigEncodings(std::vector<Candidate> &candidates, const std::vector<std::int64_t> &lengths)
{
    const auto isStructure = [&](std::size_t i) { return candidates[i].type != ValueType::String; };
    Batch encodings;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (isStructure(i))
            encodings.add({"OBJECT", "ENCODING", candidates[i].key});
    }
    const auto replies = co_await m_connection.send(std::move(encodings));
    if (!replies)
        co_return replies.error();
    if (auto error = hindrance(*replies); error && isBusy(*error))
        co_return *std::move(error);
    Batch sizes;
    std::vector<std::int64_t> memory(candidates.size(), 0); // -1: measured below
    auto reply = replies->begin();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (!isStructure(i) || isCompact((reply++)->text))
            continue;
        // Not compact: an element may have any size. If OBJECT is not permitted, nothing is known either.
        memory[i] = lengths[i] <= static_cast<std::int64_t>(mostMeasured) ? -1 : mostMemory + 1;
        if (memory[i] < 0)
            sizes.add({"MEMORY", "USAGE", candidates[i].key, "SAMPLES", "0"});
    }
    const auto measured = co_await m_connection.send(std::move(sizes));
    if (!measured)
        co_return measured.error();
    auto size = measured->begin();
    for (auto &bytes : memory) {
        if (bytes < 0)
            bytes = (size++)->toInteger().value_or(mostMemory + 1);
    }
    filterBoth(candidates, memory, [&](std::size_t i) { return memory[i] <= mostMemory; });
    co_return Result<void>();
}

Task<Result<std::vector<Sighting>>> Prober::look(std::vector<LookRequest> requests)
{
    constexpr int mostRounds = 6; // key, its type, companions, their types, one that changed meanwhile, out of memory
    LookRequest::Way way{m_options.hasPexpiretime, false};
    std::vector<Sighting> sightings;
    for (int round = 0; round < mostRounds && !requests.empty(); ++round) {
        Batch batch;
        const auto asked = way;
        for (const auto &request : requests)
            request.addTo(batch, way);
        const auto replies = co_await m_connection.send(std::move(batch));
        if (!replies)
            co_return replies.error();
        std::span<const Reply> rest(*replies);
        std::vector<LookRequest> again;
        for (auto &request : requests) {
            const auto mine = rest.first(request.commands());
            rest = rest.subspan(mine.size());
            auto answer = request.parse(mine, asked);
            if (!answer) {
                if (isBusy(answer.error()) || isCommandRefused(answer.error()))
                    co_return answer.error();
                way.plain = way.plain || isOutOfMemory(answer.error());
                if (isOutOfMemory(answer.error()))
                    again.push_back(std::move(request));
                else if (forbidsCompanions(answer.error()) && !request.companions.empty())
                    again.push_back(request.withoutCompanions());
                else if (isKeyDenied(answer.error()))
                    m_denied.denied(request.id.key);
                continue;
            }
            if (!answer->look.value.exists())
                continue;
            auto next = nextRequest(request, answer->look, m_classifier);
            if (next == request)
                sightings.push_back({std::move(answer->look), std::move(request)});
            else
                again.push_back(std::move(next));
        }
        requests = std::move(again);
    }
    co_return sightings;
}

// Would the value be listed if it had a short lease? If not even then, it is no lock under a name that says nothing.
bool Prober::isLikely(const Bytes &key, Value value, const Surroundings &surroundings) const
{
    Look look;
    look.id = {m_options.db, key};
    look.value = std::move(value);
    look.at = m_options.now();
    look.deadline = look.at + std::chrono::seconds(10);
    const auto finding = m_classifier.classify(look, surroundings);
    return finding && finding->confidence >= Classifier::leastListed;
}

Task<Result<void>> Prober::dropUnlikelyStrings(std::vector<Candidate> &candidates, const Surroundings &surroundings)
{
    const auto asks = [](const Candidate &c) { return c.type == ValueType::String && !c.byName; };
    const auto last = std::to_string(Value::mostTextBytes);
    Batch batch;
    for (const auto &candidate : candidates) {
        if (asks(candidate))
            batch.add({"GETRANGE", candidate.key, "0", last});
    }
    const auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (auto error = hindrance(*replies))
        co_return *std::move(error);
    auto reply = replies->begin();
    std::erase_if(candidates, [&](const Candidate &candidate) {
        if (!asks(candidate))
            return false;
        const auto &answer = *reply++;
        if (isDenied(answer))
            m_denied.denied(candidate.key);
        const auto size = answer.text.size();
        if (answer.type != Reply::Type::Bulk || size == 0 || size > static_cast<std::size_t>(Value::mostTextBytes))
            return true;
        Value value{ValueType::String, answer.text, static_cast<std::int64_t>(size), {}};
        return !isLikely(candidate.key, std::move(value), surroundings);
    });
    co_return Result<void>();
}

// One plain read of a small value spares most keys the full look.
Task<Result<void>> Prober::dropUnlikelyStructures(std::vector<Candidate> &candidates, const Surroundings &surroundings)
{
    const auto asks = [](const Candidate &c) { return !c.byName && (c.type == ValueType::Hash || c.type == ValueType::Zset); };
    const auto most = std::to_string(Value::mostElements);
    Batch batch;
    for (const auto &candidate : candidates) {
        if (asks(candidate) && candidate.type == ValueType::Hash)
            batch.add({"HSCAN", candidate.key, "0", "COUNT", most});
        else if (asks(candidate))
            batch.add({"ZRANGE", candidate.key, "0", most, "WITHSCORES"});
    }
    const auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (auto error = hindrance(*replies))
        co_return *std::move(error);
    auto reply = replies->begin();
    std::erase_if(candidates, [&](const Candidate &candidate) {
        if (!asks(candidate))
            return false;
        Value value;
        value.type = candidate.type;
        value.elements = elementsFrom(*reply++, candidate.type);
        value.length = static_cast<std::int64_t>(value.elements.size());
        return value.elements.empty() || !isLikely(candidate.key, std::move(value), surroundings);
    });
    co_return Result<void>();
}

} // namespace lockcore
