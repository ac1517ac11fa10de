// SPDX-License-Identifier: MIT
#include "lockcore/explorer/trace_text.h"

#include <algorithm>
#include <charconv>

namespace lockcore::explorer {

namespace {

constexpr std::string_view version = "1";
constexpr std::string_view scriptsBegin = "scripts-";
constexpr char firstServer = 'V';
constexpr char companionSign = '_';
constexpr char otherWorkSign = '~';
constexpr std::size_t longestTrace = 64 << 10;
constexpr std::int64_t longestWait = 1'000'000; // ms in which nothing happens
using Kind = Move::Kind;

// Of each kind of event but the passing of time, in their order.
constexpr std::string_view kindLetters = "axrtshnueocplqdwfg";
static_assert(kindLetters.size() == static_cast<std::size_t>(Kind::TimePasses), "a new kind of event needs a letter");

std::uint32_t hashOf(std::string_view text) // FNV-1a
{
    std::uint32_t hash = 0x811c9dc5;
    for (const char byte : text)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193;
    return hash;
}

std::string hexOf(std::uint32_t number, std::size_t digits)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4)
        *digit = hex[number & 0xf];
    return text;
}

std::string checkOf(std::string_view text)
{
    const auto hash = hashOf(text);
    return hexOf(hash ^ hash >> 16, 4);
}

std::string nameOf(const ScriptPair &scripts)
{
    std::string all(scripts.leaseFirst ? "lease,owner" : "owner,lease");
    for (const auto *part : {&scripts.acquire, &scripts.release, &scripts.renew, &scripts.acquiredWhen, &scripts.releasedWhen,
                             &scripts.renewedWhen, &scripts.stillHeldWhen})
        all += '\n' + std::to_string(part->size()) + ':' + *part;
    return std::string(scriptsBegin) + hexOf(hashOf(all), 8);
}

Error damaged(const std::string &why)
{
    return {ErrorKind::Refused, "the trace is damaged: " + why + "; copy it once more, from its first to its last character", "trace"};
}

struct Length
{
    char letter;
    Milliseconds Bounds::*time;
};
constexpr std::array lengths = {
    Length{'l', &Bounds::lease}, Length{'k', &Bounds::work}, Length{'p', &Bounds::poll}, Length{'c', &Bounds::commandTimeout},
    Length{'u', &Bounds::pause}, Length{'i', &Bounds::tick}, Length{'s', &Bounds::skew}};

std::string boundsText(const Bounds &bounds)
{
    auto text = 'w' + std::to_string(bounds.workers) + 'r' + std::to_string(bounds.rounds);
    const Bounds usual;
    for (const auto &[letter, time] : lengths) {
        const bool isSaid = letter == 'l' || letter == 'k' || letter == 'p' || bounds.*time != usual.*time;
        if (isSaid)
            text += letter + std::to_string((bounds.*time).count());
    }
    if (bounds.otherWork)
        text += 'o' + std::to_string(bounds.otherWork->count());
    return text + (bounds.careful ? "y" : "") + (bounds.reenters ? "e" : "");
}

std::string faultsText(const FaultBudget &faults)
{
    std::string text;
    for (std::size_t i = 0; i < faultKinds; ++i) {
        const auto fault = static_cast<Fault>(i);
        if (faults[fault] > 0)
            text += (text.empty() ? "" : ",") + std::string(wordOf(fault)) + '=' + std::to_string(faults[fault]);
    }
    return text.empty() ? "none" : text;
}

std::string routeText(const Route &route)
{
    std::string text;
    char actor = 0;
    for (const auto &step : route) {
        if (step.kind == Kind::TimePasses) {
            text += std::to_string(step.passed);
            continue;
        }
        const char acts = static_cast<char>(step.worker == RouteStep::nobody ? firstServer + step.server : 'A' + step.worker);
        if (std::exchange(actor, acts) != acts)
            text += acts;
        if (step.task == TaskOf::Companion)
            text += companionSign;
        text += kindLetters[static_cast<std::size_t>(step.kind)];
        if (step.isOtherWork)
            text += otherWorkSign;
    }
    return text;
}

// Takes text from its beginning.
class Reader
{
public:
    explicit Reader(std::string_view text)
        : m_text(text)
    { }

    bool isAtEnd() const { return m_text.empty(); }
    char next() const { return isAtEnd() ? '\0' : m_text.front(); }
    bool takes(char letter)
    {
        if (next() != letter || isAtEnd())
            return false;
        m_text.remove_prefix(1);
        return true;
    }
    char take()
    {
        const char letter = next();
        m_text.remove_prefix(isAtEnd() ? 0 : 1);
        return letter;
    }
    std::optional<std::int64_t> number()
    {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
        if (error != std::errc())
            return std::nullopt;
        m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
        return value;
    }

private:
    std::string_view m_text;
};

bool readLength(char letter, std::int64_t value, Bounds &bounds)
{
    if (letter == 'o') {
        bounds.otherWork = Milliseconds(value);
        return value >= 1 && value < bounds.work.count();
    }
    const auto found = std::ranges::find(lengths, letter, &Length::letter);
    if (found == lengths.end())
        return false;
    bounds.*found->time = Milliseconds(value);
    return std::abs(value) <= Bounds::mostTime && (value >= 1 || letter == 's');
}

bool readBounds(std::string_view text, Bounds &bounds)
{
    Reader reader(text);
    while (!reader.isAtEnd()) {
        const char letter = reader.take();
        if (letter == 'y' || letter == 'e') {
            (letter == 'y' ? bounds.careful : bounds.reenters) = true;
            continue;
        }
        const auto value = reader.number();
        if (!value)
            return false;
        const bool isCount = letter == 'w' || letter == 'r';
        const int most = letter == 'w' ? Bounds::mostWorkersAsked : Bounds::mostRounds;
        if (isCount ? *value < 1 || *value > most : !readLength(letter, *value, bounds))
            return false;
        if (isCount)
            (letter == 'w' ? bounds.workers : bounds.rounds) = static_cast<int>(*value);
    }
    return true;
}

bool readFaults(std::string_view text, FaultBudget &faults)
{
    if (text == "none")
        return true;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        const auto word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        bool isKnown = false;
        for (std::size_t i = 0; i < faultKinds; ++i) {
            const auto fault = static_cast<Fault>(i);
            const auto name = std::string(wordOf(fault)) + '=';
            if (!word.starts_with(name) || word.size() != name.size() + 1)
                continue;
            faults[fault] = word.back() - '0';
            isKnown = faults[fault] >= 1 && faults[fault] <= FaultBudget::most;
        }
        if (!isKnown)
            return false;
    }
    return true;
}

bool readRoute(std::string_view text, const Bounds &bounds, Route &route)
{
    Reader reader(text);
    RouteStep actor;
    bool hasActor = false;
    while (!reader.isAtEnd()) {
        RouteStep step;
        if (reader.next() >= '0' && reader.next() <= '9') {
            const auto passed = reader.number();
            if (!passed || *passed < 1 || *passed > longestWait)
                return false;
            step.passed = static_cast<int>(*passed);
            route.push_back(step);
            continue;
        }
        if (const char who = reader.next(); who >= 'A' && who < 'A' + bounds.workers)
            actor = {.worker = reader.take() - 'A'};
        else if (who >= firstServer && who < firstServer + bounds.servers)
            actor = {.server = reader.take() - firstServer};
        else if (!hasActor)
            return false;
        hasActor = true;
        step = actor;
        step.task = reader.takes(companionSign) ? TaskOf::Companion : TaskOf::Worker;
        const auto kind = kindLetters.find(reader.take());
        if (kind == kindLetters.npos)
            return false;
        step.kind = static_cast<Kind>(kind);
        step.isOtherWork = reader.takes(otherWorkSign);
        route.push_back(step);
    }
    return true;
}

std::vector<std::string_view> partsOf(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(':', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Result<Bounds> boundsOf(std::string_view protocol, const std::optional<ScriptPair> &scripts)
{
    if (!protocol.starts_with(scriptsBegin))
        return usualBounds(protocol);
    if (!scripts)
        return Error{ErrorKind::Refused, "the trace is about scripts: give them, too, with --acquire and --release", "trace"};
    if (nameOf(*scripts) != protocol)
        return Error{ErrorKind::Refused,
                     "the trace is about other scripts, or they were changed since, or their replies are read otherwise", "trace"};
    return usualBounds(*scripts);
}

} // namespace

std::string traceText(const Bounds &bounds, const FaultBudget &faults, const Route &route)
{
    const auto name = bounds.scripts ? nameOf(*bounds.scripts) : bounds.protocol;
    const auto text =
        std::string(version) + ':' + name + ':' + boundsText(bounds) + ':' + faultsText(faults) + ':' + routeText(route) + ':';
    return text + checkOf(text);
}

Result<TracedRoute> traceFrom(std::string_view text, const std::optional<ScriptPair> &scripts)
{
    constexpr std::size_t parts = 6;
    const auto part = partsOf(text.substr(0, longestTrace));
    const bool isNumber = !part.front().empty() && part.front().find_first_not_of("0123456789") == std::string_view::npos;
    if (part.size() < 2 || !isNumber)
        return Error{ErrorKind::Refused, "this is no trace: one begins like 1:token:", "trace"};
    if (part.front() != version)
        return Error{ErrorKind::Refused,
                     "the trace is of version " + std::string(part.front().substr(0, 9)) + "; this Lockscope reads version "
                         + std::string(version),
                     "trace"};
    if (part.size() != parts || text.size() > longestTrace)
        return damaged("a part of it is missing, or it has too many");
    if (checkOf(text.substr(0, text.rfind(':') + 1)) != part.back())
        return damaged("its check sum is wrong");
    auto bounds = boundsOf(part[1], scripts);
    if (!bounds)
        return bounds.error();
    TracedRoute traced{*std::move(bounds), {}};
    if (traced.bounds.horizon.count() > 0)
        traced.bounds.horizon = Milliseconds(longestWait); // the way itself ends
    if (!readBounds(part[2], traced.bounds) || !readFaults(part[3], traced.bounds.faults)
        || !readRoute(part[4], traced.bounds, traced.route))
        return damaged("it says what no trace says");
    return traced;
}

bool isTraceOfScripts(std::string_view text)
{
    const auto begin = text.find(':');
    return begin != text.npos && text.substr(begin + 1).starts_with(scriptsBegin);
}

} // namespace lockcore::explorer
