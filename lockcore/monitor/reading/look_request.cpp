// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/look_request.h"

#include "lockcore/monitor/reading/server_clock.h"

#include "lockcore/monitor/reading/classifier.h"

namespace lockcore {

namespace {

const std::string lastTextByte = std::to_string(Value::mostTextBytes); // one more than is kept, to detect "longer"
const std::string lastElement = std::to_string(Value::mostElements - 1);
const std::string lastListed = std::to_string(Value::mostListed - 1);
const std::string mostElements = std::to_string(Value::mostElements);

// Commands that read one value of a known type. TYPE comes first, so that a change of type is always noticed.
std::size_t addValue(Batch *batch, std::string_view key, ValueType type)
{
    const auto add = [&](std::initializer_list<std::string_view> command) {
        if (batch)
            batch->add(command);
        return std::size_t{1};
    };
    std::size_t n = add({"TYPE", key});
    switch (type) {
    case ValueType::String: return n + add({"GETRANGE", key, "0", lastTextByte}) + add({"STRLEN", key});
    case ValueType::Hash: return n + add({"HSCAN", key, "0", "COUNT", mostElements}) + add({"HLEN", key});
    case ValueType::Zset: return n + add({"ZRANGE", key, "0", lastElement, "WITHSCORES"}) + add({"ZCARD", key});
    case ValueType::List: return n + add({"LRANGE", key, "0", lastListed}) + add({"LLEN", key});
    case ValueType::Set: return n + add({"SSCAN", key, "0", "COUNT", mostElements}) + add({"SCARD", key});
    case ValueType::None:
    case ValueType::Other: break;
    }
    return n;
}

bool isPaired(ValueType type) { return type == ValueType::Hash || type == ValueType::Zset; }

// HSCAN and SSCAN answer [cursor, elements]; the range commands answer only the elements.
const std::vector<Reply> &elementsOf(const Reply &reply)
{
    const bool scanned = reply.elements.size() == 2 && reply.elements[1].isArray();
    return scanned ? reply.elements[1].elements : reply.elements;
}

Error malformed(const Reply &reply)
{
    return {ErrorKind::Protocol, "unexpected reply: " + elidedInMiddle(toString(reply), 200), "malformed"};
}

// Takes the replies of addValue() off `replies`. Of a value of another type than the request assumed, only the type is known.
Result<Value> parseValue(std::span<const Reply> &replies, ValueType asked)
{
    const auto &typeReply = replies[0];
    if (typeReply.isError())
        return typeReply.toError();
    const auto type = valueTypeFrom(typeReply.text);
    if (!type)
        return malformed(typeReply);
    const auto mine = replies.first(addValue(nullptr, {}, asked));
    replies = replies.subspan(mine.size());

    Value value;
    value.type = *type;
    if (*type != asked || mine.size() < 3)
        return value;
    for (const auto &reply : mine.subspan(1)) {
        if (reply.isError())
            return reply.toError();
    }
    value.length = mine[2].toInteger().value_or(0);
    if (asked == ValueType::String) {
        value.text = mine[1].text.substr(0, Value::mostTextBytes);
        return value;
    }
    value.elements = elementsFrom(mine[1], asked);
    return value;
}

// Why EXEC was refused: the first error among the queued commands.
Error causeOf(std::span<const Reply> replies)
{
    for (const auto &reply : replies) {
        if (reply.isError())
            return reply.toError();
    }
    return malformed(replies.back());
}

} // namespace

std::vector<std::pair<Bytes, Bytes>> elementsFrom(const Reply &reply, ValueType type)
{
    const auto &elements = elementsOf(reply);
    const std::size_t step = isPaired(type) ? 2 : 1;
    const auto most = std::min(elements.size(), static_cast<std::size_t>(Value::mostOf(type)) * step);
    std::vector<std::pair<Bytes, Bytes>> pairs;
    pairs.reserve(most / step);
    for (std::size_t i = 0; i + step <= most; i += step)
        pairs.emplace_back(elements[i].text, step == 2 ? elements[i + 1].text : Bytes());
    return pairs;
}

void LookRequest::addTo(Batch &batch, Way way) const
{
    batch.add({way.plain ? "PING" : "MULTI"});
    batch.add({"TIME"});
    batch.add({way.hasPexpiretime ? "PEXPIRETIME" : "PTTL", id.key});
    addValue(&batch, id.key, type);
    for (const auto &[key, companionType] : companions) {
        if (asksTypes || companionType != ValueType::None)
            addValue(&batch, key, companionType);
    }
    if (const auto keys = missing(); !keys.empty()) {
        Args exists = {"EXISTS"};
        exists.insert(exists.end(), keys.begin(), keys.end());
        batch.add(exists);
    }
    batch.add({way.plain ? "PING" : "EXEC"});
}

// Companions for which only existence is requested.
std::vector<std::string_view> LookRequest::missing() const
{
    std::vector<std::string_view> keys;
    for (const auto &[key, companionType] : companions) {
        if (!asksTypes && companionType == ValueType::None)
            keys.push_back(key);
    }
    return keys;
}

LookRequest LookRequest::withoutCompanions() const
{
    LookRequest request = *this;
    request.companions.clear();
    request.alone = true;
    return request;
}

std::size_t LookRequest::commands() const
{
    std::size_t n = 4 + addValue(nullptr, {}, type) + (missing().empty() ? 0 : 1);
    for (const auto &[key, companionType] : companions) {
        if (asksTypes || companionType != ValueType::None)
            n += addValue(nullptr, {}, companionType);
    }
    return n;
}

Result<Look> LookRequest::parse(std::span<const Reply> replies, Way way) const
{
    if (way.plain)
        return parseInner(replies.subspan(1, replies.size() - 2), way);
    const auto &exec = replies.back();
    if (!exec.isArray() || exec.elements.size() != commands() - 2)
        return causeOf(replies);
    return parseInner(exec.elements, way);
}

Result<Look> LookRequest::parseInner(std::span<const Reply> replies, Way way) const
{
    if (replies[0].isError())
        return replies[0].toError();
    Look look;
    look.id = id;
    look.at = timeFrom(replies[0].elements);
    const auto &expiry = replies[1];
    if (expiry.isError())
        return expiry.toError();
    if (const auto ms = std::min(expiry.toInteger().value_or(-1), latestTime); ms >= 0)
        look.deadline =
            way.hasPexpiretime
                ? ServerTime(Milliseconds(ms))
                : std::min<ServerTime>(std::chrono::floor<Milliseconds>(look.at) + Milliseconds(ms), // PTTL is in whole milliseconds
                                       ServerTime(Milliseconds(latestTime)));

    auto rest = replies.subspan(2);
    auto value = parseValue(rest, type);
    if (!value)
        return value.error();
    look.value = *std::move(value);
    if (auto parsed = parseCompanions(rest, look); !parsed)
        return parsed.error();
    return look;
}

Result<void> LookRequest::parseCompanions(std::span<const Reply> replies, Look &look) const
{
    for (const auto &[key, companionType] : companions) {
        if (!asksTypes && companionType == ValueType::None)
            continue;
        auto companion = parseValue(replies, companionType);
        if (!companion)
            return companion.error();
        look.companions.emplace(key, *std::move(companion));
    }
    const auto keys = missing();
    if (keys.empty())
        return {};
    if (replies.front().isError())
        return replies.front().toError();
    // Some exist; which ones, and of what type, is asked next. Until then the look says nothing about any of them.
    if (replies.front().integer > 0)
        return {};
    for (const auto key : keys)
        look.companions.emplace(key, Value());
    return {};
}

LookRequest nextRequest(const LookRequest &request, const Look &look, const Classifier &classifier)
{
    if (!look.value.exists())
        return request; // the same type, in case it comes back
    LookRequest next;
    next.id = request.id;
    next.type = look.value.type;
    next.alone = request.alone;
    if (look.value.type != request.type)
        return next; // the value has not been read yet, and the companions depend on it
    if (request.alone)
        return next;
    for (auto &key : classifier.companions(look)) {
        const auto seen = look.companions.find(key);
        const auto asked = request.companions.find(key);
        // A companion that is missing now keeps its type, because it will most likely come back with it.
        const bool missing = seen != look.companions.end() && !seen->second.exists();
        const auto type = seen == look.companions.end() ? ValueType::None : missing ? asked->second : seen->second.type;
        if (seen == look.companions.end() && asked != request.companions.end())
            next.asksTypes = true; // EXISTS said that one of them is there
        next.companions.emplace(std::move(key), type);
    }
    return next;
}

} // namespace lockcore
