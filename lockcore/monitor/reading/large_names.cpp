// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/large_names.h"

namespace lockcore {

void LargeNames::add(const Bytes &key) { m_known[key] = {}; }

void LargeNames::forget(const Bytes &key)
{
    if (!m_known.empty())
        m_known.erase(key);
}

bool LargeNames::isStillLarge(const Bytes &key, std::int64_t elements)
{
    const auto found = m_known.find(key);
    if (found == m_known.end())
        return false;
    auto &known = found->second;
    if (elements < known.elements.value_or(elements))
        return false;
    known.elements = known.elements.value_or(elements);
    known.sweepsSince = 0;
    return true;
}

void LargeNames::sweepEnds()
{
    for (auto &[key, known] : m_known)
        ++known.sweepsSince;
    std::erase_if(m_known, [](const auto &one) { return one.second.sweepsSince > 1; });
}

std::vector<Bytes> LargeNames::names(std::size_t most) const
{
    std::vector<Bytes> names;
    for (auto known = m_known.begin(); known != m_known.end() && names.size() < most; ++known)
        names.push_back(known->first);
    return names;
}

} // namespace lockcore
