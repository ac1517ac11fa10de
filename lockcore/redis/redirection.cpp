// SPDX-License-Identifier: MIT
#include "lockcore/redis/redirection.h"

#include "lockcore/redis/key_slot.h"

#include <charconv>

namespace lockcore {

std::optional<Redirection> redirectionIn(const Error &error, const HostPort &answering)
{
    if (!error.is("MOVED") && !error.is("ASK"))
        return std::nullopt;
    const auto &text = error.text;
    const auto first = text.find(' ');
    const auto second = text.find(' ', first + 1);
    const auto colon = text.rfind(':');
    if (first == text.npos || second == text.npos || colon == text.npos || colon < second)
        return std::nullopt;
    Redirection redirection;
    const auto *slotEnd = text.data() + second;
    const auto slot = std::from_chars(text.data() + first + 1, slotEnd, redirection.slot);
    const auto port = std::from_chars(text.data() + colon + 1, text.data() + text.size(), redirection.to.port);
    if (slot.ptr != slotEnd || port.ec != std::errc() || redirection.slot >= slotCount || redirection.to.port < 1
        || redirection.to.port > 65'535)
        return std::nullopt;
    redirection.to.host = text.substr(second + 1, colon - second - 1);
    if (redirection.to.host.empty() || redirection.to.host == "?")
        redirection.to.host = answering.host;
    return redirection;
}

} // namespace lockcore
