// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/trace_line.h"

#include <algorithm>
#include <cstring>

namespace lockcore {

namespace {

Bytes upperName(const std::vector<Bytes> &words)
{
    Bytes name = words.empty() ? Bytes() : words.front().substr(0, 32);
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c; });
    return name;
}

} // namespace

TraceLine::~TraceLine()
{
    for (auto &word : words)
        ::explicit_bzero(word.data(), word.size());
}

Bytes TraceLine::command() const { return upperName(words) + (script ? " in " + upperName(script->words) : Bytes()); }

bool TraceLine::sends(const Bytes &owner) const
{
    constexpr std::size_t least = 4;     // a shorter text may be a number of keys or a lease
    constexpr std::size_t leastPart = 8; // and this a part of anything
    if (owner.size() < least)
        return false;
    const auto has = [&](const Bytes &word) {
        return word == owner || (owner.size() >= leastPart && word.size() > owner.size() && word.find(owner) != Bytes::npos);
    };
    return std::ranges::any_of(words.begin() + (words.empty() ? 0 : 1), words.end(), has) || (script && script->sends(owner));
}

} // namespace lockcore
