// SPDX-License-Identifier: MIT
#include "support/judge_story_steps.h"

#include "support/entry_fields.h"

#include <functional>
#include <iterator>
#include <sstream>

namespace lockcore::test {

namespace {

using Words = std::vector<std::string>;

/// A step whose subject is a worker: `who`, and the words after the verb.
using Act = std::function<void(HistoryBuilder &story, const std::string &who, const Words &rest)>;

struct Step
{
    std::size_t least = 0; ///< minimum number of words after the verb
    Act act;
};

std::int64_t number(const std::string &word) { return parseInteger(word).value_or(0); }

template <class Enum>
Enum valueOf(const std::string &word)
{
    const auto value = fromWord<Enum>(word);
    if (!value)
        throw std::invalid_argument(word + " is not known");
    return *value;
}

Act call(HistoryBuilder &(HistoryBuilder::*of)(const std::string &))
{
    return [=](auto &story, const auto &who, const auto &) { (story.*of)(who); };
}

Act request(entry::Request what)
{
    return [=](auto &story, const auto &who, const auto &) { story.request(who, what); };
}

Act reply(entry::Received answer)
{
    return [=](auto &story, const auto &who, const auto &) { story.answer(who, answer); };
}

Act report(entry::Report what)
{
    return [=](auto &story, const auto &who, const auto &) { story.report(who, what); };
}

Act death(entry::Death how)
{
    return [=](auto &story, const auto &who, const auto &) { story.dies(who, how); };
}

entry::Received error(bool indefinite)
{
    entry::Received error;
    error.answer = entry::Answer::Error;
    error.indefinite = indefinite;
    return error;
}

// A worker's command that changes an element: `A joins B`, `A prolongs B`.
Act change(entry::KeyEvent event, const char *command)
{
    return [=](auto &story, const auto &who, const auto &rest) {
        const bool stays = event != entry::KeyEvent::Removed;
        story.turn(who, rest.size() > 1 ? rest[1] : command, stays ? entry::Verb::Other : entry::Verb::Free);
        story.key(event, rest[0], stays ? story.header.lease : std::nullopt);
    };
}

const std::map<std::string, Step> &workerSteps()
{
    using B = HistoryBuilder;
    static const std::map<std::string, Step> steps = {
        {"starts", {0, call(&B::worker)}},
        {"asks", {0, [](B &story, const std::string &who, const Words &) { story.acquire(who); }}},
        {"ok", {0, [](B &story, const std::string &who, const Words &) { story.ok(who); }}},
        {"no", {0, call(&B::no)}},
        {"fails", {0, reply(error(false))}},
        {"unsure", {0, reply(error(true))}},
        {"releases", {0, call(&B::release)}},
        {"extends", {0, request(entry::Request::Extend)}},
        {"throws", {0, request(entry::Request::Throw)}},
        {"bye", {0, request(entry::Request::Bye)}},
        {"stalls",
         {1, [](B &story, const std::string &who,
                const Words &rest) { story.request(who, entry::Request::Stall, Milliseconds(number(rest[0]))); }}},
        {"cancelled",
         {1,
          [](B &story, const std::string &who, const Words &rest) {
              story.request(who, entry::Request::Cancel);
              std::get<entry::Sent>(story.lastEntry()->what).of = std::uint64_t(number(rest[0]));
          }}},
        {"believes", {0, [](B &story, const std::string &who, const Words &) { story.probe(who, true); }}},
        {"denies", {0, [](B &story, const std::string &who, const Words &) { story.probe(who, false); }}},
        {"waits", {0, report(entry::Report::Waiting)}},
        {"renewed", {0, report(entry::Report::Renewed)}},
        {"lost", {0, report(entry::Report::Lost)}},
        {"enters", {0, call(&B::enter)}},
        {"exits", {0, call(&B::exit)}},
        {"reads", {2, [](B &story, const std::string &who, const Words &rest) { story.read(who, number(rest[0]), number(rest[1])); }}},
        {"writes",
         {3, [](B &story, const std::string &who,
                const Words &rest) { story.write(who, number(rest[0]), number(rest[1]), number(rest[2])); }}},
        {"dies", {0, death(entry::Death::Killed)}},
        {"crashes", {0, death(entry::Death::Crashed)}},
        {"leaves", {0, death(entry::Death::Bye)}},
        {"pauses", {0, call(&B::pauses)}},
        {"resumes", {0, call(&B::resumes)}},
        {"skewed",
         {1,
          [](B &story, const std::string &who, const Words &rest) {
              story.add(entry::Skewed{B::named(who), Milliseconds(number(rest[0]))});
          }}},
        {"network",
         {1,
          [](B &story, const std::string &who, const Words &rest) {
              story.add(entry::NetworkFaulted{B::named(who), valueOf<entry::NetworkFault>(rest[0])});
          }}},
        {"stalled",
         {0,
          [](B &story, const std::string &who, const Words &) {
              story.add(entry::Stalled{entry::Place::Worker, B::named(who), 0, {}, {}});
          }}},
        {"turns",
         {1, [](B &story, const std::string &who,
                const Words &rest) { story.turn(who, rest[0], rest.size() > 1 ? valueOf<entry::Verb>(rest[1]) : entry::Verb::Other); }}},
        {"takes", {0, call(&B::takes)}},
        {"frees", {0, call(&B::frees)}},
        {"renews", {0, call(&B::renews)}},
        {"gets", {0, call(&B::gets)}},
        {"gives-back", {0, call(&B::givesBack)}},
        {"removes", {1, change(entry::KeyEvent::Removed, "DEL")}},
        {"joins", {1, change(entry::KeyEvent::Changed, "EVALSHA")}},
        {"prolongs", {1, change(entry::KeyEvent::Extended, "PEXPIRE")}},
    };
    return steps;
}

// Steps of the server, and what is done to it.
const std::map<std::string, Step> &otherSteps()
{
    using B = HistoryBuilder;
    static const std::map<std::string, Step> steps = {
        {"expires", {0, [](B &story, const std::string &what, const Words &) { story.expires(what); }}},
        {"evicts", {0, [](B &story, const std::string &what, const Words &) { story.key(entry::KeyEvent::Evicted, what, {}, false); }}},
        {"operator-frees", {0, [](B &story, const std::string &what, const Words &) { story.operatorFrees(what); }}},
        {"server", {0, [](B &story, const std::string &what, const Words &) { story.serverFault(valueOf<entry::ServerFault>(what)); }}},
        {"stalled",
         {0,
          [](B &story, const std::string &what, const Words &) {
              story.add(entry::Stalled{valueOf<entry::Place>(what), {}, 0, {}, {}});
          }}},
        {"key", {1, [](B &story, const std::string &what, const Words &rest) { story.key(valueOf<entry::KeyEvent>(what), rest[0]); }}},
        {"queue",
         {1, [](B &story, const std::string &what,
                const Words &rest) { story.key(valueOf<entry::KeyEvent>(what), rest[0], {}, true, entry::Role::Other); }}},
    };
    return steps;
}

std::string addPlain(HistoryBuilder &story, const Words &words)
{
    if (words == Words{"begin"})
        return story.add(entry::Begun{}), std::string();
    if (words.size() < 2)
        return "a step has a subject and a verb";
    const auto other = otherSteps().find(words[0]);
    const auto own = workerSteps().find(words[1]);
    if (other == otherSteps().end() && own == workerSteps().end())
        return "there is no step " + words[0] + " or " + words[1];
    const auto &step = other != otherSteps().end() ? other->second : own->second;
    const auto &subject = other != otherSteps().end() ? words[1] : words[0];
    if (words.size() < 2 + step.least)
        return "words are missing";
    try {
        step.act(story, subject, {words.begin() + 2, words.end()});
    } catch (const std::invalid_argument &wrong) {
        return wrong.what();
    }
    return {};
}

} // namespace

std::optional<Incarnation> incarnationOf(std::string_view text)
{
    const auto hash = std::min(text.find('#'), text.size());
    const auto number = hash == text.size() ? std::optional<std::int64_t>(1) : parseInteger(text.substr(hash + 1));
    return number ? std::optional(Incarnation{std::string(text.substr(0, hash)), *number}) : std::nullopt;
}

std::vector<std::string> wordsIn(std::string_view text)
{
    std::istringstream stream{std::string(text)};
    return {std::istream_iterator<std::string>(stream), {}};
}

// `@1` selects a server, `@ledger` a lock; `name=value` sets a field of the last entry that the step adds.
std::string addStep(HistoryBuilder &story, std::string_view step)
{
    Words plain;
    std::vector<std::pair<std::string, std::string>> fields;
    story.on(0).of("stock");
    for (const auto &word : wordsIn(step)) {
        const auto sign = word.find('=');
        if (const auto server = word.starts_with('@') ? parseInteger(word.substr(1)) : std::nullopt)
            story.on(*server);
        else if (word.starts_with('@'))
            story.of(word.substr(1));
        else if (sign != word.npos)
            fields.emplace_back(word.substr(0, sign), word.substr(sign + 1));
        else
            plain.push_back(word);
    }
    if (auto problem = addPlain(story, plain); !problem.empty())
        return problem;
    for (const auto &[name, value] : fields) {
        const bool set = std::visit([&](auto &what) { return setField(what, name, value); }, story.lastEntry()->what);
        if (!set)
            return "there is no field " + name + ", or " + value + " is not its value";
    }
    return {};
}

} // namespace lockcore::test
