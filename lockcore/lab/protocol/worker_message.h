// SPDX-License-Identifier: MIT
// The messages of the worker protocol as values, and their lines: one JSON object per line, UTF-8, with the message's name in `type`. Any
// thread. docs/write-a-worker.md describes what each message means; both ends of the protocol use this file.
//
//     Lab ── Request, ResourceAnswer ──▶ worker
//     Lab ◀── Answer, Event, ResourceCall ── worker
//
// Reading ignores unknown fields. Integers beyond ±2⁵³ are refused, because JSON numbers of many languages are doubles.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/judge/entry.h"

#include <variant>
#include <vector>

namespace lockcore::worker {

inline constexpr std::int64_t protocolVersion = 1;

using Id = std::int64_t; ///< id of a request (the Lab counts) or of a call to the resource (the worker counts)
using Lease = std::optional<Milliseconds>;

/// One of several owners within a worker; empty: the worker has only one.
using Owner = std::string;

struct Server
{
    std::string url; ///< redis://:password@127.0.0.1:port/db, memcached://127.0.0.1:port
    std::string host{};
    std::int64_t port = 0;
    std::string password{};
    std::int64_t db = 0;
    std::string store = "redis";
    bool operator==(const Server &) const = default;
};

struct HelloOptions
{
    Milliseconds commandTimeout{2000}; ///< without a time-out, many clients wait for ever for a lost reply
    Milliseconds connectTimeout{2000};
    Lease defaultLease{};      ///< none: the library's own default
    Milliseconds retry{0};     ///< between two tries of a polling waiter; 0: the library's own
    Milliseconds clockSkew{0}; ///< of the worker's wall clock; capability `skew`
    bool operator==(const HelloOptions &) const = default;
};

struct Hello
{
    std::int64_t proto = protocolVersion;
    std::string worker{};
    std::int64_t incarnation = 1;  ///< 1, 2 …: each restart makes the next one
    std::int64_t seed = 0;         ///< for the worker's random numbers; 0: none given
    std::vector<Server> servers{}; ///< those of Redis are also in the field `redis`, the only one of earlier versions
    bool cluster = false;          ///< they are nodes of one cluster, which names the others; otherwise independent servers
    HelloOptions options{};
    bool operator==(const Hello &) const = default;
};

struct Acquire
{
    Id id = 0;
    std::string lock{};
    Owner owner{};
    Lease wait{};  ///< 0: try once; none: for ever
    Lease lease{}; ///< none: the library's default, with its watchdog if it has one
    entry::Mode mode = entry::Mode::Exclusive;
    bool operator==(const Acquire &) const = default;
};

struct Release
{
    Id id = 0;
    std::string lock{};
    Owner owner{};
    bool operator==(const Release &) const = default;
};

struct Extend
{
    Id id = 0;
    std::string lock{};
    Owner owner{};
    Milliseconds lease{0};
    bool operator==(const Extend &) const = default;
};

struct Cancel
{
    Id re = 0; ///< the id of an acquire that waits; the acquire still gets its own answer
    bool operator==(const Cancel &) const = default;
};

struct Probe
{
    Id id = 0;
    std::string lock{};
    Owner owner{};
    bool operator==(const Probe &) const = default;
};

struct Work
{
    Id id = 0;
    std::string lock{};
    Owner owner{};
    std::vector<entry::Step> steps{};
    bool operator==(const Work &) const = default;
};

struct Stall
{
    Id id = 0;
    Milliseconds time{0};
    bool operator==(const Stall &) const = default;
};

struct Throw
{
    Id id = 0;
    bool operator==(const Throw &) const = default;
};

struct Bye
{
    bool operator==(const Bye &) const = default;
};

/// The Lab's answer to a ResourceCall.
struct ResourceAnswer
{
    Id re = 0;
    bool accepted = true;
    std::optional<std::int64_t> value{}; ///< for a read: the version
    std::string reason{};                ///< why it was refused
    bool operator==(const ResourceAnswer &) const = default;
};

/// A line that is no request of this version: the worker answers it with `err`.
struct BadRequest
{
    std::optional<Id> id{};
    std::string code; ///< "unsupported": an unknown type; "malformed"
    std::string text{};
    bool operator==(const BadRequest &) const = default;
};

using Request = std::variant<Hello, Acquire, Release, Extend, Cancel, Probe, Work, Stall, Throw, Bye, ResourceAnswer, BadRequest>;

/// The id that the answer must carry. None: the request is not answered, or has no id.
std::optional<Id> idOf(const Request &request);

struct HelloOk
{
    std::int64_t proto = protocolVersion;
    std::string library{};
    std::string version{};
    std::string language{};
    std::vector<std::string> capabilities{}; ///< try extend reentrant watchdog fencing lost fair readwrite concurrent stall throw skew
    Lease defaultLease{};                    ///< of a lock without a given lease; none: such a lock never ends by itself
    Lease renewEvery{};                      ///< by the watchdog
    Milliseconds minLease{1};
    Milliseconds leaseStep{1};
    Lease queueTimeout{};      ///< how long a queue keeps the place of a waiter that is gone; none: not said
    bool sessionLease = false; ///< `"lease":"session"`: a lock lasts as long as the worker's session, so no acquire gets a lease of its own
    bool can(std::string_view capability) const;
    bool operator==(const HelloOk &) const = default;
};

/// Done. For an acquire: held.
struct Ok
{
    Id re = 0;
    std::optional<std::int64_t> token{}; ///< fencing
    Lease validity{};                    ///< the rest of the lease when the line is written
    std::optional<std::int64_t> count{}; ///< the holds that remain after a release
    std::string key{};                   ///< the key of the holding in Redis; see `mark`
    std::string mark{};                  ///< the value, field or member of the holding
    bool operator==(const Ok &) const = default;
};

/// The request had no effect and never will have one.
struct No
{
    Id re = 0;
    std::string reason{};
    bool operator==(const No &) const = default;
};

struct Err
{
    std::optional<Id> re{}; ///< none: the error is about hello, or about a line whose id could not be read
    std::string code{};
    bool definite = false; ///< false: the request may have had an effect
    std::string text{};
    bool operator==(const Err &) const = default;
};

struct Held
{
    Id re = 0;
    bool holding = false;
    bool operator==(const Held &) const = default;
};

using Answer = std::variant<HelloOk, Ok, No, Err, Held>;

std::optional<Id> idOf(const Answer &answer); ///< the id of the request that it answers; none: it answers hello, or the id is not known

struct Waits // `waiting`
{
    std::string lock{};
    Owner owner{};
    bool operator==(const Waits &) const = default;
};

struct Renewed
{
    std::string lock{};
    Owner owner{};
    bool operator==(const Renewed &) const = default;
};

struct Lost
{
    std::string lock{};
    Owner owner{};
    bool operator==(const Lost &) const = default;
};

struct At
{
    std::string file{};
    std::int64_t line = 0;
    bool operator==(const At &) const = default;
};

using Event = std::variant<Waits, Renewed, Lost, At>;

struct ResourceCall // `res`
{
    Id id = 0;
    Id work = 0; ///< the id of the work request
    entry::Step step = entry::Step::Enter;
    std::string lock{};
    Owner owner{};
    entry::Mode mode = entry::Mode::Exclusive;
    std::optional<std::int64_t> token{};
    std::optional<std::int64_t> value{}; ///< for a write: the version that was read
    bool operator==(const ResourceCall &) const = default;
};

using Message = std::variant<Answer, Event, ResourceCall>;

/// The line of a message, with its "\n".
std::string lineOf(const Request &request);
std::string lineOf(const Message &message);

/// Reads a line in the worker. Every line gives a result: see BadRequest.
Request requestOf(std::string_view line);

/// Reads a line in the Lab. Refused: with a sentence for the worker's author that shows the line, escaped and elided.
Result<Message> messageOf(std::string_view line);

/// A line for display, given with or without its "\n": escaped, elided, in quotation marks.
std::string shownLine(std::string_view line);

} // namespace lockcore::worker
