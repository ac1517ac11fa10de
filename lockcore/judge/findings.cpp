// SPDX-License-Identifier: MIT
#include "lockcore/judge/properties.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

int gravity(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return 5;
    case Outcome::Inconclusive: return 4;
    case Outcome::Outlived: return 3;
    case Outcome::Held: return 2;
    case Outcome::Skipped: return 1;
    case Outcome::NotExercised: return 0;
    }
    return 0;
}

} // namespace

Findings::Findings(const Run &run, Property property, Importance importance)
    : m_run(run)
{
    m_verdict.property = property;
    m_verdict.importance = importance;
    m_verdict.sentence = "nothing in this run puts it to the test";
}

void Findings::add(Outcome outcome, Cause cause, std::string sentence, std::string pitfall, std::vector<Number> events)
{
    if (gravity(outcome) <= gravity(m_verdict.outcome)) {
        m_verdict.more += outcome == m_verdict.outcome;
        return;
    }
    std::erase(events, 0);
    std::ranges::sort(events);
    const auto repeated = std::ranges::unique(events);
    events.erase(repeated.begin(), repeated.end());
    m_verdict.outcome = outcome;
    m_verdict.cause = cause;
    m_verdict.sentence = std::move(sentence);
    m_verdict.pitfall = std::move(pitfall);
    m_verdict.events = std::move(events);
    m_verdict.more = 0;
}

void Findings::inconclusive(std::string why, std::vector<Number> events)
{
    add(Outcome::Inconclusive, Cause::None, std::move(why), {}, std::move(events));
}

void Findings::exercised(std::string how)
{
    m_exercised = true;
    if (m_held.cause == Cause::None)
        m_held.sentence = std::move(how);
}

void Findings::afterLease(std::string how, std::vector<Number> events)
{
    if (m_held.cause != Cause::None)
        return;
    m_held.cause = Cause::AfterLease;
    m_held.sentence = std::move(how);
    m_held.events = std::move(events);
}

void Findings::note(std::string text) { m_verdict.note = std::move(text); }

void Findings::skip(std::string why) { add(Outcome::Skipped, Cause::None, std::move(why), {}, {}); }

void Findings::notExercised(std::string why)
{
    if (m_verdict.outcome == Outcome::NotExercised)
        m_verdict.sentence = std::move(why);
}

Verdict Findings::verdict() &&
{
    if (m_exercised)
        add(Outcome::Held, m_held.cause, m_held.sentence, {}, m_held.events);
    if (!m_run.complete() && m_verdict.outcome != Outcome::Violated && m_verdict.outcome != Outcome::Skipped) {
        m_verdict.more = 0;
        m_verdict.outcome = Outcome::NotExercised;
        inconclusive(m_run.gap());
    }
    return std::move(m_verdict);
}

bool isOfSessions(const Run &run)
{
    return std::ranges::any_of(run.lives, [](const auto &life) { return life.second.ready.sessionLease; });
}

bool hasCapability(const Run &run, Capability capability)
{
    return std::ranges::find(run.header().capabilities, capability) != run.header().capabilities.end();
}

Importance promisedOr(const Run &run, Property property, Importance otherwise)
{
    const auto &promised = run.header().promised;
    return std::ranges::find(promised, property) == promised.end() ? otherwise : Importance::Promised;
}

} // namespace lockcore::detail
