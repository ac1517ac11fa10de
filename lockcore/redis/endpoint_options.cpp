// SPDX-License-Identifier: MIT
#include "lockcore/redis/endpoint_options.h"

#include "lockcore/base/bytes.h"
#include "lockcore/redis/url_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockcore {

namespace {

using Transport = Endpoint::Transport;

Result<void> setTlsFile(std::string_view name, std::string value, std::string &target)
{
    if (value.empty())
        return refused("the option " + std::string(name) + " needs a value: " + std::string(name) + "=FILE.pem");
    target = std::move(value);
    return {};
}

Result<void> setTlsOption(std::string_view name, std::string value, TlsOptions &tls)
{
    if (name == "ca")
        return setTlsFile(name, std::move(value), tls.caFile);
    if (name == "cert")
        return setTlsFile(name, std::move(value), tls.certFile);
    if (name == "key")
        return setTlsFile(name, std::move(value), tls.keyFile);
    if (name == "server-name") {
        if (value.empty())
            return refused("the option server-name needs a value: server-name=HOST");
        tls.serverName = std::move(value);
        return {};
    }
    if (value != "0" && value != "1")
        return refused("the option insecure is 1 (the certificate is not verified) or 0");
    tls.verify = value == "0";
    return {};
}

Result<void> setSentinelOption(std::string_view name, std::string value, SentinelGroup &group)
{
    if (value.empty())
        return refused("the option " + std::string(name) + " needs a value");
    if (name == "sentinel-tls") {
        if (value != "0" && value != "1")
            return refused("the option sentinel-tls is 1 (TLS to the sentinels) or 0");
        group.tls = value == "1";
    } else if (name == "sentinel-user") {
        group.user = std::move(value);
    } else {
        if (!group.primary.empty())
            return refused("the name of the primary is given twice: in the path and as sentinelMasterId");
        group.primary = std::move(value);
    }
    return {};
}

Result<void> readOption(const std::string &name, std::string value, Endpoint &endpoint)
{
    static constexpr std::array<std::string_view, 5> tlsNames = {"ca", "cert", "key", "server-name", "insecure"};
    static constexpr std::array<std::string_view, 3> sentinelNames = {"sentinelMasterId", "sentinel-user", "sentinel-tls"};
    if (name == "db")
        return readDb(value, endpoint);
    if (name == "map")
        return readMap(value, endpoint);
    if (std::find(sentinelNames.begin(), sentinelNames.end(), name) != sentinelNames.end()) {
        if (!endpoint.group)
            return refused("the option " + name + " is for sentinels: write redis-sentinel:// instead");
        return setSentinelOption(name, std::move(value), *endpoint.group);
    }
    if (std::find(tlsNames.begin(), tlsNames.end(), name) == tlsNames.end())
        return refused("the option \"" + escaped(elidedInMiddle(name, 40))
                       + "\" is not known: there are db; for rediss://, ca, cert, key, server-name and insecure; for "
                         "redis-sentinel://, sentinelMasterId, sentinel-user, sentinel-tls and map; for redis-cluster://, map");
    if (endpoint.transport != Transport::Tls)
        return refused("the option " + name + " is for TLS: write rediss:// instead");
    return setTlsOption(name, std::move(value), endpoint.tls);
}

} // namespace

Result<void> readMap(std::string_view text, Endpoint &endpoint)
{
    if (!endpoint.group && !endpoint.cluster)
        return refused("the option map is for sentinels and for a cluster: write redis-sentinel:// or redis-cluster:// instead");
    auto &map = endpoint.group ? endpoint.group->reachable : endpoint.cluster->reachable;
    if (text.empty())
        return refused("the option map needs a value");
    while (!text.empty()) {
        const auto pair = cutAtFirst(text, ',');
        const auto sides = cutAtFirst(pair.before, '=');
        if (sides.before.empty() || sides.after.empty())
            return refused("the option map needs two addresses: map=ANNOUNCED=REACHABLE, like map=172.17.0.2:6379=10.0.0.5:7001");
        auto announced = readAddress(sides.before);
        if (!announced)
            return announced.error();
        auto reachable = readAddress(sides.after);
        if (!reachable)
            return reachable.error();
        map.emplace_back(*std::move(announced), *std::move(reachable));
        text = pair.after;
    }
    return {};
}

Result<void> readDb(std::string_view text, Endpoint &endpoint)
{
    const auto db = digits(text);
    if (!db || *db > 0x7fffffff)
        return refused("\"" + escaped(elidedInMiddle(text, 40)) + "\" is not a database: write a number, 0 or more, like /0 or ?db=0");
    if (endpoint.cluster && *db != 0)
        return refused("a cluster has only the database 0: leave /" + std::to_string(*db) + " out");
    endpoint.db = static_cast<int>(*db);
    return {};
}

Result<void> readOptions(std::string_view query, bool dbIsGiven, Endpoint &endpoint)
{
    std::vector<std::string> seen;
    while (!query.empty()) {
        const auto option = cutAtFirst(query, '&');
        const auto parts = cutAtFirst(option.before, '=');
        const auto name = percentDecoded(parts.before, "name of an option");
        if (!name)
            return name.error();
        auto value = percentDecoded(parts.after, "value of an option");
        if (!value)
            return value.error();
        if (*name == "db" && dbIsGiven)
            return refused("the database is given twice: write /N or ?db=N");
        if (std::find(seen.begin(), seen.end(), *name) != seen.end())
            return refused("the option " + escaped(elidedInMiddle(*name, 40)) + " is given twice");
        if (auto done = readOption(*name, *std::move(value), endpoint); !done)
            return done;
        seen.push_back(*name);
        query = option.after;
    }
    if (endpoint.tls.certFile.empty() != endpoint.tls.keyFile.empty())
        return refused("a client certificate needs both cert=FILE.pem and key=FILE.pem");
    return {};
}

} // namespace lockcore
