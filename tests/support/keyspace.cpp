// SPDX-License-Identifier: MIT
#include "support/keyspace.h"

#include <algorithm>

namespace lockcore::test {

namespace {

constexpr auto readAll = R"(
local read = {
  string = function(key) return {'', redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
}
local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  all[#all + 1] = {key, kind, ends(key), read[kind](key)}
end
return all)";
constexpr auto endsBefore7 = R"(
local function ends(key)
  local now, left = redis.call('TIME'), redis.call('PTTL', key)
  return left < 0 and left or now[1] * 1000 + math.floor(now[2] / 1000) + left
end)";
constexpr auto endsSince7 = R"(
local function ends(key) return redis.call('PEXPIRETIME', key) end)";

bool isSingle(ValueType type) { return type == ValueType::List || type == ValueType::Set; }

KeyState stateFrom(const Reply &reply)
{
    KeyState state;
    state.type = valueTypeFrom(reply.elements[1].text).value_or(ValueType::Other);
    if (reply.elements[2].integer >= 0)
        state.ends = Milliseconds(reply.elements[2].integer);
    const auto &values = reply.elements[3].elements;
    const std::size_t step = isSingle(state.type) ? 1 : 2;
    for (std::size_t i = 0; i + step <= values.size(); i += step)
        state.elements.emplace_back(values[i].text, step == 2 ? values[i + 1].text : Bytes());
    if (state.type == ValueType::Hash || state.type == ValueType::Set)
        std::ranges::sort(state.elements);
    return state;
}

Command commandFor(const Bytes &key, const KeyState &state)
{
    static const std::map<ValueType, std::string> verbs = {{ValueType::String, "SET"},
                                                           {ValueType::Hash, "HSET"},
                                                           {ValueType::Zset, "ZADD"},
                                                           {ValueType::List, "RPUSH"},
                                                           {ValueType::Set, "SADD"}};
    Command command = {verbs.at(state.type), key};
    for (const auto &[name, value] : state.elements) {
        if (state.type == ValueType::Zset)
            command.push_back(value);
        if (state.type != ValueType::String)
            command.push_back(name);
        if (state.type == ValueType::String || state.type == ValueType::Hash)
            command.push_back(value);
    }
    return command;
}

} // namespace

bool KeyState::sameEnd(const KeyState &other) const
{
    return ends && other.ends ? std::chrono::abs(*ends - *other.ends) <= Milliseconds(50) : ends == other.ends;
}

const Bytes *KeyState::find(std::string_view name) const
{
    const auto found = std::ranges::find(elements, name, [](const auto &element) -> std::string_view { return element.first; });
    return found == elements.end() ? nullptr : &found->second;
}

Keyspace readKeyspace(RedisServer &server)
{
    static const auto script = std::string(RedisServer::isAtLeast(7, 0) ? endsSince7 : endsBefore7) + readAll;
    const auto reply = server.command({"EVAL", script, "0"});
    if (reply.isError())
        qFatal("%s", reply.text.c_str());
    Keyspace all;
    for (const auto &key : reply.elements)
        all.emplace(key.elements[0].text, stateFrom(key));
    return all;
}

void writeKey(RedisServer &server, const Bytes &key, const KeyState &state)
{
    std::vector<Command> commands = {{"DEL", key}, commandFor(key, state)};
    if (state.ends)
        commands.push_back({"PEXPIREAT", key, std::to_string(state.ends->count())});
    for (const auto &reply : server.pipeline(commands)) {
        if (reply.isError())
            qFatal("%s", reply.text.c_str());
    }
}

bool sameState(const Keyspace &a, const Keyspace &b)
{
    return std::ranges::equal(a, b, [](const auto &x, const auto &y) {
        return x.first == y.first && x.second.sameContent(y.second) && x.second.sameEnd(y.second);
    });
}

std::string toString(const Keyspace &keyspace)
{
    std::string text;
    for (const auto &[key, state] : keyspace) {
        text += escaped(key) + '=' + std::string(toString(state.type)) + '{';
        for (const auto &[name, value] : state.elements)
            text += escaped(name) + ':' + escaped(value) + ' ';
        text += '}' + (state.ends ? '@' + std::to_string(state.ends->count()) : std::string()) + ' ';
    }
    return text;
}

} // namespace lockcore::test
