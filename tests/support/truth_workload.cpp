// SPDX-License-Identifier: MIT
#include "support/truth_workload.h"

#include "support/truth_kinds.h"

#include <algorithm>

namespace lockcore::test {

namespace {

constexpr int locksOfAKind = 3;

constexpr auto head = R"(local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local key, other = KEYS[1], KEYS[2]
local owner, lease, pick, shared, loose = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local function dump(name)
  local type = redis.call('TYPE', name).ok
  local all = {type, redis.call('PEXPIRETIME', name)}
  local found = type == 'string' and {redis.call('GET', name)} or type == 'hash' and redis.call('HGETALL', name)
    or type == 'zset' and redis.call('ZRANGE', name, 0, -1, 'WITHSCORES') or {}
  for _, each in ipairs(found) do all[#all + 1] = each end
  return all
end
local kind = redis.call('TYPE', key).ok
if kind == 'hash' and redis.call('HEXISTS', key, 'mail') == 1 then kind = 'data' end
local before = {dump(key), dump(other)}
local who = (function()
)";
constexpr auto tail = R"(
end)()
return {time, before, {dump(key), dump(other)}, who or ''})";

// Removes all keys at once: KEYS contains every key.
constexpr auto flush = R"(local time = redis.call('TIME')
local function dump(name)
  local type = redis.call('TYPE', name).ok
  local all = {type, redis.call('PEXPIRETIME', name)}
  local found = type == 'string' and {redis.call('GET', name)} or type == 'hash' and redis.call('HGETALL', name)
    or type == 'zset' and redis.call('ZRANGE', name, 0, -1, 'WITHSCORES') or {}
  for _, each in ipairs(found) do all[#all + 1] = each end
  return all
end
local before = {}
for i, name in ipairs(KEYS) do before[i] = dump(name) end
redis.call('FLUSHDB')
return {time, before})";

constexpr auto rename = "if kind ~= 'none' then redis.call('RENAME', key, other) end";

ServerTime timeIn(const Reply &time)
{
    return ServerTime(std::chrono::seconds(time.elements.at(0).toInteger().value_or(0))
                      + Microseconds(time.elements.at(1).toInteger().value_or(0)));
}

std::string numbered(const char *pattern, int number)
{
    std::string name = pattern ? pattern : "";
    if (const auto at = name.find('%'); at != name.npos)
        name.replace(at, 1, std::to_string(number));
    return name.empty() ? "nothing" : name;
}

bool isAlone(const TruthKind &kind) { return !kind.other; }

std::pair<const TruthKind *, int> kindOf(const Bytes &key)
{
    for (const auto &kind : truthKinds()) {
        for (int lock = 0; lock < locksOfAKind; ++lock) {
            if (numbered(kind.name, lock) == key)
                return {&kind, lock};
        }
    }
    qFatal("%s is no key of this workload", key.c_str());
}

struct Order
{
    const TruthKind *kind = nullptr; ///< null: FLUSHDB
    int lock = 0;
    int otherLock = -1; ///< for a rename
    TruthOperation operation{};
    Command command;
};

} // namespace

std::vector<Bytes> keysWithoutCompanion()
{
    std::vector<Bytes> keys;
    for (const auto &kind : truthKinds()) {
        for (int lock = 0; isAlone(kind) && lock < locksOfAKind; ++lock)
            keys.push_back(numbered(kind.name, lock));
    }
    return keys;
}

Command lookAt(const Bytes &key) { return {"EVAL", std::string(head) + tail, "2", key, key, "", "0", "0", "0", "0"}; }

TrueStep lookIn(const Bytes &key, const Reply &reply)
{
    const auto [kind, lock] = kindOf(key);
    const auto &found = reply.elements.at(1).elements;
    TrueStep step;
    step.at = timeIn(reply.elements.at(0));
    step.key = key;
    step.before = step.after = kind->read(found.at(0), found.at(1), lock);
    return step;
}

bool hasTokens(const Bytes &key) { return kindOf(key).first->tokens; }

class TruthWorkload::Client
{
public:
    Client(const Endpoint &endpoint, const TruthPlan &plan, unsigned seed)
        : m_endpoint(endpoint)
        , m_plan(plan)
        , m_random(seed)
    { }

    void run()
    {
        const auto send = m_plan.sender ? m_plan.sender() : overOneConnection();
        const auto end = std::chrono::steady_clock::now() + m_plan.length;
        while (m_done < m_plan.operations && std::chrono::steady_clock::now() < end) {
            std::vector<Order> orders;
            for (auto count = chance(8) ? 2 + below(3) : 1; count > 0; --count)
                orders.push_back(orders.empty() || chance(2) ? any() : onTheSame(orders.back()));
            std::vector<Command> commands;
            for (const auto &order : orders)
                commands.push_back(order.command);
            const auto replies = send(commands);
            for (std::size_t i = 0; i < orders.size(); ++i)
                note(orders[i], replies[i]);
            m_done += static_cast<int>(orders.size());
            if (m_plan.pause > Milliseconds::zero())
                std::this_thread::sleep_for(m_plan.pause * static_cast<int>(orders.size()) * below(200) / 100);
        }
    }

    void report(EventTruth &truth)
    {
        for (auto &[step, tokens] : m_steps)
            truth.add(std::move(step), tokens);
    }

    int done() const { return m_done; }
    const std::vector<std::string> &errors() const { return m_errors; }

private:
    TruthPlan::Send overOneConnection() const
    {
        return [redis = std::make_shared<RedisClient>(m_endpoint)](const auto &commands) { return redis->pipeline(commands); };
    }

    int below(int bound) { return static_cast<int>(m_random() % static_cast<unsigned>(bound)); }
    bool chance(int oneIn) { return below(oneIn) == 0; }

    Order any()
    {
        if (!m_plan.oneKey && chance(1500))
            return flushing();
        const auto kinds = truthKinds();
        Order order;
        do {
            order.kind = &kinds[m_random() % kinds.size()];
        } while (m_plan.oneKey && !isAlone(*order.kind));
        order.lock = below(locksOfAKind);
        return chance(12) ? disturbed(order) : used(order);
    }

    Order onTheSame(Order order) { return order.kind && order.otherLock < 0 ? used(order) : any(); }

    Order used(Order order)
    {
        order.operation = chosen(order.kind->operations);
        return finished(order);
    }

    Order disturbed(Order order)
    {
        if (order.kind->renames && !m_plan.oneKey && chance(6)) {
            order.otherLock = (order.lock + 1) % locksOfAKind;
            order.operation = {TrueAct::Overwrite, 1, rename};
        } else {
            order.operation = chosen(strangersOperations());
        }
        return finished(order);
    }

    TruthOperation chosen(std::span<const TruthOperation> operations)
    {
        int sum = 0;
        for (const auto &each : operations)
            sum += each.weight;
        auto at = below(sum);
        for (const auto &each : operations) {
            at -= each.weight;
            if (at < 0)
                return each;
        }
        return operations.back();
    }

    Order finished(Order order)
    {
        const auto &kind = *order.kind;
        const auto key = numbered(kind.name, order.lock);
        const auto other = m_plan.oneKey         ? key
                           : order.otherLock < 0 ? numbered(kind.other, order.lock)
                                                 : numbered(kind.name, order.otherLock);
        order.command = {"EVAL",
                         std::string(head) + order.operation.body + tail,
                         "2",
                         key,
                         other,
                         kind.owner(m_random, order.lock),
                         std::to_string(lease()),
                         std::to_string(below(1000)),
                         std::to_string(sharedLease(order.lock).count()),
                         kind.mayLoseLease ? "1" : "0"};
        return order;
    }

    // Short leases expire; long ones last until they are renewed and disturbed.
    int lease() { return chance(3) ? 20 + below(150) : chance(2) ? 300 + below(900) : 2000 + below(8000); }

    Order flushing()
    {
        Order order;
        std::vector<std::string> keys;
        for (const auto &kind : truthKinds()) {
            for (int lock = 0; lock < locksOfAKind; ++lock) {
                keys.push_back(numbered(kind.name, lock));
                keys.push_back(numbered(kind.other, lock));
            }
        }
        order.command = {"EVAL", flush, std::to_string(keys.size())};
        order.command.insert(order.command.end(), keys.begin(), keys.end());
        return order;
    }

    void note(const Order &order, const Reply &reply)
    {
        if (reply.isError()) {
            m_errors.push_back(reply.text);
            return;
        }
        if (!order.kind) {
            noteFlush(reply);
            return;
        }
        const auto &before = reply.elements.at(1).elements;
        const auto &after = reply.elements.at(2).elements;
        auto step = stepOf(order, reply);
        step.before = order.kind->read(before.at(0), before.at(1), order.lock);
        step.after = order.kind->read(after.at(0), after.at(1), order.lock);
        m_steps.emplace_back(step, order.kind->tokens);
        if (order.otherLock < 0)
            return;
        step.key = numbered(order.kind->name, order.otherLock);
        step.before = order.kind->read(before.at(1), before.at(0), order.otherLock);
        step.after = order.kind->read(after.at(1), after.at(0), order.otherLock);
        // If there was nothing to rename, nothing was overwritten.
        step.act = step.before == step.after ? TrueAct::Lease : TrueAct::Overwrite;
        m_steps.emplace_back(std::move(step), order.kind->tokens);
    }

    static TrueStep stepOf(const Order &order, const Reply &reply)
    {
        TrueStep step;
        step.at = timeIn(reply.elements.at(0));
        step.key = numbered(order.kind->name, order.lock);
        step.act = order.otherLock < 0 ? order.operation.act : TrueAct::Delete;
        const auto &who = reply.elements.at(3);
        step.owner = who.isArray() ? who.elements.at(0).text : who.text;
        step.announced = who.isArray();
        if (step.act == TrueAct::Overwrite && step.owner.empty() && reply.elements.at(1) == reply.elements.at(2))
            step.act = TrueAct::Lease; // it changed nothing
        return step;
    }

    void noteFlush(const Reply &reply)
    {
        std::size_t at = 0;
        for (const auto &kind : truthKinds()) {
            for (int lock = 0; lock < locksOfAKind; ++lock, at += 2) {
                const auto &before = reply.elements.at(1).elements;
                TrueStep step;
                step.at = timeIn(reply.elements.at(0));
                step.key = numbered(kind.name, lock);
                step.act = TrueAct::Delete;
                step.before = kind.read(before.at(at), before.at(at + 1), lock);
                m_steps.emplace_back(std::move(step), kind.tokens);
            }
        }
    }

    const Endpoint m_endpoint;
    const TruthPlan m_plan;
    TruthRandom m_random;
    int m_done = 0;
    std::vector<std::pair<TrueStep, bool>> m_steps;
    std::vector<std::string> m_errors;
};

TruthWorkload::TruthWorkload(const Endpoint &endpoint, const TruthPlan &plan)
    : m_running(plan.clients)
{
    for (int i = 0; i < plan.clients; ++i)
        m_clients.push_back(std::make_unique<Client>(endpoint, plan, plan.seed * 1000 + static_cast<unsigned>(i)));
    for (auto &client : m_clients)
        m_threads.emplace_back([this, &client] {
            client->run();
            --m_running;
        });
}

TruthWorkload::~TruthWorkload()
{
    for (auto &thread : m_threads)
        thread.join();
}

void TruthWorkload::report(EventTruth &truth)
{
    for (auto &client : m_clients)
        client->report(truth);
}

int TruthWorkload::operations() const
{
    int sum = 0;
    for (const auto &client : m_clients)
        sum += client->done();
    return sum;
}

std::vector<std::string> TruthWorkload::errors() const
{
    std::vector<std::string> all;
    for (const auto &client : m_clients)
        all.insert(all.end(), client->errors().begin(), client->errors().end());
    return all;
}

} // namespace lockcore::test
