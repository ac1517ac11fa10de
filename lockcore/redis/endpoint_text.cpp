// SPDX-License-Identifier: MIT
#include "lockcore/redis/endpoint.h"

#include "lockcore/base/bytes.h"
#include "lockcore/redis/url_text.h"

namespace lockcore {

namespace {

using Way = Endpoint::Transport;

std::string hostAndPort(const Endpoint &endpoint, const std::string &host)
{
    const bool ipv6 = endpoint.host.find(':') != std::string::npos;
    return (ipv6 ? '[' + host + ']' : host) + ':' + std::to_string(endpoint.port);
}

std::string query(const Endpoint &endpoint)
{
    std::string text;
    const auto add = [&](const char *name, const std::string &value) {
        if (!value.empty())
            text += (text.empty() ? '?' : '&') + std::string(name) + '=' + percentEncoded(value, "/:,");
    };
    if (endpoint.transport == Way::Unix && endpoint.db != 0)
        add("db", std::to_string(endpoint.db));
    if (endpoint.transport == Way::Tls) {
        add("ca", endpoint.tls.caFile);
        add("cert", endpoint.tls.certFile);
        add("key", endpoint.tls.keyFile);
        add("server-name", endpoint.tls.serverName);
        add("insecure", endpoint.tls.verify ? "" : "1");
    }
    return text;
}

} // namespace

std::string toString(const Endpoint &endpoint)
{
    const auto user = endpoint.user.empty() ? std::string() : percentEncoded(endpoint.user) + '@';
    if (endpoint.transport == Way::Unix)
        return "unix://" + user + percentEncoded(endpoint.path, "/") + query(endpoint);
    return (endpoint.transport == Way::Tls ? "rediss://" : "redis://") + user + hostAndPort(endpoint, percentEncoded(endpoint.host, ":"))
           + '/' + std::to_string(endpoint.db) + query(endpoint);
}

std::string shortName(const Endpoint &endpoint)
{
    const auto db = std::to_string(endpoint.db);
    if (endpoint.transport == Way::Unix)
        return escaped(endpoint.path) + (endpoint.db == 0 ? "" : "?db=" + db);
    return hostAndPort(endpoint, escaped(endpoint.host)) + '/' + db;
}

} // namespace lockcore
