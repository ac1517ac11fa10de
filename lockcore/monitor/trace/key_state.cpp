// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/key_state.h"

#include "lockcore/monitor/transition/lock_snapshot.h"

#include <algorithm>
#include <cstdlib>

namespace lockcore {

namespace {

using Elements = std::vector<std::pair<Bytes, Bytes>>;

// Servers print the same score in different ways.
bool isSameScore(const Bytes &a, const Bytes &b) { return a == b || std::strtod(a.c_str(), nullptr) == std::strtod(b.c_str(), nullptr); }

bool areSameElements(Elements a, Elements b, ValueType type)
{
    if (a.size() != b.size())
        return false;
    if (type != ValueType::List) {
        std::ranges::sort(a);
        std::ranges::sort(b);
    }
    return std::ranges::equal(a, b, [type](const auto &one, const auto &other) {
        return one.first == other.first && (type == ValueType::Zset ? isSameScore(one.second, other.second) : one.second == other.second);
    });
}

bool isSameValue(const Value &a, const Value &b)
{
    return a.type == b.type && a.length == b.length
           && (a.type == ValueType::String ? a.text == b.text : areSameElements(a.elements, b.elements, a.type));
}

} // namespace

KeyState KeyState::hidden(ValueType type)
{
    KeyState state;
    state.content = Content::Hidden;
    state.value.type = type;
    state.deadlineKnown = false;
    return state;
}

KeyState KeyState::of(const KeySnapshot &look)
{
    KeyState state;
    state.value = look.value;
    if (look.deadline)
        state.deadline = TimeRange::at(*look.deadline);
    if (look.value.exists() && (look.value.type == ValueType::Other || !look.value.whole())) {
        state.content = Content::Hidden;
        state.value = {};
        state.value.type = look.value.type;
    }
    return state;
}

Passed passed(const KeyState &state, TimeRange now)
{
    if (state.isAbsent())
        return Passed::No;
    if (state.content == KeyState::Content::Unknown || !state.deadlineKnown)
        return Passed::Perhaps;
    if (!state.deadline)
        return Passed::No;
    const auto isPast = [](ServerTime deadline, ServerTime at) { return std::chrono::floor<Milliseconds>(at) > deadline; };
    if (isPast(state.deadline->to, now.from))
        return Passed::Yes;
    return isPast(state.deadline->from, now.to) ? Passed::Perhaps : Passed::No;
}

bool agrees(const KeyState &state, const KeySnapshot &look)
{
    if (state.content == KeyState::Content::Unknown)
        return true;
    if (state.isAbsent() || !look.value.exists())
        return state.isAbsent() && !look.value.exists();
    if (state.content == KeyState::Content::Hidden) {
        if (state.value.type != ValueType::Other && look.value.type != state.value.type)
            return false;
    } else if (!isSameValue(state.value, look.value)) {
        return false;
    }
    if (!state.deadlineKnown)
        return true;
    if (!state.deadline || !look.deadline)
        return !state.deadline && !look.deadline;
    return (TimeRange{state.deadline->from - Milliseconds(1), state.deadline->to + Milliseconds(1)}).meets(TimeRange::at(*look.deadline));
}

std::optional<KeySnapshot> lookOf(const KeyState &state, const LockId &id, ServerTime at)
{
    if (state.content != KeyState::Content::Known || !state.deadlineKnown)
        return std::nullopt;
    KeySnapshot look;
    look.id = id;
    look.at = at;
    look.value = state.value;
    if (state.deadline)
        look.deadline = state.deadline->to;
    return look;
}

std::string toString(const KeyState &state)
{
    if (state.content == KeyState::Content::Unknown)
        return "unknown";
    auto text = std::string(state.content == KeyState::Content::Hidden ? "hidden " : "") + std::string(toString(state.value.type));
    if (state.content == KeyState::Content::Known) {
        text += " " + escaped(state.value.text);
        for (const auto &[name, part] : state.value.elements)
            text += " " + escaped(name) + "=" + escaped(part);
    }
    if (state.deadline)
        text += " until " + std::to_string(state.deadline->from.time_since_epoch().count()) + ".."
                + std::to_string(state.deadline->to.time_since_epoch().count());
    return text + (state.deadlineKnown ? "" : " deadline unknown");
}

} // namespace lockcore
