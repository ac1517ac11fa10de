// SPDX-License-Identifier: MIT
#include "support/mutations.h"

#include <cctype>

namespace lockcore::test {

namespace {

constexpr Milliseconds step{7'000};

void run(const MutationTarget &to, const Command &command)
{
    const auto reply = to.server.command(command);
    if (reply.isError() && reply.text != "ERR no such key") // then the lock was already released
        qFatal("%s %s: %s", command[0].c_str(), command[1].c_str(), reply.text.c_str());
}

void replaceAll(Bytes &text, const Bytes &what, const Bytes &with)
{
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

// The lock's keys with another owner instead of the old one.
Keyspace takenByAnother(const MutationTarget &to)
{
    Keyspace all;
    if (to.owner.empty()) {
        all = to.before;
        auto &[name, value] = all.at(to.key).elements.front();
        (name.empty() ? value : name) = anotherName(name.empty() ? value : name);
        return all;
    }
    const auto &owner = to.owner;
    const auto other = anotherName(owner);
    for (const auto &[name, before] : to.before) {
        auto key = name;
        auto state = before;
        if (key != to.key)
            replaceAll(key, owner, other);
        for (auto &[element, value] : state.elements) {
            replaceAll(element, owner, other);
            replaceAll(value, owner, other);
        }
        all.emplace(std::move(key), std::move(state));
    }
    return all;
}

void moveEnds(Keyspace &keyspace, Milliseconds by)
{
    for (auto &[key, state] : keyspace) {
        if (state.ends)
            *state.ends += by;
    }
}

void writeAll(const MutationTarget &to, const Keyspace &keyspace)
{
    to.server.command({"FLUSHDB"});
    for (const auto &[key, state] : keyspace)
        writeKey(to.server, key, state);
}

void endAt(const MutationTarget &to, const Bytes &key, Milliseconds moment) { run(to, {"PEXPIREAT", key, std::to_string(moment.count())}); }

Milliseconds someEnd(const MutationTarget &to)
{
    return to.state().ends.value_or(Milliseconds(to.server.command({"TIME"}).elements[0].toInteger().value_or(0) * 1000 + 100'000));
}

template <class Change>
void eachCompanion(const MutationTarget &to, Change change)
{
    for (const auto &[key, state] : to.before) {
        if (key != to.key)
            change(key, state);
    }
}

void nothing(const MutationTarget &) { }

void renewed(const MutationTarget &to) { endAt(to, to.key, someEnd(to) + step); }

void shortened(const MutationTarget &to) { endAt(to, to.key, someEnd(to) - step); }

void persisted(const MutationTarget &to) { run(to, {"PERSIST", to.key}); }

void deleted(const MutationTarget &to) { run(to, {"DEL", to.key}); }

void expired(const MutationTarget &to) { endAt(to, to.key, Milliseconds(1)); }

void takenByAnother_(const MutationTarget &to)
{
    auto taken = takenByAnother(to);
    moveEnds(taken, step);
    writeAll(to, taken);
}

void takenAgain(const MutationTarget &to)
{
    auto taken = to.before;
    moveEnds(taken, step);
    writeAll(to, taken);
}

void writtenAgainAsItWas(const MutationTarget &to) { writeAll(to, to.before); }

// The state after a re-entry, or after the renewal of a holder's own lease.
void reentered(const MutationTarget &to)
{
    auto state = to.state();
    for (auto &[name, value] : state.elements) {
        const bool isIt = to.owner.empty() || name == to.owner || name.find(to.owner) != name.npos || value.find(to.owner) != value.npos;
        if (const auto number = parseInteger(value); number && isIt && state.type != ValueType::String)
            value = std::to_string(*number + 1);
    }
    if (state.type == ValueType::String)
        state.elements.front().second += '1';
    writeKey(to.server, to.key, state);
}

void joined(const MutationTarget &to)
{
    auto state = to.state();
    if (state.type != ValueType::String) {
        const auto [name, value] = state.elements.back();
        state.elements.emplace_back(anotherName(name), value);
    }
    writeKey(to.server, to.key, state);
}

void left(const MutationTarget &to)
{
    auto state = to.state();
    std::erase_if(state.elements, [&](const auto &element) { return element.first.find(to.owner) != Bytes::npos; });
    if (state.elements.empty())
        run(to, {"DEL", to.key});
    else
        writeKey(to.server, to.key, state);
}

void retype(const MutationTarget &to, const Bytes &key, const KeyState &state)
{
    const bool list = state.type == ValueType::List;
    writeKey(to.server, key, {list ? ValueType::String : ValueType::List, {{list ? "" : "work", "work"}}, state.ends});
}

void ofAnotherType(const MutationTarget &to) { retype(to, to.key, to.state()); }

void renamedAway(const MutationTarget &to) { run(to, {"RENAME", to.key, "elsewhere"}); }

void renamedOnto(const MutationTarget &to)
{
    writeKey(to.server, "elsewhere", takenByAnother(to).at(to.key));
    run(to, {"RENAME", "elsewhere", to.key});
}

void companionsDeleted(const MutationTarget &to)
{
    eachCompanion(to, [&](const Bytes &key, const KeyState &) { run(to, {"DEL", key}); });
}

void companionsOfAnotherType(const MutationTarget &to)
{
    eachCompanion(to, [&](const Bytes &key, const KeyState &state) { retype(to, key, state); });
}

void companionsRenewed(const MutationTarget &to)
{
    eachCompanion(to, [&](const Bytes &key, const KeyState &state) { endAt(to, key, state.ends.value_or(someEnd(to)) + step); });
}

void companionsShrunk(const MutationTarget &to)
{
    eachCompanion(to, [&](const Bytes &key, const KeyState &state) {
        auto rest = state;
        rest.elements.erase(rest.elements.begin());
        if (rest.elements.empty())
            run(to, {"DEL", key});
        else
            writeKey(to.server, key, rest);
    });
}

void flushed(const MutationTarget &to) { run(to, {"FLUSHALL", "SYNC"}); }

void swapped(const MutationTarget &to) { run(to, {"SWAPDB", "0", "1"}); }

} // namespace

Bytes anotherName(Bytes text)
{
    for (auto c = text.rbegin(); c != text.rend(); ++c) {
        if (std::isdigit(static_cast<unsigned char>(*c))) {
            *c = *c == '9' ? '8' : static_cast<char>(*c + 1);
            return text;
        }
    }
    return text + '1';
}

std::span<const Mutation> mutations()
{
    static constexpr Mutation all[] = {
        {"nothing", nothing},
        {"renewed", renewed},
        {"shortened", shortened},
        {"persisted", persisted},
        {"deleted", deleted},
        {"expired", expired},
        {"taken by another", takenByAnother_},
        {"taken again by the same", takenAgain},
        {"written again as it was", writtenAgainAsItWas},
        {"re-entered", reentered},
        {"joined", joined},
        {"left", left},
        {"of another type", ofAnotherType},
        {"renamed away", renamedAway},
        {"renamed onto", renamedOnto},
        {"companions deleted", companionsDeleted},
        {"companions of another type", companionsOfAnotherType},
        {"companions renewed", companionsRenewed},
        {"companions shrunk", companionsShrunk},
        {"flushed", flushed},
        {"swapped", swapped},
    };
    return all;
}

} // namespace lockcore::test
