// SPDX-License-Identifier: MIT
// sidekiq-unique-jobs 7 to 9: `<digest>:LOCKED` is a hash of job ids, with lists of the waiting jobs in other keys. A digest is
// `uniquejobs:` and an MD5 or SHA3-256, with `:RUN` for the while-executing lock. Reference, §3.2.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>
#include <array>

namespace lockcore::sidekiq_unique_jobs_format {

namespace {

constexpr std::string_view library = "sidekiq-unique-jobs";
constexpr std::string_view lockedTail = ":LOCKED";
constexpr std::array<std::string_view, 3> otherTails = {":QUEUED", ":PRIMED", ":INFO"};
constexpr std::string_view usualPrefix = "uniquejobs:";
constexpr std::size_t mostIds = 100;

bool isDigest(std::string_view text)
{
    if (text.ends_with(":RUN"))
        text.remove_suffix(4);
    const auto colon = text.rfind(':');
    if (colon == text.npos || colon == 0)
        return false;
    const auto sum = text.substr(colon + 1);
    return grammar::isHex(sum, 32) || grammar::isHex(sum, 64);
}

std::optional<std::string_view> digestOf(std::string_view key)
{
    if (!key.ends_with(lockedTail))
        return std::nullopt;
    const auto digest = key.substr(0, key.size() - lockedTail.size());
    return isDigest(digest) ? std::optional(digest) : std::nullopt;
}

// The value is the time of the lock since version 7, a JSON record in version 9.
std::optional<Holder> holderIn(const Bytes &job, std::string_view value)
{
    const bool isJob = grammar::isHex(job, 24);
    const auto time = grammar::timeFromSeconds(value);
    const bool isRecord = value.starts_with('{') && value.ends_with('}');
    if (!isJob || (!time && !isRecord))
        return std::nullopt;
    Holder holder;
    holder.owner = job;
    if (time)
        holder.facts.push_back({"locked at", isoTime(*time)});
    return holder;
}

Bytes named(std::string_view digest, std::string_view tail) { return Bytes(digest) + Bytes(tail); }

// QUEUED also contains `1`: a release pushes it to wake a waiting job.
void addWaiting(Waiters &waiters, const Value &list)
{
    bool all = list.whole();
    for (const auto &[job, nothing] : list.elements) {
        if (!grammar::isHex(job, 24))
            continue;
        ++waiters.count;
        if (waiters.ids.size() < mostIds)
            waiters.ids.push_back(job);
    }
    if (!all)
        waiters.knowledge = Waiters::Knowledge::AtLeast;
}

Waiters waitersOf(const KeySnapshot &look, std::string_view digest)
{
    Waiters waiters;
    const auto asked = [&](std::string_view tail) { return look.companions.contains(named(digest, tail)); };
    if (!asked(":QUEUED") || !asked(":PRIMED")) {
        waiters.why = "the lists of waiting jobs were not read";
        return waiters;
    }
    waiters.knowledge = Waiters::Knowledge::Exact;
    waiters.why = "jobs that wait are in the lists QUEUED and PRIMED";
    for (const auto tail : {std::string_view(":QUEUED"), std::string_view(":PRIMED")}) {
        const auto *list = grammar::companion(look, named(digest, tail));
        if (!list || list->type != ValueType::List)
            continue;
        if (!list->whole() && list->elements.empty()) {
            waiters = {};
            waiters.why = "a list of waiting jobs is too large to be read, and may contain more than jobs";
            return waiters;
        }
        addWaiting(waiters, *list);
    }
    return waiters;
}

// From `"worker":"Mail"`. A JSON parser is not needed for this.
std::optional<std::string> jsonText(std::string_view json, std::string_view name)
{
    const auto head = '"' + std::string(name) + "\":\"";
    const auto at = json.find(head);
    if (at == json.npos)
        return std::nullopt;
    const auto start = at + head.size();
    const auto end = json.find_first_of("\"\\", start);
    if (end == json.npos || json[end] == '\\')
        return std::nullopt;
    return escaped(json.substr(start, end - start));
}

void addCompanions(LockMatch &match, const KeySnapshot &look, std::string_view digest)
{
    const auto *info = grammar::companion(look, named(digest, ":INFO"));
    for (auto &holder : match.holders) {
        for (const auto name : {std::string_view("worker"), std::string_view("queue")}) {
            const auto text = info && info->type == ValueType::String ? jsonText(info->text, name) : std::nullopt;
            if (text)
                holder.facts.push_back({std::string(name), *text});
        }
    }
    constexpr std::array<std::pair<std::string_view, const char *>, 4> roles = {
        {{"", "the digest"}, {":QUEUED", "jobs that wait"}, {":PRIMED", "jobs about to take it"}, {":INFO", "about the job"}}};
    for (const auto &[tail, role] : roles) {
        const auto *value = grammar::companion(look, named(digest, tail));
        if (!value)
            continue;
        const auto summary = value->type == ValueType::List ? std::to_string(value->length) + " entries" : std::string();
        match.companions.push_back({named(digest, tail), role, summary, false});
    }
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto digest = digestOf(look.id.key);
    if (!digest || look.value.type != ValueType::Hash || look.value.elements.empty())
        return std::nullopt;
    LockMatch match;
    for (const auto &[job, value] : look.value.elements) {
        auto holder = holderIn(job, value);
        if (!holder)
            return std::nullopt;
        match.holders.push_back(std::move(*holder));
    }
    match.library = library;
    match.kind = LockKind::JobLock;
    match.wakesByPop = true;
    match.variant = digest->ends_with(":RUN") ? "while executing" : "unique job";
    match.confidence = digest->starts_with(usualPrefix) ? 5 : 4;
    match.why = {"the name ends with <digest>:LOCKED and every field is the id of a job"};
    match.waiters = waitersOf(look, *digest);
    addCompanions(match, look, *digest);
    return match;
}

TypedNames companions(const KeySnapshot &look)
{
    const auto digest = digestOf(look.id.key);
    if (!digest)
        return {};
    TypedNames names = {{Bytes(*digest), ValueType::String}};
    for (const auto tail : otherTails)
        names.emplace_back(named(*digest, tail), tail == ":INFO" ? ValueType::String : ValueType::List);
    return names;
}

std::optional<Bytes> lockOf(std::string_view text)
{
    for (const auto tail : otherTails) {
        if (text.ends_with(tail) && isDigest(text.substr(0, text.size() - tail.size())))
            return named(text.substr(0, text.size() - tail.size()), lockedTail);
    }
    if (text.starts_with(usualPrefix) && isDigest(text))
        return named(text, lockedTail);
    return std::nullopt;
}

constexpr auto runTail = ":RUN";

// Waiting jobs block on QUEUED since version 7; the JSON records of version 9 have no waiters.
bool mayWait(const KeySnapshot &look)
{
    return std::none_of(look.value.elements.begin(), look.value.elements.end(),
                        [](const auto &element) { return element.second.starts_with('{'); });
}

// §3.2, except for the keys under the digest's RUN: the library removes these too, but they are a separate lock, perhaps of a running job,
// whose holder was not examined.
ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    const auto digest = digestOf(what.look.id.key);
    if (!digest)
        return recipe;
    const auto queued = recipe::key(named(*digest, ":QUEUED"));
    recipe.showsRetake = std::ranges::all_of(what.freed, [&](const Holder &holder) {
        const auto *text = what.look.value.find(holder.owner);
        return text && grammar::timeFromSeconds(*text);
    });
    if (what.wholeKey()) {
        recipe.after.push_back(recipe::step(
            "UNLINK", {recipe::key(Bytes(*digest)), queued, recipe::key(named(*digest, ":PRIMED")), recipe::key(named(*digest, ":INFO"))}));
        for (const auto index : {"uniquejobs:digests", "uniquejobs:expiring_digests"})
            recipe.after.push_back(recipe::step("ZREM", {recipe::key(index), recipe::text(Bytes(*digest))}));
        if (!digest->ends_with(runTail))
            recipe.warnings.push_back({ReleaseWarning::Kind::CompanionIsALock, named(named(*digest, runTail), lockedTail)});
    }
    if (mayWait(what.look)) {
        recipe.wakeUps = {recipe::step("LPUSH", {queued, recipe::text("1")}), recipe::step("PEXPIRE", {queued, recipe::text("5000")})};
    }
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"unique job", "while executing"},
    .names = {"*:LOCKED", "uniquejobs:*", "*:QUEUED", "*:PRIMED"},
    .types = {ValueType::Hash},
    .notes = {{"sidekiq-unique-jobs", "sidekiq-unique-jobs 7 to 9 (Ruby)", "`uniquejobs:<digest>:LOCKED`, also with `:RUN`",
               "a hash of job ids"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .lockOf = lockOf,
    .release = release,
    .releaseWarnings = {{ReleaseWarning::Kind::JobRunsTwice, "the job can be queued and run again while it is at work"}},
};

} // namespace lockcore::sidekiq_unique_jobs_format
