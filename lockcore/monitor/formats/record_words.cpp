// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/record_words.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <array>

namespace lockcore::record {

namespace {

using enum OwnerKind;
using enum OwnerPart;

constexpr std::array<OwnerWord, 114> owners = {{
    {"lockowner", Holder},
    {"lockedby", Holder},
    {"lockholder", Holder},
    {"acquiredby", Holder},
    {"heldby", Holder},
    {"holder", Holder},
    {"holderid", Holder},
    {"holderidentity", Holder},
    {"acquirer", Holder},
    {"lockedbyuser", Holder},
    {"lockedbyuserid", Holder},
    {"lockedbyname", Holder},
    {"lockedbyid", Holder},
    {"leaseowner", Holder},
    {"currentowner", Holder},
    {"currentholder", Holder},
    {"checkedoutby", Holder},
    {"owner", Owner},
    {"ownerid", Owner},
    {"ownertoken", Owner},
    {"ownername", Owner},
    {"takenby", Owner},
    {"claimedby", Owner},
    {"reservedby", Owner},
    {"locker", Owner},
    {"lockerid", Owner},
    {"writerid", Owner},
    {"writertoken", Owner},
    {"writer", Owner},
    {"locktoken", Token},
    {"lockvalue", Token},
    {"token", Token},
    {"lockid", LockId},
    {"clientid", Worker},
    {"workerid", Worker},
    {"workername", Worker},
    {"worker", Worker},
    {"instanceid", Worker, Place},
    {"instance", Worker, Place},
    {"nodeid", Worker, Place},
    {"node", Worker, Place},
    {"requestid", Worker},
    {"sessionid", Worker, Process},
    {"processid", Host, Process},
    {"pid", Host, Process},
    {"hostname", Host, Place},
    {"host", Host, Place},
    {"threadid", Vague, Thread},
    {"thread", Vague, Thread},
    {"machine", Vague, Place},
    {"machinename", Vague, Place},
    {"computername", Vague, Place},
    {"nodename", Vague, Place},
    {"servername", Vague, Place},
    {"pod", Vague, Place},
    {"podname", Vague, Place},
    {"agentid", Vague},
    {"leaderid", Vague},
    {"runner", Vague},
    {"executor", Vague},
    {"process", Vague, Process},
    {"server", Vague, Place},
    {"uuid", Vague},
    {"guid", Vague},
    {"operatorid", Vague, None, true},
    {"operator", Vague, None, true},
    {"driverid", Vague, None, true},
    {"driver", Vague, None, true},
    {"staffid", Vague, None, true},
    {"adminid", Vague, None, true},
    {"employeeid", Vague, None, true},
    {"editorid", Vague, None, true},
    {"editingby", Vague, None, true},
    {"editor", Vague},
    {"userid", Vague, None, true},
    {"username", Vague, None, true},
    {"user", Vague, None, true},
    {"uid", Vague, None, true},
    {"customerid", Vague, None, true},
    {"customer", Vague, None, true},
    {"memberid", Vague, None, true},
    {"playerid", Vague, None, true},
    {"player", Vague, None, true},
    {"email", Vague, None, true},
    {"buyerid", Vague, None, true},
    {"guestid", Vague, None, true},
    {"studentid", Vague, None, true},
    {"passengerid", Vague, None, true},
    {"patientid", Vague, None, true},
    {"personid", Vague, None, true},
    {"accountid", Vague, None, true},
    {"profileid", Vague, None, true},
    {"bookedby", Vague, None, true},
    {"serverid", Vague, Place},
    {"client", Vague},
    {"by", Vague},
    {"leader", Vague},
    {"startedby", Vague},
    {"session", Vague, Process},
    {"createdby", Vague},
    {"who", Vague},
    {"value", Drawn},
    {"identifier", Drawn},
    {"executionid", Run},
    {"runid", Run},
    {"taskid", Run},
    {"jobid", Run},
    {"connectionid", Run},
    {"socketid", Run},
    {"deviceid", Run},
    {"correlationid", Run},
    {"traceid", Run},
    {"id", Thing},
    {"name", Name},
}};

constexpr std::array<std::string_view, 5> timesOfLock = {"acquiredat", "lockedat", "lockedsince", "takenat", "heldsince"};
constexpr std::array<std::string_view, 11> begins = {
    "start",   "reservedat", "claimedat",   "starttime",    "lockedon", "startedat",
    "started", "acquired",   "acquiretime", "acquiredtime", "locktime",
};
constexpr std::array<std::string_view, 12> renewals = {
    "when",    "heartbeatat", "lastheartbeat", "heartbeat",     "renewtime",   "renewedat",
    "renewed", "lastrenew",   "lastrenewed",   "lastrenewedat", "refreshedat", "extendedat",
};

constexpr std::array<std::string_view, 8> plainTimes = {"timestamp", "time", "at", "ts", "since", "date", "created", "createdat"};

constexpr std::array<std::string_view, 3> deadlinesOfLock = {"lockeduntil", "lockuntil", "lockedtill"};
constexpr std::array<std::string_view, 24> deadlines = {
    "exp",        "expiretime",     "expiration",   "expirationtime", "lockexpiration", "leaseexpiration", "leaseend",   "timeoutat",
    "leaseuntil", "validuntil",     "until",        "expiresat",      "expireat",       "expires",         "expire",     "expiry",
    "deadline",   "leaseexpiresat", "leaseexpires", "leaseexpiry",    "lockexpiresat",  "lockexpires",     "lockexpiry", "expireson",
};

constexpr std::array<std::string_view, 9> switches = {
    "locked", "islocked", "held", "isheld", "acquired", "holdcount", "lockcount", "active", "isactive",
};
constexpr std::array<std::string_view, 8> ends = {
    "released", "isreleased", "releasedat", "releasetime", "unlocked", "unlockedat", "free", "freedat",
};
constexpr std::array<std::string_view, 7> lastRuns = {
    "finished", "finishedat", "completed", "completedat", "ended", "endedat", "doneat",
};
constexpr std::array<std::string_view, 9> durations = {
    "heldms", "heldfor", "heldseconds", "duration", "durationms", "elapsed", "elapsedms", "took", "tookms",
};
constexpr std::array<std::string_view, 3> vagueSwitches = {"state", "status", "count"};

constexpr std::array<std::string_view, 11> holdCounts = {
    "holdcount", "holds", "lockcount", "reentrancy", "reentrancycount", "reentrantcount", "reentrant", "depth", "refcount", "refs", "count",
};

constexpr std::array<std::string_view, 7> states = {"on", "enabled", "active", "taken", "value", "counter", "lock"};

constexpr std::array<std::string_view, 3> readers = {"readers", "readercount", "readerscount"};
constexpr std::array<std::string_view, 3> writers = {"writer", "writers", "writercount"};
constexpr std::array<std::string_view, 3> namedWriters = {"writerid", "writertoken", "writer"};
constexpr std::array<std::string_view, 12> waiters = {
    "waiters",        "waitercount",   "waiting",        "writerswaiting", "writerwaiting",  "waitingwriters",
    "readerswaiting", "readerwaiting", "waitingreaders", "pendingwriters", "pendingreaders", "queued",
};

// Of a lock or of what it locks: however small, they count no holds of somebody who has such a name.
constexpr std::array<std::string_view, 4> fences = {"fence", "fencing", "fencingtoken", "fencetoken"};
constexpr std::array<std::string_view, 7> serials = {"version", "revision", "epoch", "generation", "seq", "sequence", "term"};
constexpr std::array<std::string_view, 14> numbers = {
    "version", "revision",  "epoch",     "generation", "seq",      "sequence", "ttl",
    "timeout", "leasetime", "available", "limit",      "maxcount", "capacity", "permits",
};

// The first two beside an owner's text; alone, somebody may have such a name.
constexpr std::array<std::string_view, 2> vagueNumbers = {"max", "lease"};
constexpr std::array<std::string_view, 49> counters = {
    "maxpermits", "min",       "remaining", "tokens",   "availablepermits",
    "current",    "slots",     "rate",      "burst",    "concurrency",
    "inflight",   "size",      "used",      "total",    "attempts",
    "attempt",    "failed",    "failures",  "failure",  "failedattempts",
    "tries",      "retries",   "hits",      "misses",   "errors",
    "timeouts",   "contended", "granted",   "denied",   "maxconcurrency",
    "inuse",      "progress",  "percent",   "page",     "qty",
    "quantity",   "amount",    "stock",     "duration", "price",
    "score",      "step",      "offset",    "index",    "priority",
    "processed",  "points",    "balance",   "port",
};

constexpr std::array<std::string_view, 4> modes = {"mode", "lockmode", "locktype", "accessmode"};
constexpr std::array<std::string_view, 9> wordsForRead = {
    "read", "r", "reader", "reading", "shared", "share", "s", "readlock", "sharedlock",
};
constexpr std::array<std::string_view, 8> wordsForWrite = {
    "write", "w", "writer", "writing", "exclusive", "x", "writelock", "exclusivelock",
};

constexpr std::array<std::string_view, 20> others = {
    "ttl",
    "ttlms",
    "ttlseconds",
    "timeout",
    "timeoutms",
    "leasems",
    "leaseseconds",
    "expiresin",
    "term",
    "previousowner",
    "since",
    "timestamp",
    "time",
    "at",
    "created",
    "createdat",
    "resource",
    "key",
    "leasedurationseconds",
    "leasetransitions",
};

// What is done under the lock.
constexpr std::array<std::string_view, 6> works = {"job", "jobname", "operation", "action", "command", "purpose"};

// What a user has locked, and how others see that user.
constexpr std::array<std::string_view, 34> things = {
    "seat",     "seatno", "seatnumber", "item",   "product",     "sku",       "room",     "table",    "slot", "doc",     "document", "file",
    "path",     "type",   "qty",        "title",  "quantity",    "message",   "avatar",   "fullname", "role", "section", "event",    "show",
    "showtime", "order",  "booking",    "ticket", "displayname", "firstname", "lastname", "trip",     "ride", "amount",
};

// An account that somebody has locked has a reason, too, and a page has readers; these are kept without a TTL.
constexpr std::array<std::string_view, 10> ofLeases = {
    "reason", "email", "task", "ts", "executionid", "connectionid", "socketid", "deviceid", "correlationid", "traceid",
};

bool is(std::string_view field, std::string_view word)
{
    for (const char c : field) {
        if (c == '_' || c == '-' || c == ' ')
            continue;
        if (word.empty() || toLowerCase(c) != word.front())
            return false;
        word.remove_prefix(1);
    }
    return word.empty();
}

// `AcquiredAtUtc`
std::string_view withoutZone(std::string_view field)
{
    constexpr std::string_view zone = "utc";
    return field.size() > zone.size() && equalsIgnoringCase(field.substr(field.size() - zone.size()), zone)
               ? field.substr(0, field.size() - zone.size())
               : field;
}

template <std::size_t size>
bool isOneOf(std::string_view field, const std::array<std::string_view, size> &words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return is(field, word); });
}

// The last word: `paid` is none.
bool isId(std::string_view field)
{
    if (field.size() < 3)
        return false;
    const auto end = field.substr(field.size() - 2);
    const char before = field[field.size() - 3];
    return equalsIgnoringCase(end, "id") && (before == '_' || before == '-' || (end[0] == 'I' && before >= 'a' && before <= 'z'));
}

} // namespace

const OwnerWord *ownerWord(std::string_view field)
{
    const auto found = std::ranges::find_if(owners, [&](const OwnerWord &word) { return is(field, word.name); });
    return found != owners.end() ? &*found : nullptr;
}

bool isTime(std::string_view field) { return isBegin(field) || isOneOf(withoutZone(field), renewals); }
bool isBegin(std::string_view field) { return isTimeOfLock(field) || isOneOf(withoutZone(field), begins); }
bool isTimeOfLock(std::string_view field) { return isOneOf(withoutZone(field), timesOfLock); }
bool isPlainTime(std::string_view field) { return isOneOf(field, plainTimes); }
bool isDeadline(std::string_view field) { return isDeadlineOfLock(field) || isOneOf(withoutZone(field), deadlines); }
bool isDeadlineOfLock(std::string_view field) { return isOneOf(withoutZone(field), deadlinesOfLock); }
bool isSwitch(std::string_view field) { return isOneOf(field, switches) || isVagueSwitch(field); }
bool isEnd(std::string_view field) { return isOneOf(field, ends) || isLastRun(field); }
bool isLastRun(std::string_view field) { return isOneOf(field, lastRuns); }
bool isVagueSwitch(std::string_view field) { return isOneOf(field, vagueSwitches); }

bool isDuration(std::string_view field) { return isOneOf(field, durations); }

bool isHoldCount(std::string_view field) { return isOneOf(field, holdCounts); }

bool isState(std::string_view field) { return isSwitch(field) || isHoldCount(field) || isOneOf(field, states); }

bool isReaders(std::string_view field) { return isOneOf(field, readers); }
bool isSide(std::string_view field) { return isReaders(field) || isOneOf(field, writers); }
bool isFence(std::string_view field) { return isOneOf(field, fences); }
bool isSerial(std::string_view field) { return isOneOf(field, serials); }
bool isNumber(std::string_view field) { return isFence(field) || isOneOf(field, numbers) || isOneOf(field, counters); }
bool isVagueNumber(std::string_view field) { return isOneOf(field, vagueNumbers); }
bool isWaiters(std::string_view field) { return isOneOf(field, waiters); }

bool isWriter(std::string_view field) { return isOneOf(field, namedWriters); }
bool isMode(std::string_view field) { return isOneOf(field, modes); }

std::optional<Mode> modeFrom(std::string_view text)
{
    if (isOneOf(text, wordsForRead))
        return Mode::Read;
    return isOneOf(text, wordsForWrite) ? std::optional(Mode::Write) : std::nullopt;
}

// `lock_type: exclusive` is that of any lock.
std::optional<Mode> modeOf(std::string_view field, std::string_view text)
{
    const auto mode = modeFrom(text);
    return mode == Mode::Write && is(field, "locktype") && toLowerCase(text.front()) != 'w' ? std::nullopt : mode;
}

bool isOfLeases(std::string_view field) { return isOneOf(field, ofLeases) || isMode(field) || isSide(field) || isWaiters(field); }

bool isPerson(std::string_view field)
{
    const auto *word = ownerWord(field);
    return word && word->isPerson;
}

bool isLocker(std::string_view field) { return is(field, "locker") || is(field, "lockerid"); }

bool isThing(std::string_view field)
{
    const auto one = field.ends_with('s') ? field.substr(0, field.size() - 1) : field;
    return isId(one) || isOneOf(one, things);
}

bool isReason(std::string_view field) { return is(field, "reason"); }
bool isWork(std::string_view field) { return isOneOf(field, works); }

bool isKnown(std::string_view field)
{
    return ownerWord(field) || isOfLeases(field) || isTime(field) || isDeadline(field) || isSwitch(field) || isHoldCount(field)
           || isFence(field) || isWork(field) || isOneOf(field, others);
}

} // namespace lockcore::record
