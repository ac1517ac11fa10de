// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/look_request.h"

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_clock.h"

#include <algorithm>

namespace lockcore {

namespace {

const std::string lastTextByte = std::to_string(Value::mostTextBytes); // one byte more than is kept, to detect a longer value
const std::string lastElement = std::to_string(Value::mostElements - 1);
const std::string lastListed = std::to_string(Value::mostListed - 1);
const std::string mostListed = std::to_string(Value::mostListed);
const std::string mostElements = std::to_string(Value::mostElements);

} // namespace

std::size_t addValue(Batch *batch, std::string_view key, ValueType type, bool length)
{
    using Command = std::initializer_list<std::string_view>;
    const auto add = [&](Command read, Command count) {
        if (batch)
            batch->add(read);
        if (batch && length)
            batch->add(count);
        return std::size_t{length ? 2u : 1u};
    };
    switch (type) {
    case ValueType::String: return add({"GETRANGE", key, "0", lastTextByte}, {"STRLEN", key});
    case ValueType::Hash: return add({"HSCAN", key, "0", "COUNT", mostElements}, {"HLEN", key});
    case ValueType::Zset: return add({"ZRANGE", key, "0", lastElement, "WITHSCORES"}, {"ZCARD", key});
    case ValueType::List: return add({"LRANGE", key, "0", lastListed}, {"LLEN", key});
    case ValueType::Set: return add({"SSCAN", key, "0", "COUNT", mostElements}, {"SCARD", key});
    case ValueType::None:
    case ValueType::Other: break;
    }
    return 0;
}

namespace {

bool isReadable(ValueType type) { return addValue(nullptr, {}, type, false) > 0; }

std::size_t addType(Batch *batch, std::string_view key)
{
    if (batch)
        batch->add({"TYPE", key});
    return 1;
}

// For a wrong type the answer is WRONGTYPE. For a type that cannot be read, the request asks only for the type.
std::size_t addRead(Batch *batch, std::string_view key, ValueType type, bool length)
{
    return isReadable(type) ? addValue(batch, key, type, length) : addType(batch, key);
}

// Measures at least the elements that would be read, because the sample starts with them.
std::size_t addSize(Batch *batch, std::string_view key, const CompanionForm &form)
{
    const bool counted = form.part == CompanionForm::Part::Long;
    if (batch)
        batch->add({"MEMORY", "USAGE", key, "SAMPLES", form.type == ValueType::List ? mostListed : mostElements});
    if (batch && counted)
        batch->add({"ZCARD", key});
    return counted ? 2 : 1;
}

std::size_t addCompanion(Batch *batch, std::string_view key, const CompanionForm &form, bool length)
{
    if (form.part != CompanionForm::Part::Count)
        return addRead(batch, key, form.type, length);
    if (batch)
        batch->add({form.type == ValueType::List ? "LLEN" : "ZCARD", key});
    return 1;
}

bool isPaired(ValueType type) { return type == ValueType::Hash || type == ValueType::Zset; }

// HSCAN and SSCAN answer [cursor, elements]; the range commands answer only the elements.
const std::vector<Reply> &elementsOf(const Reply &reply)
{
    const bool scanned = reply.elements.size() == 2 && reply.elements[1].isArray();
    return scanned ? reply.elements[1].elements : reply.elements;
}

// The number of all elements, if the answer shows that it is complete; otherwise nullopt.
std::optional<std::int64_t> lengthIn(const Reply &reply, ValueType type)
{
    const auto &elements = elementsOf(reply);
    const auto count = static_cast<std::int64_t>(elements.size() / (isPaired(type) ? 2 : 1));
    const bool scanned = &elements != &reply.elements;
    const bool complete = scanned ? reply.elements[0].text == "0" : count < Value::mostOf(type);
    return complete ? std::optional(count) : std::nullopt;
}

// Reads the replies of addValue(). The length is -1 if it is not known.
Result<Value> valueFrom(std::span<const Reply> replies, ValueType type)
{
    for (const auto &reply : replies) {
        if (reply.isError())
            return reply.toError();
    }
    const auto &read = replies[0];
    const auto counted = replies.size() > 1 ? replies[1].toInteger() : std::nullopt;
    Value value;
    value.type = type;
    if (type == ValueType::String) {
        const auto size = static_cast<std::int64_t>(read.text.size());
        value.length = counted.value_or(size <= Value::mostTextBytes ? size : -1);
        value.text = read.text.substr(0, Value::mostTextBytes);
    } else {
        value.length = counted.value_or(lengthIn(read, type).value_or(-1));
        value.elements = elementsFrom(read, type);
    }
    return value;
}

Result<Value> typeFrom(const Reply &reply)
{
    if (reply.isError())
        return reply.toError();
    const auto type = valueTypeFrom(reply.text);
    if (!type)
        return LookRequest::malformed(reply);
    Value value;
    value.type = *type;
    return value;
}

// Reads the replies of addRead(). If the value has another type than assumed, returns only this fact.
Result<Value> mainFrom(std::span<const Reply> replies, ValueType asked)
{
    if (!isReadable(asked))
        return typeFrom(replies[0]);
    if (replies[0].isError() && isRetyped(replies[0].toError())) {
        Value other;
        other.type = ValueType::Other;
        return other;
    }
    return valueFrom(replies, asked);
}

// Likewise for a companion. A value of another type than assumed becomes Other, so that the next look asks for its type. An empty string
// looks like a missing key, and means as little.
Result<Value> companionFrom(std::span<const Reply> replies, const CompanionForm &asked)
{
    auto value = mainFrom(replies, asked.type);
    if (value && value->type == asked.type && asked.part == CompanionForm::Part::Count)
        value->length = replies[0].toInteger().value_or(0);
    const bool isThere = !value || value->type != asked.type || value->length != 0;
    return isThere ? value : Value();
}

// Reads the replies of addSize(): only the type if the elements may be read, Other if they are too large, None if there is no key.
Result<Value> sizeFrom(std::span<const Reply> replies, const CompanionForm &form)
{
    for (const auto &reply : replies) {
        if (reply.isError() && !isRetyped(reply.toError()))
            return reply.toError();
    }
    Value value;
    const auto memory = replies[0].toInteger().value_or(0);
    if (memory == 0)
        return value;
    const auto count = replies.size() > 1 ? replies[1].toInteger().value_or(0) : 0;
    const auto most = LookForm::mostBytes / Value::mostElements * std::max(count, Value::mostElements);
    value.type = memory <= most ? form.type : ValueType::Other;
    return value;
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

// Without PEXPIRETIME, the deadline is computed from the TIME just before, so it is only as exact as a transaction makes it.
bool LookRequest::needsTransaction(Way way) const
{
    const bool keyAlone = !asksTypes && !asksSizes && std::ranges::all_of(companions, [this](const auto &companion) {
        return knownAbsent && companion.second.type == ValueType::None;
    });
    return !way.plain && !(way.heard && way.hasPexpiretime && keyAlone);
}

void LookRequest::addTo(Batch &batch, Way way) const
{
    const auto keys = untyped();
    if (asksTypes) {
        for (const auto key : keys)
            addType(&batch, key);
        return;
    }
    if (asksSizes) {
        for (const auto &[key, form] : companions) {
            if (form.unmeasured())
                addSize(&batch, key, form);
        }
        return;
    }
    batch.add({way.hasPexpiretime ? "PEXPIRETIME" : "PTTL", id.key});
    addRead(&batch, id.key, type, asksLength);
    for (const auto &[key, form] : companions) {
        if (form.type != ValueType::None)
            addCompanion(&batch, key, form, asksLength);
    }
    if (!keys.empty() && !knownAbsent) {
        Args exists = {"EXISTS"};
        exists.insert(exists.end(), keys.begin(), keys.end());
        batch.add(exists);
    }
}

std::vector<std::string_view> LookRequest::untyped() const
{
    std::vector<std::string_view> keys;
    for (const auto &[key, form] : companions) {
        if (form.type == ValueType::None)
            keys.push_back(key);
    }
    return keys;
}

LookRequest LookRequest::withoutCompanions() const
{
    LookRequest request = *this;
    request.companions.clear();
    request.asksTypes = request.asksSizes = false;
    request.alone = true;
    return request;
}

LookRequest LookRequest::withoutSizes() const
{
    LookRequest request = *this;
    request.asksSizes = false;
    for (auto &[key, form] : request.companions) {
        if (form.unmeasured())
            form.part = CompanionForm::Part::Count;
    }
    return request;
}

LookRequest LookRequest::suspected() const
{
    LookRequest request = *this;
    request.bytes = unbounded;
    for (auto &[key, form] : request.companions) {
        if (form.part == CompanionForm::Part::All)
            form = CompanionForm::first(form.type);
    }
    request.asksSizes = std::ranges::any_of(request.companions, [](const auto &companion) { return companion.second.unmeasured(); });
    return request;
}

std::int64_t LookRequest::expectedBytes() const
{
    constexpr std::int64_t brief = 2 * Value::mostTextBytes; // for the other answers and their framing
    if (asksTypes || asksSizes)
        return brief;
    const bool isStructure = type == ValueType::Hash || type == ValueType::Zset || type == ValueType::Set;
    auto sum = brief + (bytes > 0 ? bytes : isStructure ? mostValueBytes : 0);
    for (const auto &[key, form] : companions) {
        const bool isRead = form.part != CompanionForm::Part::Count && isReadable(form.type);
        sum += isRead && form.type != ValueType::String ? mostBytes : brief;
    }
    return sum;
}

std::size_t LookRequest::commands() const
{
    const auto keys = untyped().size();
    if (asksTypes)
        return keys;
    if (asksSizes) {
        std::size_t sizes = 0;
        for (const auto &[key, form] : companions)
            sizes += form.unmeasured() ? addSize(nullptr, {}, form) : 0;
        return sizes;
    }
    std::size_t n = 1 + addRead(nullptr, {}, type, asksLength) + (keys > 0 && !knownAbsent ? 1 : 0);
    for (const auto &[key, form] : companions) {
        if (form.type != ValueType::None)
            n += addCompanion(nullptr, {}, form, asksLength);
    }
    return n;
}

Error LookRequest::malformed(const Reply &reply)
{
    return {ErrorKind::Protocol, "unexpected reply: " + elidedInMiddle(toString(reply), 200), "malformed"};
}

Result<KeySnapshot> LookRequest::parse(std::span<const Reply> replies, ServerTime at, Way way) const
{
    constexpr std::int64_t noKey = -2;
    KeySnapshot look;
    look.id = id;
    look.at = at;
    if (asksTypes || asksSizes) {
        auto parsed = asksTypes ? parseTypes(replies, look) : parseSizes(replies, look);
        return parsed ? Result<KeySnapshot>(std::move(look)) : parsed.error();
    }
    if (replies[0].isError())
        return replies[0].toError();
    const auto expiry = std::min(replies[0].toInteger().value_or(-1), latestTime);
    const ServerTime latest{Milliseconds(latestTime)};
    if (expiry >= 0 && way.hasPexpiretime)
        look.deadline = ServerTime(Milliseconds(expiry));
    else if (expiry >= 0) // PTTL counts whole milliseconds
        look.deadline = std::min<ServerTime>(std::chrono::floor<Milliseconds>(at) + Milliseconds(expiry), latest);

    const auto mine = replies.subspan(1, addRead(nullptr, {}, type, asksLength));
    if (expiry != noKey) {
        auto value = mainFrom(mine, type);
        if (!value)
            return value.error();
        if (value->bytes() > mostValueBytes)
            return Error{ErrorKind::Refused, "its value is too large to be read", "too-large"};
        look.value = *std::move(value);
    }
    if (auto parsed = parseCompanions(replies.subspan(1 + mine.size()), look); !parsed)
        return parsed.error();
    return look;
}

Result<void> LookRequest::parseCompanions(std::span<const Reply> replies, KeySnapshot &look) const
{
    for (const auto &[key, form] : companions) {
        if (form.type == ValueType::None)
            continue;
        const auto mine = replies.first(addCompanion(nullptr, {}, form, asksLength));
        replies = replies.subspan(mine.size());
        auto companion = companionFrom(mine, form);
        if (!companion)
            return companion.error();
        look.companions.emplace(key, *std::move(companion));
    }
    const auto keys = untyped();
    if (keys.empty())
        return {};
    if (!knownAbsent && replies.front().isError())
        return replies.front().toError();
    // Some companions exist. The next request asks which ones, and for their types. Until then the look says nothing about any of them.
    if (!knownAbsent && replies.front().integer > 0)
        return {};
    for (const auto key : keys)
        look.companions.emplace(key, Value());
    return {};
}

// A missing companion keeps the type None: the next look asks again whether it exists.
Result<void> LookRequest::parseTypes(std::span<const Reply> replies, KeySnapshot &look) const
{
    for (const auto key : untyped()) {
        auto type = typeFrom(replies.front());
        if (!type)
            return type.error();
        look.companions.emplace(key, *std::move(type));
        replies = replies.subspan(1);
    }
    return {};
}

Result<void> LookRequest::parseSizes(std::span<const Reply> replies, KeySnapshot &look) const
{
    for (const auto &[key, form] : companions) {
        if (!form.unmeasured())
            continue;
        const auto mine = replies.first(addSize(nullptr, {}, form));
        replies = replies.subspan(mine.size());
        auto size = sizeFrom(mine, form);
        if (!size)
            return size.error();
        look.companions.emplace(key, *std::move(size));
    }
    return {};
}

// A hash or a set next to a lock may be the data that the lock guards, of any size. For these the request asks only whether they exist.
CompanionForm CompanionForm::first(ValueType likely)
{
    switch (likely) {
    case ValueType::Hash:
    case ValueType::Set: return ValueType::Other;
    case ValueType::List:
    case ValueType::Zset: return {likely, Part::Unmeasured};
    default: return likely;
    }
}

namespace {

// How to ask for a companion after it was seen. If its type is not the one that its library gives it, it may be data of any size: ask only
// whether it exists. A companion that is missing now keeps its form, because it will most likely return with the same type.
CompanionForm formAfter(const Value &seen, const CompanionForm &asked, ValueType likely)
{
    if (!seen.exists())
        return asked;
    if (seen.type != likely)
        return ValueType::Other;
    if (seen.type != asked.type)
        return CompanionForm::first(likely);
    const bool hasGrown = seen.bytes() > LookForm::mostBytes;
    return hasGrown ? CompanionForm{likely, CompanionForm::Part::Count} : asked;
}

LookRequest withTypes(LookRequest request, const KeySnapshot &look)
{
    request.asksTypes = false;
    for (const auto &[key, companion] : look.companions)
        request.companions[key] = companion.exists() ? ValueType::Other : ValueType::None;
    return request;
}

CompanionForm measured(const CompanionForm &form, const Value &size)
{
    using Part = CompanionForm::Part;
    if (!size.exists())
        return {};
    if (size.type == form.type)
        return form.type;
    const bool mayBeLong = form.type == ValueType::Zset && form.part == Part::Unmeasured;
    return {form.type, mayBeLong ? Part::Long : Part::Count};
}

LookRequest withSizes(LookRequest request, const KeySnapshot &look)
{
    request.asksSizes = false;
    for (const auto &[key, size] : look.companions) {
        auto &form = request.companions.at(key);
        form = measured(form, size);
        request.asksSizes = request.asksSizes || form.unmeasured();
    }
    return request;
}

// EXISTS said that some companions without a known type exist. If each has a likely type, they are read or measured next; otherwise the
// next request asks for all types. (A measured companion that does not exist would again have no type, and EXISTS would give the same
// answer.)
void askFurther(LookRequest &request, const std::map<Bytes, ValueType> &likely)
{
    request.asksTypes = std::ranges::any_of(request.companions, [&](const auto &companion) {
        return companion.second.type == ValueType::None && likely.at(companion.first) == ValueType::None;
    });
    if (request.asksTypes)
        return;
    for (auto &[key, form] : request.companions) {
        if (form.type == ValueType::None)
            form = CompanionForm::first(likely.at(key));
    }
}

bool isTooLong(const Value &value) { return value.length < 0; }

} // namespace

LookRequest nextRequest(const LookRequest &request, const KeySnapshot &look, const Classifier &classifier)
{
    if (request.asksTypes)
        return withTypes(request, look);
    if (request.asksSizes)
        return withSizes(request, look);
    if (!look.value.exists())
        return request; // keep the type, because the key may return with it
    LookRequest next;
    next.id = request.id;
    next.type = look.value.type;
    next.alone = request.alone;
    next.bytes = request.bytes;
    if (look.value.type != request.type)
        return next; // the value has not been read yet, and the companions depend on it
    next.asksLength = request.asksLength || isTooLong(look.value)
                      || std::ranges::any_of(look.companions, [](const auto &companion) { return isTooLong(companion.second); });
    if (request.alone)
        return next;
    bool someExist = false;
    const auto companions = classifier.companions(look);
    for (const auto &[key, likelyType] : companions) {
        const auto seen = look.companions.find(key);
        const auto asked = request.companions.find(key);
        if (seen == look.companions.end() && asked != request.companions.end())
            someExist = true;
        next.companions.emplace(key, seen == look.companions.end() ? CompanionForm() : formAfter(seen->second, asked->second, likelyType));
    }
    if (someExist)
        askFurther(next, companions);
    next.knownAbsent = request.knownAbsent && next.companions == request.companions;
    next.asksSizes = std::ranges::any_of(next.companions, [](const auto &companion) { return companion.second.unmeasured(); });
    return next;
}

} // namespace lockcore
