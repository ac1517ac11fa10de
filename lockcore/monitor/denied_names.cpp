// SPDX-License-Identifier: MIT
#include "monitor/denied_names.h"

namespace lockcore {

namespace {

// Up to and with the first separator; without one the first four bytes, lest every name be a prefix of its own.
std::string prefixOf(std::string_view key)
{
    const auto separator = key.find_first_of(":./|#{-_");
    return std::string(key.substr(0, separator == key.npos ? 4 : separator + 1));
}

} // namespace

bool DeniedNames::mayAsk(std::string_view key)
{
    if (m_denials.empty())
        return true;
    const auto found = m_denials.find(prefixOf(key));
    if (found == m_denials.end() || found->second < mostDenials)
        return true;
    ++m_count;
    return false;
}

void DeniedNames::denied(std::string_view key)
{
    ++m_denials[prefixOf(key)];
    ++m_count;
}

} // namespace lockcore
