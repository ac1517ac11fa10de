// SPDX-License-Identifier: MIT
// Whatever is typed as a URL: no crash, no password in a text, and an accepted URL can be written and read again.
#include "fuzz_input.h"
#include "lockcore/redis/endpoint.h"

using namespace lockcore;
using lockcore::test::FuzzInput;
using lockcore::test::must;

namespace {

constexpr std::string_view secret = "tOps3crEt";

void check(const std::string &url, bool holdsSecret)
{
    const auto endpoint = Endpoint::parse(url);
    if (!endpoint) {
        must(!endpoint.error().text.empty(), "a refusal says why", url);
        must(!holdsSecret || endpoint.error().text.find(secret) == std::string::npos, "no password in a refusal", url);
        return;
    }
    const auto text = toString(*endpoint);
    (void)shortName(*endpoint);
    must(!holdsSecret || (text + shortName(*endpoint)).find(secret) == std::string::npos, "no password in a name", url);
    auto wanted = *endpoint;
    wanted.password.clear();
    const auto again = Endpoint::parse(text);
    must(again.ok(), "what is written can be read", text);
    must(*again == wanted, "what is written means the same", text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    FuzzInput input(data, size);
    check(std::string(input.rest()), false);
    constexpr std::string_view schemes[] = {"redis://", "rediss://", "unix://", "redis+unix://", "REDIS://", "valkey://"};
    const std::string scheme(schemes[input.byte() % std::size(schemes)]);
    auto user = input.text();
    const std::string rest(input.rest());
    // If the user's name ends the authority, what follows is not a password.
    const bool elsewhereToo = (user + ' ' + rest).find(secret) != std::string::npos || (user + rest).find('%') != std::string::npos;
    if (user.find_first_of("/?#@") == user.npos)
        check(scheme + user + ':' + std::string(secret) + '@' + rest, !elsewhereToo);
    return 0;
}
