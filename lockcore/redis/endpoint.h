// SPDX-License-Identifier: MIT
// Where a server is, and the credentials for it. A value; any thread. It holds the password: print it only by toString(), which
// leaves the password out.
//
//     redis://[user[:password]@]host[:port][/db]     rediss://…  the same over TLS
//     unix://[user[:password]@]/path[?db=N]          also redis+unix://
//     host  host:port  :port  host:port/db           the same as redis:// before it: no user, no options
//
// Query options, on every form: db, and for rediss: ca, cert, key (files, PEM), server-name, insecure=1 (no verification).
// Parts are percent-decoded. A host may be an IPv6 address in brackets. `redis://:password@host` has no user.
#pragma once

#include "lockcore/base/result.h"

#include <optional>
#include <string>
#include <string_view>

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
    bool operator==(const Endpoint &) const = default;

    /// Refused with a sentence that names what is wrong, without the password.
    static Result<Endpoint> parse(std::string_view url);
};

/// As a URL, without the password: `redis://user@host:6379/0`.
std::string toString(const Endpoint &endpoint);

/// `host:port/db`, or the socket's path. For titles and error sentences.
std::string shortName(const Endpoint &endpoint);

/// Fills in the password where the URL has none: from the file (its first line), else from LOCKSCOPE_PASSWORD.
/// Refused if the file cannot be read or others may read it (mode & 077), with a sentence that says so.
Result<Endpoint> withPassword(Endpoint endpoint, const std::optional<std::string> &passwordFile);

} // namespace lockcore
