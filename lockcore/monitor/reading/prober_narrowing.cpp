// SPDX-License-Identifier: MIT
// How the Prober drops candidates whose type is known. Each step costs more than the previous one.
#include "lockcore/monitor/reading/prober.h"

#include "lockcore/monitor/reading/kind_census.h"
#include "lockcore/monitor/reading/look_batch.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/size_budget.h"

namespace lockcore {

namespace {

// Assumed for a value that is compact and may not be measured: four of them are asked for together, and only one at a time after one of
// them was too large, because then the others are asked for again.
constexpr std::int64_t unmeasured = LookBatch::mostAtOnce / 4;

const std::string all = "0"; // MEMORY USAGE … SAMPLES 0
const std::string beginning = std::to_string(budget::mostSampled);
const std::string mostTextBytes = std::to_string(Value::mostTextBytes);
const std::string sampleSize = std::to_string(budget::mostInSample);

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
        m_denied.large().add(key);
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
        const bool small = candidate.length <= budget::elements(candidate.type, candidate.byName);
        if (!small)
            noteLarge(candidate);
        return small && candidate.length >= 1;
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
            && (candidate.length % 3 != 0 || candidate.length > budget::mostInSample))
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
        if (candidate.type == ValueType::Hash && !isWanted(candidate) && !candidate.structured && candidate.length > budget::mostInSample)
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
        candidate.bytes = *memory;
        const bool small = *memory <= budget::memory(candidate.type, candidate.length);
        if (!small && *memory > LookForm::mostValueBytes) // values between the two limits could be read, and are no locks
            noteLarge(candidate);
        return small;
    };
    if (auto small = co_await narrow(candidates, askMemory, isSmall, Command::Optional); !small || !refusal)
        co_return small;
    co_return co_await dropUnmeasured(candidates, *std::move(refusal));
}

// Without MEMORY, only what is compact is read: it is small, unless an administrator has raised the limits. Then each large one is read once,
// as far as one answer may be. Any other may have elements of any size.
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
    co_return co_await narrow(candidates, askEncoding, isCompact, Command::Optional);
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
        batch.limitReplies(budget::mostInReply);
    };
    const auto areLikely = [&](Candidate &candidate, const Reply &reply) {
        candidate.bytes = candidate.bytes == unmeasured ? bytesIn(reply) : candidate.bytes;
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
