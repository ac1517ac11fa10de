// SPDX-License-Identifier: MIT
#include "lockcore/redis/endpoint.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/bytes.h"
#include "lockcore/redis/endpoint_options.h"
#include "lockcore/redis/url_text.h"

#include <algorithm>
#include <cstring>

#include <arpa/inet.h>

namespace lockcore {

namespace {

using Transport = Endpoint::Transport;

// Is it host, host:port or :port, perhaps with /db? Any other text without a scheme may contain a password.
bool isBareAddress(std::string_view text)
{
    const auto slash = cutAtFirst(text, '/');
    const auto close = slash.before.starts_with('[') ? slash.before.find(']') : std::string_view::npos;
    const auto host = close == std::string_view::npos ? cutAtFirst(slash.before, ':').before : slash.before.substr(0, close + 1);
    const auto port = slash.before.substr(host.size());
    const bool isHost = close != std::string_view::npos || host.empty() || isPlain(host);
    const bool isPort = port.empty() ? !host.empty() : port.front() == ':' && digits(port.substr(1));
    return isHost && isPort && (!slash.found || slash.after.empty() || digits(slash.after));
}

// Repeats the text only if it can only be a path.
Error noScheme(std::string_view url)
{
    if (url.starts_with('/') && url.find('@') == std::string_view::npos)
        return refused("\"" + escaped(url) + "\" is not an address: write unix://" + percentEncoded(url, "/"));
    return refused("this is not an address: write host:port, redis://host:port/db, rediss://host:port/db or unix:///path/to/redis.sock");
}

struct Scheme
{
    enum class Names { Server, Sentinels, Cluster };

    Transport transport = Transport::Tcp;
    Names names = Names::Server; // what the part between // and / names
};

Result<Scheme> schemeOf(std::string_view url)
{
    const auto at = url.find("://");
    if (at == std::string_view::npos)
        return isBareAddress(url) ? Result<Scheme>(Scheme{}) : noScheme(url);
    const auto scheme = asciiLower(url.substr(0, at));
    if (scheme == "redis")
        return Scheme{};
    if (scheme == "rediss")
        return Scheme{Transport::Tls};
    if (scheme == "unix" || scheme == "redis+unix")
        return Scheme{Transport::Unix};
    const auto transport = scheme.starts_with("rediss") ? Transport::Tls : Transport::Tcp;
    const auto isForm = [&](const std::string &form) {
        return scheme == "redis-" + form || scheme == "redis+" + form || scheme == "rediss-" + form || scheme == "rediss+" + form;
    };
    if (isForm("sentinel"))
        return Scheme{transport, Scheme::Names::Sentinels};
    if (isForm("cluster"))
        return Scheme{transport, Scheme::Names::Cluster};
    return refused((isPlain(scheme) ? "the scheme \"" + elidedInMiddle(scheme, 40) + "\" is not known"
                                    : std::string("the scheme before :// is not known"))
                   + ": write redis, rediss (TLS), unix, redis+unix, redis-sentinel, rediss-sentinel, redis-cluster or rediss-cluster");
}

Result<void> readUserInfo(std::string_view text, Endpoint &endpoint)
{
    const auto parts = cutAtFirst(text, ':');
    auto user = percentDecoded(parts.before, "user name");
    if (!user)
        return user.error();
    auto password = percentDecoded(parts.after, "password");
    if (!password)
        return password.error();
    endpoint.user = *std::move(user);
    endpoint.password = *std::move(password);
    return {};
}

bool isIpv6(const std::string &text)
{
    in6_addr address{};
    const auto zone = cutAtFirst(text, '%'); // fe80::1%eth0
    return inet_pton(AF_INET6, std::string(zone.before).c_str(), &address) == 1 && (!zone.found || isPlain(zone.after));
}

// Does not check a name against the letters that DNS allows: the resolver does this better. Refuses only characters which show that the
// user meant another part of the URL.
Result<std::string> readHost(std::string_view text)
{
    auto host = percentDecoded(text, "host");
    if (!host || host->empty())
        return host ? Result<std::string>("127.0.0.1") : host;
    const bool odd = std::any_of(host->begin(), host->end(), [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == 0x7f || std::strchr("\"/?#@[]\\<>^`{|}:", c) != nullptr;
    });
    if (odd || !isUtf8(*host))
        return refused("\"" + escaped(elidedInMiddle(*host, 80))
                       + "\" is not a host: write a name, an IPv4 address, or an IPv6 "
                         "address in brackets");
    return host;
}

Result<std::string> readIpv6(std::string_view text)
{
    auto host = percentDecoded(text, "host");
    if (host && !isIpv6(*host))
        return refused("\"" + escaped(elidedInMiddle(*host, 80)) + "\" in brackets is not an IPv6 address");
    return host;
}

Result<int> readPort(std::string_view text)
{
    const auto port = digits(text);
    // The sentence does not repeat the text: in redis://user:password, where the host is missing, the text is the password.
    if (!port)
        return refused("what follows the host's colon is not a port: write a number from 1 to 65535; a password comes before "
                       "an @, and a /, ? or # in it is written %2f, %3f or %23");
    if (*port < 1 || *port > 65535)
        return refused("the port is out of range: write a number from 1 to 65535");
    return static_cast<int>(*port);
}

Result<void> readServer(std::string_view text, Endpoint &endpoint)
{
    if (text.find(',') != std::string_view::npos)
        return refused(
            "there is a comma in the host: several addresses are those of a cluster's nodes, written redis-cluster://host1,host2, "
            "or of sentinels, written redis-sentinel://host1,host2/NAME");
    auto address = readAddress(text);
    if (!address)
        return address.error();
    endpoint.host = std::move(address->host);
    endpoint.port = address->port;
    return {};
}

// Separated by commas. `what`: their plural.
Result<std::vector<HostPort>> readAddresses(std::string_view text, int usualPort, const std::string &what)
{
    constexpr std::size_t most = 32;
    std::vector<HostPort> addresses;
    for (Cut cut{{}, text, true}; cut.found;) {
        cut = cutAtFirst(cut.after, ',');
        auto address = readAddress(cut.before, usualPort);
        if (!address)
            return address.error();
        addresses.push_back(*std::move(address));
    }
    if (addresses.size() > most)
        return refused("there are more than 32 " + what + " in the URL: a few of them are enough");
    return addresses;
}

Result<void> readSentinels(std::string_view text, Endpoint &endpoint)
{
    constexpr int usualPort = 26379;
    auto sentinels = readAddresses(text, usualPort, "sentinels");
    if (!sentinels)
        return sentinels.error();
    auto &group = endpoint.group.emplace();
    group.tls = endpoint.transport == Transport::Tls;
    group.sentinels = *std::move(sentinels);
    endpoint.host = group.sentinels.front().host;
    endpoint.port = group.sentinels.front().port;
    return {};
}

Result<void> readSeeds(std::string_view text, Endpoint &endpoint)
{
    constexpr int usualPort = 6379;
    auto nodes = readAddresses(text, usualPort, "nodes");
    if (!nodes)
        return nodes.error();
    endpoint.host = nodes->front().host;
    endpoint.port = nodes->front().port;
    endpoint.cluster.emplace().nodes = *std::move(nodes);
    return {};
}

// `name`, `name/db` or `db`; the name may also be an option.
Result<void> readSentinelPath(std::string_view path, Endpoint &endpoint)
{
    const auto parts = cutAtFirst(path, '/');
    const bool isName = !parts.before.empty() && (parts.found || !digits(parts.before));
    if (isName) {
        auto name = percentDecoded(parts.before, "name of the primary");
        if (!name)
            return name.error();
        endpoint.group->primary = *std::move(name);
    }
    const auto db = isName ? parts.after : parts.before;
    return db.empty() ? Result<void>() : readDb(db, endpoint);
}

Result<void> readSocketPath(std::string_view encodedPath, Endpoint &endpoint)
{
    auto path = percentDecoded(encodedPath, "path");
    if (!path)
        return path.error();
    if (path->size() < 2 || path->back() == '/')
        return refused("the path of the socket is missing: write unix:///path/to/redis.sock, with three slashes");
    if (path->size() > 107)
        return refused("the path of the socket is longer than the 107 bytes that a Unix socket allows");
    endpoint.path = *std::move(path);
    return {};
}

bool hasControlCharacter(std::string_view url)
{
    return std::any_of(url.begin(), url.end(), [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; });
}

struct Parts
{
    std::string_view userInfo;
    std::string_view host;
    std::string_view path; // with the leading slash
    std::string_view query;
};

// Separates all parts before it checks any of them, so that no sentence repeats a piece of the password.
Result<Parts> split(std::string_view rest, bool isUnix)
{
    const auto query = cutAtFirst(rest, '?');
    const auto slash = std::min(query.before.find('/'), query.before.size());
    const auto authority = query.before.substr(0, slash);
    const auto path = query.before.substr(slash);
    const auto at = authority.rfind('@');
    const bool hasUser = at != std::string_view::npos;
    const Parts parts = {hasUser ? authority.substr(0, at) : std::string_view(), hasUser ? authority.substr(at + 1) : authority, path,
                         query.after};
    if (parts.userInfo.find('@') != std::string_view::npos)
        return refused("there are two @ before the host: write %40 for the one in a user name or password");
    if (isUnix && !parts.host.empty())
        return refused("a socket has no host: write unix:///path/to/redis.sock, with three slashes; in a password, / is written "
                       "%2f and ? is written %3f");
    const auto behind = rest.substr(authority.size());
    if (!isUnix && behind.find('@') != std::string_view::npos)
        return refused("there is an @ after the host: if it ends a password, write the / in it as %2f and the ? as %3f; else "
                       "write %40");
    return parts;
}

} // namespace

Result<HostPort> readAddress(std::string_view text, int usualPort)
{
    const bool bracketed = text.starts_with('[');
    const auto close = text.find(']');
    if (bracketed && close == std::string_view::npos)
        return refused("the bracket of the IPv6 address is not closed: write [::1]");
    auto rest = bracketed ? text.substr(close + 1) : std::string_view();
    if (!bracketed) {
        const auto colon = text.find(':');
        if (colon != std::string_view::npos && text.find(':', colon + 1) != std::string_view::npos) {
            if (isIpv6(std::string(text)))
                return refused("an IPv6 address needs brackets: write [" + std::string(text) + "]");
            return refused("there are two colons after the host: write host:port; a password comes before an @");
        }
        rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
        text = text.substr(0, colon);
    }
    if (!rest.empty() && rest.front() != ':')
        return refused("only :port can follow the bracketed address");
    auto host = bracketed ? readIpv6(text.substr(1, close - 1)) : readHost(text);
    if (!host)
        return host.error();
    const auto port = rest.empty() ? Result<int>(usualPort) : readPort(rest.substr(1));
    return port ? Result<HostPort>(HostPort{*std::move(host), *port}) : port.error();
}

Result<Endpoint> Endpoint::parse(std::string_view url)
{
    const auto scheme = schemeOf(url);
    if (!scheme)
        return scheme.error();
    if (hasControlCharacter(url))
        return refused("there is a space or a control character in the URL: write %20 for a space");
    if (url.find('#') != std::string_view::npos)
        return refused("there is a # in the URL: write %23 for it");
    const bool isUnix = scheme->transport == Transport::Unix;
    const auto colon = url.find("://");
    const auto parts = split(colon == std::string_view::npos ? url : url.substr(colon + 3), isUnix);
    if (!parts)
        return parts.error();

    Endpoint endpoint;
    endpoint.transport = scheme->transport;
    const auto path = isUnix || parts->path.empty() ? std::string_view() : parts->path.substr(1);
    bool hasDb = !path.empty();
    auto done = readUserInfo(parts->userInfo, endpoint);
    using Names = Scheme::Names;
    if (done)
        done = isUnix                              ? readSocketPath(parts->path, endpoint)
               : scheme->names == Names::Sentinels ? readSentinels(parts->host, endpoint)
               : scheme->names == Names::Cluster   ? readSeeds(parts->host, endpoint)
                                                   : readServer(parts->host, endpoint);
    if (done && hasDb)
        done = endpoint.group ? readSentinelPath(path, endpoint) : readDb(path, endpoint);
    if (endpoint.group && !endpoint.group->primary.empty())
        hasDb = path.find('/') != std::string_view::npos;
    if (done)
        done = readOptions(parts->query, hasDb, endpoint);
    if (done && endpoint.group && endpoint.group->primary.empty())
        done = refused("the name of the primary is missing: write redis-sentinel://host:26379/0?sentinelMasterId=NAME, with the name under "
                       "which the sentinels watch it");
    return done ? Result<Endpoint>(std::move(endpoint)) : done.error();
}

} // namespace lockcore
