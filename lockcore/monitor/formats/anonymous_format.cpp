// SPDX-License-Identifier: MIT
// Any text or integer under a lock word, with or without a TTL: `SETNX lock_sale_42 1`, a thread's id, a host, a serialised `true`.
// Reference, §7 and §8.
#include "lockcore/base/ascii.h"
#include "lockcore/base/time_text.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record_owner.h"
#include "lockcore/monitor/formats/serialised.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <array>

namespace lockcore::anonymous_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::size_t shortText = 64; // a longer one must be an owner's: of one line, and with a TTL

// Values that say that the lock is taken, but not by whom.
constexpr std::array<std::string_view, 26> marks = {
    "",           "1",        "true",   "locked",  "lock",      "yes",     "on",          "ok",          "taken",
    "held",       "acquired", "active", "in use",  "in_use",    "inuse",   "in progress", "in_progress", "in-progress",
    "processing", "running",  "busy",   "working", "executing", "started", "pending",     "reserved",
};

bool isMark(std::string_view text) { return equalsOneIgnoringCase(text, marks) || record::mayNameNobody(text); }

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// JSON or a page. JSON objects are records (record_format.cpp) or data.
bool isDocument(std::string_view text) { return isJsonObject(text) || text.starts_with('<'); }

bool mayBeOwner(const KeySnapshot &look, std::string_view text)
{
    if (isDocument(text))
        return false;
    return text.size() <= shortText || (look.deadline && isUtf8(text) && std::none_of(text.begin(), text.end(), isControl));
}

struct Reading
{
    std::string_view variant;
    std::string_view why;
    bool tellsOwner = true;
};

std::optional<Reading> readingOf(const KeySnapshot &look, std::string_view text)
{
    using serialised::Meaning;
    const bool cleared = !text.empty() && text.find_first_not_of('\0') == text.npos; // SETBIT
    if (cleared || (record::saysNobody(text) && !text.empty()))
        return std::nullopt;
    if (record::saysOver(text)) // without a TTL, it is the note of what was done
        return look.deadline ? std::optional(Reading{"mark", "the value says what became of it, but not who has it", false}) : std::nullopt;
    if (isMark(text))
        return Reading{"mark", "the value says that it is taken, but not by whom", false};
    const auto meaning = serialised::meaningOf(text);
    if (meaning == Meaning::Mark)
        return Reading{"serialised mark",
                       "the value is one serialised number, truth value, time or text: it does not say by whom it is taken", false};
    if (meaning != Meaning::Plain || !mayBeOwner(look, text))
        return std::nullopt;
    if (isTimeText(text) || grammar::isTimeInDigits(text, look.at))
        return Reading{"text", "the value is a time: it does not say by whom it is taken", false};
    if (parseInteger(text) && stringlock::saysReaders(look.id.key))
        return Reading{"number", "the value is a number, and the name says that so many read: it does not say who", false};
    if (parseInteger(text))
        return Reading{
            "number",
            "the value is a number: a thread, a process or a date, a count of those who try (INCR), or a counter that is no lock"};
    if (!isUtf8(text) || std::ranges::any_of(text, isControl))
        return Reading{"bytes", "the value is short and of no known shape"};
    return Reading{"text", "the value is a text of no known shape"};
}

// `price_lock:7` = 19.99. More digits are those of a random number or of a clock.
bool isAmount(std::string_view text)
{
    constexpr std::size_t mostBefore = 7, mostBehind = 4;
    const auto dot = text.find('.');
    return dot != text.npos && grammar::isDigits(text.substr(0, dot), 1, mostBefore)
           && grammar::isDigits(text.substr(dot + 1), 1, mostBehind);
}

// `login_lock:alice` = 7 counts attempts, `user:7:login_locks` = 3 locks. In `seat_lock:A14` = 42 and `lock:user:7` = 42, a user, a thread or a
// container's process may have a number as small.
bool isCounter(std::string_view key, std::string_view text)
{
    if (!grammar::isDigits(text, 1, 3) || text == "1")
        return false;
    const auto last = grammar::lastPartOf(key);
    if (hasLockWord(last))
        return last.ends_with('s');
    return (saysAccount(key) || saysCalls(key) || mayBeLockout(key)) && !hasLockWord(grammar::firstPartOf(key));
}

// Workers, hosts and the threads of a process are numbered: `web-3`, 140213771765504. A smaller number, a version or a sentence may be a datum.
bool isNumbered(std::string_view text)
{
    const auto isFigure = [](char c) { return c >= '0' && c <= '9'; };
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto isOfName = [&](char c) {
        return isFigure(c) || isLetter(c) || std::string_view("-_.:@|/#").find(c) != std::string_view::npos;
    };
    const bool name = std::ranges::all_of(text, isOfName) && std::ranges::count_if(text, isLetter) >= 2;
    return (name && std::ranges::any_of(text, isFigure)) || grammar::isDigits(text, 12, 20);
}

// Locks of today have a TTL. What never ends may be a datum, unless name or value say more.
bool isDoubtful(const KeySnapshot &look, std::string_view text)
{
    if (look.deadline)
        return stringlock::isLockout(look) && !grammar::isOneOwners(text);
    if (saysFigure(look.id.key) && grammar::isDigits(text, 1, 9) && !isMark(text))
        return true;
    switch (lockWordIn(look.id.key)) {
    case LockWord::Clear: return text.empty();
    case LockWord::Likely:
        return text.empty() || (!isMark(text) && !isNumbered(text) && serialised::meaningOf(text) != serialised::Meaning::Mark);
    default: return !grammar::isOneOwners(text);
    }
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !hasLockWord(look.id.key) || isDoubtful(look, *text) || isCounter(look.id.key, *text) || isAmount(*text))
        return std::nullopt;
    const auto reading = readingOf(look, *text);
    if (!reading)
        return std::nullopt;
    auto match = stringlock::match(library, reading->variant, 2, look);
    match.kind = LockKind::Anonymous;
    match.byShortTtl = mayBeLockout(look.id.key) && !grammar::isOneOwners(*text);
    match.why = {std::string(reading->why), "the name says that it is a lock"};
    match.ownerScope = reading->tellsOwner ? OwnerScope::Unknown : OwnerScope::Nobody;
    if (!reading->tellsOwner) {
        match.holders.front() = Holder();
        return match;
    }
    match.holders.front().facts = grammar::factsOfOwner(*text, look.at);
    match.rewriter = grammar::withoutTime(*text, look.at);
    return match;
}

// Of a mark, nobody can tell whose it is.
ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    recipe::warnOfMark(recipe, what.match);
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"mark", "serialised mark", "number", "text", "bytes"},
    .types = {ValueType::String},
    .rank = -10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::anonymous_format
