// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/attribution.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/trace/command_effect.h"

#include <algorithm>
#include <cstring>

namespace lockcore {

namespace {

constexpr std::size_t mostRemembered = 4096; ///< clients with a name or an open transaction

TraceActor actorOf(const MonitorLine &line) { return {Bytes(line.address), line.from == MonitorLine::From::Unix}; }

// None also where the key's deadline is not the holder's: whoever took a permit last has set it.
std::optional<Milliseconds> leaseLeft(const LockSnapshot &before, const LockEvent &event)
{
    const auto &holders = before.match.holders;
    const auto holder = std::ranges::find(holders, event.owner, &Holder::owner);
    if (holder != holders.end() && holder->deadline)
        return timeLeft(holder->deadline, event.time);
    if (before.match.lastWriterSetsDeadline || before.match.scores == Scores::Times)
        return std::nullopt;
    return timeLeft(before.look.deadline, event.time);
}

} // namespace

Bytes escapedWord(std::string_view word)
{
    constexpr std::string_view digits = "0123456789abcdef";
    Bytes text;
    for (const char c : word) {
        switch (c) {
        case '\\':
        case '"': (text += '\\') += c; break;
        case '\n': text += "\\n"; break;
        case '\r': text += "\\r"; break;
        case '\t': text += "\\t"; break;
        case '\a': text += "\\a"; break;
        case '\b': text += "\\b"; break;
        default:
            if (const auto byte = static_cast<unsigned char>(c); byte >= 0x20 && byte < 0x7f)
                text += c;
            else
                ((text += "\\x") += digits[byte >> 4]) += digits[byte & 15];
        }
    }
    return text;
}

Attribution::Attribution(const Classifier &classifier, Options options)
    : m_classifier(classifier)
    , m_options(std::move(options))
    , m_recogniser(classifier, [](const LockId &, const LockMatch &) { return false; })
{ }

void Attribution::trace(const Bytes &key)
{
    if (m_traced.contains(key))
        return;
    if (m_traced.size() >= m_options.mostKeys && !makeRoom()) {
        ++m_leftOut;
        return;
    }
    Traced traced{KeyStory(key, m_options.rules), {}, {}, {}};
    traced.request.id = {m_options.db, key};
    auto &kept = m_traced.emplace(key, std::move(traced)).first->second;
    m_index.emplace(escapedWord(key), &kept);
    m_due.push_back(key);
}

// Many locks have a name for each job: those that are gone make room.
bool Attribution::makeRoom()
{
    constexpr int mostTries = 64;
    for (int i = 0; i < mostTries && !m_discovered.empty(); ++i) {
        const auto key = std::move(m_discovered.front());
        m_discovered.pop_front();
        const auto found = m_traced.find(key);
        if (found == m_traced.end())
            continue;
        const auto &traced = found->second;
        if (!traced.history.last && traced.story.wasLookedAt() && !traced.asked && !traced.story.needsLook())
            return forget(key);
        m_discovered.push_back(key);
    }
    return false;
}

bool Attribution::forget(const Bytes &key)
{
    const auto found = m_traced.find(key);
    if (found == m_traced.end())
        return false;
    std::erase(m_announced, &found->second);
    std::erase(m_touched, &found->second);
    m_index.erase(escapedWord(key));
    m_traced.erase(found);
    return true;
}

Result<void> Attribution::feed(std::string_view bytes)
{
    m_stream.feed(bytes);
    return run();
}

Result<void> Attribution::run()
{
    while (!m_waits) {
        auto next = m_stream.next();
        if (!next)
            return next.error();
        if (!*next)
            return {};
        if (const auto *line = std::get_if<MonitorLine>(&**next)) {
            take(*line);
        } else if (const auto *keys = std::get_if<KeysAnnounced>(&**next)) {
            announced(*keys);
        } else {
            const auto &answer = std::get<StreamAnswer>(**next);
            if (answer.error && !m_refusal)
                m_refusal = answer.error;
            ++m_answers;
        }
    }
    return {};
}

void Attribution::announced(const KeysAnnounced &keys)
{
    const auto note = [this](Traced &traced) {
        traced.story.announced();
        if (std::ranges::find(m_announced, &traced) == m_announced.end())
            m_announced.push_back(&traced);
    };
    if (!keys.keys)
        return; // the line that flushes follows
    for (const auto &key : *keys.keys) {
        if (const auto found = m_traced.find(key); found != m_traced.end())
            note(found->second);
    }
}

void Attribution::take(const MonitorLine &line)
{
    ++m_commands;
    m_bytes += line.bytes;
    auto words = line.command();
    const auto command = words.next().value_or(std::string_view());
    const auto at = timeOf(line, command);
    m_lastTime = std::max(m_lastTime, line.time);
    if (line.from != MonitorLine::From::Script) { // the lines of a script follow its call without another one in between
        wipe(m_callerWords);
        m_script.reset();
    }
    if (m_skip > 0) {
        --m_skip;
        return;
    }
    if (isOurs(line, command, words))
        return;
    if (line.from != MonitorLine::From::Script)
        noteCaller(line, command, at);
    noteName(line, command, words);
    findTouched(line);
    if (m_touched.empty() && m_options.follows)
        discover(line, command);
    if (line.db != m_options.db) {
        elsewhere();
    } else if (!m_touched.empty()) {
        const auto traced = lineOf(line, at);
        for (auto *one : m_touched) {
            one->story.command(traced);
            std::erase(m_announced, one);
            m_items.push_back(AttributedUse{one->request.id, traced});
            if (!m_options.rules.looks && one->story.wasLookedAt())
                apply(*one, one->story.claimed(at.to, one->request.id));
            m_due.push_back(one->request.id.key);
        }
    }
    if (sweepingOf(command) != Sweeping::No)
        sweep(line, command, at);
    passBy(at);
}

// The server notes the time of a line after it has run the command. Inside a transaction and in a script its clock for expiry stands still.
TimeRange Attribution::timeOf(const MonitorLine &line, std::string_view command)
{
    if (line.from == MonitorLine::From::Script)
        return {std::min(m_callerAt.from, line.time), line.time};
    if (m_runner != line.address) {
        m_runner = line.address;
        m_runFloor = m_lastTime;
    }
    auto from = m_lastTime == ServerTime() ? line.time - Milliseconds(5) : m_lastTime;
    if (!m_transactions.empty()) {
        if (const auto open = m_transactions.find(m_runner); open != m_transactions.end()) {
            from = std::max(m_runFloor, open->second);
            if (equalsIgnoringCase(command, "exec") || equalsIgnoringCase(command, "discard"))
                m_transactions.erase(open);
        }
    }
    if (equalsIgnoringCase(command, "multi") && m_transactions.size() < mostRemembered)
        m_transactions.insert_or_assign(m_runner, line.time);
    return {std::min(from, line.time), line.time};
}

bool Attribution::isOurs(const MonitorLine &line, std::string_view command, MonitorWords words)
{
    if (m_pending.empty() || line.from == MonitorLine::From::Script || !equalsIgnoringCase(command, "ping"))
        return false;
    const auto word = words.next();
    const auto found = word ? m_pending.find(Bytes(*word)) : m_pending.end();
    if (found == m_pending.end())
        return false;
    passBy(TimeRange{m_lastTime, line.time});
    m_skip = found->second.commands + 1;
    found->second.seen = true;
    m_waits = !found->second.answers;
    m_waitsFor = found->first;
    if (!m_waits) {
        applyAnswers(found->second);
        m_pending.erase(found);
    }
    return true;
}

void Attribution::noteCaller(const MonitorLine &line, std::string_view command, TimeRange at)
{
    if (!isScriptCall(command))
        return;
    m_caller.address.assign(line.address);
    m_caller.isUnix = line.from == MonitorLine::From::Unix;
    m_callerWords.assign(line.words);
    m_callerAt = at;
}

void Attribution::noteName(const MonitorLine &line, std::string_view command, MonitorWords words)
{
    if (line.from != MonitorLine::From::Client || !equalsIgnoringCase(command, "client"))
        return;
    const auto subcommand = words.next();
    const auto name = words.next();
    if (subcommand && name && equalsIgnoringCase(*subcommand, "setname") && m_names.size() < mostRemembered)
        m_names.insert_or_assign(Bytes(line.address), unescapedWord(*name));
}

void Attribution::findTouched(const MonitorLine &line)
{
    m_touched.clear();
    if (m_index.empty())
        return;
    auto words = line.command();
    words.next();
    while (const auto word = words.next()) {
        const auto found = m_index.find(*word);
        if (found != m_index.end() && std::ranges::find(m_touched, found->second) == m_touched.end())
            m_touched.push_back(found->second);
    }
}

// A lock that is taken for the first time.
void Attribution::discover(const MonitorLine &line, std::string_view command)
{
    const char first = command.empty() ? '\0' : toLowerCase(command.front());
    const bool mayBe = first == 's' || first == 'h' || first == 'z' || first == 'm' || first == 'p';
    if (!mayBe || line.db != m_options.db || !mayCreate(line.command(), line.from == MonitorLine::From::Script))
        return;
    constexpr std::size_t longest = 512;
    auto words = line.command();
    words.next();
    const auto key = words.next();
    const auto name = key && key->size() <= longest ? unescapedWord(*key) : Bytes();
    if (name.empty() || !m_options.follows(name))
        return;
    trace(name);
    if (const auto found = m_traced.find(name); found != m_traced.end()) {
        m_touched.push_back(&found->second);
        m_discovered.push_back(name);
    }
}

void Attribution::elsewhere()
{
    for (auto *one : m_touched) {
        one->story.changedElsewhere();
        std::erase(m_announced, one);
        m_due.push_back(one->request.id.key);
    }
}

TraceLinePtr Attribution::lineOf(const MonitorLine &line, TimeRange at)
{
    auto traced = std::make_shared<TraceLine>();
    traced->at = at;
    traced->words = unescapedWords(line.command());
    if (line.from != MonitorLine::From::Script) {
        traced->actor = actorOf(line);
        return traced;
    }
    if (!m_script && !m_callerWords.empty()) {
        auto script = std::make_shared<TraceLine>();
        script->actor = m_caller;
        script->at = m_callerAt;
        script->words = unescapedWords(MonitorWords(m_callerWords));
        m_script = std::move(script);
    }
    traced->script = m_script;
    if (m_script)
        traced->actor = m_script->actor;
    return traced;
}

void Attribution::sweep(const MonitorLine &line, std::string_view command, TimeRange at)
{
    const auto sweeping = sweepingOf(command);
    if (sweeping == Sweeping::Flush && line.db != m_options.db)
        return;
    const auto traced = lineOf(line, at);
    for (auto &[key, one] : m_traced) {
        one.story.swept(traced, sweeping != Sweeping::Swap);
        m_due.push_back(key);
    }
    m_announced.clear();
}

void Attribution::passBy(TimeRange at)
{
    for (auto *one : m_announced) {
        one->story.passedBy(at);
        m_due.push_back(one->request.id.key);
    }
    m_announced.clear();
}

bool Attribution::hasDueLooks() const { return !m_due.empty(); }

std::vector<LookRequest> Attribution::dueLooks(std::size_t most)
{
    std::vector<LookRequest> due;
    std::deque<Bytes> later;
    while (!m_due.empty() && due.size() < most) {
        const auto key = std::move(m_due.front());
        m_due.pop_front();
        const auto found = m_traced.find(key);
        if (found == m_traced.end() || !found->second.story.needsLook())
            continue;
        auto &traced = found->second;
        if (traced.story.wasLookedAt() && !m_options.rules.looks)
            continue;
        if (traced.asked) {
            later.push_back(key);
            continue;
        }
        traced.asked = true;
        due.push_back(traced.request);
    }
    for (auto &key : later) {
        if (std::ranges::find(m_due, key) == m_due.end())
            m_due.push_back(std::move(key));
    }
    return due;
}

void Attribution::sending(const Bytes &word, std::size_t commands) { m_pending[word].commands = commands; }

Result<void> Attribution::answered(const Bytes &word, std::vector<Answer> answers)
{
    const auto found = m_pending.find(word);
    if (found == m_pending.end())
        return {};
    found->second.answers = std::move(answers);
    if (!m_waits || m_waitsFor != word)
        return {};
    m_waits = false;
    applyAnswers(found->second);
    m_pending.erase(found);
    return run();
}

void Attribution::refused(const Bytes &word, std::vector<LookRequest> requests)
{
    m_pending.erase(word);
    for (const auto &request : requests) {
        if (const auto found = m_traced.find(request.id.key); found != m_traced.end()) {
            found->second.asked = false;
            found->second.request = request; // it may ask for less from now on
            m_due.push_back(request.id.key);
        }
    }
}

bool Attribution::hasUnseenLook() const
{
    return std::ranges::any_of(m_pending, [](const auto &pending) { return pending.second.answers.has_value(); });
}

void Attribution::applyAnswers(Pending &pending)
{
    for (auto &answer : *pending.answers) {
        const auto found = m_traced.find(answer.request.id.key);
        if (found == m_traced.end())
            continue;
        auto &traced = found->second;
        traced.asked = false;
        traced.request = std::move(answer.request);
        if (answer.look)
            apply(traced, *answer.look);
        if (traced.story.needsLook())
            m_due.push_back(found->first);
    }
}

void Attribution::showFirst(Traced &traced, const KeySnapshot &look)
{
    ObservationInterval observed;
    observed.firstSweep = true;
    for (auto &event : transition(traced.history, look, observed, m_recogniser, {}).events) {
        AttributedChange seen;
        seen.scope = traced.history.last->traits.ownerScope;
        seen.lock = traced.history.info;
        seen.event = std::move(event);
        m_items.push_back(std::move(seen));
    }
    traced.companions = look.companions;
}

void Attribution::apply(Traced &traced, const KeySnapshot &look)
{
    const bool isFirst = !traced.story.wasLookedAt();
    const auto steps = traced.story.look(look);
    if (isFirst && (steps.empty() || !steps.front().isSure())) {
        showFirst(traced, look);
        return;
    }
    if (isFirst) { // a command has made it
        KeySnapshot none;
        none.id = look.id;
        none.at = steps.front().line ? steps.front().line->at.from : look.at;
        transition(traced.history, std::move(none), {}, m_recogniser, {});
    }
    // A step after which the value is not known becomes one with those that follow it, and so do those of one script: nobody can see what is
    // between them.
    Cause cause;
    for (const auto &step : steps) {
        const auto *next = &step == &steps.back() ? nullptr : &step + 1;
        const bool isWithin = next && step.line && next->line && step.line->script && step.line->script == next->line->script;
        const bool isShowable = !next || (!isWithin && lookOf(step.after, traced.request.id, step.at).has_value());
        cause.isNobodys = step.cause == StoryStep::Cause::Expired;
        cause.isShown = cause.isShown && step.cause != StoryStep::Cause::Unshown;
        cause.several = cause.several || step.cause == StoryStep::Cause::Several;
        if (step.line)
            cause.lines.push_back(step.line);
        if (step.line && step.line->script)
            cause.steps.push_back(step);
        cause.lines.insert(cause.lines.end(), step.perhaps.begin(), step.perhaps.end());
        if (cause.doubt.empty())
            cause.doubt = step.doubt;
        const auto isAnothers = [&](const TraceLinePtr &line) { return line->actor != cause.lines.front()->actor; };
        if (cause.doubt.empty() && std::ranges::any_of(cause.lines, isAnothers))
            cause.doubt = "commands of several clients came between two looks";
        if (!isShowable)
            continue;
        apply(traced, step, cause, look);
        cause = {};
    }
    traced.companions = look.companions;
}

// A script removes what is too old, takes the lock and sets its lease: the command after which the owner is there, or is gone.
TraceLinePtr Attribution::lineOf(const Cause &cause, const LockEvent &event, const KeyState &before)
{
    if (cause.steps.empty())
        return cause.lines.back();
    const auto has = [&](const Value &value) {
        const auto isIn = [&](const auto &element) { return element.first.find(event.owner) != Bytes::npos; };
        return value.text.find(event.owner) != Bytes::npos || std::ranges::any_of(value.elements, isIn);
    };
    const auto turned =
        std::ranges::find_if(cause.steps, [&](const StoryStep &step) { return has(step.after.value) != has(before.value); });
    return turned == cause.steps.end() ? cause.steps.front().line : turned->line;
}

void Attribution::apply(Traced &traced, const StoryStep &step, const Cause &cause, const KeySnapshot &last)
{
    auto look = lookOf(step.after, traced.request.id, step.at).value_or(last);
    look.at = step.at;
    look.companions = look.value == last.value ? last.companions : traced.companions;
    ObservationInterval observed;
    if (cause.isNobodys)
        observed.quiet = step.at;
    observed.several = cause.several;
    auto doubt = cause.doubt;
    const auto line = cause.lines.empty() ? TraceLinePtr() : cause.lines.back();
    if (doubt.empty() && !cause.isNobodys && (!line || line->actor.address.empty()))
        doubt = "its script was called before the trace began";
    const bool isCertain = doubt.empty() || !m_options.rules.doubts;
    if (!isCertain)
        m_items.push_back(AttributedDoubt{traced.request.id, cause.lines});
    const auto before = traced.history.snapshot();
    const auto lockBefore = traced.history.info;
    auto result = transition(traced.history, std::move(look), observed, m_recogniser, {});
    const auto after = traced.history.snapshot();
    for (auto &event : result.events) {
        AttributedChange change;
        change.lock = after ? traced.history.info : lockBefore;
        change.scope = after ? after->match.ownerScope : before ? before->match.ownerScope : OwnerScope::Unknown;
        if (before) {
            change.ownerBefore = Bytes(ownerOf(before->match));
            change.leftBefore = leaseLeft(*before, event);
        }
        change.shown = cause.isShown;
        change.certain = isCertain;
        change.why = doubt;
        const bool isNobodys = event.type == EventType::Expired && doubt.empty();
        if (isCertain && line && !isNobodys) {
            change.line = lineOf(cause, event, before ? KeyState::of(before->look) : KeyState::absent());
            change.by = line->actor;
            change.command = change.line->command();
        } else if (!isCertain) {
            change.perhaps = cause.lines;
        }
        change.event = std::move(event);
        m_items.push_back(std::move(change));
    }
}

std::size_t Attribution::unseen() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_traced, [](const auto &one) { return !one.second.story.wasLookedAt(); }));
}

std::vector<LockInfo> Attribution::held() const
{
    std::vector<LockInfo> held;
    for (const auto &[key, traced] : m_traced) {
        if (traced.history.last)
            held.push_back(traced.history.info);
    }
    return held;
}

} // namespace lockcore
