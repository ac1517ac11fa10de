// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

namespace {

bool contains(const std::string &text, std::string_view words) { return text.find(words) != text.npos; }

bool isUnknownCommand(const Error &error) { return error.is("ERR") && contains(error.text, "unknown command"); }

} // namespace

bool isBusy(const Error &error) { return error.is("BUSY") || error.is("LOADING") || isDown(error); }

bool isDown(const Error &error) { return error.is("CLUSTERDOWN") || error.is("MASTERDOWN"); }

bool isOutOfMemory(const Error &error) { return error.is("OOM"); }

bool isRetyped(const Error &error) { return error.is("WRONGTYPE"); }

// True also if the look was refused, not only if the connection has skipped the reply.
bool isTooLarge(const Error &error) { return error.detail == "too-large"; }

// "NOPERM User x has no permissions to run the 'get' command", before 7.0 "... to run the 'get' command or its subcommand"; in a script
// "The user executing the script can't run this command or subcommand". For keys and channels the text is "NOPERM No permissions to access
// a key", "... one of the keys used as arguments".
bool isCommandRefused(const Error &error)
{
    return (error.is("NOPERM") && contains(error.text, "' command")) || isUnknownCommand(error)
           || contains(error.text, "can't run this command");
}

Notice noticeOfRefused(const Error &error, std::string command)
{
    return {isUnknownCommand(error) ? Notice::Kind::UnknownCommand : Notice::Kind::DeniedCommand, std::move(command)};
}

bool isRefusedForGood(const Error &error) { return isCommandRefused(error) || error.is("NOAUTH") || error.is("WRONGPASS"); }

bool isKeyDenied(const Error &error) { return error.is("NOPERM") && !isCommandRefused(error); }

bool forbidsCompanions(const Error &error) { return isKeyDenied(error) || error.is("CROSSSLOT") || error.is("MOVED"); }

bool isElsewhere(const Error &error) { return error.is("MOVED") || error.is("ASK"); }

bool isOnItsWay(const Error &error) { return isElsewhere(error) || error.is("TRYAGAIN"); }

bool forbidsTransactions(const Error &error) { return error.is("CROSSSLOT"); }

// Example: "EXECABORT Transaction discarded because of: NOPERM this user has no permissions to run the 'exec' command".
Error transactionError(const Error &error)
{
    constexpr std::string_view before = "because of: ";
    const auto at = error.text.find(before);
    return error.is("EXECABORT") && at != error.text.npos ? serverError(error.text.substr(at + before.size())) : error;
}

// Before 7.0 "ERR Error running script (call to f_…): @user_script:9: @user_script: 9: -READONLY You can't …"; in 7.0 "READONLY You can't …
// script: 0fe3…, on @user_script:9." and "ERR The user executing the script can't …"; since then "ERR ACL failure in script: User x has no
// permissions …".
Error scriptError(const Error &error)
{
    constexpr std::string_view aclFailure = "ERR ACL failure in script: ";
    auto text = error.text;
    if (const auto place = text.find(", on @user_script"); place != text.npos)
        text.erase(std::min(text.rfind(" script: ", place), place));
    if (const auto place = text.rfind("@user_script: "); place != text.npos)
        text.erase(0, text.find(": ", text.find(": ", place) + 2) + 2);
    if (text.starts_with('-'))
        text.erase(0, 1);
    if (text.starts_with(aclFailure))
        return serverError("NOPERM " + text.substr(aclFailure.size()));
    if (const auto who = text.find("The user executing"); who != text.npos)
        return serverError("NOPERM " + text.substr(who));
    return serverError(text);
}

bool isHindrance(const Error &error) { return isBusy(error) || isCommandRefused(error); }

std::optional<Error> hindrance(const Replies &replies)
{
    for (const auto &reply : replies) {
        if (!reply.isError())
            continue;
        auto error = reply.toError();
        if (isHindrance(error))
            return error;
    }
    return std::nullopt;
}

} // namespace lockcore
