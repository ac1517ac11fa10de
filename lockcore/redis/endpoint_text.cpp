// SPDX-License-Identifier: MIT
#include "lockcore/redis/endpoint.h"

#include "lockcore/base/bytes.h"
#include "lockcore/redis/url_text.h"

#include <algorithm>

namespace lockcore {

namespace {

using Way = Endpoint::Transport;

std::string hostAndPort(const HostPort &address, const std::string &host)
{
    const bool ipv6 = address.host.find(':') != std::string::npos;
    return (ipv6 ? '[' + host + ']' : host) + ':' + std::to_string(address.port);
}

std::string inUrl(const HostPort &address) { return hostAndPort(address, percentEncoded(address.host, ":")); }

std::string inUrl(const std::vector<HostPort> &addresses)
{
    std::string text;
    for (const auto &address : addresses)
        text += (text.empty() ? "" : ",") + inUrl(address);
    return text;
}

std::string inQuery(const AddressMap &map)
{
    std::string text;
    for (const auto &[announced, reachable] : map)
        text += (text.empty() ? "" : ",") + toString(announced) + '=' + toString(reachable);
    return text;
}

std::string query(const Endpoint &endpoint)
{
    std::string text;
    const auto add = [&](const char *name, const std::string &value) {
        if (!value.empty())
            text += (text.empty() ? '?' : '&') + std::string(name) + '=' + percentEncoded(value, "/:,=[]");
    };
    if (endpoint.group) {
        add("sentinelMasterId", endpoint.group->primary);
        add("sentinel-user", endpoint.group->user);
        if (endpoint.group->tls != (endpoint.transport == Way::Tls))
            add("sentinel-tls", endpoint.group->tls ? "1" : "0");
        add("map", inQuery(endpoint.group->reachable));
    }
    if (endpoint.cluster)
        add("map", inQuery(endpoint.cluster->reachable));
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

std::string toString(const HostPort &address) { return hostAndPort(address, escaped(address.host)); }

const HostPort &reachable(const AddressMap &map, const HostPort &announced)
{
    const auto found = std::ranges::find(map, announced, &AddressMap::value_type::first);
    return found == map.end() ? announced : found->second;
}

std::string toString(const Endpoint &endpoint)
{
    const auto user = endpoint.user.empty() ? std::string() : percentEncoded(endpoint.user) + '@';
    if (endpoint.transport == Way::Unix)
        return "unix://" + user + percentEncoded(endpoint.path, "/") + query(endpoint);
    const std::string scheme = endpoint.transport == Way::Tls ? "rediss" : "redis";
    if (endpoint.cluster)
        return scheme + "-cluster://" + user + inUrl(endpoint.cluster->nodes) + query(endpoint);
    return scheme + (endpoint.group ? "-sentinel://" : "://") + user
           + (endpoint.group ? inUrl(endpoint.group->sentinels) : inUrl(HostPort{endpoint.host, endpoint.port})) + '/'
           + std::to_string(endpoint.db) + query(endpoint);
}

std::string shortName(const Endpoint &endpoint)
{
    const auto db = std::to_string(endpoint.db);
    if (endpoint.transport == Way::Unix)
        return escaped(endpoint.path) + (endpoint.db == 0 ? "" : "?db=" + db);
    if (endpoint.group)
        return escaped(endpoint.group->primary) + '/' + db + " via " + toString(endpoint.group->sentinels.front());
    if (endpoint.cluster)
        return "cluster via " + toString(endpoint.cluster->nodes.front());
    return toString(HostPort{endpoint.host, endpoint.port}) + '/' + db;
}

} // namespace lockcore
