// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/server_check.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_clock.h"

#include <algorithm>
#include <charconv>

namespace lockcore {

Info parseInfo(std::string_view text)
{
    Info info;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const auto colon = line.find(':');
        if (colon != line.npos && !line.starts_with('#'))
            info.emplace(line.substr(0, colon), line.substr(colon + 1));
    }
    return info;
}

std::string_view infoText(const Info &info, std::string_view name)
{
    const auto found = info.find(name);
    return found == info.end() ? std::string_view() : std::string_view(found->second);
}

namespace {

std::int64_t keysIn(std::string_view counts) // "keys=3,expires=0,avg_ttl=0"
{
    constexpr std::string_view name = "keys=";
    if (!counts.starts_with(name))
        return 0;
    counts.remove_prefix(name.size());
    return parseInteger(counts.substr(0, counts.find(','))).value_or(0);
}

} // namespace

// "db1:keys=3,expires=0,avg_ttl=0"
std::vector<std::pair<int, std::int64_t>> databasesWithKeys(const Info &info)
{
    constexpr std::string_view prefix = "db";
    std::vector<std::pair<int, std::int64_t>> databases;
    for (auto line = info.lower_bound(prefix); line != info.end() && line->first.starts_with(prefix); ++line) {
        if (const auto number = parseInteger(std::string_view(line->first).substr(prefix.size())))
            databases.emplace_back(static_cast<int>(*number), keysIn(line->second));
    }
    std::ranges::sort(databases);
    return databases;
}

bool hasKeysElsewhere(const Info &info, int db)
{
    return std::ranges::any_of(databasesWithKeys(info), [db](const auto &other) { return other.first != db; });
}

std::int64_t infoNumber(const Info &info, std::string_view name) { return parseInteger(infoText(info, name)).value_or(0); }

// ["slave", host, port, "connect", "connecting", "sync" or "connected", offset]; ["master", offset, replicas]
Info infoFromRole(const Reply &role)
{
    constexpr std::size_t ofAReplica = 5;
    const auto &parts = role.elements;
    Info info;
    if (parts.empty())
        return info;
    info["role"] = parts[0].text;
    if (parts[0].text != "slave" || parts.size() != ofAReplica)
        return info;
    info["master_host"] = parts[1].text;
    info["master_port"] = std::to_string(parts[2].integer);
    info["master_link_status"] = parts[3].text == "connected" ? "up" : "down";
    return info;
}

bool isReplica(const Info &replication) { return infoText(replication, "role") == "slave"; }

bool isStale(const Info &info)
{
    return isReplica(info) && (infoText(info, "master_link_status") != "up" || infoText(info, "async_loading") == "1");
}

bool atLeast(const ServerFacts &facts, int major, int minor)
{
    const auto &version = facts.version;
    if (version.empty() && facts.hasPexpiretime)
        return major < 7 || (major == 7 && minor == 0);
    int actualMajor = 0;
    int actualMinor = 0;
    const auto *end = version.data() + version.size();
    const auto [at, error] = std::from_chars(version.data(), end, actualMajor);
    if (error == std::errc{} && at != end && *at == '.')
        std::from_chars(at + 1, end, actualMinor);
    return actualMajor != major ? actualMajor > major : actualMinor >= minor;
}

namespace {

std::string_view modeOf(const Info &info)
{
    const auto mode = infoText(info, "redis_mode");
    return mode.empty() ? infoText(info, "server_mode") : mode; // Valkey's name for the mode
}

std::string_view roleOf(const Info &info)
{
    const auto role = infoText(info, "role");
    return role.empty() ? role : isReplica(info) ? "replica" : "primary";
}

// How many bytes the slowest replica lags behind, from "slave0:ip=…,state=online,offset=…,lag=1".
std::int64_t worstReplicaLag(const Info &info)
{
    const auto offset = std::max<std::int64_t>(0, infoNumber(info, "master_repl_offset"));
    std::int64_t worst = 0;
    for (auto at = info.lower_bound("slave0"); at != info.end() && at->first.starts_with("slave"); ++at) {
        const std::string_view line = at->second;
        const auto field = line.find("offset=");
        if (field == line.npos)
            continue;
        const auto digits = line.substr(field + 7, line.find(',', field) - field - 7);
        worst = std::max(worst, offset - std::max<std::int64_t>(0, parseInteger(digits).value_or(offset)));
    }
    return worst;
}

} // namespace

std::vector<Notice> noticesFrom(const Info &info)
{
    std::vector<Notice> notices;
    const bool replica = isReplica(info);
    if (replica)
        notices.push_back(
            {Notice::Kind::Replica, std::string(infoText(info, "master_host")) + ":" + std::string(infoText(info, "master_port"))});
    if (isStale(info))
        notices.push_back({Notice::Kind::MasterLinkDown, {}});
    if (modeOf(info) == "cluster")
        notices.push_back({Notice::Kind::ClusterNode, {}});
    const auto policy = infoText(info, "maxmemory_policy");
    if (infoNumber(info, "maxmemory") > 0 && (policy.starts_with("allkeys-") || policy.starts_with("volatile-")))
        notices.push_back({Notice::Kind::EvictsLocks, std::string(policy)});
    if (infoNumber(info, "maxmemory") > 0 && policy == "noeviction" && infoNumber(info, "used_memory") > infoNumber(info, "maxmemory"))
        notices.push_back({Notice::Kind::Busy, "out of memory"});
    constexpr std::int64_t muchLag = 1024 * 1024;
    if (const auto lag = worstReplicaLag(info); lag > muchLag)
        notices.push_back({Notice::Kind::LaggingReplicas, std::to_string(lag) + " bytes"});
    if (infoText(info, "loading") == "1" || infoText(info, "async_loading") == "1")
        notices.push_back({Notice::Kind::Busy, "loading"});
    return notices;
}

namespace {

void noteOtherDatabases(ServerCheck &check, int db)
{
    std::string names;
    for (const auto &[other, keys] : check.facts.databases) {
        if (other != db)
            names += (names.empty() ? "" : ", ") + std::to_string(other);
    }
    if (!names.empty())
        check.notices.push_back({Notice::Kind::OtherDatabases, std::move(names)});
}

void readFacts(ServerCheck &check, const Reply &info, const Reply &size)
{
    check.info = parseInfo(info.text);
    check.facts.version = infoText(check.info, "redis_version");
    check.facts.mode = modeOf(check.info);
    check.facts.role = roleOf(check.info);
    check.facts.memory = infoNumber(check.info, "used_memory");
    check.facts.keys = size.toInteger().value_or(0);
    check.facts.databases = databasesWithKeys(check.info);
    check.runId = infoText(check.info, "run_id");
    check.notices = noticesFrom(check.info);
    check.infoRefused = info.isError() && isCommandRefused(info.toError());
    if (check.infoRefused)
        check.notices.push_back(noticeOfRefused(info.toError(), "INFO"));
}

// Asks for the most important facts of INFO in other ways. ROLE may be permitted without INFO.
Task<Result<void>> askWithoutInfo(ServerCheck &check, Connection &connection)
{
    Batch batch;
    batch.add({"PEXPIRETIME", "lockscope:heartbeat"}).add({"ROLE"});
    const auto replies = co_await connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    const auto &probe = replies->at(0);
    check.facts.hasPexpiretime = !probe.isError() || isKeyDenied(probe.toError()) || isElsewhere(probe.toError());
    check.info = infoFromRole(replies->at(1));
    check.facts.role = roleOf(check.info);
    for (auto &notice : noticesFrom(check.info))
        check.notices.push_back(std::move(notice));
    co_return Result<void>();
}

// The address at which all nodes of its cluster are found.
void nameCluster(ServerCheck &check, const Endpoint &endpoint)
{
    const auto notice = std::ranges::find(check.notices, Notice::Kind::ClusterNode, &Notice::kind);
    if (notice == check.notices.end() || endpoint.transport == Endpoint::Transport::Unix)
        return;
    const bool tls = endpoint.transport == Endpoint::Transport::Tls;
    notice->text = (tls ? "rediss-cluster://" : "redis-cluster://") + toString(HostPort{endpoint.host, endpoint.port});
}

void compareClocks(ServerCheck &check)
{
    if (check.at == ServerTime{})
        return;
    const auto here = std::chrono::time_point_cast<Microseconds>(std::chrono::system_clock::now());
    const auto difference = std::chrono::duration_cast<Milliseconds>(check.at - here);
    if (std::chrono::abs(difference) > std::chrono::seconds(2))
        check.notices.push_back({Notice::Kind::ClockDiffers, std::to_string(difference.count()) + " ms"});
}

} // namespace

Task<Result<std::optional<std::string>>> readSetting(Connection &connection, std::string name)
{
    const auto reply = co_await connection.command("CONFIG", "GET", name);
    if (!reply)
        co_return reply.error();
    if (reply->elements.size() != 2)
        co_return std::optional<std::string>();
    co_return std::optional(reply->elements[1].text);
}

Error notPrimary() { return {ErrorKind::Transport, "this node is a replica now: another one serves its slots", "not-primary"}; }

Task<Result<ServerCheck>> checkServer(Connection &connection, Clock &clock)
{
    ServerCheck check;
    Batch batch;
    batch.add({"TIME"}).add({"INFO"}).add({"DBSIZE"});
    check.sent = clock.now();
    const auto replies = co_await connection.send(std::move(batch));
    check.received = clock.now();
    if (!replies)
        co_return replies.error();
    check.at = timeFrom(replies->at(0).elements);
    readFacts(check, replies->at(1), replies->at(2));
    noteOtherDatabases(check, connection.endpoint().db);
    if (check.infoRefused) {
        if (const auto asked = co_await askWithoutInfo(check, connection); !asked)
            co_return asked.error();
    }
    if (check.facts.mode == "sentinel")
        co_return Error{ErrorKind::Refused, "this is a Sentinel: it holds no locks", "sentinel"};
    nameCluster(check, connection.endpoint());
    compareClocks(check);
    co_return check;
}

// A user with CONFIG GET can read passwords. A user made for Lockscope should not have this right, so such a user never sends it.
Task<Result<std::vector<Notice>>> checkPersistence(Connection &connection)
{
    std::vector<Notice> notices;
    const auto &user = connection.endpoint().user;
    if (!user.empty() && user != "default")
        co_return notices;
    const auto save = co_await readSetting(connection, "save");
    if (!save)
        co_return save.error();
    if (!*save || !(*save)->empty())
        co_return notices;
    const auto append = co_await readSetting(connection, "appendonly");
    if (!append)
        co_return append.error();
    if (*append == "no")
        notices.push_back({Notice::Kind::NoPersistence, {}});
    co_return notices;
}

} // namespace lockcore
