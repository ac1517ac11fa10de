// SPDX-License-Identifier: MIT
// The plain reentrant lock that people write by hand: a hash of owner → hold count, whatever the owner's text is. Several owners at once share
// something: they are readers, or have the permits of a semaphore. Owners in Redisson's own grammar belong to Redisson's formats. Reference, §2
// (where the design comes from) and §7 (what else it may be).
#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/kept_fence.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record_words.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lockcore::hash_reentrant_format {

namespace {

constexpr std::string_view library = "hash-reentrant";
constexpr std::string_view unknown = "unknown";
constexpr std::string_view sharedVariant = "owners who share it";
constexpr std::string_view stateVariant = "state";
constexpr std::int64_t mostOwners = 4;
constexpr std::int64_t mostReaders = 16; // beside a `mode`, which says that they are owners
constexpr std::int64_t mostHolds = 999;  // larger counts count something else
constexpr std::int64_t mostReadersCounted = 100'000;
constexpr std::size_t longestOwner = 128;

std::optional<Holder> holderOf(const std::pair<Bytes, Bytes> &field, ServerTime now)
{
    const auto &[owner, text] = field;
    const bool side = record::isSide(owner); // says how many, but not who
    const auto count = parseInteger(text);
    if (owner.empty() || owner.size() > longestOwner || !(side ? count > 0 : grammar::isSmallCount(text)) || !count
        || *count > (side ? mostReadersCounted : mostHolds))
        return std::nullopt;
    Holder holder;
    holder.count = *count;
    if (side) {
        holder.mode = record::isReaders(owner) ? Mode::Read : Mode::Write;
        return holder;
    }
    holder.owner = owner;
    holder.facts = grammar::factsOfOwner(owner, now);
    return holder;
}

bool isRedissons(const Value &hash)
{
    const auto &owner = hash.elements.front().first;
    return hash.length == 1 && (grammar::uuidAndNumber(owner) || grammar::isUuidPair(owner));
}

bool tellsOwner(const Holder &holder) { return !holder.facts.empty() || grammar::looksDrawn(holder.owner); }

// `brass`, `hits`: without a TTL the number beside such a name counts anything. Threads, workers and hosts are numbered.
bool mayBeOwner(const Holder &holder) { return tellsOwner(holder) || holder.owner.find_first_of("0123456789") != holder.owner.npos; }

// Without a TTL, or beside owners, the other words may count anything.
bool saysState(const KeySnapshot &look, std::string_view field)
{
    return look.value.length == 1 ? record::isState(field) : look.deadline && (record::isSwitch(field) || record::isHoldCount(field));
}

bool namesOwner(const KeySnapshot &look)
{
    return std::ranges::any_of(look.value.elements,
                               [](const auto &field) { return grammar::isSmallCount(field.second) && grammar::isOneOwners(field.first); });
}

// Max holds it once; `max 10` is a limit.
bool isLimit(const std::pair<Bytes, Bytes> &field)
{
    return (record::isNumber(field.first) && !record::isFence(field.first)) || (record::isVagueNumber(field.first) && field.second != "1");
}

// `userId 5`, `email a@x.org`: a record names its owner so, and what else it says are no hold counts.
bool namesOwnerByWord(const std::pair<Bytes, Bytes> &field)
{
    const auto *owner = record::ownerWord(field.first);
    return owner && owner->kind <= record::OwnerKind::Vague && !record::isSide(field.first) && !field.second.empty();
}

// `waiters 3`, `writer 0`, `fence 17`, `expires_at 1795262430`: nobody holds it by these.
bool saysNobody(const KeySnapshot &look, const std::pair<Bytes, Bytes> &field)
{
    const auto &[name, text] = field;
    const bool noHolds = record::isWaiters(name) || record::isNumber(name) || isLimit(field)
                         || (record::isVagueNumber(name) && namesOwner(look)) || record::isTime(name) || record::isDeadline(name)
                         || record::isEnd(name) || (record::isThing(name) && !text.empty());
    if (text == "0" && look.value.length > 1 && grammar::isOneOwners(name))
        return true; // has given it up, and another one has it
    if (!look.deadline)
        return record::isFence(name) && namesOwner(look); // the next token is counted up from it
    return noHolds || (record::isSide(name) && (text.empty() || text == "0"));
}

// `max 10` beside `taken 2`, without anybody's name.
bool countsPermits(const KeySnapshot &look) { return !namesOwner(look) && std::ranges::any_of(look.value.elements, isLimit); }

// `owner` without a text: nobody, or readers, who are only counted. Any other count beside it is what a release has left.
bool isWithoutOwner(const KeySnapshot &look, const std::pair<Bytes, Bytes> &field)
{
    const auto *owner = record::ownerWord(field.first);
    return look.deadline && owner && owner->kind <= record::OwnerKind::Owner && field.second.empty();
}

// `locked 1`, `taken 1`
LockMatch heldByNobody()
{
    LockMatch match;
    match.library = unknown;
    match.variant = stateVariant;
    match.kind = LockKind::Anonymous;
    match.confidence = 2;
    match.ownerScope = OwnerScope::Nobody;
    match.holders = {Holder()};
    match.why = {"a hash whose fields say that it is taken, but not by whom", "the name holds a word for a lock"};
    return match;
}

bool isNamed(const Holder &holder) { return !holder.owner.empty(); }

// `job_locks` {job-17: 1, job-18: 1}: many locks in one hash, whose fields say what is locked.
bool isRegistry(std::string_view key)
{
    constexpr std::string_view plural = "locks";
    return equalsIgnoringCase(grammar::lastPartOf(key), plural);
}

// `row-4:17` looks like a process of a host, but seats have small numbers.
bool mayBeLocked(const Holder &holder)
{
    constexpr std::size_t digits = 4;
    const auto pid = std::ranges::find(holder.facts, "pid", &OwnerFact::label);
    const bool process = grammar::isProcess(holder.owner) && pid != holder.facts.end() && pid->text.size() >= digits;
    return isNamed(holder) && !grammar::looksDrawn(holder.owner) && !process;
}

bool reads(const Holder &holder) { return holder.mode == Mode::Read; }
bool isOfReadWriteLock(const Holder &holder) { return holder.mode != Mode::Exclusive; }

// Those who vote or buy are counted in this way, too, and without a TTL the hash is most likely one of these. The mode of the first owner stays as
// it was when no other had come: it has not lost what it holds.
void share(LockMatch &match)
{
    match.library = unknown;
    match.variant = sharedVariant;
    match.kind = std::ranges::any_of(match.holders, isOfReadWriteLock) ? LockKind::RwLock : LockKind::Semaphore;
    match.why.emplace_back("several at once share it: they are readers, or have permits of a semaphore");
}

// The only one, or as many readers as are counted.
void describeSide(LockMatch &match)
{
    const auto &holder = match.holders.front();
    match.kind = LockKind::RwLock;
    if (isNamed(holder)) {
        match.why.emplace_back(reads(holder) ? "the hash says that its owner reads" : "the hash says that its owner writes");
        return;
    }
    match.library = unknown;
    match.variant = reads(holder) ? sharedVariant : stateVariant;
    match.why.emplace_back(reads(holder) ? "readers share it: the hash counts them, but does not name them"
                                         : "the hash says that somebody writes, but not who");
}

// Beside a `mode`, where readers have fields of their own, `readers` counts the same ones.
void dropUnnamed(LockMatch &match)
{
    if (std::ranges::any_of(match.holders, isNamed))
        std::erase_if(match.holders, std::not_fn(isNamed));
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto &hash = look.value;
    const auto mode = look.deadline ? record::modeIn(hash.elements) : std::nullopt; // without a TTL it may be the mode of anything
    if (hash.type != ValueType::Hash || !hash.whole() || hash.length < 1 || hash.length > (mode ? mostReaders : mostOwners)
        || isRedissons(hash))
        return std::nullopt;
    const bool named = hasLockWord(look.id.key);
    if (named && !look.deadline && (saysReport(look.id.key) || saysFigure(look.id.key)))
        return std::nullopt;
    if (!named && hash.length != 1)
        return std::nullopt;

    if (std::ranges::any_of(hash.elements, namesOwnerByWord))
        return std::nullopt;

    LockMatch match;
    match.library = library;
    match.variant = "owner and hold count";
    match.ownerScope = OwnerScope::Unknown;
    bool allTell = true;
    bool taken = false;
    bool ownerless = false;
    for (const auto &field : hash.elements) {
        if (saysNobody(look, field) || (mode && record::isMode(field.first)))
            continue;
        if (isWithoutOwner(look, field)) {
            ownerless = true;
            continue;
        }
        auto holder = holderOf(field, look.at);
        if (holder && mode == Mode::Read && record::isHoldCount(holder->owner)) { // so many read
            holder->owner.clear();
        } else if (holder && saysState(look, holder->owner)) {
            taken = true;
            continue;
        }
        if (!holder)
            return std::nullopt;
        const bool doubtful = named && (!look.deadline || ((mode || ownerless) && isNamed(*holder)));
        if (doubtful && (ownerless || !mayBeOwner(*holder)))
            return std::nullopt;
        holder->mode = mode.value_or(holder->mode);
        allTell = allTell && tellsOwner(*holder);
        match.holders.push_back(std::move(*holder));
    }
    if (mode)
        dropUnnamed(match);
    if (!allTell && countsPermits(look))
        return std::nullopt;
    if (match.holders.empty())
        return taken && named && look.deadline && !saysFigure(look.id.key) ? std::optional(heldByNobody()) : std::nullopt;
    if (!allTell && stringlock::isLockout(look))
        return std::nullopt; // attempts to log in
    const bool several = match.holders.size() > 1;
    if ((several && !look.deadline) || (!mode && isRegistry(look.id.key) && std::ranges::any_of(match.holders, mayBeLocked)))
        return std::nullopt;
    match.why = {hash.length == 1 ? "a hash with one field that holds a small positive count, as in a reentrant lock"
                                  : "a hash whose few fields all hold small positive counts"};
    if (several) {
        share(match);
    } else if (isOfReadWriteLock(match.holders.front())) {
        describeSide(match);
    }
    if (named)
        match.why.emplace_back("the name holds a word for a lock");
    if (named && allTell && hash.length == 1)
        match.why.emplace_back("the field reads like an owner: a token, or a host and process");
    match.confidence = !named ? 1 : allTell && hash.length == 1 ? 3 : 2;
    return match;
}

Bytes fieldOf(const KeySnapshot &look, const Holder &holder)
{
    const auto counts = [&](const auto &field) {
        return holder.mode == Mode::Read ? record::isReaders(field.first) || record::isHoldCount(field.first)
                                         : record::isSide(field.first) && !record::isReaders(field.first);
    };
    const auto field = std::ranges::find_if(look.value.elements, counts);
    return holder.owner.empty() && field != look.value.elements.end() ? field->first : holder.owner;
}

std::int64_t holdsOf(const std::vector<Holder> &holders)
{
    return std::accumulate(holders.begin(), holders.end(), std::int64_t(0),
                           [](std::int64_t sum, const Holder &holder) { return sum + holder.count; });
}

// `readers 2` beside two readers with fields of their own: one who leaves counts itself out, or the lock would never be free. Nothing, if it counts
// neither them nor their holds.
std::optional<std::int64_t> leaversCounted(const ReleaseCase &what, const Bytes &readers)
{
    const auto count = parseInteger(readers);
    if (count == std::ssize(what.match.holders))
        return std::ssize(what.freed);
    return count == holdsOf(what.match.holders) ? std::optional(holdsOf(what.freed)) : std::nullopt;
}

// The count of those who wait stays, as in their own release, and so does the fencing token from which the next one is counted up.
ReleaseRecipe release(const ReleaseCase &what)
{
    const auto has = [&](bool isIt(std::string_view)) {
        return std::ranges::any_of(what.look.value.elements, [&](const auto &field) { return isIt(field.first); });
    };
    const bool fenceStays = !what.look.deadline && has(record::isFence);
    ReleaseRecipe recipe;
    if (fenceStays)
        record::keepFence(recipe);
    recipe::warnOfMark(recipe, what.match);
    if ((what.wholeKey() && !fenceStays && !has(record::isWaiters)) || what.match.ownerScope == OwnerScope::Nobody)
        return recipe;
    for (const auto &holder : what.freed)
        recipe.elements.push_back({fieldOf(what.look, holder), Difference::Count});
    for (const auto &[field, value] : what.look.value.elements) {
        const bool counts = (record::isReaders(field) || record::isHoldCount(field)) && std::ranges::all_of(what.match.holders, isNamed);
        if (const auto leavers = counts ? leaversCounted(what, value) : std::nullopt)
            recipe.after.push_back(
                recipe::step("HINCRBY", {recipe::key(what.look.id.key), recipe::text(field), recipe::text(std::to_string(-*leavers))}));
        // A reader that has become the writer meanwhile is not what was seen, and another token is that of another acquisition.
        const bool fence = record::isFence(field) && what.wholeKey();
        recipe.showsRetake = recipe.showsRetake || fence;
        if (record::isMode(field) && what.wholeKey()) // it would keep others out, with nobody there
            recipe.elements.push_back({field, Difference::Value});
        else if (record::isMode(field) || fence)
            recipe.guards.push_back(recipe::field(what.look.id.key, {field, value}));
    }
    const auto isNoHolders = [&](const auto &field) {
        return std::ranges::none_of(what.match.holders, [&](const Holder &holder) { return fieldOf(what.look, holder) == field.first; });
    };
    const auto besides = std::ranges::count_if(what.look.value.elements, isNoHolders);
    const auto mode = std::ranges::find_if(what.look.value.elements, [](const auto &field) { return record::isMode(field.first); });
    if (!what.wholeKey() && !fenceStays && !has(record::isWaiters))
        recipe::deleteWhatNobodyHolds(recipe, what.look, besides);
    else if (!what.wholeKey() && mode != what.look.value.elements.end())
        recipe::deleteWhatNobodyHolds(recipe, what.look, besides, mode->first);
    if (what.wholeKey()) // all of them, and nobody who has come since
        recipe.guards.push_back(recipe::size(what.look.id.key, what.look.value));
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {unknown},
    .variants = {"owner and hold count", sharedVariant, stateVariant},
    .types = {ValueType::Hash},
    .notes = {{"hash-reentrant", "hand-written reentrant locks", "any name with a word for a lock",
               "a hash of an owner and its hold count"}},
    .rank = -10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::hash_reentrant_format
