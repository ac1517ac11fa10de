// SPDX-License-Identifier: MIT
#include "lockcore/judge/resource_content.h"

namespace lockcore::detail {

namespace {

bool bounded(std::int64_t number) { return number <= mostStock && number >= -mostStock; }

} // namespace

void ResourceContent::read(const entry::Accessed &call)
{
    if (!call.version)
        return;
    version = *call.version;
    if (call.value)
        values[*call.version] = *call.value;
}

bool ResourceContent::sell(const entry::Accessed &call)
{
    const auto based = call.based ? values.find(*call.based) : values.end();
    if (!call.value || based == values.end() || !bounded(based->second) || !bounded(*call.value) || !bounded(sold))
        return false;
    sold += based->second - *call.value;
    return true;
}

void ResourceContent::write(const entry::Accessed &call)
{
    version = call.version ? *call.version : version + (version < mostStock ? 1 : 0);
    if (call.value)
        values[version] = *call.value;
}

} // namespace lockcore::detail
