// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/serialised.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using namespace std::string_view_literals;

constexpr std::array heads = {
    "\x80\x02"sv,         "\x80\x03"sv,         "\x80\x04"sv, "\x80\x05"sv,     "!\x80"sv,    "\x04\x08"sv,
    "\x00\x00\x00\x02"sv, "\xac\xed\x00\x05"sv, "\x1f\x8b"sv, "\x78\x9c"sv,     "\x78\xda"sv, "BZh"sv,
    "\x04\x22\x4d\x18"sv, "\x28\xb5\x2f\xfd"sv, "\x89PNG"sv,  "\xff\xd8\xff"sv, "HYLL"sv,
};

// PHP: `b:1;`, `i:17;`, `s:5:"alice";`, `a:1:{…}`, `N;`
bool isOfPhp(std::string_view text)
{
    constexpr std::string_view kinds = "biadsOC";
    const bool begins = text.size() > 3 && text[1] == ':' && kinds.find(text[0]) != kinds.npos;
    return text == "N;" || (begins && (text.back() == ';' || text.back() == '}'));
}

} // namespace

bool isSerialised(std::string_view bytes)
{
    return isOfPhp(bytes) || std::ranges::any_of(heads, [&](std::string_view head) { return bytes.starts_with(head); });
}

} // namespace lockcore
