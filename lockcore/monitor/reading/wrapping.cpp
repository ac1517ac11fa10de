// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/wrapping.h"

namespace lockcore {

namespace {

std::optional<UnwrappedLook> unwrappedHash(const KeySnapshot &look)
{
    UnwrappedLook result{look, {}, {}};
    for (auto &[field, value] : result.look.value.elements) {
        if (auto inner = unwrapped(std::string_view(field))) {
            result.raw.emplace(inner->text, std::exchange(field, inner->text));
            result.how = inner->how;
        }
        if (auto inner = unwrapped(std::string_view(value))) {
            value = std::move(inner->text);
            result.how = inner->how;
        }
    }
    result.look.wrapped = true;
    return result.how.empty() ? std::nullopt : std::optional(std::move(result));
}

} // namespace

std::optional<UnwrappedLook> unwrapped(const KeySnapshot &look)
{
    if (look.value.type == ValueType::Hash)
        return unwrappedHash(look);
    if (look.value.type != ValueType::String || !look.value.whole())
        return std::nullopt;
    auto inner = unwrapped(std::string_view(look.value.text));
    if (!inner)
        return std::nullopt;
    UnwrappedLook result{look, inner->how, {{inner->text, look.value.text}}};
    result.look.value.length = static_cast<std::int64_t>(inner->text.size());
    result.look.value.text = std::move(inner->text);
    result.look.wrapped = true;
    return result;
}

} // namespace lockcore
