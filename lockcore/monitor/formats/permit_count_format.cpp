// SPDX-License-Identifier: MIT
// A number under a name for a semaphore, which INCR and DECR count: how many hold it, or how many permits are free. Which of them is not known.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::permit_count_format {

namespace {

constexpr std::string_view library = unknownLibrary;

// A 1 may also be the mark of one holder: SET NX EX.
bool isCount(std::string_view text)
{
    constexpr std::int64_t most = 1000;
    const auto count = parseInteger(text);
    return count && *count >= -most && *count <= most;
}

// `sem:2026:students` is of a semester, and how many permits there are is a setting.
bool isOfSemaphore(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    return saysSemaphore(key) && lockWordIn(key) >= (look.deadline ? LockWord::Ambiguous : LockWord::Clear);
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !isOfSemaphore(look) || !isCount(*text))
        return std::nullopt;
    auto match = stringlock::match(library, "count of permits", 2, look);
    match.kind = LockKind::Semaphore;
    match.ownerScope = OwnerScope::Nobody;
    match.holders.clear();
    match.why = {"the value is " + std::string(*text) + ": so many hold it, or so many permits are free",
                 "the name says that it is a semaphore"};
    return match;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"count of permits"},
    .types = {ValueType::String},
    .rank = -9,
    .classify = classify,
};

} // namespace lockcore::permit_count_format
