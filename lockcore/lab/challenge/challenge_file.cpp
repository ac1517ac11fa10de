// SPDX-License-Identifier: MIT
#include "lockcore/lab/challenge/challenge_file.h"

#include "lockcore/base/bytes.h"
#include "lockcore/json/located_json.h"
#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/server_settings.h"
#include "lockcore/lab/search/sweep_scenario.h"
#include "lockcore/locks/catalogue.h"

#include <QFile>

#include <algorithm>

namespace lockcore {

namespace {

using json::Located;
using Kind = ChallengeKind;

constexpr std::int64_t longestLease = 60'000;

/// Reads the fields of one object. Those that nobody asked for are refused.
class Fields
{
public:
    Fields(const Located &from, std::string what)
        : m_from(from)
        , m_what(std::move(what))
    {
        if (!from.isObject())
            from.fail(m_what + " must be an object");
    }

    const Located *find(const char *name)
    {
        m_known.emplace_back(name);
        return m_from.find(name);
    }

    const Located &need(const char *name)
    {
        if (const auto *found = find(name))
            return *found;
        m_from.fail(m_what + " needs the field \"" + name + '"');
    }

    std::string text(const char *name)
    {
        const auto &found = need(name);
        if (found.text(name).empty())
            found.fail('"' + std::string(name) + "\" must not be empty");
        return found.text(name);
    }

    template <HasWords Enum>
    Enum word(const char *name)
    {
        const auto &found = need(name);
        if (const auto value = fromWord<Enum>(found.text(name)))
            return *value;
        found.fail('"' + std::string(name) + "\" cannot be " + found.shown() + "; it is one of " + listOfWords<Enum>());
    }

    std::optional<bool> flag(const char *name)
    {
        const auto *found = find(name);
        return found ? std::optional(found->flag(name)) : std::nullopt;
    }

    std::optional<std::int64_t> number(const char *name, std::int64_t least, std::int64_t most)
    {
        const auto *found = find(name);
        return found ? std::optional(found->integer(name, least, most)) : std::nullopt;
    }

    std::optional<std::map<std::string, std::string>> texts(const char *name)
    {
        const auto *found = find(name);
        if (!found)
            return std::nullopt;
        std::map<std::string, std::string> values;
        for (const auto &[key, value] : found->fields())
            values[key] = value.text(key.c_str());
        return values;
    }

    std::optional<std::string> protocol()
    {
        const auto *found = find("protocol");
        if (found && !findProtocol(found->text("protocol")))
            found->fail("there is no protocol " + found->shown());
        return found ? std::optional(found->text("protocol")) : std::nullopt;
    }

    void end() const
    {
        for (const auto &[name, value] : m_from.fields()) {
            if (std::ranges::count(m_known, name) == 0)
                value.fail(m_what + " has no field \"" + escaped(name) + '"');
        }
    }

private:
    const Located &m_from;
    const std::string m_what;
    std::vector<std::string> m_known;
};

class ChallengeReader
{
public:
    explicit ChallengeReader(std::span<const Scenario> stories)
        : m_stories(stories)
    { }

    std::vector<Challenge> read(const Located &root)
    {
        Fields fields(root, "a file of challenges");
        fields.need("lockscope_challenges").integer("lockscope_challenges", challengesVersion, challengesVersion);
        std::vector<Challenge> challenges;
        for (const auto &element : fields.need("challenges").elements("challenges")) {
            auto challenge = readChallenge(element);
            if (std::ranges::find(challenges, challenge.name, &Challenge::name) != challenges.end())
                element.fail("there are two challenges \"" + challenge.name + '"');
            challenges.push_back(std::move(challenge));
        }
        fields.end();
        return challenges;
    }

private:
    Challenge readChallenge(const Located &from)
    {
        Fields fields(from, "a challenge");
        Challenge challenge;
        challenge.name = readName(fields);
        challenge.title = fields.text("title");
        challenge.question = fields.text("question");
        challenge.kind = fields.word<Kind>("kind");
        challenge.property = fields.word<Property>("property");
        challenge.par = fields.number("par", 1, std::int64_t(Challenge::mostAnswers)).value_or(1);
        if (challenge.kind == Kind::BreakIt)
            readSubject(fields, challenge.subject);
        else
            challenge.story = readStory(fields);
        for (const auto &answer : fields.need("answers").elements("answers"))
            challenge.answers.push_back(readAnswer(answer, challenge));
        fields.end();
        check(from, challenge);
        return challenge;
    }

    static std::string readName(Fields &fields)
    {
        auto name = fields.text("name");
        const auto isPlain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
        if (!std::ranges::all_of(name, isPlain) || std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; }))
            fields.need("name").fail("a name has small letters, digits and hyphens, and at least one letter");
        return name;
    }

    static void readSubject(Fields &fields, SweepSubject &subject)
    {
        fields.need("protocol");
        subject.protocol = *fields.protocol();
        subject.options = fields.texts("options").value_or(subject.options);
        subject.servers = fields.number("servers", 1, mostServers).value_or(subject.servers);
        subject.lease = Milliseconds(fields.number("lease_ms", 1, longestLease).value_or(subject.lease.count()));
    }

    Scenario readStory(Fields &fields) const
    {
        const auto &where = fields.need("story");
        const auto found = std::ranges::find(m_stories, where.text("story"), &Scenario::name);
        if (found == m_stories.end())
            where.fail("there is no story " + where.shown());
        return *found;
    }

    static ChallengeAnswer readAnswer(const Located &from, const Challenge &challenge)
    {
        Fields fields(from, "an answer");
        ChallengeAnswer answer;
        answer.right = fields.flag("right").value_or(false);
        answer.why = fields.text("why");
        if (challenge.kind == Kind::BreakIt) {
            const auto cell = readCell(fields);
            answer.plays = cell;
            answer.text = sweepScenario(challenge.subject, cell).title;
        } else {
            answer.text = fields.text("text");
            if (challenge.kind == Kind::Guess)
                answer.plays = fields.word<Outcome>("outcome");
            else
                answer.plays = readChange(fields.need("change"));
        }
        fields.end();
        return answer;
    }

    // With the names of a sweep's JSON, except those of a re-entry.
    static SweepCell readCell(Fields &fields)
    {
        SweepCell cell;
        cell.fault = fields.word<SweepFault>("fault");
        auto &command = cell.place.command;
        command.phase = fields.word<Phase>("request");
        if (fields.flag("waits").value_or(false))
            cell.place.part = SweepPart::Waiting;
        if (const auto *lease = fields.find("lease")) {
            if (lease->text("lease") != "own" && lease->text("lease") != "given")
                lease->fail("\"lease\" is given or own");
            if (lease->text("lease") == "own")
                cell.place.part = SweepPart::OwnLease;
        }
        if (!fields.find("command"))
            return cell; // in the middle of the work, or of the waiting
        command.command = fields.text("command");
        command.nth = fields.number("nth", 1, 1000).value_or(1);
        command.server = fields.number("server", 0, mostServers - 1).value_or(0);
        const auto at = fields.text("at");
        if (at != "before" && at != "done")
            fields.need("at").fail("\"at\" is before or done");
        cell.place.after = at == "done";
        return cell;
    }

    static StoryChange readChange(const Located &from)
    {
        Fields fields(from, "a change");
        StoryChange change;
        change.protocol = fields.protocol();
        change.options = fields.texts("options");
        if (const auto lease = fields.number("lease_ms", 1, longestLease))
            change.lease = Milliseconds(*lease);
        change.givesLease = fields.flag("gives_lease");
        change.fenced = fields.flag("fenced");
        change.servers = fields.number("servers", 1, mostServers);
        change.settings = fields.texts("settings");
        for (const auto &[name, value] : change.settings.value_or(std::map<std::string, std::string>())) {
            if (const auto mistake = settingMistake(name, value))
                from.fail(*mistake);
        }
        fields.end();
        return change;
    }

    static void check(const Located &from, const Challenge &challenge)
    {
        const auto &answers = challenge.answers;
        if (answers.size() < 2 || answers.size() > Challenge::mostAnswers)
            from.fail("a challenge has 2 to " + std::to_string(Challenge::mostAnswers) + " answers");
        if (const auto right = std::ranges::count(answers, true, &ChallengeAnswer::right); right == 0 || right == std::ssize(answers))
            from.fail("some answers must be right, and some wrong");
        for (auto answer = answers.begin(); answer != answers.end(); ++answer) {
            if (std::ranges::count(answers, answer->plays, &ChallengeAnswer::plays) > 1)
                from.fail("two answers are the same: " + answer->text);
        }
    }

    std::span<const Scenario> m_stories;
};

} // namespace

Result<std::vector<Challenge>> challengesOf(const std::string &json, const std::string &file, std::span<const Scenario> stories)
{
    try {
        return ChallengeReader(stories).read(json::locatedJson(json));
    } catch (const json::Wrong &wrong) {
        return Error{ErrorKind::Refused, file + ", line " + std::to_string(wrong.line) + ": " + wrong.what(), "challenges"};
    }
}

std::vector<Challenge> builtInChallenges()
{
    QFile file(QStringLiteral(":/challenges.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto stories = builtInScenarios();
    auto challenges = challengesOf(file.readAll().toStdString(), "challenges.json", stories);
    return challenges ? *std::move(challenges) : std::vector<Challenge>(); // a test reads them
}

} // namespace lockcore
