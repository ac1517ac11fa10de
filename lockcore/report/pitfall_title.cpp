// SPDX-License-Identifier: MIT
#include "lockcore/report/pitfall_title.h"

#include <array>
#include <utility>

namespace lockcore {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 86> titles = {{
    {"A1", "SETNX, crash, EXPIRE"},
    {"A2", "Losers refresh the dead holder's TTL"},
    {"A3", "Check then set"},
    {"A4", "DEL+SETNX takeover of a stale stamp"},
    {"A5", "Client clock skew steals early"},
    {"A6", "GETSET loser overwrites the winner's stamp"},
    {"A7", "nil between SETNX and GET"},
    {"A8", "Stamp computed before a delay"},
    {"A9", "Timed out, but it succeeded"},
    {"A10", "Grant read after the lease ended"},
    {"A11", "Deciding on a replica read"},
    {"A12", "“Held” mistaken for “Redis down”"},
    {"A13", "Wrong key"},
    {"A14", "TTL in the wrong unit"},
    {"A15", "Owner id not unique"},
    {"A16", "NOSCRIPT: the script cache is volatile"},
    {"A17", "Keys in two slots of a cluster"},
    {"A18", "Out of memory"},
    {"R1", "Deleting another's lock"},
    {"R2", "GET then DEL"},
    {"R3", "WATCH on a shared connection"},
    {"R4", "Token kept in a shared object"},
    {"R5", "Unlock in “finally” when acquire failed"},
    {"R6", "Release from another thread or task"},
    {"R7", "Lost reply to a release, retried"},
    {"R8", "Failed release, renewal goes on"},
    {"R9", "Released before the DB commit"},
    {"R10", "Shutdown frees locks before jobs stop"},
    {"R11", "Boot-time “orphan” flush"},
    {"R12", "Force release of a live holder"},
    {"R13", "TTL dropped by an overwrite"},
    {"R14", "Unlock message lost"},
    {"R15", "Subscribe after the check"},
    {"R16", "Waiting for the “expired” event"},
    {"L1", "The work outlives the lease, no watchdog"},
    {"L2", "Watchdog off because a lease was given"},
    {"L3", "Watchdog timeout too small"},
    {"L4", "Watchdog dies with its process, as it should"},
    {"L5", "Watchdog outlives a dead thread"},
    {"L6", "Watchdog stops after one error"},
    {"L7", "Watchdog starved"},
    {"L8", "A pause longer than the lease"},
    {"L9", "Checking the expiry just before writing"},
    {"L10", "Write delayed on the wire"},
    {"L11", "Renewal without owner check"},
    {"L12", "Renewal re-creates the key"},
    {"L13", "Renewal races release (starts late)"},
    {"L14", "Renewal in flight during release"},
    {"L15", "Losing the lease silently"},
    {"L16", "Renewing for ever without progress"},
    {"L17", "Zombie renewal of others"},
    {"L18", "Server clock jumps forward"},
    {"L19", "Client clock jumps"},
    {"L20", "Ran twice, not at once"},
    {"L21", "Stale decision after waiting"},
    {"E1", "Thread-local count outlives the Redis lock"},
    {"E2", "Local mutex stuck after remote expiry"},
    {"E3", "Registry evicts a held lock object"},
    {"E4", "Count leak"},
    {"E5", "Unlock resurrects an expired lock"},
    {"E6", "Unlock by another field"},
    {"E7", "Non-atomic re-entry"},
    {"E8", "Inner lease shortens the outer"},
    {"E9", "Same thread ≠ same task"},
    {"E10", "Upgrade from read to write lock"},
    {"D1", "Failover loses the lock"},
    {"D2", "WAIT is not consensus"},
    {"D3", "Split brain"},
    {"D4", "Server restarts without its data"},
    {"D5", "Redlock, clock jump"},
    {"D6", "Redlock, long pause"},
    {"D7", "Redlock, bare majority"},
    {"D8", "Redlock, losers leave litter"},
    {"D9", "Redlock split vote"},
    {"D10", "“Redlock” on one cluster/replicas"},
    {"D11", "Eviction"},
    {"D12", "FLUSHALL, FLUSHDB, DEL by pattern, SWAPDB, RENAME"},
    {"D13", "Fencing token goes back"},
    {"D14", "Token minted apart from the lock"},
    {"D15", "Token not checked, or only “>” at the wrong store"},
    {"C1", "Herd"},
    {"C2", "Hot or endless retry"},
    {"C3", "Retry budget shorter than the lease"},
    {"C4", "Starvation"},
    {"C5", "Fair queue, dead or skewed waiter"},
    {"C6", "Lock order / multi-lock"},
}};

} // namespace

std::string_view pitfallTitle(std::string_view code)
{
    for (const auto &[one, title] : titles) {
        if (one == code)
            return title;
    }
    return {};
}

} // namespace lockcore
