// SPDX-License-Identifier: MIT
#include "lockcore/report/pitfall.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using enum Answering;
using enum KeptBy;

constexpr std::array<Pitfall, 86> table = {{
    {"A1", "SETNX, crash, EXPIRE", Library, Lock},
    {"A2", "Losers refresh the dead holder's TTL", Library, Lock},
    {"A3", "Check then set", Library, Lock},
    {"A4", "DEL+SETNX takeover of a stale stamp", Library, Lock},
    {"A5", "Client clock skew steals early", Library, Lock},
    {"A6", "GETSET loser overwrites the winner's stamp", Library, Lock},
    {"A7", "nil between SETNX and GET", Library, Lock},
    {"A8", "Stamp computed before a delay", Library, Lock},
    {"A9", "Timed out, but it succeeded", Library, Lock},
    {"A10", "Grant read after the lease ended", Library, Fencing},
    {"A11", "Deciding on a replica read", Library, Lock},
    {"A12", "“Held” mistaken for “Redis down”", Application, Use},
    {"A13", "Wrong key", Application, Use},
    {"A14", "TTL in the wrong unit", Library, Lock},
    {"A15", "Owner id not unique", Library, Lock},
    {"A16", "NOSCRIPT: the script cache is volatile", Library, Lock},
    {"A17", "Keys in two slots of a cluster", Library, Lock},
    {"A18", "Out of memory", Deployment, Use},
    {"R1", "Deleting another's lock", Library, Lock},
    {"R2", "GET then DEL", Library, Lock},
    {"R3", "WATCH on a shared connection", Library, Lock},
    {"R4", "Token kept in a shared object", Library, Lock},
    {"R5", "Unlock in “finally” when acquire failed", Library, Lock},
    {"R6", "Release from another thread or task", Application, Use},
    {"R7", "Lost reply to a release, retried", Library, Lock},
    {"R8", "Failed release, renewal goes on", Library, Lock},
    {"R9", "Released before the DB commit", Application, Use},
    {"R10", "Shutdown frees locks before jobs stop", Application, Fencing},
    {"R11", "Boot-time “orphan” flush", Operator, Fencing},
    {"R12", "Force release of a live holder", Operator, Fencing},
    {"R13", "TTL dropped by an overwrite", Application, Use},
    {"R14", "Unlock message lost", Library, Lock},
    {"R15", "Subscribe after the check", Library, Lock},
    {"R16", "Waiting for the “expired” event", Library, Lock},
    {"L1", "The work outlives the lease, no watchdog", Application, Fencing},
    {"L2", "Watchdog off because a lease was given", Application, Fencing},
    {"L3", "Watchdog timeout too small", Deployment, Fencing},
    {"L4", "Watchdog dies with its process, as it should", Library, Lock},
    {"L5", "Watchdog outlives a dead thread", Library, Lock},
    {"L6", "Watchdog stops after one error", Library, Lock},
    {"L7", "Watchdog starved", Library, Lock},
    {"L8", "A pause longer than the lease", Application, Fencing},
    {"L9", "Checking the expiry just before writing", Application, Fencing},
    {"L10", "Write delayed on the wire", Application, Fencing},
    {"L11", "Renewal without owner check", Library, Lock},
    {"L12", "Renewal re-creates the key", Library, Lock},
    {"L13", "Renewal races release (starts late)", Library, Lock},
    {"L14", "Renewal in flight during release", Library, Lock},
    {"L15", "Losing the lease silently", Library, Lock},
    {"L16", "Renewing for ever without progress", Library, Lock},
    {"L17", "Zombie renewal of others", Library, Lock},
    {"L18", "Server clock jumps forward", Deployment, Fencing},
    {"L19", "Client clock jumps", Library, Lock},
    {"L20", "Ran twice, not at once", Application, Use},
    {"L21", "Stale decision after waiting", Application, Use},
    {"E1", "Thread-local count outlives the Redis lock", Library, Lock},
    {"E2", "Local mutex stuck after remote expiry", Library, Lock},
    {"E3", "Registry evicts a held lock object", Library, Lock},
    {"E4", "Count leak", Application, Use},
    {"E5", "Unlock resurrects an expired lock", Library, Lock},
    {"E6", "Unlock by another field", Library, Lock},
    {"E7", "Non-atomic re-entry", Library, Lock},
    {"E8", "Inner lease shortens the outer", Library, Lock},
    {"E9", "Same thread ≠ same task", Application, Use},
    {"E10", "Upgrade from read to write lock", Application, Use},
    {"D1", "Failover loses the lock", Deployment, Fencing},
    {"D2", "WAIT is not consensus", Deployment, Fencing},
    {"D3", "Split brain", Deployment, Fencing},
    {"D4", "Server restarts without its data", Deployment, Fencing},
    {"D5", "Redlock, clock jump", Deployment, Fencing},
    {"D6", "Redlock, long pause", Application, Fencing},
    {"D7", "Redlock, bare majority", Library, Lock},
    {"D8", "Redlock, losers leave litter", Library, Lock},
    {"D9", "Redlock split vote", Library, Lock},
    {"D10", "“Redlock” on one cluster/replicas", Deployment, Use},
    {"D11", "Eviction", Deployment, Fencing},
    {"D12", "FLUSHALL, FLUSHDB, DEL by pattern, SWAPDB, RENAME", Operator, Fencing},
    {"D13", "Fencing token goes back", Deployment, Use},
    {"D14", "Token minted apart from the lock", Library, Lock},
    {"D15", "Token not checked, or only “>” at the wrong store", Application, Use},
    {"C1", "Herd", Library, Lock},
    {"C2", "Hot or endless retry", Application, Use},
    {"C3", "Retry budget shorter than the lease", Application, Use},
    {"C4", "Starvation", Library, Lock},
    {"C5", "Fair queue, dead or skewed waiter", Library, Lock},
    {"C6", "Lock order / multi-lock", Application, Use},
}};

} // namespace

std::span<const Pitfall> pitfalls() { return table; }

const Pitfall *findPitfall(std::string_view code)
{
    const auto found = std::ranges::find(table, code, &Pitfall::code);
    return found == table.end() ? nullptr : &*found;
}

std::string_view pitfallTitle(std::string_view code)
{
    const auto *pitfall = findPitfall(code);
    return pitfall ? pitfall->title : std::string_view();
}

} // namespace lockcore
