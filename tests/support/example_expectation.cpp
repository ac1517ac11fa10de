// SPDX-License-Identifier: MIT
#include "support/example_expectation.h"

#include "support/example_looks.h"

#include <algorithm>
#include <set>

namespace lockcore::test {

const std::map<std::string, OwnerScope> &ownerWords()
{
    static const std::map<std::string, OwnerScope> words = {{"per-acquisition", OwnerScope::Acquisition},
                                                            {"per-object", OwnerScope::Object},
                                                            {"constant", OwnerScope::Constant},
                                                            {"unknown", OwnerScope::Unknown},
                                                            {"nobody", OwnerScope::Nobody}};
    return words;
}

const std::map<std::string, LeaseRule> &leaseWords()
{
    static const std::map<std::string, LeaseRule> words = {
        {"always", LeaseRule::Always}, {"by-caller", LeaseRule::CallersChoice}, {"never", LeaseRule::NeverByDesign}};
    return words;
}

namespace {

void readHolder(ExampleLine &line, LockMatch &match)
{
    Holder holder;
    holder.owner = line.next("an owner");
    while (line.hasMore()) {
        const auto word = line.next("a word");
        if (word == "until")
            holder.deadline = line.nextTime();
        else if (word == "read" || word == "write")
            holder.mode = word == "read" ? Mode::Read : Mode::Write;
        else if (const auto count = parseInteger(std::string_view(word).substr(1)); word.front() == 'x' && count)
            holder.count = *count;
        else
            line.fail(word + " is not known after an owner; there are xNUMBER, read, write and until TIME");
    }
    match.holders.push_back(std::move(holder));
}

void readFact(ExampleLine &line, LockMatch &match)
{
    if (match.holders.empty())
        line.fail("a fact must follow the holder that it is about");
    auto label = line.next("a label");
    match.holders.back().facts.push_back({std::move(label), line.next("a text")});
}

void readWaiters(ExampleLine &line, LockMatch &match)
{
    using Knowledge = Waiters::Knowledge;
    auto &waiters = match.waiters;
    waiters.knowledge =
        line.nextOf<Knowledge>({{"unknown", Knowledge::Unknown}, {"at-least", Knowledge::AtLeast}, {"exact", Knowledge::Exact}});
    if (waiters.knowledge != Knowledge::Unknown)
        waiters.count = line.nextNumber();
    if (line.hasMore())
        waiters.asOf = line.nextOf<ServerTime>({{"dated", example::now}});
}

void readRelated(ExampleLine &line, LockMatch &match)
{
    Companion companion;
    companion.key = line.next("a key");
    companion.role = line.next("a role");
    if (line.hasMore())
        companion.summary = line.next("a summary");
    if (line.hasMore())
        companion.mustStay = line.nextOf<bool>({{"stays", true}});
    match.companions.push_back(std::move(companion));
}

void readUsualLease(ExampleLine &line, LockMatch &match)
{
    match.usualLease = std::chrono::duration_cast<Milliseconds>(line.nextDuration());
}

struct Fact
{
    void (*read)(ExampleLine &, LockMatch &);
    bool repeats = false; ///< a LockMatch can have several such values
};

const std::map<std::string, Fact> &facts()
{
    using Line = ExampleLine;
    static const std::map<std::string, Scores> scores = {{"times", Scores::Times}, {"deadlines", Scores::Deadlines}};
    static const auto kinds = namesUpTo(LockKind::Anonymous);
    static const std::map<std::string, Fact> all = {
        {"library", {[](Line &line, LockMatch &match) { match.library = line.next("a name"); }}},
        {"kind", {[](Line &line, LockMatch &match) { match.kind = line.nextOf(kinds); }}},
        {"variant", {[](Line &line, LockMatch &match) { match.variant = line.sentence(); }}},
        {"confidence", {[](Line &line, LockMatch &match) { match.confidence = static_cast<int>(line.nextNumber()); }}},
        {"why", {[](Line &line, LockMatch &match) { match.why.push_back(line.sentence()); }, true}},
        {"holder", {readHolder, true}},
        {"fact", {readFact, true}},
        {"owner", {[](Line &line, LockMatch &match) { match.ownerScope = line.nextOf(ownerWords()); }}},
        {"ttl-set", {[](Line &line, LockMatch &match) { match.leaseRule = line.nextOf(leaseWords()); }}},
        {"usual-lease", {readUsualLease}},
        {"by-scripts-alone", {[](Line &, LockMatch &match) { match.byScriptsAlone = true; }}},
        {"last-writer-sets-deadline", {[](Line &, LockMatch &match) { match.lastWriterSetsDeadline = true; }}},
        {"dates-holdings", {[](Line &, LockMatch &match) { match.datesHoldings = true; }}},
        {"scores", {[](Line &line, LockMatch &match) { match.scores = line.nextOf(scores); }}},
        {"wakes-by-pop", {[](Line &, LockMatch &match) { match.wakesByPop = true; }}},
        {"rewriter", {[](Line &line, LockMatch &match) { match.rewriter = line.next("a name"); }}},
        {"more-holders", {[](Line &line, LockMatch &match) { match.moreHolders = line.nextNumber(); }}},
        {"lapses", {[](Line &line, LockMatch &match) { match.lapses = line.nextTime(); }}},
        {"waiters", {readWaiters}},
        {"waiters-why", {[](Line &line, LockMatch &match) { match.waiters.why = line.sentence(); }}},
        {"waiter", {[](Line &line, LockMatch &match) { match.waiters.ids.push_back(line.next("an id")); }, true}},
        {"wait-channel", {[](Line &line, LockMatch &match) { match.waitChannels.push_back(line.next("a name")); }, true}},
        {"related", {readRelated, true}},
    };
    return all;
}

// `holder` and `fact` lines form one group: an example with its own holders uses none of the common facts.
std::string groupOf(const ExampleLine &line) { return line.word() == "fact" ? "holder" : line.word(); }

void read(ExampleLine line, LockMatch &match)
{
    facts().at(line.word()).read(line, match);
    line.finish();
}

} // namespace

void Expectation::add(const ExampleLine &line)
{
    const auto fact = facts().find(line.word());
    if (fact == facts().end())
        line.fail(line.word() + " is not known in an expectation");
    if (!fact->second.repeats && std::ranges::find(m_lines, line.word(), &ExampleLine::word) != m_lines.end())
        line.fail("a second " + line.word());
    m_lines.push_back(line);
}

LockMatch Expectation::findingWith(const Expectation &common) const
{
    std::set<std::string> replaced;
    for (const auto &line : m_lines)
        replaced.insert(groupOf(line));
    LockMatch match;
    for (const auto &line : common.m_lines) {
        if (!replaced.contains(groupOf(line)))
            read(line, match);
    }
    for (const auto &line : m_lines)
        read(line, match);
    return match;
}

} // namespace lockcore::test
