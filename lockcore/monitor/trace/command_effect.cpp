// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/command_effect.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

namespace lockcore {

namespace {

using Content = KeyState::Content;

// One command on one key: reads the state before, collects the effects.
class Run
{
public:
    Run(std::span<const Bytes> words, std::string_view key, const KeyState &before, TimeRange now, std::vector<Effect> &effects)
        : words(words)
        , key(key)
        , before(before)
        , now(now)
        , m_effects(effects)
    { }

    const std::span<const Bytes> words;
    const std::string_view key;
    const KeyState &before; ///< absent, known or hidden
    const TimeRange now;

    std::size_t count() const { return words.size(); }
    bool isAbsent() const { return before.isAbsent(); }
    bool isKnown(ValueType type) const { return before.content == Content::Known && before.value.type == type; }
    bool isHidden(ValueType type) const
    {
        return before.content == Content::Hidden && (before.value.type == type || before.value.type == ValueType::Other);
    }
    bool isWrong(ValueType type) const { return !isAbsent() && !isKnown(type) && !isHidden(type); }

    void unchanged() { add({before, false}); }
    void becomes(KeyState after) { add({std::move(after), true}); }
    void removed() { becomes(KeyState::absent()); }

    // A value of this type, with the deadline that the key has.
    void holds(Value value)
    {
        value.length = value.type == ValueType::String ? std::ssize(value.text) : std::ssize(value.elements);
        if (value.type != ValueType::String && value.elements.empty())
            return removed();
        KeyState after = before;
        after.content = Content::Known;
        after.value = std::move(value);
        becomes(bounded(std::move(after)));
    }

    // It may have had no effect, have changed the value, or, if it takes something away, have removed it.
    void unclear(ValueType type, bool takes)
    {
        unchanged();
        KeyState after = before;
        after.content = Content::Hidden;
        after.value = {};
        after.value.type = isAbsent() || before.value.type == ValueType::Other ? type : before.value.type;
        becomes(std::move(after));
        if (takes)
            removed();
    }

    // A look keeps only so much, so more than that cannot be compared with it.
    static KeyState bounded(KeyState state)
    {
        const auto &value = state.value;
        const bool fits = value.type == ValueType::String ? std::ssize(value.text) <= Value::mostTextBytes
                                                          : std::ssize(value.elements) <= Value::mostOf(value.type);
        if (fits)
            return state;
        const auto type = value.type;
        state.content = Content::Hidden;
        state.value = {};
        state.value.type = type;
        return state;
    }

private:
    void add(Effect effect)
    {
        if (std::ranges::find(m_effects, effect) == m_effects.end())
            m_effects.push_back(std::move(effect));
    }

    std::vector<Effect> &m_effects;
};

// As string2ll() of Redis: no plus sign, no leading zeros, no blanks.
std::optional<std::int64_t> strictInteger(const Bytes &text)
{
    const auto number = parseInteger(text);
    return number && std::to_string(*number) == text ? number : std::nullopt;
}

std::optional<double> scoreFrom(const Bytes &text)
{
    char *end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool isWhole = !text.empty() && end == text.c_str() + text.size() && !std::isspace(static_cast<unsigned char>(text[0]));
    return isWhole && !std::isnan(number) ? std::optional(number) : std::nullopt;
}

Bytes scoreText(double score)
{
    if (std::isinf(score))
        return score > 0 ? "inf" : "-inf";
    std::array<char, 64> text{};
    for (const int digits : {15, 16, 17}) {
        std::snprintf(text.data(), text.size(), "%.*g", digits, score);
        if (digits == 17 || std::strtod(text.data(), nullptr) == score)
            break;
    }
    return text.data();
}

// The deadline that `number` sets, in seconds or milliseconds, from now or absolute. None: the server refuses such a number.
std::optional<TimeRange> deadlineFrom(std::int64_t number, bool seconds, bool absolute, TimeRange now)
{
    constexpr auto most = latestTime;
    if (number > (seconds ? most / 1000 : most) || number < -most / 1000)
        return std::nullopt;
    const Milliseconds span(seconds ? number * 1000 : number);
    if (absolute)
        return TimeRange::at(ServerTime(span));
    return TimeRange{std::chrono::floor<Milliseconds>(now.from) + span, std::chrono::floor<Milliseconds>(now.to) + span};
}

// Whether a command that sets this deadline removes the key instead.
Passed isOver(const TimeRange &deadline, TimeRange now)
{
    if (deadline.to <= now.from)
        return Passed::Yes;
    return deadline.from <= now.to ? Passed::Perhaps : Passed::No;
}

// Strings.

struct SetOptions
{
    bool nx = false, xx = false, get = false, keepTtl = false;
    std::optional<Bytes> ifEqual;
    std::optional<TimeRange> deadline;
};

std::optional<SetOptions> setOptions(const Run &run)
{
    SetOptions options;
    for (std::size_t i = 3; i < run.count(); ++i) {
        const auto word = asciiLower(run.words[i]);
        const bool hasNext = i + 1 < run.count();
        if (word == "nx")
            options.nx = true;
        else if (word == "xx")
            options.xx = true;
        else if (word == "get")
            options.get = true;
        else if (word == "keepttl")
            options.keepTtl = true;
        else if (word == "ifeq" && hasNext)
            options.ifEqual = run.words[++i];
        else if ((word == "ex" || word == "px" || word == "exat" || word == "pxat") && hasNext && !options.deadline) {
            const auto number = strictInteger(run.words[++i]);
            if (!number || *number <= 0)
                return std::nullopt;
            options.deadline = deadlineFrom(*number, word[0] == 'e', word.ends_with("at"), run.now);
            if (!options.deadline)
                return std::nullopt;
        } else {
            return std::nullopt;
        }
    }
    const bool excludesEachOther = (options.nx && options.xx) || (options.deadline && options.keepTtl);
    return excludesEachOther ? std::nullopt : std::optional(options);
}

void write(Run &run, const Bytes &text, const std::optional<TimeRange> &deadline, bool keepTtl = false)
{
    KeyState after;
    after.value.type = ValueType::String;
    after.value.text = text;
    after.value.length = std::ssize(text);
    after.deadline = deadline;
    if (keepTtl) {
        after.deadline = run.before.deadline;
        after.deadlineKnown = run.before.deadlineKnown;
    }
    run.becomes(Run::bounded(std::move(after)));
}

void set(Run &run)
{
    const auto options = run.count() >= 3 ? setOptions(run) : std::nullopt;
    if (!options || (options->get && run.isWrong(ValueType::String)))
        return run.unchanged();
    if (options->nx ? !run.isAbsent() : (options->xx || options->ifEqual) && run.isAbsent())
        return run.unchanged();
    if (options->get && run.before.content == Content::Hidden && run.before.value.type == ValueType::Other)
        run.unchanged();
    if (options->ifEqual && !run.isKnown(ValueType::String))
        run.unchanged();
    else if (options->ifEqual && run.before.value.text != *options->ifEqual)
        return run.unchanged();
    write(run, run.words[2], options->deadline, options->keepTtl);
}

void setnx(Run &run)
{
    if (run.count() == 3 && run.isAbsent())
        write(run, run.words[2], {});
    else
        run.unchanged();
}

void setex(Run &run)
{
    const auto number = run.count() == 4 ? strictInteger(run.words[2]) : std::nullopt;
    const bool seconds = equalsIgnoringCase(run.words[0], "setex");
    const auto deadline = number && *number > 0 ? deadlineFrom(*number, seconds, false, run.now) : std::nullopt;
    if (deadline)
        write(run, run.words[3], deadline);
    else
        run.unchanged();
}

void getset(Run &run)
{
    if (run.isWrong(ValueType::String) || run.count() != 3)
        return run.unchanged();
    if (run.before.content == Content::Hidden && run.before.value.type == ValueType::Other)
        run.unchanged();
    write(run, run.words[2], {});
}

void getdel(Run &run)
{
    const bool mayBeOther = run.before.content == Content::Hidden && run.before.value.type == ValueType::Other;
    if (run.isAbsent() || run.isWrong(ValueType::String) || mayBeOther)
        run.unchanged();
    if (!run.isAbsent() && !run.isWrong(ValueType::String))
        run.removed();
}

void append(Run &run)
{
    if (run.count() != 3 || run.isWrong(ValueType::String))
        return run.unchanged();
    if (run.isHidden(ValueType::String))
        return run.unclear(ValueType::String, false);
    auto value = run.before.value;
    value.type = ValueType::String;
    value.text += run.words[2];
    run.holds(std::move(value));
}

std::optional<std::int64_t> sumOf(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

void count(Run &run)
{
    const auto name = asciiLower(run.words[0]);
    auto by = name.ends_with("by") ? run.count() == 3 ? strictInteger(run.words[2]) : std::nullopt : std::optional<std::int64_t>(1);
    if (by && name.starts_with("decr"))
        by = *by == std::numeric_limits<std::int64_t>::min() ? std::nullopt : std::optional(-*by);
    if (!by || run.isWrong(ValueType::String))
        return run.unchanged();
    if (run.isHidden(ValueType::String))
        return run.unclear(ValueType::String, false);
    const auto was = run.isAbsent() ? std::optional<std::int64_t>(0) : strictInteger(run.before.value.text);
    const auto sum = was ? sumOf(*was, *by) : std::nullopt;
    if (!sum)
        return run.unchanged();
    Value value;
    value.type = ValueType::String;
    value.text = std::to_string(*sum);
    run.holds(std::move(value));
}

// Any type.

void del(Run &run)
{
    if (run.isAbsent())
        run.unchanged();
    else
        run.removed();
}

void lives(Run &run, const TimeRange &deadline)
{
    const auto over = isOver(deadline, run.now);
    if (over != Passed::No)
        run.removed();
    if (over == Passed::Yes)
        return;
    KeyState after = run.before;
    after.deadline = deadline;
    after.deadlineKnown = true;
    run.becomes(std::move(after));
}

void expire(Run &run)
{
    const auto name = asciiLower(run.words[0]);
    const auto number = run.count() >= 3 ? strictInteger(run.words[2]) : std::nullopt;
    const auto deadline = number ? deadlineFrom(*number, name[0] == 'e', name.ends_with("at"), run.now) : std::nullopt;
    if (!deadline || run.isAbsent())
        return run.unchanged();
    bool may = true; // its conditions may be met
    bool must = true;
    const auto &was = run.before.deadline;
    for (std::size_t i = 3; i < run.count(); ++i) {
        const auto word = asciiLower(run.words[i]);
        if (!run.before.deadlineKnown) {
            must = false;
        } else if (word == "nx") {
            may = may && !was;
        } else if (word == "xx") {
            may = may && was;
        } else if (word == "gt") { // no TTL is longer than any
            may = may && was && deadline->to > was->from;
            must = must && was && deadline->from > was->to;
        } else if (word == "lt") {
            may = may && (!was || deadline->from < was->to);
            must = must && (!was || deadline->to < was->from);
        } else {
            may = false; // a mistake
        }
    }
    if (!may || !must)
        run.unchanged();
    if (may)
        lives(run, *deadline);
}

void persist(Run &run)
{
    const bool may = !run.before.deadlineKnown || run.before.deadline;
    if (!run.before.deadlineKnown || !may || run.isAbsent())
        run.unchanged();
    if (!may || run.isAbsent())
        return;
    KeyState after = run.before;
    after.deadline.reset();
    after.deadlineKnown = true;
    run.becomes(std::move(after));
}

void getex(Run &run)
{
    if (run.isAbsent() || run.isWrong(ValueType::String) || run.count() < 3)
        return run.unchanged();
    if (run.before.content == Content::Hidden && run.before.value.type == ValueType::Other)
        run.unchanged();
    const auto word = asciiLower(run.words[2]);
    if (word == "persist" && run.count() == 3)
        return persist(run);
    const auto number = run.count() == 4 ? strictInteger(run.words[3]) : std::nullopt;
    const bool isTime = word == "ex" || word == "px" || word == "exat" || word == "pxat";
    const auto deadline =
        isTime && number && *number > 0 ? deadlineFrom(*number, word[0] == 'e', word.ends_with("at"), run.now) : std::nullopt;
    if (deadline)
        lives(run, *deadline);
    else
        run.unchanged();
}

// The target's database is not followed, and a key of this name there keeps this one from moving.
void move(Run &run)
{
    run.unchanged();
    if (!run.isAbsent())
        run.removed();
}

// What arrives under the new name was not followed under the old one.
void rename(Run &run)
{
    const bool isSource = run.count() == 3 && run.words[1] == run.key;
    const bool isTarget = run.count() == 3 && run.words[2] == run.key;
    if (isSource && isTarget) {
        run.unchanged();
        if (!run.isAbsent())
            run.becomes(run.before);
    } else if (isSource && !run.isAbsent()) {
        if (equalsIgnoringCase(run.words[0], "renamenx"))
            run.unchanged();
        run.removed();
    } else if (isTarget) {
        run.unchanged();
        run.becomes(KeyState::hidden(ValueType::Other));
    } else {
        run.unchanged();
    }
}

void copy(Run &run)
{
    run.unchanged();
    if (run.count() >= 3 && run.words[2] == run.key)
        run.becomes(KeyState::hidden(ValueType::Other));
}

void mset(Run &run)
{
    if (equalsIgnoringCase(run.words[0], "msetnx")) {
        run.unchanged();
        if (!run.isAbsent())
            return;
    }
    const Bytes *text = nullptr;
    for (std::size_t i = 1; i + 1 < run.count(); i += 2)
        text = run.words[i] == run.key ? &run.words[i + 1] : text;
    if (text && run.count() % 2 == 1)
        write(run, *text, {});
    else
        run.unchanged();
}

// Hashes, sets, sorted sets and lists.

// The value to change, if the command fits it; otherwise the effects are already known.
std::optional<Value> valueToChange(Run &run, ValueType type, bool takes)
{
    if (run.isWrong(type) || (takes && run.isAbsent())) {
        run.unchanged();
        return std::nullopt;
    }
    if (run.isHidden(type)) {
        run.unclear(type, takes);
        return std::nullopt;
    }
    auto value = run.before.value;
    value.type = type;
    return value;
}

using Elements = std::vector<std::pair<Bytes, Bytes>>;

Elements::iterator elementNamed(Value &value, const Bytes &name)
{
    return std::ranges::find(value.elements, name, &Elements::value_type::first);
}

void hset(Run &run)
{
    if (run.count() < 4 || run.count() % 2 == 1)
        return run.unchanged();
    auto value = valueToChange(run, ValueType::Hash, false);
    if (!value)
        return;
    const bool onlyNew = equalsIgnoringCase(run.words[0], "hsetnx");
    if (onlyNew && (run.count() != 4 || value->find(run.words[2])))
        return run.unchanged();
    for (std::size_t i = 2; i + 1 < run.count(); i += 2) {
        if (const auto found = elementNamed(*value, run.words[i]); found != value->elements.end())
            found->second = run.words[i + 1];
        else
            value->elements.emplace_back(run.words[i], run.words[i + 1]);
    }
    run.holds(*std::move(value));
}

void hincrby(Run &run)
{
    const auto by = run.count() == 4 ? strictInteger(run.words[3]) : std::nullopt;
    if (!by)
        return run.unchanged();
    auto value = valueToChange(run, ValueType::Hash, false);
    if (!value)
        return;
    const auto *text = value->find(run.words[2]);
    const auto was = text ? strictInteger(*text) : std::optional<std::int64_t>(0);
    const auto sum = was ? sumOf(*was, *by) : std::nullopt;
    if (!sum)
        return run.unchanged();
    if (text)
        elementNamed(*value, run.words[2])->second = std::to_string(*sum);
    else
        value->elements.emplace_back(run.words[2], std::to_string(*sum));
    run.holds(*std::move(value));
}

// HDEL, SREM, ZREM.
template <ValueType type>
void take(Run &run)
{
    auto value = valueToChange(run, type, true);
    if (!value)
        return;
    const auto before = value->elements.size();
    for (const auto &name : run.words.subspan(2)) {
        if (const auto found = elementNamed(*value, name); found != value->elements.end())
            value->elements.erase(found);
    }
    if (value->elements.size() == before)
        run.unchanged();
    else
        run.holds(*std::move(value));
}

void sadd(Run &run)
{
    auto value = valueToChange(run, ValueType::Set, false);
    if (!value)
        return;
    const auto before = value->elements.size();
    for (const auto &name : run.words.subspan(2)) {
        if (!value->find(name))
            value->elements.emplace_back(name, Bytes());
    }
    if (value->elements.size() == before)
        run.unchanged();
    else
        run.holds(*std::move(value));
}

double scoreOf(const Elements::value_type &element) { return std::strtod(element.second.c_str(), nullptr); }

void inOrder(Value &value)
{
    std::ranges::sort(value.elements, [](const auto &a, const auto &b) {
        const auto x = scoreOf(a), y = scoreOf(b);
        return x != y ? x < y : a.first < b.first;
    });
}

struct AddOptions
{
    bool nx = false, xx = false, gt = false, lt = false, increment = false;
    std::size_t first = 2; ///< word of the first score
};

AddOptions addOptions(const Run &run)
{
    AddOptions options;
    for (; options.first < run.count(); ++options.first) {
        const auto word = asciiLower(run.words[options.first]);
        if (word == "nx")
            options.nx = true;
        else if (word == "xx")
            options.xx = true;
        else if (word == "gt")
            options.gt = true;
        else if (word == "lt")
            options.lt = true;
        else if (word == "incr")
            options.increment = true;
        else if (word != "ch")
            break;
    }
    return options;
}

void addScores(Run &run, const AddOptions &options)
{
    const auto scores = run.words.subspan(std::min(options.first, run.count()));
    const bool excludesEachOther = (options.nx && (options.xx || options.gt || options.lt)) || (options.gt && options.lt);
    if (scores.empty() || scores.size() % 2 == 1 || excludesEachOther || (options.increment && scores.size() != 2))
        return run.unchanged();
    for (std::size_t i = 0; i < scores.size(); i += 2) {
        if (!scoreFrom(scores[i]))
            return run.unchanged();
    }
    auto value = valueToChange(run, ValueType::Zset, options.xx);
    if (!value)
        return;
    bool changed = false;
    for (std::size_t i = 0; i < scores.size(); i += 2) {
        const auto found = elementNamed(*value, scores[i + 1]);
        const bool isThere = found != value->elements.end();
        if (isThere ? options.nx : options.xx)
            continue;
        const auto was = isThere ? scoreOf(*found) : 0;
        const auto score = *scoreFrom(scores[i]) + (options.increment ? was : 0);
        if (std::isnan(score) || (isThere && (score == was || (options.gt && score < was) || (options.lt && score > was))))
            continue;
        changed = true;
        if (isThere)
            found->second = scoreText(score);
        else
            value->elements.emplace_back(scores[i + 1], scoreText(score));
    }
    if (!changed)
        return run.unchanged();
    inOrder(*value);
    run.holds(*std::move(value));
}

void zadd(Run &run) { addScores(run, addOptions(run)); }

void zincrby(Run &run)
{
    AddOptions options;
    options.increment = true;
    addScores(run, options);
}

struct Bound
{
    double score = 0;
    bool open = false;
};

std::optional<Bound> boundFrom(const Bytes &text)
{
    const bool open = text.starts_with('(');
    const auto score = scoreFrom(open ? text.substr(1) : text);
    return score ? std::optional(Bound{*score, open}) : std::nullopt;
}

void zremrangebyscore(Run &run)
{
    const auto least = run.count() == 4 ? boundFrom(run.words[2]) : std::nullopt;
    const auto most = run.count() == 4 ? boundFrom(run.words[3]) : std::nullopt;
    if (!least || !most)
        return run.unchanged();
    auto value = valueToChange(run, ValueType::Zset, true);
    if (!value)
        return;
    const auto removed = std::erase_if(value->elements, [&](const auto &element) {
        const auto score = scoreOf(element);
        return (least->open ? score > least->score : score >= least->score) && (most->open ? score < most->score : score <= most->score);
    });
    if (removed == 0)
        run.unchanged();
    else
        run.holds(*std::move(value));
}

// The elements from `first` to `last` by index, negative from the end, as Redis counts: [begin, end).
std::pair<std::ptrdiff_t, std::ptrdiff_t> rangeOf(std::int64_t first, std::int64_t last, std::ptrdiff_t size)
{
    const auto begin = std::max<std::int64_t>(first < 0 ? first + size : first, 0);
    const auto end = std::min<std::int64_t>(last < 0 ? last + size : last, size - 1) + 1;
    return begin < end ? std::pair<std::ptrdiff_t, std::ptrdiff_t>(begin, end) : std::pair<std::ptrdiff_t, std::ptrdiff_t>(0, 0);
}

template <ValueType type>
void cutByIndex(Run &run)
{
    constexpr bool keeps = type == ValueType::List; // LTRIM keeps the range, ZREMRANGEBYRANK removes it
    const auto first = run.count() == 4 ? strictInteger(run.words[2]) : std::nullopt;
    const auto last = run.count() == 4 ? strictInteger(run.words[3]) : std::nullopt;
    if (!first || !last)
        return run.unchanged();
    auto value = valueToChange(run, type, true);
    if (!value)
        return;
    auto &elements = value->elements;
    const auto [begin, end] = rangeOf(*first, *last, std::ssize(elements));
    if (keeps) {
        elements.erase(elements.begin() + end, elements.end());
        elements.erase(elements.begin(), elements.begin() + begin);
        return run.holds(*std::move(value)); // announced even if nothing was cut
    }
    if (begin == end)
        return run.unchanged();
    elements.erase(elements.begin() + begin, elements.begin() + end);
    run.holds(*std::move(value));
}

// LPOP, RPOP, ZPOPMIN, ZPOPMAX.
template <ValueType type>
void pop(Run &run)
{
    const auto number = run.count() == 3 ? strictInteger(run.words[2]) : std::optional<std::int64_t>(1);
    if (!number || *number < 0 || run.count() > 3)
        return run.unchanged();
    auto value = valueToChange(run, type, true);
    if (!value)
        return;
    if (*number == 0)
        return run.unchanged();
    auto &elements = value->elements;
    const auto taken = static_cast<std::ptrdiff_t>(std::min(*number, std::ssize(elements)));
    const bool fromEnd = equalsIgnoringCase(run.words[0], "rpop") || equalsIgnoringCase(run.words[0], "zpopmax");
    const auto begin = fromEnd ? elements.end() - taken : elements.begin();
    elements.erase(begin, begin + taken);
    run.holds(*std::move(value));
}

void push(Run &run)
{
    const auto name = asciiLower(run.words[0]);
    if (run.count() < 3)
        return run.unchanged();
    auto value = valueToChange(run, ValueType::List, name.ends_with('x'));
    if (!value)
        return;
    for (const auto &element : run.words.subspan(2))
        value->elements.insert(name[0] == 'l' ? value->elements.begin() : value->elements.end(), {element, Bytes()});
    run.holds(*std::move(value));
}

void lrem(Run &run)
{
    const auto number = run.count() == 4 ? strictInteger(run.words[2]) : std::nullopt;
    if (!number)
        return run.unchanged();
    auto value = valueToChange(run, ValueType::List, true);
    if (!value)
        return;
    auto &elements = value->elements;
    auto left = *number == 0 ? std::ssize(elements)
                             : std::min<std::int64_t>(*number < 0 ? -std::max(*number, -latestTime) : *number, std::ssize(elements));
    const auto before = elements.size();
    const auto remove = [&](const auto &element) { return element.first == run.words[3] && left > 0 && left-- > 0; };
    if (*number < 0)
        std::ranges::reverse(elements);
    std::erase_if(elements, remove);
    if (*number < 0)
        std::ranges::reverse(elements);
    if (elements.size() == before)
        run.unchanged();
    else
        run.holds(*std::move(value));
}

void anything(Run &run)
{
    run.unchanged();
    run.becomes(KeyState::unknown());
}

struct Rule
{
    enum class Keys { First, All, Pairs, Any };
    Keys keys = Keys::First;
    void (*run)(Run &) = nullptr; ///< null: it changes nothing
};

const std::unordered_map<std::string_view, Rule> &rules()
{
    using enum Rule::Keys;
    static const std::unordered_map<std::string_view, Rule> all = {
        {"set", {First, set}},
        {"setnx", {First, setnx}},
        {"setex", {First, setex}},
        {"psetex", {First, setex}},
        {"getset", {First, getset}},
        {"getdel", {First, getdel}},
        {"getex", {First, getex}},
        {"append", {First, append}},
        {"incr", {First, count}},
        {"decr", {First, count}},
        {"incrby", {First, count}},
        {"decrby", {First, count}},
        {"mset", {Pairs, mset}},
        {"msetnx", {Pairs, mset}},
        {"del", {All, del}},
        {"unlink", {All, del}},
        {"expire", {First, expire}},
        {"pexpire", {First, expire}},
        {"expireat", {First, expire}},
        {"pexpireat", {First, expire}},
        {"persist", {First, persist}},
        {"move", {First, move}},
        {"rename", {Any, rename}},
        {"renamenx", {Any, rename}},
        {"copy", {Any, copy}},
        {"hset", {First, hset}},
        {"hmset", {First, hset}},
        {"hsetnx", {First, hset}},
        {"hincrby", {First, hincrby}},
        {"hdel", {First, take<ValueType::Hash>}},
        {"sadd", {First, sadd}},
        {"srem", {First, take<ValueType::Set>}},
        {"zadd", {First, zadd}},
        {"zincrby", {First, zincrby}},
        {"zrem", {First, take<ValueType::Zset>}},
        {"zremrangebyscore", {First, zremrangebyscore}},
        {"zremrangebyrank", {First, cutByIndex<ValueType::Zset>}},
        {"zpopmin", {First, pop<ValueType::Zset>}},
        {"zpopmax", {First, pop<ValueType::Zset>}},
        {"lpush", {First, push}},
        {"rpush", {First, push}},
        {"lpushx", {First, push}},
        {"rpushx", {First, push}},
        {"lpop", {First, pop<ValueType::List>}},
        {"rpop", {First, pop<ValueType::List>}},
        {"lrem", {First, lrem}},
        {"ltrim", {First, cutByIndex<ValueType::List>}},
    };
    return all;
}

bool onlyReads(std::string_view command)
{
    static const std::unordered_set<std::string_view> all = {
        "get",         "mget",         "getrange",    "substr",        "strlen",
        "exists",      "type",         "ttl",         "pttl",          "expiretime",
        "pexpiretime", "object",       "memory",      "dump",          "touch",
        "watch",       "unwatch",      "multi",       "exec",          "discard",
        "getbit",      "bitcount",     "bitpos",      "lcs",           "hget",
        "hmget",       "hgetall",      "hexists",     "hlen",          "hkeys",
        "hvals",       "hstrlen",      "hscan",       "hrandfield",    "scard",
        "smembers",    "sismember",    "smismember",  "srandmember",   "sscan",
        "sinter",      "sunion",       "sdiff",       "zcard",         "zscore",
        "zmscore",     "zrange",       "zrevrange",   "zrangebyscore", "zrevrangebyscore",
        "zcount",      "zrank",        "zrevrank",    "zscan",         "llen",
        "lindex",      "lrange",       "lpos",        "scan",          "keys",
        "ping",        "echo",         "time",        "select",        "publish",
        "spublish",    "subscribe",    "unsubscribe", "psubscribe",    "punsubscribe",
        "ssubscribe",  "sunsubscribe", "pubsub",      "client",        "info",
        "command",     "config",       "script",      "function",      "hello",
        "auth",        "quit",         "reset",       "dbsize",        "randomkey",
        "wait",        "waitaof",      "role",        "slowlog",       "latency",
        "acl",         "cluster",      "readonly",    "readwrite",     "asking",
        "xlen",        "xrange",       "xrevrange",   "xread",         "xinfo",
        "xpending",    "bitfield_ro",  "sort_ro",     "lolwut",        "save",
        "bgsave",      "bgrewriteaof", "lastsave",
    };
    return all.contains(command);
}

bool names(std::span<const Bytes> words, Rule::Keys keys, std::string_view key)
{
    const auto last = keys == Rule::Keys::First ? std::min<std::size_t>(words.size(), 2) : words.size();
    for (std::size_t i = 1; i < last; i += keys == Rule::Keys::Pairs ? 2 : 1) {
        if (words[i] == key)
            return true;
    }
    return false;
}

} // namespace

bool isScriptCall(std::string_view command)
{
    const char first = command.empty() ? '\0' : toLowerCase(command.front()); // asked for every line
    if (first != 'e' && first != 'f')
        return false;
    const auto name = asciiLower(command);
    return name == "eval" || name == "evalsha" || name == "eval_ro" || name == "evalsha_ro" || name == "fcall" || name == "fcall_ro";
}

Sweeping sweepingOf(std::string_view command)
{
    if (command.size() < 6 || command.size() > 8)
        return Sweeping::No;
    const auto name = asciiLower(command);
    return name == "flushdb" ? Sweeping::Flush : name == "flushall" ? Sweeping::FlushAll : name == "swapdb" ? Sweeping::Swap : Sweeping::No;
}

bool mayCreate(MonitorWords words, bool inScript)
{
    constexpr std::array direct = {std::string_view("setnx"), std::string_view("hsetnx"), std::string_view("zadd"),
                                   std::string_view("msetnx")};
    constexpr std::array scripted = {std::string_view("hset"),   std::string_view("hmset"), std::string_view("hincrby"),
                                     std::string_view("psetex"), std::string_view("setex"), std::string_view("sadd")};
    const auto name = words.next().value_or(std::string_view());
    if (!equalsIgnoringCase(name, "set"))
        return equalsOneIgnoringCase(name, direct) || (inScript && equalsOneIgnoringCase(name, scripted));
    words.next();
    const bool hasValue = words.next().has_value();
    if (inScript)
        return hasValue;
    while (const auto word = words.next()) {
        if (equalsIgnoringCase(*word, "nx"))
            return true;
    }
    return false;
}

std::vector<Effect> effectsOf(std::span<const Bytes> words, std::string_view key, const KeyState &before, TimeRange now)
{
    std::vector<Effect> effects;
    if (words.empty())
        return {{before, false}};
    const auto name = asciiLower(words[0]);
    const auto found = rules().find(name);
    const bool isRule = found != rules().end();
    const Rule rule = isRule ? found->second : Rule{Rule::Keys::Any, anything};
    if (onlyReads(name) || isScriptCall(name) || !names(words, rule.keys, key))
        return {{before, false}};
    if (before.content != Content::Unknown) {
        Run run(words, key, before, now, effects);
        rule.run(run);
        return effects;
    }
    // Unknown: the key is absent, or it holds something.
    for (const auto &possible : {KeyState::absent(), KeyState::hidden(ValueType::Other)}) {
        Run run(words, key, possible, now, effects);
        rule.run(run);
    }
    return effects;
}

} // namespace lockcore
