// SPDX-License-Identifier: MIT
// madelson DistributedLock.Redis (.NET): every owner is `<machine>_<pid>_<uuid>`. A mutex is a string; a read/write lock the
// string `<name>.writer` and the set `<name>.readers`; a semaphore a zset scored with the expiry. Reference, §3.5.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::madelson_format {

namespace {

constexpr std::string_view library = "madelson";
constexpr std::string_view writerTail = ".writer";
constexpr std::string_view readersTail = ".readers";
constexpr std::string_view waitingTail = "_WRITERWAITING";
constexpr std::size_t uuidLength = 32;

std::optional<Holder> holderIn(std::string_view id, Mode mode)
{
    if (id.size() <= uuidLength + 1 || id[id.size() - uuidLength - 1] != '_'
        || !grammar::isHex(id.substr(id.size() - uuidLength), uuidLength))
        return std::nullopt;
    const auto process = stringlock::hostAndNumber(id.substr(0, id.size() - uuidLength - 1), '_');
    if (!process)
        return std::nullopt;
    Holder holder;
    holder.owner = id;
    holder.mode = mode;
    holder.facts = {{"host", std::string(process->host)}, {"pid", std::string(process->number)}};
    return holder;
}

LockMatch matchFor(LockKind kind, std::string_view variant)
{
    LockMatch match;
    match.library = library;
    match.kind = kind;
    match.variant = variant;
    match.confidence = 5;
    match.ownerScope = OwnerScope::Acquisition;
    match.why = {"owners are written <machine>_<pid>_<uuid>, as only this library does"};
    match.leased(Milliseconds(30'000));
    match.waiters = stringlock::clientsPoll();
    return match;
}

Bytes otherKey(std::string_view key, std::string_view tail, std::string_view otherTail)
{
    return Bytes(key.substr(0, key.size() - tail.size())) + Bytes(otherTail);
}

Waiters oneWriterWaits(std::string_view id)
{
    Waiters waiters;
    waiters.knowledge = Waiters::Knowledge::AtLeast;
    waiters.count = 1;
    waiters.ids = {Bytes(id)};
    waiters.why = "a writer has announced itself; readers poll, and are not counted";
    return waiters;
}

// While readers hold the lock, a waiting writer is recorded in the writer's key.
std::optional<std::string_view> waitingWriter(const Value &value)
{
    const std::string_view text = value.text;
    if (value.type != ValueType::String || !value.whole() || !text.ends_with(waitingTail)
        || !holderIn(text.substr(0, text.size() - waitingTail.size()), Mode::Write))
        return std::nullopt;
    return text;
}

std::optional<LockMatch> fromString(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    const auto text = stringlock::textOf(look);
    if (!text)
        return std::nullopt;
    const bool isWriter = key.ends_with(writerTail);
    if (isWriter && waitingWriter(look.value)) {
        if (grammar::companion(look, otherKey(key, writerTail, readersTail)))
            return std::nullopt; // reported with the lock of the readers, who hold it
        auto match = matchFor(LockKind::RwLock, "read/write");
        match.why.emplace_back("a writer waits; no reader was seen");
        match.waiters = oneWriterWaits(*text);
        return match;
    }
    auto holder = holderIn(*text, isWriter ? Mode::Write : Mode::Exclusive);
    if (!holder)
        return std::nullopt;
    auto match = isWriter ? matchFor(LockKind::RwLock, "read/write") : matchFor(LockKind::Lock, "mutex");
    match.holders = {std::move(*holder)};
    return match;
}

std::optional<LockMatch> readers(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    if (!key.ends_with(readersTail))
        return std::nullopt;
    auto match = matchFor(LockKind::RwLock, "read/write");
    for (const auto &[id, nothing] : look.value.elements) {
        auto holder = holderIn(id, Mode::Read);
        if (!holder)
            return std::nullopt;
        match.holders.push_back(std::move(*holder));
    }
    if (match.holders.empty())
        return std::nullopt;
    const auto writerKey = otherKey(key, readersTail, writerTail);
    const auto *writer = grammar::companion(look, writerKey);
    if (const auto id = writer ? waitingWriter(*writer) : std::nullopt) {
        match.waiters = oneWriterWaits(*id);
        match.companions = {{writerKey, "waiting writer", {}, false}};
    }
    return match;
}

std::optional<LockMatch> semaphore(const KeySnapshot &look)
{
    auto match = matchFor(LockKind::Semaphore, "semaphore");
    std::optional<Holder> last;
    for (const auto &[id, score] : look.value.elements) {
        auto holder = holderIn(id, Mode::Exclusive);
        const auto deadline = grammar::timeFromMilliseconds(score);
        if (!holder || !deadline)
            return std::nullopt;
        holder->deadline = deadline;
        if (*deadline > look.at) // lapsed members are removed only when the next client comes
            match.holders.push_back(std::move(*holder));
        else
            last = std::move(holder);
    }
    if (match.holders.empty() && !last)
        return std::nullopt;
    if (match.holders.empty()) {
        match.lapses = last->deadline;
        match.holders = {std::move(*last)};
    }
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    switch (look.value.type) {
    case ValueType::String: return fromString(look);
    case ValueType::Set: return readers(look);
    case ValueType::Zset: return semaphore(look);
    default: return std::nullopt;
    }
}

TypedNames companions(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    if (look.value.type == ValueType::Set && key.ends_with(readersTail))
        return {{otherKey(key, readersTail, writerTail), ValueType::String}};
    if (look.value.type == ValueType::String && key.ends_with(writerTail))
        return {{otherKey(key, writerTail, readersTail), ValueType::Set}};
    return {};
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"mutex", "read/write", "semaphore"},
    .names = {"*.writer", "*.readers"},
    .types = {ValueType::String, ValueType::Set, ValueType::Zset},
    .notes = {{"madelson", "madelson DistributedLock.Redis (.NET): lock, read/write lock, semaphore",
               "any name, `<key>.readers`, `<key>.writer`", "`<host>_<pid>_<token>` in a string or a sorted set"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .releaseWarnings = {{ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::madelson_format
