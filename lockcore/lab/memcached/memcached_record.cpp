// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_record.h"

#include "lockcore/lab/memcached/memcached_command.h"
#include "lockcore/lab/record/gate_report.h"
#include "lockcore/redis/command_keys.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace lockcore {

namespace {

const Error noMemcached{ErrorKind::Transport, "the server is lost", "closed"};

LockId idOf(const Bytes &key) { return {0, key}; }

bool hasEffect(const TurnReport &report)
{
    constexpr std::array<std::string_view, 5> words = {"STORED", "DELETED", "TOUCHED", "HD", "OK"};
    const auto said = [&](std::string_view word) { return report.reply.starts_with(word); };
    return report.fate == Fate::Silent || std::ranges::any_of(words, said); // without a reply: nobody was between the looks
}

bool isIn(std::string_view name, std::initializer_list<std::string_view> names) { return std::ranges::find(names, name) != names.end(); }

// The events by which Redis would announce it, since the book of keys knows these.
std::vector<std::string> eventsOf(const TurnReport &report, const Bytes *casBefore, const Bytes *casAfter)
{
    const auto name = nameOf(report.commands.front());
    if (!casAfter)
        return {name == "FLUSH_ALL" ? "flushed" : hasEffect(report) ? "del" : "expired"};
    if (casBefore && *casBefore == *casAfter)
        return isIn(name, {"TOUCH", "GAT", "GATS"}) ? std::vector<std::string>{"expire"} : std::vector<std::string>();
    if (casBefore && name == "ADD") // it adds only what is not there
        return {"expired", "set"};
    if (isIn(name, {"APPEND", "PREPEND"}))
        return {"append"};
    return {isIn(name, {"INCR", "DECR", "MA"}) ? "incrby" : "set"};
}

} // namespace

MemcachedRecord::MemcachedRecord(Endpoint endpoint, Poller &poller)
    : m_endpoint(std::move(endpoint))
    , m_poller(poller)
{ }

MemcachedRecord::~MemcachedRecord() = default;

Task<Result<void>> MemcachedRecord::open()
{
    m_isOpen = false;
    m_seen.clear();
    m_framer = {};
    endQuestions();
    auto socket = connectToUnixSocket(m_endpoint.path);
    if (!socket)
        co_return Error{ErrorKind::Transport, "no connection to memcached: " + std::generic_category().message(errno), "closed"};
    m_stream.emplace(m_poller, std::move(socket));
    m_stream->received = [this](std::string_view bytes) { receive(bytes); };
    m_stream->ended = [this] { fail(); };
    auto reaching = barrier(1);
    const auto reached = co_await reaching;
    m_isOpen = reached.ok();
    co_return reached;
}

Waiting<Result<std::vector<ReplyFrame>>> MemcachedRecord::ask(const Bytes &requests, std::size_t replies)
{
    Asked asked;
    asked.left = replies;
    auto waiting = asked.answer.waiting();
    const bool isOpen = m_stream && m_stream->isOpen();
    if (!isOpen) {
        asked.answer.complete(noMemcached);
    } else if (replies == 0) {
        asked.answer.complete(std::vector<ReplyFrame>());
    } else {
        m_asked.push_back(std::move(asked));
        m_stream->write(requests);
    }
    return waiting;
}

void MemcachedRecord::receive(std::string_view bytes)
{
    m_framer.feed(bytes);
    for (;;) {
        auto frame = m_framer.next();
        if (!frame || (*frame && m_asked.empty()))
            return fail();
        if (!*frame)
            return;
        auto &asked = m_asked.front();
        asked.replies.push_back(**std::move(frame));
        if (--asked.left > 0)
            continue;
        auto done = std::move(asked);
        m_asked.pop_front();
        done.answer.complete(std::move(done.replies));
    }
}

void MemcachedRecord::fail()
{
    m_stream->close(); // possibly called from inside the stream
    m_seen.clear();
    endQuestions();
    if (std::exchange(m_isOpen, false))
        emit lost(noMemcached);
}

void MemcachedRecord::endQuestions()
{
    for (auto &asked : std::exchange(m_asked, {}))
        asked.answer.complete(noMemcached);
}

Task<Result<void>> MemcachedRecord::barrier(std::size_t rounds)
{
    for (; rounds > 0; --rounds) {
        auto asking = ask("mn\r\n", 1);
        const auto answered = co_await asking;
        if (!answered)
            co_return answered.error();
    }
    co_return Result<void>();
}

// `VA 36 t2 c7`, and the value on the next line; `EN`: there is no such item.
Task<Result<MemcachedRecord::Items>> MemcachedRecord::lookAt(std::set<Bytes> keys)
{
    Bytes requests;
    for (const auto &key : keys)
        requests += "mg " + key + " t c v\r\n";
    auto asking = ask(requests, keys.size());
    const auto replies = co_await asking;
    if (!replies)
        co_return replies.error();
    Items items;
    auto reply = replies->begin();
    for (const auto &key : keys) {
        const std::string_view text = (reply++)->bytes;
        const auto end = text.find("\r\n");
        const auto words = memcachedWords(text.substr(0, end));
        if (words.size() != 4 || words[0] != "VA")
            continue;
        const auto value = text.substr(end + 2, text.size() - end - 4);
        const auto left = parseInteger(std::string_view(words[2]).substr(1)); // -1: for ever
        Item item;
        item.cas = words[3];
        item.ends = left && *left >= 0;
        item.look.id = idOf(key);
        item.look.value.type = ValueType::String;
        item.look.value.text = value.substr(0, Value::mostTextBytes);
        item.look.value.length = static_cast<std::int64_t>(value.size());
        if (item.ends)
            item.look.deadline = item.look.at + std::chrono::seconds(*left);
        items.emplace(key, std::move(item));
    }
    co_return items;
}

void MemcachedRecord::noteEnding(const Bytes &key)
{
    const auto seen = m_seen.extract(key);
    if (!seen)
        return;
    KeyChange change;
    change.id = idOf(key);
    change.events = {"expired"};
    change.before = seen.mapped().look;
    change.after.emplace().id = change.id;
    emit changed(change);
}

Task<void> MemcachedRecord::turnBegins(const TurnReport *report)
{
    const auto keys = memcachedKeys(report->commands.front()); // memcached queues no commands
    m_keys = {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(std::min(keys.size(), mostKeys))};
    auto looking = lookAt(m_keys);
    const auto items = co_await looking;
    if (!items)
        co_return; // the end of the turn reports it
    for (const auto &key : m_keys) {
        if (!items->contains(key))
            noteEnding(key);
    }
    for (const auto &[key, item] : *items)
        m_seen.insert_or_assign(key, item);
}

Task<Result<std::vector<KeyChange>>> MemcachedRecord::turnEnds(const TurnReport *report)
{
    if (nameOf(report->commands.front()) == "FLUSH_ALL") {
        for (const auto &[key, item] : m_seen)
            m_keys.insert(key);
    }
    auto looking = lookAt(m_keys);
    const auto items = co_await looking;
    if (!items)
        co_return items.error();
    auto changes = takeChanges(*report, *items);
    co_return changes;
}

std::vector<KeyChange> MemcachedRecord::takeChanges(const TurnReport &report, const Items &now)
{
    std::vector<KeyChange> changes;
    for (const auto &key : m_keys) {
        const auto before = m_seen.extract(key);
        const auto after = now.find(key);
        const bool isThere = after != now.end();
        KeyChange change;
        change.id = idOf(key);
        if (before || isThere)
            change.events = eventsOf(report, before ? &before.mapped().cas : nullptr, isThere ? &after->second.cas : nullptr);
        if (before)
            change.before = before.mapped().look;
        change.after.emplace().id = change.id;
        if (isThere) {
            change.after = after->second.look;
            m_seen.insert_or_assign(key, after->second);
        }
        if (!change.events.empty())
            changes.push_back(std::move(change));
    }
    return changes;
}

bool MemcachedRecord::awaitsEndings() const
{
    return m_isOpen && std::ranges::any_of(m_seen, [](const auto &seen) { return seen.second.ends; });
}

Task<void> MemcachedRecord::noticeEndings()
{
    std::set<Bytes> keys;
    for (const auto &[key, item] : m_seen) {
        if (item.ends && keys.size() < mostKeys)
            keys.insert(key);
    }
    auto looking = lookAt(keys);
    const auto items = co_await looking;
    if (!items)
        co_return;
    for (const auto &key : keys) {
        if (!items->contains(key))
            noteEnding(key);
    }
}

} // namespace lockcore
