// SPDX-License-Identifier: MIT
// RFairLock: an RLock with a queue of waiters in other keys. Reference, §2.
#include "lockcore/monitor/formats/redisson_common.h"

namespace lockcore::redisson_fair_format {

namespace {

std::optional<Holder> holderOf(const KeySnapshot &look)
{
    const auto &hash = look.value;
    if (hash.type != ValueType::Hash || hash.length != 1 || hash.elements.size() != 1)
        return std::nullopt;
    const auto &[field, count] = hash.elements.front();
    const auto owner = grammar::uuidAndNumber(field);
    if (!owner || !grammar::isSmallCount(count))
        return std::nullopt;
    return redisson::holder(*owner, count);
}

// Only a fair lock's waiters listen on a channel of their own.
bool waiterListens(const SharedNames &channels, std::string_view key)
{
    const auto stem = redisson::lockChannel(key) + ':';
    for (auto channel = channels.lower_bound(stem); channel != channels.end() && channel->starts_with(stem); ++channel) {
        if (grammar::uuidAndNumber(std::string_view(*channel).substr(stem.size())))
            return true;
    }
    return false;
}

// Waiters whose time is over stay in the queue until the next client comes; they are not counted.
Waiters waitersIn(const Value &queue, const Value *timeouts, ServerTime now)
{
    Waiters waiters;
    if (!queue.whole() && queue.elements.empty()) {
        waiters.why = "the queue is too large to be read, and may contain waiters whose waiting time is over";
        return waiters;
    }
    waiters.asOf = now;
    waiters.knowledge = queue.whole() ? Waiters::Knowledge::Exact : Waiters::Knowledge::AtLeast;
    waiters.why = "the queue of waiters itself";
    std::int64_t gone = 0;
    for (const auto &[id, nothing] : queue.elements) {
        const auto *score = timeouts ? timeouts->find(id) : nullptr;
        const auto until = score ? grammar::timeFromMilliseconds(*score) : std::nullopt;
        if (until && *until <= now)
            ++gone;
        else
            waiters.ids.push_back(id);
    }
    waiters.count = static_cast<std::int64_t>(waiters.ids.size());
    if (gone > 0)
        waiters.why += ", without " + std::to_string(gone) + " whose waiting time is over";
    return waiters;
}

std::string entries(std::int64_t count) { return std::to_string(count) + (count == 1 ? " entry" : " entries"); }

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto holder = holderOf(look);
    if (!holder)
        return std::nullopt;
    const auto queueKey = redisson::queueKey(look.id.key);
    const auto timeoutKey = redisson::timeoutKey(look.id.key);
    const auto *queue = grammar::companion(look, queueKey);
    const auto *timeouts = grammar::companion(look, timeoutKey);
    queue = queue && queue->type == ValueType::List ? queue : nullptr;
    timeouts = timeouts && timeouts->type == ValueType::Zset ? timeouts : nullptr;
    const bool listens = waiterListens(surroundings.channels, look.id.key);
    if (!queue && !timeouts && !listens)
        return std::nullopt;

    auto match = redisson::lockFinding(LockKind::FairLock, "RFairLock", 5);
    match.why = {"a hash with one field <uuid4>:<thread> that holds a hold count: Redisson's lock family"};
    match.why.emplace_back(queue || timeouts ? "there is a queue of waiters"
                                             : "a waiter listens on a channel of its own, as only a fair lock's do");
    match.holders = {*holder};
    match.waiters.why = "the queue of waiters was not read";
    if (queue) {
        match.waiters = waitersIn(*queue, timeouts, look.at);
        match.companions.push_back({queueKey, "queue of waiters", entries(queue->length), true});
    }
    if (timeouts)
        match.companions.push_back({timeoutKey, "deadlines of waiters", entries(timeouts->length), true});
    redisson::explainName(match, look.id.key);
    return match;
}

TypedNames queue(std::string_view key)
{
    return {{redisson::queueKey(key), ValueType::List}, {redisson::timeoutKey(key), ValueType::Zset}};
}

TypedNames companions(const KeySnapshot &look) { return holderOf(look) ? queue(look.id.key) : TypedNames(); }

std::optional<Bytes> lockOf(std::string_view key)
{
    if (auto name = redisson::nameBehind(redisson::queuePrefix, key))
        return name;
    return redisson::nameBehind(redisson::timeoutPrefix, key);
}

constexpr std::size_t mostDead = 100; // heads that one release drops

// §2 and §6.4: removes expired waiters from the head, as the library does before it passes the lock on. The next waiter is notified on its
// own channel.
constexpr auto findHead = R"(-- Waiters whose time is over go first; the next one is told.
local time = now[1] * 1000 + math.floor(now[2] / 1000)
local dead, head = {}, nil
for _, id in ipairs(redis.call('LRANGE', KEYS[2], 0, 99)) do
  local till = redis.call('ZSCORE', KEYS[3], id)
  if not till or tonumber(till) > time then head = id break end
  dead[#dead + 1] = id
end)";
constexpr auto findSecond = "local head = redis.call('LINDEX', KEYS[2], 1)";

struct Queue
{
    std::vector<Bytes> dead;
    std::optional<Bytes> head;
};

Queue queueIn(const KeySnapshot &look)
{
    Queue queue;
    const auto *list = grammar::companion(look, redisson::queueKey(look.id.key));
    const auto *timeouts = grammar::companion(look, redisson::timeoutKey(look.id.key));
    if (!list || list->type != ValueType::List)
        return queue;
    for (const auto &[id, nothing] : list->elements) {
        const auto *score = timeouts ? timeouts->find(id) : nullptr;
        const auto until = score ? grammar::timeFromMilliseconds(*score) : std::nullopt;
        if (!until || *until > look.at || queue.dead.size() == mostDead) {
            queue.head = id;
            break;
        }
        queue.dead.push_back(id);
    }
    return queue;
}

ReleaseStep tellHead(const KeySnapshot &look, const std::optional<Bytes> &head)
{
    const auto channel = redisson::fairChannel(look.id.key, head.value_or(Bytes()));
    auto step = redisson::tell(recipe::channel(channel, "ARGV[1] .. head"), recipe::text(Bytes(redisson::unlocked)));
    step.when = "head";
    step.applies = head.has_value();
    return step;
}

void dropDead(ReleaseRecipe &recipe, const KeySnapshot &look, const std::vector<Bytes> &dead)
{
    auto trim = recipe::step(
        "LTRIM", {recipe::key(redisson::queueKey(look.id.key)), recipe::text(std::to_string(dead.size()), "#dead"), recipe::text("-1")});
    trim.when = "#dead > 0";
    trim.applies = !dead.empty();
    recipe.after.push_back(std::move(trim));
    for (std::size_t i = 0; i < std::max<std::size_t>(dead.size(), 1); ++i) {
        auto forget = recipe::step(
            "ZREM", {recipe::key(redisson::timeoutKey(look.id.key)), recipe::text(dead.empty() ? Bytes() : dead[i], "unpack(dead)")});
        forget.when = "#dead > 0";
        forget.applies = !dead.empty();
        forget.byLookOnly = i > 0; // the script's first step removes them all
        recipe.after.push_back(std::move(forget));
    }
}

// Removes a waiter whose time is not over, but whose process is gone, so that it will never take the lock.
ReleaseRecipe dropHead(const ReleaseCase &what, ReleaseRecipe recipe)
{
    const auto &look = what.look;
    const auto queue = redisson::queueKey(look.id.key);
    const auto timeouts = redisson::timeoutKey(look.id.key);
    const auto *list = grammar::companion(look, queue);
    const auto *scores = grammar::companion(look, timeouts);
    recipe.guardsAlone = true;
    if (!list || list->elements.empty() || (!what.dropHead->empty() && list->elements.front().first != *what.dropHead))
        return recipe;
    const auto &head = list->elements.front().first;
    const auto *score = scores ? scores->find(head) : nullptr;
    ReleaseGuard first;
    first.words = recipe::command("LINDEX", {recipe::key(queue), recipe::text("0")});
    first.answer = head;
    first.difference = first.missing = Difference::Queue;
    recipe.guards = {first};
    if (score) {
        ReleaseGuard until;
        until.words = recipe::command("ZSCORE", {recipe::key(timeouts), recipe::text(head)});
        until.answer = *score;
        until.difference = until.missing = Difference::Queue;
        recipe.guards.push_back(std::move(until));
    }
    recipe.prepare = findSecond;
    recipe.instead = {recipe::step("LPOP", {recipe::key(queue)})};
    recipe.after = {recipe::step("ZREM", {recipe::key(timeouts), recipe::text(head)})};
    const auto until = score ? grammar::timeFromMilliseconds(*score) : std::nullopt;
    if (!until || *until > look.at)
        recipe.warnings.push_back({ReleaseWarning::Kind::WaiterMayBeAlive, {}});
    const auto second = list->elements.size() > 1 ? std::optional(list->elements[1].first) : std::nullopt;
    recipe.wakeUps = {tellHead(look, second)};
    return recipe;
}

ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    const auto &key = what.look.id.key;
    recipe.keys = {redisson::queueKey(key), redisson::timeoutKey(key)};
    recipe.arguments = {redisson::fairChannel(key, {})};
    if (what.dropHead)
        return dropHead(what, std::move(recipe));
    const auto queue = queueIn(what.look);
    recipe.prepare = findHead;
    dropDead(recipe, what.look, queue.dead);
    recipe.wakeUps = {tellHead(what.look, queue.head)};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .variants = {"RFairLock"},
    .names = {"redisson_lock_queue:*", "redisson_lock_timeout:*"},
    .types = {ValueType::Hash},
    // No announcements: a waiter's channel begins like the lock's, so RLock's patterns cover it
    .notes = {{"redisson", "Redisson's fair lock", "any name, with `redisson_lock_queue:{<key>}` and `redisson_lock_timeout:{<key>}`",
               "a hash of `<uuid>:<thread>` and its hold count"}},
    .rank = 20,
    .classify = classify,
    .companions = companions,
    .queue = queue,
    .lockOf = lockOf,
    .release = release,
};

} // namespace lockcore::redisson_fair_format
