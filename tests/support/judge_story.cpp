// SPDX-License-Identifier: MIT
#include "support/judge_story.h"

#include "support/entry_fields.h"
#include "support/judge_story_steps.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockcore::test {

namespace {

class StoryParser
{
public:
    explicit StoryParser(std::string file)
        : m_file(std::move(file))
    { }

    std::vector<JudgeStory> parse(std::string_view text)
    {
        std::istringstream lines{std::string(text)};
        for (std::string line; std::getline(lines, line);) {
            ++m_number;
            const auto begin = line.find_first_not_of(' ');
            if (begin != line.npos && line[begin] != '#')
                read(std::string_view(line).substr(begin));
        }
        finish();
        return std::move(m_stories);
    }

private:
    [[noreturn]] void fail(const std::string &problem) const { throw StoryError(m_file + ':' + std::to_string(m_number) + ": " + problem); }

    void read(std::string_view line)
    {
        const auto end = std::min(line.find(' '), line.size());
        const auto word = line.substr(0, end);
        const auto rest = line.substr(std::min(end + 1, line.size()));
        if (word == "story")
            return begin(rest);
        if (m_stories.empty())
            fail("a file begins with a story");
        if (word == "can")
            readCapabilities(rest);
        else if (word == "header")
            readHeader(rest);
        else if (word == "workers")
            m_workers = wordsIn(rest);
        else if (word == "expect")
            readExpectation(rest);
        else if (word == "second")
            readSecond(rest);
        else
            readMoment(word, rest);
    }

    void begin(std::string_view name)
    {
        finish();
        m_stories.emplace_back().name = name;
        m_builder = HistoryBuilder();
        m_workers = {"A", "B", "C"};
        m_begun = false;
    }

    void finish()
    {
        if (m_stories.empty())
            return;
        auto &story = m_stories.back();
        if (story.expected.empty() && story.second.empty())
            fail("the story \"" + story.name + "\" expects nothing");
        story.history = m_builder.end();
    }

    void readCapabilities(std::string_view rest)
    {
        for (const auto &word : wordsIn(rest)) {
            const auto capability = fromWord<Capability>(word);
            if (!capability)
                fail("there is no capability " + word);
            m_builder.header.capabilities.push_back(*capability);
        }
    }

    void readHeader(std::string_view rest)
    {
        for (const auto &word : wordsIn(rest)) {
            const auto sign = word.find('=');
            if (sign == word.npos || !setField(m_builder.header, word.substr(0, sign), word.substr(sign + 1)))
                fail("the header has no " + word);
        }
    }

    void readMoment(std::string_view word, std::string_view rest)
    {
        double time = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), time);
        if (error != std::errc{} || end != word.data() + word.size())
            fail(std::string(word) + " is not known: write story, can, header, workers, expect, second or a time in milliseconds");
        if (!std::exchange(m_begun, true)) {
            for (const auto &worker : m_workers)
                m_builder.worker(worker);
        }
        m_builder.at(time);
        while (!rest.empty()) {
            const auto step = rest.substr(0, rest.find(';'));
            if (const auto problem = addStep(m_builder, step); !problem.empty())
                fail(problem + " in \"" + std::string(step) + '"');
            rest.remove_prefix(std::min(step.size() + 1, rest.size()));
        }
    }

    // Syntax: PROPERTY OUTCOME [CAUSE [PITFALL]][: SENTENCE]
    void readExpectation(std::string_view rest)
    {
        StoryExpectation expected;
        const auto colon = std::min(rest.find(": "), rest.size());
        expected.sentence = rest.substr(std::min(colon + 2, rest.size()));
        const auto words = wordsIn(rest.substr(0, colon));
        const auto property = words.empty() ? std::nullopt : fromWord<Property>(words[0]);
        const auto outcome = words.size() < 2 ? std::nullopt : fromWord<Outcome>(words[1]);
        const auto cause = words.size() < 3 ? Cause::None : fromWord<Cause>(words[2]);
        if (!property || !outcome || !cause || words.size() > 4)
            fail("an expectation names a property, an outcome, and perhaps a cause and a pitfall");
        expected.property = *property;
        expected.outcome = *outcome;
        expected.cause = *cause;
        expected.pitfall = words.size() == 4 ? words[3] : "";
        m_stories.back().expected.push_back(std::move(expected));
    }

    void readSecond(std::string_view rest)
    {
        const auto words = wordsIn(rest);
        const auto property = words.empty() ? std::nullopt : fromWord<Property>(words[0]);
        const auto opinion = words.size() != 2 ? std::nullopt : fromWord<Opinion>(words[1]);
        if (!property || !opinion)
            fail("the second judge has an opinion (held, violated, none) on mutual-exclusion or token-order");
        m_stories.back().second[*property] = *opinion;
    }

    const std::string m_file;
    int m_number = 0;
    std::vector<JudgeStory> m_stories;
    HistoryBuilder m_builder;
    std::vector<std::string> m_workers;
    bool m_begun = false; ///< the workers have been started
};

} // namespace

std::vector<JudgeStory> parseStories(std::string_view text, const std::string &file) { return StoryParser(file).parse(text); }

std::vector<JudgeStory> judgeStories()
{
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(JUDGE_STORIES))
        files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<JudgeStory> all;
    for (const auto &file : files) {
        std::ifstream stream(file);
        std::ostringstream text;
        text << stream.rdbuf();
        for (auto &story : parseStories(text.str(), file.filename().string()))
            all.push_back(std::move(story));
    }
    return all;
}

} // namespace lockcore::test
