// SPDX-License-Identifier: MIT
#include "lockcore/report/pseudocode.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 5> purposes = {"take", "wait", "work", "renew", "free"};
constexpr std::string_view placeMark = " @ ";
constexpr std::string_view criticalSection = "work";

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(' ');
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::pair<std::string, std::string> firstWordOf(std::string_view text)
{
    const auto end = std::min(text.find(' '), text.size());
    return {std::string(text.substr(0, end)), std::string(trimmed(text.substr(end)))};
}

Pseudocode::Line lineOf(std::string_view text)
{
    Pseudocode::Line line;
    const auto end = std::min(text.find(placeMark), text.size());
    std::tie(line.purpose, line.text) = firstWordOf(trimmed(text.substr(0, end)));
    for (auto rest = text.substr(end); !rest.empty();) {
        rest.remove_prefix(placeMark.size());
        const auto next = std::min(rest.find(placeMark), rest.size());
        const auto [file, part] = firstWordOf(trimmed(rest.substr(0, next)));
        line.places.push_back({file, part});
        rest.remove_prefix(next);
    }
    return line;
}

std::optional<std::string> faultOf(const Pseudocode::Line &line)
{
    if (std::ranges::find(purposes, line.purpose) == purposes.end())
        return "begins with no purpose (take, wait, work, renew, free)";
    if (line.text.empty() || line.places.empty())
        return line.text.empty() ? "says nothing" : "names no place in a source (\" @ FILE PART\")";
    for (const auto &place : line.places) {
        if (place.part.empty() && place.file != criticalSection)
            return "names no part of a line of " + place.file;
    }
    return std::nullopt;
}

class StepReader
{
public:
    StepReader(const Pseudocode &pseudocode, const SourceTexts &sources, const LineOfPlace &lineOf)
        : m_pseudocode(pseudocode)
        , m_sources(sources)
        , m_lineOf(lineOf)
    { }

    LineSteps read(const History &history)
    {
        for (const auto &entry : history.entries) {
            m_number = entry.number;
            std::visit([this](const auto &what) { take(what); }, entry.what);
        }
        return std::move(m_steps);
    }

private:
    template <class Other>
    void take(const Other &)
    { }
    void take(const entry::Begun &) { m_isPlayed = true; }
    void take(const entry::Started &started) { m_steps.forget(started.who.worker, m_number); }
    void take(const entry::Located &located)
    {
        const auto file = m_sources.find(located.file);
        const auto isThere = file != m_sources.end() && located.line >= 1 && located.line <= std::ssize(file->second);
        if (isThere)
            step(located.who, located.file, file->second[static_cast<std::size_t>(located.line - 1)]);
    }
    void take(const entry::Accessed &access)
    {
        if (access.step == entry::Step::Enter && !access.refused)
            step(access.who, criticalSection, {});
    }

    void step(const Incarnation &who, std::string_view file, std::string_view sourceLine)
    {
        if (!m_isPlayed)
            return;
        for (std::size_t line = 0; line < m_pseudocode.lines.size(); ++line) {
            const auto &places = m_pseudocode.lines[line].places;
            const auto found = std::ranges::find_if(places, [&](const auto &place) { return isAt(place, file, sourceLine); });
            const auto shown = found == places.end() ? std::nullopt : m_lineOf(line, static_cast<std::size_t>(found - places.begin()));
            if (shown)
                return m_steps.add(who.worker, m_number, *shown);
        }
    }

    const Pseudocode &m_pseudocode;
    const SourceTexts &m_sources;
    const LineOfPlace &m_lineOf;
    LineSteps m_steps;
    std::uint64_t m_number = 0;
    bool m_isPlayed = false;
};

} // namespace

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Result<Pseudocode> pseudocodeOf(std::string_view text)
{
    Pseudocode pseudocode;
    for (const auto &written : linesOf(text)) {
        pseudocode.lines.push_back(lineOf(written));
        const auto wrong = pseudocode.lines.size() > Pseudocode::mostLines ? std::optional<std::string>("is one too many")
                                                                           : faultOf(pseudocode.lines.back());
        if (wrong)
            return Error{ErrorKind::Refused, "line " + std::to_string(pseudocode.lines.size()) + ' ' + *wrong, "pseudocode"};
    }
    return pseudocode;
}

bool isAt(const Pseudocode::Place &place, std::string_view file, std::string_view sourceLine)
{
    if (place.part.empty())
        return file == place.file;
    return (file == place.file || file.ends_with('/' + place.file)) && sourceLine.find(place.part) != sourceLine.npos;
}

void LineSteps::add(const std::string &worker, std::uint64_t entry, std::size_t line) { m_steps[worker].push_back({entry, line}); }

void LineSteps::forget(const std::string &worker, std::uint64_t entry) { m_steps[worker].push_back({entry, std::nullopt}); }

std::optional<std::size_t> LineSteps::at(const std::string &worker, std::uint64_t entry) const
{
    const auto found = m_steps.find(worker);
    if (found == m_steps.end())
        return std::nullopt;
    const auto next = std::ranges::upper_bound(found->second, entry, {}, &Step::entry);
    return next == found->second.begin() ? std::nullopt : std::prev(next)->line;
}

LineSteps stepsOf(const History &history, const Pseudocode &pseudocode, const SourceTexts &sources, const LineOfPlace &lineOf)
{
    return StepReader(pseudocode, sources, lineOf).read(history);
}

LineSteps stepsOf(const History &history, const Pseudocode &pseudocode, const SourceTexts &sources)
{
    return stepsOf(history, pseudocode, sources, [](std::size_t line, std::size_t) { return line; });
}

} // namespace lockcore
