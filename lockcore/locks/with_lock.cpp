// SPDX-License-Identifier: MIT
#include "lockcore/locks/with_lock.h"

namespace lockcore {

namespace {

Error refused(std::string why) { return {ErrorKind::Refused, std::move(why), "spec"}; }

} // namespace

Result<Bytes> keyOf(const LockSpec &spec, const LockArguments &arguments)
{
    const std::string_view text = spec.key;
    const auto unmatched = [&] { return refused("the braces in \"" + escaped(text) + "\" do not match"); };
    if (text.empty())
        return refused("a lock needs a key");
    Bytes key = spec.prefix;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool doubled = text.substr(i + 1, 1) == text.substr(i, 1);
        if (text[i] != '{' && text[i] != '}') {
            key += text[i];
        } else if (doubled) {
            key += text[i++];
        } else {
            const auto end = text.find_first_of("{}", i + 1);
            if (text[i] == '}' || end == text.npos || text[end] == '{')
                return unmatched();
            const std::string name(text.substr(i + 1, end - i - 1));
            const auto argument = arguments.find(name);
            if (argument == arguments.end())
                return refused("the key \"" + escaped(text) + "\" needs an argument \"" + escaped(name) + '"');
            key += argument->second;
            i = end;
        }
    }
    return key;
}

Result<std::unique_ptr<Lock>> lockOf(Context &context, const LockSpec &spec, const LockArguments &arguments)
{
    auto key = keyOf(spec, arguments);
    if (!key.ok())
        return key.error();
    const auto name = !spec.protocol.empty() ? spec.protocol : spec.watchdog ? "token-watchdog" : "token";
    const auto *protocol = findProtocol(name);
    if (!protocol)
        return refused("there is no lock protocol \"" + escaped(name) + '"');
    if (spec.watchdog && !protocol->watchdog)
        return refused("the protocol " + name + " has no watchdog");
    if (spec.expiry <= Milliseconds::zero() || spec.expiry > Lock::longestLease)
        return refused("an expiry must be more than 0 and at most a year");
    if (spec.retries < Wait::forEver || spec.interval < Milliseconds::zero())
        return refused("a retry count is -1 (for ever) or more, and an interval is not negative");
    auto options = spec.options;
    options["lease"] = std::to_string(spec.expiry.count()) + "ms";
    return protocol->make(context, *std::move(key), options);
}

Lease leaseOf(const LockSpec &spec)
{
    // A given lease is never renewed.
    return spec.watchdog ? Lease() : Lease(spec.expiry);
}

Wait waitOf(const LockSpec &spec)
{
    if (!spec.waits)
        return Wait::atOnce();
    // A limited number of tries implies polling: one interval between two tries.
    return spec.retries == Wait::forEver ? Wait::notified(spec.interval) : Wait::poll(spec.interval, spec.retries);
}

} // namespace lockcore
