// SPDX-License-Identifier: MIT
// ShedLock: `job-lock:<env>:<name>` = `ADDED:<UTC time>@<host>[:<uuid4>]`, the uuid since about 6.7. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::shedlock_format {

namespace {

constexpr std::string_view library = "shedlock";
constexpr std::string_view head = "ADDED:";
constexpr std::string_view keyHead = "job-lock:";

struct Entry
{
    std::string_view time;
    std::string_view host;
    std::string_view uuid; // empty before 6.7
};

// 2026-11-21T11:59:30.250Z, with or without a fraction of any length
bool isIsoTime(std::string_view text)
{
    constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
    if (text.size() <= shape.size() || !text.ends_with('Z'))
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i])
            return false;
    }
    const auto fraction = text.substr(shape.size(), text.size() - shape.size() - 1);
    return fraction.empty() || (fraction.front() == '.' && grammar::isDigits(fraction.substr(1), 1, 9));
}

std::optional<Entry> entryIn(std::string_view text)
{
    const auto at = text.find('@');
    if (!text.starts_with(head) || at == text.npos || at + 1 == text.size())
        return std::nullopt;
    Entry entry{text.substr(head.size(), at - head.size()), text.substr(at + 1), {}};
    if (!isIsoTime(entry.time))
        return std::nullopt;
    const auto colon = entry.host.rfind(':');
    if (colon != entry.host.npos && colon > 0 && grammar::isUuid4(entry.host.substr(colon + 1))) {
        entry.uuid = entry.host.substr(colon + 1);
        entry.host = entry.host.substr(0, colon);
    }
    return entry;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto entry = text ? entryIn(*text) : std::nullopt;
    if (!entry)
        return std::nullopt;
    auto finding = stringlock::finding(library, "scheduled task", 5, look);
    finding.ownerScope = OwnerScope::Acquisition;
    finding.kind = LockKind::JobLock;
    finding.leased();
    finding.waiters = stringlock::nobodyWaits("runs are skipped while it is held, so there are no waiters");
    finding.why = {"the value is ADDED:<time>@<host>, which only ShedLock writes",
                   "the key stays until lockAtLeastFor is over: the task may have ended already"};
    if (look.id.key.starts_with(keyHead))
        finding.why.emplace_back("the name begins with job-lock:");
    auto &facts = finding.holders.front().facts;
    facts.push_back({"started at", std::string(entry->time)});
    facts.push_back({"host", escaped(entry->host)});
    if (!entry->uuid.empty())
        facts.push_back({"uuid", std::string(entry->uuid)});
    else
        finding.rewriter = entry->host; // a new time, when it is extended and when the task ends before lockAtLeastFor
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"scheduled task"},
    .names = {"job-lock:*"},
    .types = {ValueType::String},
    .broadcast = {"job-lock:"},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "by default ShedLock releases without checking the owner"},
                        {ReleaseWarning::Kind::JobMayHaveEnded, "the key stays until lockAtLeastFor is over"}},
};

} // namespace lockcore::shedlock_format
