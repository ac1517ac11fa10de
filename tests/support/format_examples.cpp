// SPDX-License-Identifier: MIT
#include "support/format_examples.h"

#include "support/example_expectation.h"
#include "support/example_looks.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockcore::test {

namespace {

class Parser
{
public:
    Parser(std::string_view text, std::string file)
        : m_text(text)
        , m_file(std::move(file))
    { }

    std::vector<Example> parse()
    {
        std::istringstream lines{m_text};
        int number = 0;
        for (std::string text; std::getline(lines, text);) {
            const auto where = m_file + ':' + std::to_string(++number) + ": ";
            const auto begin = text.find_first_not_of(' ');
            if (begin == text.npos || text[begin] == '#')
                continue;
            read(ExampleLine(where, std::string_view(text).substr(begin)));
        }
        endExample();
        return std::move(m_examples);
    }

private:
    enum class Part { Nothing, Common, Input, Expectation };

    void read(const ExampleLine &line)
    {
        if (line.word() == "common") {
            endExample();
            m_common = {};
            m_part = Part::Common;
        } else if (line.word() == "example" || line.word() == "counterexample") {
            endExample();
            begin(line);
        } else if (line.word() == "expect" && m_part == Part::Input && m_examples.back().expected) {
            m_part = Part::Expectation;
        } else if (m_part == Part::Input) {
            readInput(line);
        } else if (m_part == Part::Nothing) {
            line.fail(line.word() + " must follow common, example or counterexample");
        } else {
            (m_part == Part::Common ? m_common : m_own).add(line);
        }
    }

    void begin(ExampleLine line)
    {
        if (!line.hasMore())
            line.fail(line.word() + " must say what it shows");
        m_part = Part::Input;
        m_begin = line;
        m_value = nullptr;
        m_own = {};
        auto &example = m_examples.emplace_back();
        example.what = line.sentence();
        example.look.at = example::now;
        if (line.word() == "example")
            example.expected = LockMatch();
    }

    void readInput(ExampleLine line)
    {
        auto &example = m_examples.back();
        if (line.word() == "key") {
            if (m_value)
                line.fail("a second key");
            example.look.id.key = line.next("a name");
            beginValue(example.look.value);
        } else if (line.word() == "companion") {
            endValue();
            beginValue(example.look.companions[line.next("a name")]);
        } else if (line.word() == "ttl") {
            example.look.deadline = example::now + line.nextDuration();
        } else if (line.word() == "recorded") {
            example.recorded = true;
        } else if (line.word() == "-" && m_value) {
            readElement(line, *m_value);
        } else if (line.word() == "length" && m_value) {
            m_value->length = line.nextNumber();
        } else if (!readSurroundings(line, example.surroundings)) {
            if (!m_value)
                line.fail(line.word() + " must follow the key");
            readValue(line);
        }
        line.finish();
    }

    void beginValue(Value &value)
    {
        m_value = &value;
        m_valueRead = false;
    }

    void endValue() const
    {
        if (!m_value)
            m_begin.fail("its key is missing");
        if (!m_valueRead)
            m_begin.fail("a key without a value; write `missing` if there was none");
    }

    static bool readSurroundings(ExampleLine &line, RecognitionContext &surroundings)
    {
        if (line.word() == "fingerprint")
            surroundings.fingerprints.insert(line.next("a library"));
        else if (line.word() == "channel")
            surroundings.channels.insert(line.next("a name"));
        else if (line.word() == "renewal-seen")
            surroundings.renewalSeen = true;
        else if (line.word() == "contention-seen")
            surroundings.contentionSeen = true;
        else if (line.word() == "owner-repeats")
            surroundings.ownerRepeats = true;
        else
            return false;
        return true;
    }

    void readValue(ExampleLine &line)
    {
        static const std::map<std::string, ValueType> aggregates = {
            {"hash", ValueType::Hash}, {"zset", ValueType::Zset}, {"list", ValueType::List}, {"set", ValueType::Set}};
        const auto aggregate = aggregates.find(line.word());
        if (aggregate == aggregates.end() && line.word() != "string" && line.word() != "missing")
            line.fail(line.word() + " is not known in the description of a look");
        if (m_valueRead)
            line.fail("a second value");
        m_valueRead = true;
        if (line.word() == "string")
            *m_value = example::string(line.next("a text"));
        else if (aggregate != aggregates.end())
            m_value->type = aggregate->second;
    }

    static void readElement(ExampleLine &line, Value &value)
    {
        const bool pairs = value.type == ValueType::Hash || value.type == ValueType::Zset;
        if (!pairs && value.type != ValueType::List && value.type != ValueType::Set)
            line.fail("an element must follow hash, zset, list or set");
        auto element = line.next("an element");
        value.elements.emplace_back(std::move(element), pairs ? line.next("the value or score of the element") : Bytes());
        ++value.length;
    }

    void endExample()
    {
        if (m_part != Part::Input && m_part != Part::Expectation)
            return;
        auto &example = m_examples.back();
        endValue();
        if (!example.expected)
            return;
        example.expected = m_own.findingWith(m_common);
        if (example.expected->library.empty())
            m_begin.fail("it expects no library");
    }

    std::string m_text;
    std::string m_file;
    Part m_part = Part::Nothing;
    ExampleLine m_begin{{}, {}}; // the line that began the current example
    Value *m_value = nullptr;    // the value that is being read
    bool m_valueRead = false;
    Expectation m_common;
    Expectation m_own;
    std::vector<Example> m_examples;
};

const std::filesystem::path folder = EXAMPLES_OF_FORMATS;

} // namespace

std::vector<Example> parseExamples(std::string_view text, const std::string &file) { return Parser(text, file).parse(); }

std::vector<Example> examplesOf(std::string_view formatName)
{
    const auto path = folder / (std::string(formatName) + ".txt");
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file)
        throw ExampleError(path.string() + ":1: the file cannot be read; every format needs its examples");
    return parseExamples(text.str(), path.string());
}

const std::vector<FormatExamples> &formatExamples()
{
    static const auto all = [] {
        std::vector<FormatExamples> read;
        for (std::size_t i = 0; i < formats().size(); ++i) {
            const std::string name(formatNames()[i]);
            read.push_back({formats()[i], name, examplesOf(name)});
        }
        return read;
    }();
    return all;
}

std::vector<std::string> exampleFiles()
{
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".txt")
            names.push_back(entry.path().stem());
    }
    std::ranges::sort(names);
    return names;
}

} // namespace lockcore::test
