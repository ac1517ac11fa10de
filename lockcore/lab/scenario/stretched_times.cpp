// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/stretched_times.h"

#include "lockcore/base/duration.h"

#include <algorithm>

namespace lockcore {

namespace {

template <class Value>
void stretch(Value &value, int factor)
{
    if constexpr (std::is_same_v<Value, Milliseconds>) {
        constexpr auto longest = FieldRule::longest;
        value = std::clamp(std::clamp(value, -longest, longest) * factor, -longest, longest);
    } else if constexpr (std::is_same_v<Value, std::optional<Milliseconds>>) {
        if (value)
            stretch(*value, factor);
    } else if constexpr (HasFields<Value>) {
        Value::each([&](const char *, auto member, const FieldRule & = {}) { stretch(value.*member, factor); });
    } else if constexpr (requires { requires HasFields<typename Value::value_type>; }) {
        for (auto &one : value)
            stretch(one, factor);
    }
}

// A word is no time.
void stretchOption(std::string &option, int factor)
{
    const auto time = parseDuration(option);
    if (!time)
        return;
    auto longer = *time;
    stretch(longer, factor);
    option = std::to_string(std::max(longer, *time).count()) + "ms";
}

} // namespace

Scenario stretched(Scenario scenario, int factor)
{
    if (factor <= 1)
        return scenario;
    stretch(scenario, factor);
    for (auto &[name, value] : scenario.options)
        stretchOption(value, factor);
    return scenario;
}

} // namespace lockcore
