// SPDX-License-Identifier: MIT
#include "support/transition_cases.h"

#include "support/recorded_output.h"
#include "support/recording_player.h"

#include <fstream>
#include <memory>
#include <sstream>

namespace lockcore::test {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>; // names and what they mean

std::vector<std::string> split(const std::string &text, const std::string &separator)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0, end = 0; end != text.npos; begin = end + separator.size()) {
        end = text.find(separator, begin);
        if (std::min(end, text.size()) > begin)
            parts.push_back(text.substr(begin, end == text.npos ? end : end - begin));
    }
    return parts;
}

// Not within quotes.
std::size_t findPlain(const std::string &text, char wanted)
{
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        quoted = quoted != (text[i] == '"');
        if (!quoted && text[i] == wanted)
            return i;
    }
    return text.npos;
}

std::string replaced(std::string text, const Values &values)
{
    for (const auto &[name, value] : values) {
        const auto word = '<' + name + '>';
        for (auto at = text.find(word); at != text.npos; at = text.find(word, at + value.size()))
            text.replace(at, word.size(), value);
    }
    return text;
}

/// A case as it is written, and then with each combination of its values.
class CaseReader
{
public:
    void begin(std::string name, ServerTime begin)
    {
        m_case = {std::move(name), begin, {}};
        m_choices = {{}};
    }

    // `let NAME VALUE…`; or `let NAME | NAME`, and each row `| VALUE | VALUE`.
    void let(const std::string &text)
    {
        m_before = std::exchange(m_choices, {});
        m_names = cells(text.substr(4));
        const auto words = split(m_names.front(), " ");
        if (words.size() == 1)
            return;
        m_names = {words.front()};
        for (std::size_t i = 1; i < words.size(); ++i)
            row({words[i]});
    }

    void row(const std::vector<std::string> &values)
    {
        for (const auto &choice : m_before) {
            m_choices.push_back(choice);
            for (std::size_t i = 0; i < m_names.size(); ++i)
                m_choices.back().emplace_back(m_names[i], i < values.size() ? replaced(values[i], choice) : std::string());
        }
    }

    static std::vector<std::string> cells(const std::string &text)
    {
        std::vector<std::string> cells;
        for (std::size_t begin = 0, end = 0; end != text.npos; begin = end + 1) {
            end = text.find('|', begin);
            auto cell = text.substr(begin, end == text.npos ? end : end - begin);
            cell.erase(0, cell.find_first_not_of(' '));
            cell.erase(cell.find_last_not_of(' ') + 1);
            cells.push_back(std::move(cell));
        }
        return cells;
    }

    void add(std::string where, std::string text) { m_case.lines.push_back({std::move(where), std::move(text)}); }

    void end(std::vector<TransitionCase> &cases) const
    {
        if (m_case.lines.empty())
            return;
        for (const auto &choice : m_choices) {
            auto one = m_case;
            for (const auto &[name, value] : choice)
                one.name += one.name.size() + value.size() < 120 ? ' ' + value : std::string();
            for (auto &line : one.lines)
                line.text = replaced(line.text, choice);
            cases.push_back(std::move(one));
        }
    }

private:
    TransitionCase m_case;
    std::vector<Values> m_choices;    ///< one for each time that it is played
    std::vector<Values> m_before;     ///< those above the last `let`
    std::vector<std::string> m_names; ///< of that one
};

class CasePlayer
{
public:
    explicit CasePlayer(ServerTime begin)
        : m_head{begin, 0, "case", {}}
        , m_words(m_head)
    {
        restart();
    }

    std::string play(const TransitionLine &line)
    {
        const auto arrow = line.text.find(" ->");
        auto input = line.text.substr(0, arrow);
        auto events = arrow == line.text.npos ? std::string() : line.text.substr(std::min(arrow + 4, line.text.size()));
        auto &last = arrow == line.text.npos ? input : events;
        const auto semicolon = findPlain(last, ';');
        const auto listed = semicolon == last.npos ? std::string() : last.substr(semicolon + 2);
        last = last.substr(0, semicolon);
        input.erase(input.find_last_not_of(' ') + 1);
        if (hasSet(ExampleLine(line.where, input)))
            return {};
        input = whole(line.where, input);
        m_outputs.clear();
        ExampleLine call(line.where, input);
        m_player->play(call);
        const auto problem = eventsProblem(std::move(events)) + (listed.empty() ? std::string() : listedProblem(listed));
        return problem.empty() ? problem : line.where + line.text + '\n' + problem;
    }

private:
    void restart()
    {
        m_player = std::make_unique<RecordingPlayer>(m_head, [this](const std::string &lines) { m_outputs += lines; });
        m_next = m_head.begin;
    }

    bool hasSet(ExampleLine line)
    {
        if (line.word() == "key")
            m_key = line.next("a key");
        else if (line.word() == "lease")
            m_lease = span(line);
        else if (line.word() == "table")
            restart();
        else if (line.word() == "each")
            m_each = true;
        else
            return false;
        line.finish();
        return true;
    }

    // SECONDS; none
    std::optional<Microseconds> span(ExampleLine &line) const
    {
        auto word = line;
        if (word.next("a span") == "none") {
            line = word;
            return std::nullopt;
        }
        return m_words.readTime(line) - m_head.begin;
    }

    // The recording's line.
    std::string whole(const std::string &where, const std::string &text)
    {
        if (text.starts_with("look ")) {
            ExampleLine line(where, text);
            m_key = line.next("a key");
            m_next = m_words.readTime(line) + std::chrono::seconds(1);
            return text;
        }
        const auto first = text.substr(0, text.find_first_of(" /")); // a time or a type
        const bool isTimed = first.find_first_not_of("0123456789.-") == first.npos;
        if (!isTimed && first != "json" && valueTypeFrom(first).value_or(ValueType::Other) == ValueType::Other)
            return text; // another call
        if (m_each)
            restart();
        auto value = isTimed ? text.substr(first.size() + 1) : text;
        if (isTimed) {
            ExampleLine line(where, "at " + text);
            m_next = m_words.readTime(line);
        }
        const auto at = std::exchange(m_next, m_next + std::chrono::seconds(1));
        auto left = m_lease;
        if (const auto word = value.find(" for "); word != value.npos) {
            const auto end = value.find(' ', word + 5);
            ExampleLine line(where, value.substr(word + 1, end == value.npos ? end : end - word - 1));
            left = span(line);
            value.erase(word, end == value.npos ? end : end - word);
        }
        if (value.starts_with("json "))
            value = "string " + RecordingWords::word(unescaped(value.substr(5)).value());
        if (left && !value.starts_with("none") && value.find(" until ") == value.npos)
            value += " until " + m_words.time(at + *left);
        return "look " + RecordingWords::word(m_key) + ' ' + m_words.time(at) + ' ' + value;
    }

    std::string eventsProblem(std::string text) const
    {
        std::vector<std::string> expected;
        while (!text.empty()) {
            const auto end = std::min(findPlain(text, ','), text.size());
            expected.push_back(text.substr(0, end));
            text.erase(0, end + 2);
        }
        std::vector<RecordedOutput> events;
        for (const auto &line : split(m_outputs, "\n")) {
            if (line.starts_with("  event ") || line.starts_with("  gone "))
                events.emplace_back(line.substr(2));
        }
        bool same = events.size() == expected.size();
        for (std::size_t i = 0; same && i < events.size(); ++i)
            same = fits(events[i], expected[i]);
        if (same)
            return {};
        std::string problem;
        for (const auto &event : events)
            problem += "    -> " + shortly(event) + "    " + event.line + '\n';
        return problem.empty() ? "    -> nothing\n" : problem;
    }

    static std::string shortly(const RecordedOutput &output)
    {
        const auto owner = output.field("owner");
        const auto what = output.kind == "gone" ? output.kind : output.head.substr(output.head.find(' ') + 1);
        return what + (output.field("coalesced").empty() ? "" : "*") + (owner.empty() ? "" : ' ' + owner);
    }

    static bool fits(const RecordedOutput &output, const std::string &expected)
    {
        auto fields = expected.size();
        for (const auto *name : {"why", "why!", "count", "ttl", "not-before", "library", "kind", "confidence", "how", "at"})
            fields = std::min(fields, expected.find(std::string(1, ' ') + name + '='));
        return shortly(output) == expected.substr(0, fields)
               && wrongField(expected.substr(fields), [&](const auto &name) { return output.field(name); }).empty();
    }

    // The first of ` name=text name!=text …` that is otherwise; of why and reason, a part is enough.
    template <class Field>
    static std::string wrongField(std::string_view wanted, Field field)
    {
        while (!wanted.empty()) {
            const auto word = std::string(takeRecordedWord(wanted));
            const auto equals = word.find('=');
            const bool isNot = equals != word.npos && word[equals - 1] == '!';
            const auto name = word.substr(0, isNot ? equals - 1 : equals);
            const auto text = equals == word.npos ? std::string() : unquoted(word.substr(equals + 1));
            const auto is = field(name);
            const bool isSentence = name == "why" || name == "reason";
            if ((isSentence ? is.find(text) == is.npos : is != text) != isNot)
                return name + '=' + is;
        }
        return {};
    }

    std::string listedProblem(const std::string &wanted) const
    {
        const LockId id{0, m_key};
        const auto *lock = m_player->table().find(id);
        if (!lock || wanted == "unlisted")
            return (lock != nullptr) == (wanted != "unlisted") ? "" : std::string("    ; ") + (lock ? "listed" : "unlisted") + '\n';
        const auto fields = m_words.lock(*lock, m_player->table().waitChannelsOf(id));
        const auto wrong = wrongField(wanted, [&](const std::string &name) {
            const auto found = std::ranges::find(fields, name, &RecordingWords::Fields::value_type::first);
            return found == fields.end() ? "(no such field)" : found->second;
        });
        return wrong.empty() ? wrong : "    ; " + wrong + '\n';
    }

    const RecordingHead m_head;
    const RecordingWords m_words;
    std::string m_outputs;
    std::unique_ptr<RecordingPlayer> m_player; ///< its end is an output, too
    Bytes m_key = "lock:orders";
    std::optional<Microseconds> m_lease;
    bool m_each = false;
    ServerTime m_next{}; ///< of a look that names none
};

} // namespace

std::vector<TransitionCase> readTransitionCases(const std::string &path)
{
    std::ifstream file(path);
    std::vector<TransitionCase> cases;
    Values everywhere;
    ServerTime begin{};
    CaseReader reader;
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
        const auto where = path.substr(path.rfind('/') + 1) + ':' + std::to_string(number) + ": ";
        const bool isOfCase = text.starts_with("  ");
        text = replaced(text.substr(std::min(text.find_first_not_of(' '), text.size())), everywhere);
        if (text.empty() || text.starts_with('#'))
            continue;
        const auto words = split(text, " ");
        ExampleLine line(where, text);
        if (isOfCase && words.front() == "let") {
            reader.let(text);
        } else if (isOfCase && words.front() == "|") {
            reader.row(CaseReader::cells(text.substr(1)));
        } else if (isOfCase) {
            reader.add(where, text);
        } else if (words.front() == "case") {
            reader.end(cases);
            reader.begin(line.next("a name"), begin);
        } else if (words.front() == "let" && words.size() == 3) {
            everywhere.emplace_back(words[1], words[2]);
        } else if (words.front() == "begin") {
            begin = ServerTime(std::chrono::seconds(line.nextNumber()));
        } else {
            line.fail(text + " is not known outside of a case");
        }
    }
    reader.end(cases);
    return cases;
}

std::string failuresOf(const TransitionCase &transitions)
{
    CasePlayer player(transitions.begin);
    std::string failures;
    for (const auto &line : transitions.lines) {
        try {
            failures += player.play(line);
        } catch (const ExampleError &error) {
            failures += error.what() + std::string("\n");
        }
    }
    return failures;
}

} // namespace lockcore::test
