// SPDX-License-Identifier: MIT
// What a field of a scenario's file can be, besides what its type says. Pure; any thread.
#pragma once

#include "lockcore/base/clock.h"

#include <cstdint>

namespace lockcore {

struct FieldRule
{
    enum class Presence {
        Optional,
        Written, ///< also if its value is the usual one; a file may leave it out
        Needed,
    };

    static constexpr Milliseconds longest = std::chrono::minutes(10); ///< of every time

    std::int64_t least = 0, most = longest.count(); ///< of numbers, and of times in ms
    Presence presence = Presence::Optional;
    const char *former = nullptr; ///< an older name, for one value of the list

    static constexpr FieldRule range(std::int64_t least, std::int64_t most) { return {least, most}; }
    static constexpr FieldRule from(std::int64_t least, Presence presence = Presence::Optional)
    {
        return {least, longest.count(), presence};
    }
    static constexpr FieldRule formerly(const char *name) { return {0, 0, Presence::Optional, name}; }
    static constexpr FieldRule needed(std::int64_t least = 0, std::int64_t most = 0) { return {least, most, Presence::Needed}; }
};

/// It lists its fields by each().
template <class Object>
concept HasFields = requires
{
    Object::each([](auto...) {});
};

} // namespace lockcore
