// SPDX-License-Identifier: MIT
#include "monitor/refusal.h"

namespace lockcore {

namespace {

bool contains(const std::string &text, std::string_view words)
{
    return text.find(words) != text.npos;
}

} // namespace

bool isBusy(const Error &error)
{
    return error.is("BUSY") || error.is("LOADING") || error.is("MASTERDOWN");
}

bool isOutOfMemory(const Error &error)
{
    return error.is("OOM");
}

// "NOPERM User x has no permissions to run the 'get' command", before 7.0 "... to run the 'get' command or its subcommand";
// of keys and channels it is "NOPERM No permissions to access a key", "... one of the keys used as arguments".
bool isCommandRefused(const Error &error)
{
    return (error.is("NOPERM") && contains(error.text, "' command")) || (error.is("ERR") && contains(error.text, "unknown command"));
}

bool isKeyDenied(const Error &error)
{
    return error.is("NOPERM") && !isCommandRefused(error);
}

std::optional<Error> hindrance(const Replies &replies)
{
    for (const auto &reply : replies) {
        if (!reply.isError())
            continue;
        auto error = reply.toError();
        if (isBusy(error) || isCommandRefused(error))
            return error;
    }
    return std::nullopt;
}

} // namespace lockcore
