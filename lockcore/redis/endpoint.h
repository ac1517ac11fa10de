// SPDX-License-Identifier: MIT
// Where a server is, and the credentials for it. A value; any thread. It holds the password: print it only by toString(), which
// leaves the password out.
//
//     redis://[user[:password]@]host[:port][/db]     rediss://…  the same over TLS
//     unix://[user[:password]@]/path[?db=N]          also redis+unix://
//     host  host:port  :port  host:port/db           the same as redis:// before it: no user, no options
//     redis-sentinel://[user[:password]@]host[:port][,host[:port]]…/[db]?sentinelMasterId=name      (Lettuce)
//     redis+sentinel://…/name[/db]                   the primary that these sentinels name; rediss-… and rediss+…: over TLS
//     redis-cluster://[user[:password]@]host[:port][,host[:port]]…      the cluster of these nodes, also redis+cluster://; rediss-… …: TLS
//
// Query options, on every form: db, and for TLS: ca, cert, key (files, PEM), server-name, insecure=1 (no verification). With sentinels:
// sentinel-user, sentinel-tls=0|1. With sentinels and with a cluster: map=ANNOUNCED=REACHABLE[,…] (addresses that they name, and where
// these are from here). A cluster has only the database 0.
// Parts are percent-decoded. A host may be an IPv6 address in brackets. `redis://:password@host` has no user.
#pragma once

#include "lockcore/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {

struct TlsOptions
{
    std::string caFile;   ///< empty: the system's authorities
    std::string certFile; ///< client certificate
    std::string keyFile;
    std::string serverName; ///< SNI and the name to verify; empty: the host
    bool verify = true;
    bool operator==(const TlsOptions &) const = default;
};

struct HostPort
{
    std::string host;
    int port = 0; ///< 1…65535
    bool operator==(const HostPort &) const = default;
    auto operator<=>(const HostPort &) const = default;
};

std::string toString(const HostPort &address); ///< `host:port`, an IPv6 address in brackets

/// Addresses that sentinels or a cluster announce, and where each is reached from here.
using AddressMap = std::vector<std::pair<HostPort, HostPort>>;
const HostPort &reachable(const AddressMap &map, const HostPort &announced); ///< without an entry: as announced

/// The Redis Sentinels that know where a primary is.
struct SentinelGroup
{
    std::vector<HostPort> sentinels; ///< one or more
    std::string primary;             ///< the name under which they watch it
    std::string user;                ///< for the sentinels; Endpoint's are for the primary
    std::string password;
    bool tls = false; ///< to the sentinels, with the endpoint's TlsOptions
    AddressMap reachable;
    bool operator==(const SentinelGroup &) const = default;
};

/// Nodes of a Redis Cluster, of which one that answers is enough to find all the others.
struct ClusterSeeds
{
    std::vector<HostPort> nodes; ///< one or more
    AddressMap reachable;
    bool operator==(const ClusterSeeds &) const = default;
};

struct Endpoint
{
    enum class Transport { Tcp, Tls, Unix };

    Transport transport = Transport::Tcp;
    std::string host = "127.0.0.1"; ///< Tcp, Tls
    int port = 6379;                ///< Tcp, Tls: 1…65535
    std::string path;               ///< Unix: absolute
    std::string user;
    std::string password;
    int db = 0; ///< 0 or more
    TlsOptions tls;
    /// If set: host and port are those of the primary that these name at the moment of a connection; until then, of the first sentinel.
    std::optional<SentinelGroup> group;
    /// If set: the address of a whole cluster. Host and port are those of the first seed; topologyOf() finds the nodes, and endpointOf()
    /// makes the address of one node, which a Connection needs.
    std::optional<ClusterSeeds> cluster;
    bool operator==(const Endpoint &) const = default;

    /// Refused with a sentence that names what is wrong, without the password.
    static Result<Endpoint> parse(std::string_view url);
};

/// As a URL, without the password: `redis://user@host:6379/0`.
std::string toString(const Endpoint &endpoint);

/// `host:port/db`, the socket's path, `name/db via host:port` for a primary that sentinels name, or `cluster via host:port`. For titles and error sentences.
std::string shortName(const Endpoint &endpoint);

struct PasswordFiles
{
    std::optional<std::string> server;
    std::optional<std::string> sentinels;
};

/// Fills in the password where the URL has none: from the file (its first line), else from LOCKSCOPE_PASSWORD; and that of the sentinels
/// from its file, else from LOCKSCOPE_SENTINEL_PASSWORD. Refused if a file cannot be read or others may read it (mode & 077), or if there
/// is a file for sentinels and the URL names none, with a sentence that says so.
Result<Endpoint> withPassword(Endpoint endpoint, const PasswordFiles &files);

} // namespace lockcore
