// SPDX-License-Identifier: MIT
// How the Prober drops candidates whose type is known. Each step costs more than the previous one.
#include "lockcore/monitor/reading/prober.h"

#include "lockcore/monitor/reading/kind_census.h"
#include "lockcore/monitor/reading/look_batch.h"
#include "lockcore/monitor/reading/refusal.h"

#include <limits>

namespace lockcore {

namespace {

constexpr std::int64_t mostMemory = 8 * 1024; // bytes of a small structure that is not compact
constexpr std::int64_t mostPerElement = 512;  // per element of a larger structure
constexpr std::int64_t mostAtOnce = 8 << 20;  // bytes of all elements, if any part of them may be read
constexpr std::int64_t mostMeasured = 40'000; // elements of a hash or a set of which MEMORY USAGE measures each one, in 5 ms
constexpr std::int64_t mostOfNoName = 15'000; // the same if the name suggests nothing: a server may have many such hashes
constexpr std::int64_t unmeasured = LookBatch::mostAtOnce / 4; // bytes that are assumed for a value that cannot be measured
constexpr std::size_t mostUnmeasured = 2 << 20;                // bytes that are accepted for such a value: mostMeasured members
constexpr std::int64_t mostInSample = 64;                      // elements that are read of a structure whose name suggests nothing

constexpr std::int64_t mostSampled = 10'000; // of a sorted set: the elements with the lowest scores. Ten times as many as are read

const std::string all = "0"; // MEMORY USAGE … SAMPLES 0
const std::string beginning = std::to_string(mostSampled);
const std::string mostTextBytes = std::to_string(Value::mostTextBytes);
const std::string sampleSize = std::to_string(mostInSample);

// For a sorted set, the measured size is an estimate for the whole set, computed from the sample.
std::int64_t mostMemoryOf(const Candidate &candidate)
{
    const auto most = std::max(mostMemory, mostPerElement * candidate.length);
    return candidate.type == ValueType::Zset ? most : std::min(most, mostAtOnce);
}

// Of a sorted set, at most the sampled elements are read.
std::int64_t mostReadOf(const Candidate &candidate, std::int64_t memory)
{
    const bool all = candidate.type != ValueType::Zset || candidate.length <= mostSampled;
    return all ? memory : memory / candidate.length * mostSampled;
}

// A lock with more holders than a look reads is still listed with their number, if its name or its fields show that it is a lock.
std::int64_t mostElementsOf(const Candidate &candidate)
{
    if (!candidate.byName && candidate.type != ValueType::Hash)
        return Value::mostElements;
    if (candidate.type == ValueType::Zset)
        return std::numeric_limits<std::int64_t>::max();
    return candidate.byName ? mostMeasured : mostOfNoName;
}

std::int64_t bytesIn(const Reply &reply)
{
    auto sum = static_cast<std::int64_t>(reply.text.size());
    for (const auto &element : reply.elements)
        sum += bytesIn(element);
    return sum;
}

// Does it have so many members that the first ones must show whether it can be a lock?
bool isLargeSet(const Candidate &candidate) { return candidate.type == ValueType::Zset && candidate.length > Value::mostElements; }

} // namespace

// `question` adds to the batch a command about a candidate, or none: then the candidate stays. Each other candidate stays if its reply
// `fits`.
template <class Question, class Fits>
Task<Result<void>> Prober::narrow(std::vector<Candidate> &candidates, Question question, Fits fits, Command command)
{
    const auto mostPerBatch = [this] { return m_denied.large().size() == 0 ? LookBatch::mostAtOnce : unmeasured; };
    auto kept = candidates.begin();
    for (auto next = candidates.begin(); next != candidates.end();) {
        const auto first = next;
        Batch batch;
        std::vector<bool> asked;
        std::int64_t bytes = 0;
        for (; next != candidates.end() && (next == first || bytes + next->bytes <= mostPerBatch()); ++next) {
            const auto before = batch.commands();
            question(*next, batch);
            asked.push_back(batch.commands() > before);
            bytes += next->bytes;
        }
        const auto replies = co_await ask(std::move(batch), command);
        if (!replies) {
            if (const auto goesOn = co_await goesOnAfter(replies.error()); !goesOn)
                co_return goesOn.error();
        }
        auto reply = replies ? replies->begin() : Replies::const_iterator();
        for (auto candidate = first; candidate != next; ++candidate) {
            if (asked[static_cast<std::size_t>(candidate - first)]) {
                if (!replies) {
                    noteUnread(candidate->key, replies.error());
                    continue;
                }
                if (reply->isError())
                    noteUnread(candidate->key, reply->toError());
                if (!fits(*candidate, *reply++))
                    continue;
            }
            if (kept != candidate)
                *kept = std::move(*candidate);
            ++kept;
        }
    }
    candidates.erase(kept, candidates.end());
    co_return Result<void>();
}

void Prober::noteUnread(const Bytes &key, const Error &why)
{
    if (m_options.clusterSlots && isElsewhere(why))
        m_options.clusterSlots->elsewhere(key);
    if (isTooLarge(why))
        m_denied.large().readInVain(key);
    else
        m_denied.failed(key, why);
}

Task<Result<void>> Prober::dropLarge(std::vector<Candidate> &candidates)
{
    const auto askLength = [](const Candidate &candidate, Batch &batch) {
        switch (candidate.type) {
        case ValueType::String: break; // GETRANGE limits the reply by itself
        case ValueType::Hash: batch.add({"HLEN", candidate.key}); break;
        case ValueType::Zset: batch.add({"ZCARD", candidate.key}); break;
        default: batch.add({"SCARD", candidate.key}); break;
        }
    };
    const auto isSmall = [this](Candidate &candidate, const Reply &reply) {
        candidate.length = reply.toInteger().value_or(0);
        if (candidate.length > mostElementsOf(candidate))
            noteLarge(candidate);
        return candidate.length >= 1 && candidate.length <= mostElementsOf(candidate);
    };
    if (auto small = co_await narrow(candidates, askLength, isSmall); !small)
        co_return small.error();
    if (auto likely = co_await dropUnlikelyHashes(candidates); !likely)
        co_return likely.error();
    if (auto likely = co_await dropUnlikelyGroups(candidates); !likely)
        co_return likely.error();
    co_return co_await dropLargeValues(candidates);
}

// Most hashes on a server are data. A hash with one field may be a lock under any name. A hash with several fields can only be a read/write
// lock, which is recognised by the length of its `mode` field alone, or one of Redisson's groups of three fields.
Task<Result<void>> Prober::dropUnlikelyHashes(std::vector<Candidate> &candidates)
{
    const auto askMode = [this](const Candidate &candidate, Batch &batch) {
        if (candidate.type == ValueType::Hash && !isWanted(candidate) && candidate.length > 1
            && (candidate.length % 3 != 0 || candidate.length > mostInSample))
            batch.add({"HSTRLEN", candidate.key, "mode"});
    };
    const auto isMode = [](Candidate &candidate, const Reply &reply) {
        constexpr std::int64_t shortestMode = 4; // "read"
        constexpr std::int64_t longestMode = 5;  // "write"
        const auto length = reply.toInteger().value_or(0);
        candidate.structured = length >= shortestMode && length <= longestMode;
        return candidate.structured || candidate.length % 3 == 0;
    };
    co_return co_await narrow(candidates, askMode, isMode);
}

// If a group is larger than a sample, the server searches for the fields that only a group has.
Task<Result<void>> Prober::dropUnlikelyGroups(std::vector<Candidate> &candidates)
{
    const auto askCounts = [this](const Candidate &candidate, Batch &batch) {
        if (candidate.type == ValueType::Hash && !isWanted(candidate) && !candidate.structured && candidate.length > mostInSample)
            batch.add({"HSCAN", candidate.key, "0", "MATCH", "*:lock_count", "COUNT", sampleSize});
    };
    const auto hasCounts = [](Candidate &candidate, const Reply &reply) {
        candidate.structured = !elementsFrom(reply, candidate.type).empty();
        return candidate.structured;
    };
    co_return co_await narrow(candidates, askCounts, hasCounts);
}

// MEMORY USAGE takes time for each element of a value that is not compact, so the number of elements is limited. With a sample it could
// miss a large element, except in a sorted set, of which only the sampled elements are read.
Task<Result<void>> Prober::dropLargeValues(std::vector<Candidate> &candidates)
{
    const auto askMemory = [](const Candidate &candidate, Batch &batch) {
        if (candidate.isStructure())
            batch.add({"MEMORY", "USAGE", candidate.key, "SAMPLES", candidate.type == ValueType::Zset ? beginning : all});
    };
    std::optional<Error> refusal;
    const auto isSmall = [&](Candidate &candidate, const Reply &reply) {
        if (reply.isError() && isCommandRefused(reply.toError())) {
            refusal = reply.toError();
            return true;
        }
        const auto memory = reply.toInteger();
        if (!memory)
            return false; // the key is gone
        candidate.bytes = mostReadOf(candidate, *memory);
        const bool small = *memory <= mostMemoryOf(candidate);
        if (!small && *memory > LookForm::mostValueBytes) // values between the two limits could be read, and are no locks
            noteLarge(candidate);
        return small;
    };
    if (auto small = co_await narrow(candidates, askMemory, isSmall, Command::Optional); !small || !refusal)
        co_return small;
    co_return co_await dropUnmeasured(candidates, *std::move(refusal));
}

// Without MEMORY, the encoding helps. If it is not compact, or OBJECT is not permitted either, an element may have any size, and no command
// limits the size of the reply. A compact value is small, unless an administrator has raised the limits.
Task<Result<void>> Prober::dropUnmeasured(std::vector<Candidate> &candidates, Error why)
{
    const auto askEncoding = [](const Candidate &candidate, Batch &batch) {
        if (candidate.isStructure() && candidate.bytes == 0)
            batch.add({"OBJECT", "ENCODING", candidate.key});
    };
    const auto isCompact = [&](Candidate &candidate, const Reply &reply) {
        candidate.bytes = unmeasured;
        const bool compact = reply.text == "listpack" || reply.text == "ziplist" || reply.text == "intset";
        if (!compact && !reply.isNil())
            m_denied.unmeasured(candidate.key, why);
        return compact && !m_denied.large().isStillLarge(candidate.key, candidate.length);
    };
    if (auto compact = co_await narrow(candidates, askEncoding, isCompact, Command::Optional); !compact)
        co_return compact;
    co_return co_await dropLargeCompact(candidates, std::move(why));
}

// Only reading shows whether the limits were raised. A few are read at once, because a server prepares all answers before it sends the
// first one; and only one at a time after a large one was found. After many large ones, no more are read until the next sweep.
Task<Result<void>> Prober::dropLargeCompact(std::vector<Candidate> &candidates, Error why)
{
    const auto readAll = [this](const Candidate &candidate, Batch &batch) {
        if (candidate.bytes == unmeasured && m_denied.large().mayReadMore())
            addValue(&batch, candidate.key, candidate.type);
        batch.limitReplies(mostUnmeasured);
    };
    const auto isSmall = [this](Candidate &candidate, const Reply &reply) {
        candidate.bytes = bytesIn(reply);
        const Value value{candidate.type, {}, 0, elementsFrom(reply, candidate.type)};
        const bool small = value.bytes() <= LookForm::mostValueBytes;
        if (!small)
            m_denied.large().readInVain(candidate.key);
        return small && !value.elements.empty();
    };
    if (auto small = co_await narrow(candidates, readAll, isSmall); !small)
        co_return small;
    std::erase_if(candidates, [&](const Candidate &candidate) {
        const bool unread = candidate.bytes == unmeasured;
        if (unread)
            m_denied.unmeasured(candidate.key, why);
        return unread;
    });
    co_return Result<void>();
}

// Most large values are data, so only those that may be locks are noted.
void Prober::noteLarge(const Candidate &candidate)
{
    if (isWanted(candidate))
        m_denied.large().add(candidate.key);
}

// Does the name suggest a lock, or was it a lock before it became too large?
bool Prober::isWanted(const Candidate &candidate) const { return candidate.byName || m_denied.large().contains(candidate.key); }

// Would the value be recognised with a short lease, or with the lease that the value itself names? If not, it is not a lock, unless the name
// suggests one. The companions are noted and read together with the key, which saves a second look.
bool Prober::isLikely(Candidate &candidate, Value value, RecognitionContext surroundings, KindCensus *census) const
{
    KeySnapshot look;
    look.id = {m_options.db, candidate.key};
    look.value = std::move(value);
    look.at = m_options.now();
    look.deadline = Classifier::deadlineIn(look).value_or(look.at + std::chrono::seconds(10));
    for (const auto &[key, likelyType] : m_classifier.companions(look))
        candidate.companions.emplace(key, ValueType::None);
    if ((candidate.byName && !isLargeSet(candidate)) || candidate.structured)
        return true;
    surroundings.handedOver = m_options.handOvers && m_options.handOvers->areProven(candidate.key, look.at);
    const auto match = m_classifier.classify(look, surroundings);
    return match && (!census || !needsFewAlike(*match, surroundings.handedOver) || census->wants(candidate.key));
}

Task<Result<void>> Prober::dropUnlikelyStrings(std::vector<Candidate> &candidates, const RecognitionContext &surroundings,
                                               KindCensus *census)
{
    const auto askText = [](const Candidate &candidate, Batch &batch) {
        if (!candidate.isStructure())
            batch.add({"GETRANGE", candidate.key, "0", mostTextBytes}); // one byte more than is kept, to detect a longer value
    };
    const auto isLikelyText = [&](Candidate &candidate, const Reply &reply) {
        const auto size = static_cast<std::int64_t>(reply.text.size());
        if (reply.type != Reply::Type::Bulk || size == 0 || size > Value::mostTextBytes)
            return candidate.byName && reply.type == Reply::Type::Bulk;
        return isLikely(candidate, {ValueType::String, reply.text, size, {}}, surroundings, census);
    };
    co_return co_await narrow(candidates, askText, isLikelyText);
}

// One plain read of a small value, or of the first elements of a larger one, makes the full look unnecessary for most keys. A sorted set's
// companions do not show in this read: if its name suggests a lock, the full look is made anyway, unless the set is large.
Task<Result<void>> Prober::dropUnlikelyStructures(std::vector<Candidate> &candidates, const RecognitionContext &surroundings,
                                                  KindCensus *census)
{
    const auto askElements = [](const Candidate &candidate, Batch &batch) {
        if (candidate.type == ValueType::Hash)
            batch.add({"HSCAN", candidate.key, "0", "COUNT", sampleSize});
        if (candidate.type == ValueType::Zset && (!candidate.byName || isLargeSet(candidate)))
            batch.add({"ZRANGE", candidate.key, "0", sampleSize, "WITHSCORES"});
    };
    const auto areLikely = [&](Candidate &candidate, const Reply &reply) {
        auto elements = elementsFrom(reply, candidate.type);
        const auto length = static_cast<std::int64_t>(elements.size());
        Value value{candidate.type, {}, length, std::move(elements)};
        if (value.bytes() > LookForm::mostValueBytes)
            m_denied.large().add(candidate.key);
        return length > 0 && value.bytes() <= LookForm::mostValueBytes && isLikely(candidate, std::move(value), surroundings, census);
    };
    co_return co_await narrow(candidates, askElements, areLikely);
}

} // namespace lockcore
