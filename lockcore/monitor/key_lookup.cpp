// SPDX-License-Identifier: MIT
#include "lockcore/monitor/key_lookup.h"

#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/prober.h"
#include "lockcore/monitor/reading/server_clock.h"

namespace lockcore {

namespace {

using What = KeyFinding::What;

KeyFinding unread(KeyFinding finding, const Error &why)
{
    finding.what = What::Unread;
    finding.error = why;
    return finding;
}

void takeSighting(Sighting sighting, KeyFinding &finding)
{
    auto &lock = finding.lock;
    auto &match = sighting.classified->match;
    static_cast<Recognition &>(lock) = match;
    lock.waiters = match.waiters;
    lock.structure = structureText(sighting.look.value);
    lock.deadline = sighting.look.deadline;
    finding.at = lock.heldSince = sighting.look.at;
    finding.what = What::Lock;
}

std::string whyOfType(ValueType type)
{
    switch (type) {
    case ValueType::String: return "no library that Lockscope knows, and no format of yours, writes such a string";
    case ValueType::Hash: return "no library that Lockscope knows, and no format of yours, writes such a hash";
    case ValueType::Zset: return "no library that Lockscope knows, and no format of yours, writes such a sorted set";
    case ValueType::Set: return "no library that Lockscope knows, and no format of yours, writes such a set";
    case ValueType::List: return "a list is no lock: it can only be a queue of those who wait for one";
    default: return "no library makes a lock of such a type";
    }
}

std::string whyOfName(std::string_view key)
{
    switch (lockWordIn(key)) {
    case LockWord::Clear: return "the name says that it is a lock, but the value does not";
    case LockWord::Weak: return "the name may be that of a lock, but the value does not say so";
    case LockWord::None: break;
    }
    return "nothing in the name says that it is a lock";
}

// TYPE, TTL and TIME: cheap for a key of any size.
Task<Result<ValueType>> readType(Connection &connection, bool hasPexpiretime, KeyFinding &finding)
{
    Batch batch;
    batch.add({"TYPE", finding.lock.id.key});
    batch.add({hasPexpiretime ? "PEXPIRETIME" : "PTTL", finding.lock.id.key});
    batch.add({"TIME"});
    const auto replies = co_await connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    for (const auto &reply : *replies) {
        if (reply.isError())
            co_return reply.toError();
    }
    finding.type = (*replies)[0].text;
    finding.at = timeFrom((*replies)[2].elements);
    const auto ends = Milliseconds(std::clamp((*replies)[1].toInteger().value_or(-1), std::int64_t{-1}, latestTime));
    if (ends >= Milliseconds::zero())
        finding.lock.deadline = hasPexpiretime ? ServerTime(ends) : finding.at + ends;
    const auto type = valueTypeFrom(finding.type);
    co_return type.value_or(ValueType::Other);
}

// Is what is no lock known to be something else? Only a string is small whatever it holds, so only a string is read again.
Task<void> explain(Connection &connection, ValueType type, RecognitionContext around, const Classifier &classifier, KeyFinding &finding)
{
    const auto &key = finding.lock.id.key;
    KeySnapshot look;
    look.id = finding.lock.id;
    look.at = finding.at;
    look.deadline = finding.lock.deadline;
    look.value.type = type;
    if (type == ValueType::String) {
        const auto last = std::to_string(Value::mostTextBytes);
        Batch batch;
        batch.add({"GETRANGE", key, "0", last});
        batch.add({"STRLEN", key});
        const auto replies = co_await connection.send(std::move(batch));
        if (replies && !replies->front().isError()) {
            look.value.text = replies->front().text.substr(0, static_cast<std::size_t>(Value::mostTextBytes));
            look.value.length = replies->back().toInteger().value_or(0);
            finding.lock.structure = structureText(look.value);
        }
    }
    std::vector<std::string> why;
    if (classifier.isNoLock(look, around))
        why.emplace_back("a library or a queue keeps it for itself under this name, and it is known to be no lock");
    else
        why = {whyOfName(key), whyOfType(type)};
    if (look.value.length > Value::mostTextBytes)
        why.emplace_back("it is longer than the owner of a lock");
    if (!finding.lock.deadline)
        why.emplace_back("it has no TTL");
    finding.lock.why = std::move(why);
}

} // namespace

std::string_view toString(What what)
{
    switch (what) {
    case What::Missing: return "missing";
    case What::Lock: return "lock";
    case What::PartOf: return "part-of";
    case What::NoLock: return "no-lock";
    case What::Unread: break;
    }
    return "unread";
}

Task<KeyFinding> lookUpKey(ReleaseConnection connection, LockId id, RecognitionContext around, const Classifier &classifier)
{
    KeyFinding finding;
    finding.lock.id = std::move(id);
    finding.lock.confidence = 0;
    const auto &key = finding.lock.id.key;
    const auto opened = co_await connection.open();
    if (!opened)
        co_return unread(std::move(finding), opened.error());
    const auto type = co_await readType(connection.connection(), connection.server().hasPexpiretime, finding);
    if (!type)
        co_return unread(std::move(finding), type.error());
    if (*type == ValueType::None) {
        finding.what = What::Missing;
        co_return finding;
    }
    co_await connection.readSurroundings(key, around);
    LargeNames large;
    DeniedNames denied(large, [](std::string_view) { return true; });
    Prober::Options options;
    options.db = finding.lock.id.db;
    options.hasPexpiretime = connection.server().hasPexpiretime;
    options.now = [at = finding.at] { return at; };
    Prober prober(connection.connection(), classifier, denied, std::move(options));
    std::vector<Candidate> one;
    one.push_back({key, ValueType::None, true});
    auto sightings = co_await prober.probe(std::move(one), around);
    if (!sightings)
        co_return unread(std::move(finding), sightings.error());
    if (!sightings->empty()) {
        takeSighting(std::move(sightings->front()), finding);
        co_return finding;
    }
    for (const auto &names : denied.unread())
        finding.error = Error{ErrorKind::Server, names.said, names.why == UnreadKeys::Why::TooLarge ? "too-large" : "not-read"};
    if (finding.error) {
        finding.what = What::Unread;
        co_return finding;
    }
    finding.partOf = classifier.lockOf(key);
    finding.what = finding.partOf == key ? What::NoLock : What::PartOf;
    co_await explain(connection.connection(), *type, std::move(around), classifier, finding);
    co_return finding;
}

} // namespace lockcore
