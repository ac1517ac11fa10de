// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/server_address.h"

#include "lockcore/redis/url_text.h"

namespace lockcore {

namespace {

std::string urlOf(Store store, const Endpoint &server, int port)
{
    if (store != Store::Redis)
        return std::string(wordOf(store)) + "://127.0.0.1:" + std::to_string(port);
    const auto user = percentEncoded(server.user);
    const auto password = percentEncoded(server.password);
    const auto secret = password.empty() ? user : user + ':' + password;
    return "redis://" + (secret.empty() ? "" : secret + '@') + "127.0.0.1:" + std::to_string(port) + '/' + std::to_string(server.db);
}

} // namespace

worker::Server addressOf(Store store, const Endpoint &server, int port)
{
    return {urlOf(store, server, port), "127.0.0.1", port, server.password, server.db, std::string(wordOf(store))};
}

} // namespace lockcore
