// SPDX-License-Identifier: MIT
#include "support/recording_words.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <set>

namespace lockcore::test {

namespace {

constexpr std::int64_t perSecond = 1'000'000;

constexpr std::pair<std::string_view, bool ObservationInterval::*> observedFlags[] = {
    {"first-sweep", &ObservationInterval::firstSweep},
    {"passed-by", &ObservationInterval::passedBy},
    {"with-slot", &ObservationInterval::withSlot},
    {"by-sweep", &ObservationInterval::bySweep},
    {"announced", &ObservationInterval::announced},
    {"announced-nearby", &ObservationInterval::announcedNearby},
    {"announces", &ObservationInterval::announces},
    {"unprompted", &ObservationInterval::unprompted},
    {"unheard", &ObservationInterval::unheard},
    {"outrun", &ObservationInterval::outrun},
    {"several", &ObservationInterval::several},
    {"heard-after", &ObservationInterval::heardAfter},
    {"removed-by-nobody", &ObservationInterval::removedByNobody},
};

constexpr std::pair<std::string_view, std::optional<ServerTime> ObservationInterval::*> observedTimes[] = {
    {"last-free", &ObservationInterval::lastFree},
    {"heard", &ObservationInterval::heard},
    {"quiet", &ObservationInterval::quiet},
};

constexpr std::pair<std::string_view, bool RecognitionContext::*> surroundingsFlags[] = {
    {"renewal-seen", &RecognitionContext::renewalSeen},
    {"contention-seen", &RecognitionContext::contentionSeen},
    {"owner-repeats", &RecognitionContext::ownerRepeats},
    {"handed-over", &RecognitionContext::handedOver},
};

template <class Flags>
auto flagOf(const Flags &flags, std::string_view word)
{
    const auto found = std::ranges::find(flags, word, [](const auto &flag) { return flag.first; });
    return found == std::end(flags) ? decltype(found->second){} : found->second;
}

std::string secondsText(Microseconds time)
{
    auto count = time.count();
    std::string text = count < 0 ? "-" : "";
    count = std::abs(count);
    text += std::to_string(count / perSecond);
    if (const auto rest = count % perSecond; rest != 0) {
        const auto digits = std::to_string(perSecond + rest).substr(1);
        text += '.' + digits.substr(0, digits.find_last_not_of('0') + 1);
    }
    return text;
}

// A sentence that outlives its ObservationInterval, which refers to it.
std::string_view keptSentence(Bytes text)
{
    static std::set<Bytes> all;
    return *all.insert(std::move(text)).first;
}

template <class T, class Text>
std::string joined(const T &items, Text text)
{
    std::string all;
    for (const auto &item : items)
        all += (all.empty() ? "" : " | ") + std::string(text(item));
    return all;
}

std::string yes(bool is) { return is ? "yes" : ""; }

template <class Number>
std::string numberUnless(Number number, Number usual)
{
    return number == usual ? std::string() : std::to_string(number);
}

std::string milliseconds(const std::optional<Milliseconds> &time) { return time ? std::to_string(time->count()) : std::string(); }

const char *wordOf(Waiters::Knowledge knowledge)
{
    constexpr const char *words[] = {"unknown", "at-least", "exact"};
    return words[static_cast<int>(knowledge)];
}

const char *wordOf(LeaseKnowledge knowledge)
{
    constexpr const char *words[] = {"", "at-least", "usual"};
    return words[static_cast<int>(knowledge)];
}

std::string patternText(const UserPattern &pattern)
{
    const char *value = pattern.owner == RowOwner::Anonymous ? "anonymous" : pattern.owner == RowOwner::Timestamp ? "timestamp" : "owner";
    return pattern.keys.front() + (pattern.types.size() == 1 ? ",type=" + std::string(toString(pattern.types.front())) : "")
           + ",value=" + value;
}

} // namespace

std::string RecordingHead::line() const
{
    auto text =
        "recording " + std::to_string(begin.time_since_epoch().count()) + ' ' + std::to_string(db) + ' ' + RecordingWords::word(what);
    for (const auto &pattern : patterns)
        text += ' ' + RecordingWords::word(patternText(pattern));
    return text;
}

RecordingHead RecordingHead::read(ExampleLine &line)
{
    RecordingHead head;
    head.begin = ServerTime(Microseconds(line.nextNumber()));
    head.db = static_cast<int>(line.nextNumber());
    head.what = line.next("what was recorded");
    while (line.hasMore()) {
        auto pattern = parseUserPattern(line.next("a pattern"));
        if (!pattern)
            line.fail(pattern.error().text);
        head.patterns.push_back(*std::move(pattern));
    }
    return head;
}

std::string RecordingWords::word(std::string_view bytes)
{
    auto text = escaped(bytes);
    if (!text.empty() && !text.starts_with('"') && text.find(' ') == text.npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\\x22") : std::string(1, c);
    return quoted + '"';
}

std::string RecordingWords::time(ServerTime time) const { return secondsText(time - m_begin); }

std::string RecordingWords::names(const SharedNames &names)
{
    auto text = std::to_string(std::distance(names.begin(), names.end()));
    for (const auto &name : names)
        text += ' ' + word(name);
    return text;
}

SharedNames RecordingWords::readNames(ExampleLine &line)
{
    SharedNames::Set names;
    for (auto left = line.nextNumber(); left > 0; --left)
        names.insert(line.next("a name"));
    return names;
}

// `string TEXT`, `hash/2 a 1 b 2`; with the whole length behind it if not all was read: `set/64/900 …`.
std::string RecordingWords::value(const Value &value)
{
    std::string text(toString(value.type));
    const bool pairs = value.type == ValueType::Hash || value.type == ValueType::Zset;
    const bool whole = value.whole() || !value.exists();
    if (value.type == ValueType::String)
        return text + (whole ? "" : '/' + std::to_string(value.length)) + ' ' + word(value.text);
    if (value.exists())
        text += '/' + std::to_string(value.elements.size());
    if (!whole)
        text += '/' + std::to_string(value.length);
    for (const auto &[element, second] : value.elements)
        text += ' ' + word(element) + (pairs ? ' ' + word(second) : "");
    return text;
}

Value RecordingWords::readValue(ExampleLine &line)
{
    const auto text = line.next("a type");
    const auto number = [&](std::size_t slash) { return parseInteger(text.substr(slash + 1, text.find('/', slash + 1) - slash - 1)); };
    const auto first = text.find('/');
    Value value;
    value.type = valueTypeFrom(text.substr(0, first)).value_or(ValueType::None);
    const auto count = first == text.npos ? std::nullopt : number(first);
    if (value.type == ValueType::String) {
        value.text = line.next("a text");
        value.length = count.value_or(static_cast<std::int64_t>(value.text.size()));
        return value;
    }
    for (auto left = count.value_or(0); left > 0; --left) {
        auto element = line.next("an element");
        const bool pairs = value.type == ValueType::Hash || value.type == ValueType::Zset;
        value.elements.emplace_back(std::move(element), pairs ? line.next("a field's value or a score") : Bytes());
    }
    const auto second = first == text.npos ? text.npos : text.find('/', first + 1);
    value.length = second == text.npos ? std::ssize(value.elements) : number(second).value_or(0);
    return value;
}

std::string RecordingWords::look(const RecordedLook &recorded) const
{
    const auto &[look, observed, found, otherScripts, otherChannels] = recorded;
    auto text = word(look.id.key) + ' ' + time(look.at) + ' ' + value(look.value);
    if (look.deadline)
        text += " until " + time(*look.deadline);
    for (const auto &[key, companion] : look.companions)
        text += " with " + word(key) + ' ' + value(companion);
    if (found) {
        text += " found";
        for (const auto &[name, flag] : surroundingsFlags)
            text += (*found).*flag ? ' ' + std::string(name) : "";
        if (found->scores)
            text += *found->scores == Scores::Times ? " times" : " deadlines";
        text += otherScripts ? " scripts " + names(found->fingerprints) : "";
        text += otherChannels ? " channels " + names(found->channels) : "";
    }
    for (const auto &[name, flag] : observedFlags)
        text += observed.*flag ? ' ' + std::string(name) : "";
    for (const auto &[name, at] : observedTimes)
        text += observed.*at ? ' ' + std::string(name) + ' ' + time(*(observed.*at)) : "";
    if (!observed.perhapsOf.empty())
        text += " perhaps-of " + word(observed.perhapsOf);
    return text;
}

RecordedLook RecordingWords::readLook(ExampleLine &line) const
{
    RecordedLook recorded;
    auto &[look, observed, found, otherScripts, otherChannels] = recorded;
    look.id = readKey(line);
    look.at = readTime(line);
    look.value = readValue(line);
    while (line.hasMore()) {
        const auto word = line.next("a word");
        if (word == "until") {
            look.deadline = readTime(line);
        } else if (word == "with") {
            auto key = line.next("a key");
            look.companions.insert_or_assign(std::move(key), readValue(line));
        } else if (word == "found") {
            found.emplace();
        } else if (word == "perhaps-of") {
            observed.perhapsOf = keptSentence(line.next("a sentence"));
        } else if (const auto at = flagOf(observedTimes, word)) {
            observed.*at = readTime(line);
        } else if (const auto flag = flagOf(observedFlags, word)) {
            observed.*flag = true;
        } else if (!found) {
            line.fail(word + " is not known in a look");
        } else if (const auto around = flagOf(surroundingsFlags, word)) {
            (*found).*around = true;
        } else if (word == "times" || word == "deadlines") {
            found->scores = word == "times" ? Scores::Times : Scores::Deadlines;
        } else if (word == "scripts" || word == "channels") {
            (word == "scripts" ? otherScripts : otherChannels) = true;
            (word == "scripts" ? found->fingerprints : found->channels) = readNames(line);
        } else {
            line.fail(word + " is not known in a look");
        }
    }
    return recorded;
}

std::string RecordingWords::waiters(const Waiters &waiters) const
{
    auto text = std::string(wordOf(waiters.knowledge)) + ' ' + std::to_string(waiters.count) + ' ' + word(waiters.why);
    if (waiters.asOf)
        text += " as-of " + time(*waiters.asOf);
    for (const auto &id : waiters.ids)
        text += " id " + word(id);
    return text;
}

Waiters RecordingWords::readWaiters(ExampleLine &line) const
{
    using Knowledge = Waiters::Knowledge;
    Waiters waiters;
    waiters.knowledge =
        line.nextOf<Knowledge>({{"unknown", Knowledge::Unknown}, {"at-least", Knowledge::AtLeast}, {"exact", Knowledge::Exact}});
    waiters.count = line.nextNumber();
    waiters.why = line.next("a sentence");
    while (line.hasMore()) {
        if (line.nextOf<bool>({{"as-of", true}, {"id", false}}))
            waiters.asOf = readTime(line);
        else
            waiters.ids.push_back(line.next("an id"));
    }
    return waiters;
}

RecordingWords::Fields RecordingWords::event(const LockEvent &event, const LockId &id, ServerTime at) const
{
    return {{"key", event.id == id ? std::string() : std::to_string(event.id.db) + ':' + event.id.key},
            {"time", event.time == at ? std::string() : time(event.time)},
            {"library", event.library},
            {"kind", std::string(toString(event.kind))},
            {"confidence", std::to_string(event.confidence)},
            {"owner", event.owner},
            {"count", numberUnless<std::int64_t>(event.count, 1)},
            {"ttl", milliseconds(event.ttl)},
            {"not-before", event.notBefore ? time(*event.notBefore) : ""},
            {"coalesced", yes(event.coalesced)},
            {"why", event.why}};
}

std::string RecordingWords::holders(const std::vector<Holder> &holders) const
{
    return joined(holders, [&](const Holder &holder) {
        return holder.owner + (holder.count == 1 ? "" : " x" + std::to_string(holder.count))
               + (holder.mode == Mode::Exclusive ? "" : ' ' + std::string(toString(holder.mode)))
               + (holder.deadline ? " until " + time(*holder.deadline) : "");
    });
}

std::string RecordingWords::waitersText(const Waiters &waiters) const
{
    if (waiters == Waiters())
        return {};
    return std::string(wordOf(waiters.knowledge)) + ' ' + std::to_string(waiters.count)
           + (waiters.asOf ? " as of " + time(*waiters.asOf) : "") + (waiters.ids.empty() ? "" : " by ")
           + joined(waiters.ids, [](const Bytes &id) { return id; }) + ": " + waiters.why;
}

RecordingWords::Fields RecordingWords::lock(const LockInfo &lock, const std::vector<Bytes> &waitChannels) const
{
    const auto fact = [](const OwnerFact &fact) { return fact.label + ' ' + fact.text; };
    const auto companion = [](const Companion &companion) {
        return companion.key + " is " + companion.role + (companion.summary.empty() ? "" : ": " + companion.summary)
               + (companion.mustStay ? ", must stay" : "");
    };
    const auto &renewals = lock.renewals;
    return {{"library", lock.library},
            {"kind", std::string(toString(lock.kind))},
            {"variant", lock.variant},
            {"confidence", std::to_string(lock.confidence)},
            {"state", std::string(toString(lock.state))},
            {"holders", holders(lock.holders)},
            {"more", numberUnless<std::int64_t>(lock.moreHolders, 0)},
            {"since", time(lock.heldSince) + (lock.heldSinceObserved ? "" : " or before")},
            {"deadline", lock.deadline ? time(*lock.deadline) : ""},
            {"lease", milliseconds(lock.lease)},
            {"lease-is", wordOf(lock.leaseKnowledge)},
            {"renewals", numberUnless<std::int64_t>(renewals.count, 0)},
            {"renewed", renewals.last ? time(*renewals.last) : ""},
            {"period", milliseconds(renewals.period)},
            {"waiters", waitersText(lock.waiters)},
            {"structure", lock.structure},
            {"companions", joined(lock.companions, companion)},
            {"facts", joined(lock.holders, [&](const Holder &holder) { return joined(holder.facts, fact); })},
            {"why", joined(lock.why, [](const std::string &why) { return why; })},
            {"reason", lock.stateReason},
            {"channels", joined(waitChannels, [](const Bytes &name) { return name; })}};
}

std::string RecordingWords::text(const Fields &fields, const Fields *before)
{
    std::string text;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto &[name, value] = fields[i];
        if (before ? value != (*before)[i].second : !value.empty())
            text += ' ' + std::string(name) + '=' + word(value);
    }
    return text;
}

LockId RecordingWords::readKey(ExampleLine &line) const { return {m_db, line.next("a key")}; }

ServerTime RecordingWords::readTime(ExampleLine &line) const
{
    auto text = line.next("a time");
    const auto point = text.find('.');
    auto fraction = point == text.npos ? std::string() : text.substr(point + 1);
    fraction.resize(6, '0');
    const bool negative = text.starts_with('-');
    const auto seconds = parseInteger(text.substr(negative ? 1 : 0, point == text.npos ? text.npos : point - (negative ? 1 : 0)));
    const auto rest = parseInteger(fraction);
    if (!seconds || !rest)
        line.fail(text + " is not a time");
    const Microseconds distance(*seconds * perSecond + *rest);
    return m_begin + (negative ? -distance : distance);
}

} // namespace lockcore::test
