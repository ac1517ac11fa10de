// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/server_record.h"

#include "lockcore/lab/record/gate_report.h"
#include "lockcore/monitor/reading/look_batch.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 3> endings = {"del", "expired", "evicted"};
const std::string flushing = "flushed";

bool isGone(const KeyChange &change) { return std::find(endings.begin(), endings.end(), change.events.back()) != endings.end(); }
bool isFlushed(const KeyChange &change) { return change.events.back() == flushing; }

// The key still exists unchanged: it is in another database than the one that was flushed.
bool survived(const KeyChange &change)
{
    return change.events == std::vector{flushing} && change.before && change.after && change.after->value == change.before->value
           && change.after->deadline.has_value() == change.before->deadline.has_value();
}

KeySnapshot lookAtNothing(const LockId &id)
{
    KeySnapshot look;
    look.id = id;
    return look;
}

} // namespace

ServerRecord::ServerRecord(Endpoint endpoint, Options options, Poller &poller)
    : m_endpoint(std::move(endpoint))
    , m_options(options)
    , m_poller(poller)
    , m_subscriber(m_endpoint, true, poller)
{
    m_subscriber.pushed = [this](const Reply &message) { receive(message); };
    m_subscriber.lost = [this](const Error &error) {
        m_isOpen = false;
        m_events.clear();
        m_seen.clear();
        emit lost(error);
    };
}

ServerRecord::~ServerRecord() = default;

Task<Result<void>> ServerRecord::open()
{
    close();
    auto opening = m_subscriber.open();
    const auto opened = co_await opening;
    if (!opened)
        co_return opened;
    if (m_options.events) {
        auto subscribing = m_subscriber.command({"PSUBSCRIBE", "__keyevent@*__:*"});
        const auto subscribed = co_await subscribing;
        if (!subscribed)
            co_return subscribed.error();
        if (subscribed->isError())
            co_return subscribed->toError();
    }
    if (m_options.events && m_options.looks) {
        auto *connection = co_await observer(m_endpoint.db);
        if (!connection)
            co_return Error{ErrorKind::Transport, "no connection that looks at keys", "closed"};
        auto asking = connection->command({"PEXPIRETIME", "lockscope"});
        const auto asked = co_await asking;
        const bool isUnknown = asked.ok() && asked->isError() && asked->toError().is("ERR"); // a node may answer MOVED
        m_hasPexpiretime = asked.ok() && !isUnknown;
    }
    m_isOpen = true;
    co_return Result<void>();
}

void ServerRecord::close()
{
    m_isOpen = false;
    m_subscriber.close();
    for (auto &[db, connection] : m_observers)
        connection->close();
    m_events.clear();
    m_seen.clear();
}

Task<Result<void>> ServerRecord::barrier(std::size_t rounds)
{
    for (; rounds > 0; --rounds) {
        auto ping = m_subscriber.command({"PING"});
        const auto pong = co_await ping;
        if (!pong)
            co_return pong.error();
    }
    co_return Result<void>();
}

// The message is: `pmessage`, the pattern, `__keyevent@0__:set`, the key.
void ServerRecord::receive(const Reply &message)
{
    if (message.elements.size() != 4 || message.elements[0].text != "pmessage")
        return;
    constexpr std::string_view begin = "__keyevent@";
    const std::string_view channel = message.elements[2].text;
    const auto end = channel.find("__:");
    if (!channel.starts_with(begin) || end == std::string_view::npos)
        return;
    const auto db = parseInteger(channel.substr(begin.size(), end - begin.size()));
    add({{static_cast<int>(db.value_or(0)), message.elements[3].text}, std::string(channel.substr(end + 3))});
}

void ServerRecord::add(Event event)
{
    m_events.push_back(std::move(event));
    if (m_inTurn)
        return;
    for (const auto &change : takeChanges())
        emit changed(change);
}

void ServerRecord::flushed()
{
    for (const auto &[id, look] : std::map(m_seen))
        add({id, flushing});
}

// Groups the events by key. A key that has ended needs no look: during a turn no other client can create it again. A key that may have been
// flushed needs one.
std::vector<KeyChange> ServerRecord::takeChanges()
{
    std::vector<KeyChange> changes;
    std::map<LockId, std::size_t> places;
    for (auto &event : std::exchange(m_events, {})) {
        const auto place = places.try_emplace(event.id, changes.size());
        if (place.second) {
            auto &change = changes.emplace_back();
            change.id = event.id;
            if (const auto seen = m_seen.find(event.id); seen != m_seen.end())
                change.before = seen->second;
        }
        changes[place.first->second].events.push_back(std::move(event.name));
    }
    for (auto &change : changes) {
        const bool mayBeThere = isFlushed(change) && m_inTurn && m_options.looks;
        if (isGone(change) || (isFlushed(change) && !mayBeThere))
            note(change, lookAtNothing(change.id));
    }
    return changes;
}

void ServerRecord::note(KeyChange &change, KeySnapshot look)
{
    if (look.value.exists())
        m_seen.insert_or_assign(change.id, look);
    else
        m_seen.erase(change.id);
    change.after = std::move(look);
}

Task<void> ServerRecord::turnBegins(const TurnReport *)
{
    beginTurn();
    co_return;
}

Task<Result<std::vector<KeyChange>>> ServerRecord::turnEnds(const TurnReport *report)
{
    for (const auto &command : report->commands) {
        if (kindOf(command).flushes && report->fate != Fate::Unknown)
            flushed();
    }
    return endTurn();
}

Task<Result<std::vector<KeyChange>>> ServerRecord::endTurn()
{
    if (!m_options.events) {
        m_inTurn = false;
        co_return std::vector<KeyChange>();
    }
    const auto reached = co_await barrier();
    auto changes = takeChanges();
    if (!reached) {
        m_inTurn = false;
        co_return reached.error();
    }
    if (m_options.looks)
        co_await lookAt(&changes);
    for (auto &change : changes) {
        if (isFlushed(change) && !change.after)
            note(change, lookAtNothing(change.id));
    }
    std::erase_if(changes, survived);
    m_inTurn = false;
    co_return changes;
}

Task<void> ServerRecord::lookAt(std::vector<KeyChange> *changes)
{
    std::map<int, std::vector<KeyChange *>> wanted;
    std::size_t looks = 0;
    for (auto &change : *changes) {
        if (!change.after && looks++ < mostLooks)
            wanted[change.id.db].push_back(&change);
    }
    for (auto &[db, mine] : wanted) {
        const auto atOnce = m_options.cluster ? 1 : mine.size(); // ASKING is about one transaction
        for (std::size_t i = 0; i < mine.size(); i += atOnce) {
            std::vector<KeyChange *> some(mine.begin() + static_cast<std::ptrdiff_t>(i),
                                          mine.begin() + static_cast<std::ptrdiff_t>(i + atOnce));
            // If a look fails, `after` stays empty. If the server has ended, this record ends, too.
            [[maybe_unused]] const auto looked = co_await lookIn(db, std::move(some));
        }
    }
}

// Reads each key as the type that it most likely has, and once more if the guess was wrong.
Task<Result<void>> ServerRecord::lookIn(int db, std::vector<KeyChange *> changes)
{
    auto *connection = co_await observer(db);
    if (!connection)
        co_return Error{ErrorKind::Transport, "no connection that looks at keys", "closed"};
    const LookRequest::Way way{m_hasPexpiretime, false, true};
    std::map<KeyChange *, ValueType> types;
    for (auto *change : changes)
        types[change] = likelyType(*change);
    for (int attempt = 0; attempt < 3 && !changes.empty(); ++attempt) {
        LookBatch batch(way);
        for (auto *change : changes) {
            LookRequest request;
            request.id = change->id;
            request.type = types[change];
            request.asksLength = true;
            batch.add(std::move(request));
        }
        std::optional<Waiting<Result<Reply>>> asking; // not awaited: its reply comes before the others
        if (m_options.cluster)
            asking.emplace(connection->command({"ASKING"}));
        auto sent = connection->send(batch.batch());
        const auto replies = co_await sent;
        if (!replies)
            co_return replies.error();
        auto looks = batch.looks(*replies);
        std::vector<KeyChange *> again;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            auto &look = looks[i];
            if (!look)
                co_return look.error();
            if (look->value.exists() && look->value.type != types[changes[i]]) {
                types[changes[i]] = look->value.type;
                again.push_back(changes[i]);
            } else {
                note(*changes[i], *std::move(look));
            }
        }
        changes = std::move(again);
    }
    co_return Result<void>();
}

// A wrong guess costs a second look, nothing else.
ValueType ServerRecord::likelyType(const KeyChange &change) const
{
    static const std::map<std::string_view, ValueType> types = {
        {"set", ValueType::String},      {"incrby", ValueType::String}, {"hset", ValueType::Hash},  {"hincrby", ValueType::Hash},
        {"zadd", ValueType::Zset},       {"zincr", ValueType::Zset},    {"rpush", ValueType::List}, {"lpush", ValueType::List},
        {"sadd", ValueType::Set},        {"append", ValueType::String}, {"hdel", ValueType::Hash},  {"zrem", ValueType::Zset},
        {"lpop", ValueType::List},       {"rpop", ValueType::List},     {"srem", ValueType::Set},   {"decrby", ValueType::String},
        {"setrange", ValueType::String},
    };
    for (auto event = change.events.rbegin(); event != change.events.rend(); ++event) {
        if (const auto type = types.find(*event); type != types.end())
            return type->second;
    }
    return change.before ? change.before->value.type : ValueType::String;
}

Task<RecordConnection *> ServerRecord::observer(int db)
{
    auto &connection = m_observers[db];
    if (!connection) {
        auto endpoint = m_endpoint;
        endpoint.db = db;
        connection = std::make_unique<RecordConnection>(endpoint, false, m_poller);
        connection->lost = [](const Error &) {}; // the subscriber's loss is reported instead
    }
    auto *chosen = connection.get(); // elements of a map do not move
    if (chosen->isOpen())
        co_return chosen;
    auto opening = chosen->open();
    const auto opened = co_await opening;
    co_return opened.ok() ? chosen : nullptr;
}

} // namespace lockcore
