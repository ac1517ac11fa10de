// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/formats_by_type.h"

#include <map>

namespace lockcore {

std::span<const Format *const> formatsOf(ValueType type)
{
    static const std::map<ValueType, std::vector<const Format *>> byType = [] {
        std::map<ValueType, std::vector<const Format *>> all;
        for (const auto *format : formats()) {
            for (const auto its : format->types)
                all[its].push_back(format);
        }
        return all;
    }();
    const auto found = byType.find(type);
    return found == byType.end() ? std::span<const Format *const>() : found->second;
}

} // namespace lockcore
