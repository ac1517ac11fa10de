// SPDX-License-Identifier: MIT
#include "lockcore/report/redis_text.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <cctype>

namespace lockcore {

namespace {

using SourceFile = std::vector<std::string>;

constexpr std::size_t mostCommands = 200;

/// The arguments of the call whose bracket opens at `open`: split at its commas, without quotation marks.
std::vector<std::string> argumentsAt(std::string_view text, std::size_t open)
{
    std::vector<std::string> arguments(1);
    int depth = 0;
    bool quoted = false;
    for (auto i = open + 1; i < text.size(); ++i) {
        const char c = text[i];
        quoted ^= c == '"';
        const bool opens = !quoted && (c == '(' || c == '{');
        const bool closes = !quoted && (c == ')' || c == '}');
        if (closes && depth == 0)
            break;
        depth += opens - closes;
        if (!quoted && depth == 0 && c == ',')
            arguments.emplace_back();
        else if (c != '"' && !(c == ' ' && arguments.back().empty()))
            arguments.back() += c;
    }
    return arguments;
}

/// As a person would call it: `argument(m_lease)` is the lease, `redisson::unlocked` is what is said when it is unlocked.
std::string plainName(std::string name)
{
    for (const std::string_view call : {"argument(", "Bytes("}) {
        if (name.starts_with(call))
            return plainName(name.substr(call.size(), name.size() - call.size() - 1));
    }
    if (const auto scope = name.rfind("::"); scope != name.npos)
        name.erase(0, scope + 2);
    return name == "duration" ? "lease" : name.starts_with("m_") ? name.substr(2) : name;
}

std::vector<std::string> wordsAt(const SourceFile &file, std::size_t at)
{
    static constexpr std::string_view command = ".command(", subscribe = ".subscribe(";
    const auto &line = file[at];
    if (const auto found = line.find(subscribe); found != line.npos)
        return {"SUBSCRIBE", plainName(argumentsAt(line, found + subscribe.size() - 1).front())};
    const auto found = line.find(command);
    if (found == line.npos)
        return {};
    auto words = argumentsAt(line, found + command.size() - 1);
    if (words.size() == 2 && words.back() == "arguments") { // they are listed in the lines above
        std::string list;
        auto begin = at;
        while (begin > 0 && file[begin].find("arguments = {") == SourceFile::value_type::npos)
            --begin;
        for (auto i = begin; i < at; ++i)
            list += file[i] + ' ';
        words.pop_back();
        const auto listed = argumentsAt(list, list.find('{'));
        words.insert(words.end(), listed.begin(), listed.end());
    }
    std::ranges::transform(words, words.begin(), plainName);
    return words;
}

/// The lines of R"lua(…)lua" that this name was given in the file; none: the name is no script's there.
std::vector<std::string> scriptIn(const SourceFile &file, const std::string &name)
{
    const auto opening = ' ' + name + " = R\"lua(";
    const auto line = std::ranges::find_if(file, [&](const auto &text) { return text.find(opening) != text.npos; });
    if (line == file.end())
        return {};
    return {line + 1, std::find_if(line, file.end(), [](const auto &text) { return text.starts_with(")lua\""); })};
}

/// Several files have a script of the same name: the one of `file` counts, or else one that files share.
std::vector<std::string> scriptNamed(const SourceTexts &sources, const SourceFile &file, const std::string &name)
{
    auto script = scriptIn(file, name);
    for (auto other = sources.begin(); script.empty() && other != sources.end(); ++other)
        script = scriptIn(other->second, name);
    return script;
}

/// `script = checks ? one : other` names two.
std::vector<std::string> choicesOf(const SourceFile &file, const std::string &name)
{
    const auto choice = ' ' + name + " = ";
    for (const auto &line : file) {
        const auto asked = line.find(" ? "), or_ = line.find(" : ");
        if (line.find(choice) != line.npos && asked != line.npos && or_ != line.npos && line.ends_with(';'))
            return {line.substr(asked + 3, or_ - asked - 3), line.substr(or_ + 3, line.size() - or_ - 4)};
    }
    return {};
}

class RedisTextWriter
{
public:
    explicit RedisTextWriter(const SourceTexts &sources)
        : m_sources(sources)
    { }

    /// Returns the line of its command; none: the place sends nothing.
    std::optional<std::size_t> add(const Pseudocode::Line &step, const Pseudocode::Place &place)
    {
        for (const auto &[path, file] : m_sources) {
            const auto sends = [&](const auto &line) { return isAt(place, path, line); };
            const auto found = std::ranges::find_if(file, sends);
            const auto words = found == file.end() ? std::vector<std::string>() : wordsAt(file, std::size_t(found - file.begin()));
            if (!words.empty())
                return add(step.purpose, words, file);
        }
        return std::nullopt;
    }

    std::vector<RedisText::Line> take() { return std::move(m_lines); }

private:
    std::size_t add(const std::string &purpose, const std::vector<std::string> &words, const SourceFile &file)
    {
        std::string command;
        for (const auto &word : words)
            command += (command.empty() ? "" : " ") + word;
        if (!m_lines.empty())
            m_lines.emplace_back();
        m_lines.push_back({command, purpose});
        const auto at = m_lines.size() - 1;
        if (words.front() == "EVAL" && words.size() > 1)
            addScript(words[1], file);
        return at;
    }

    void addScript(const std::string &name, const SourceFile &file)
    {
        for (const auto &line : scriptNamed(m_sources, file, name))
            m_lines.push_back({"    " + line, {}});
        for (const auto &choice : choicesOf(file, name)) {
            m_lines.push_back({"    -- " + choice, {}});
            addScript(choice, file);
        }
    }

    const SourceTexts &m_sources;
    std::vector<RedisText::Line> m_lines;
};

std::string purposeOf(entry::Verb verb)
{
    switch (verb) {
    case entry::Verb::Read: return "look";
    case entry::Verb::Take: return "take";
    case entry::Verb::Extend: return "renew";
    case entry::Verb::Free: return "free";
    case entry::Verb::Other: break;
    }
    return {};
}

} // namespace

RedisText redisTextOf(const History &history, const Pseudocode &pseudocode, const SourceTexts &sources)
{
    RedisTextWriter writer(sources);
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> lines;
    for (std::size_t line = 0; line < pseudocode.lines.size(); ++line) {
        const auto &step = pseudocode.lines[line];
        for (std::size_t place = 0; place < step.places.size(); ++place) {
            if (const auto at = writer.add(step, step.places[place]))
                lines[{line, place}] = *at;
        }
    }
    const LineOfPlace lineOf = [&](std::size_t line, std::size_t place) {
        const auto found = lines.find({line, place});
        return found == lines.end() ? std::nullopt : std::optional(found->second);
    };
    RedisText text;
    text.steps = stepsOf(history, pseudocode, sources, lineOf);
    text.lines = writer.take();
    return text;
}

RedisText redisTextOf(const History &history)
{
    RedisText text;
    bool isPlayed = false;
    for (const auto &entry : history.entries) {
        isPlayed |= std::holds_alternative<entry::Begun>(entry.what);
        if (const auto *started = std::get_if<entry::Started>(&entry.what))
            text.steps.forget(started->who.worker, entry.number);
        const auto *turn = std::get_if<entry::Turn>(&entry.what);
        if (!turn || !turn->who || !isPlayed)
            continue;
        RedisText::Line line{turn->command, purposeOf(turn->verb)};
        for (const auto &key : turn->keys)
            line.text += ' ' + escaped(key);
        const auto found = std::ranges::find(text.lines, line);
        const auto at = static_cast<std::size_t>(found - text.lines.begin());
        if (found == text.lines.end() && text.lines.size() == mostCommands)
            continue;
        if (found == text.lines.end())
            text.lines.push_back(std::move(line));
        text.steps.add(turn->who->worker, entry.number, at);
    }
    return text;
}

} // namespace lockcore
