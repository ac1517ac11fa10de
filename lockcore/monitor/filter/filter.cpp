// SPDX-License-Identifier: MIT
#include "lockcore/monitor/filter/filter_term.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/glob.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using Expression = Filter::Expression;
using Term = Filter::Term;
using Field = Term::Field;
using Comparison = Term::Comparison;

Truth truth(bool value) { return value ? Truth::Yes : Truth::No; }

Truth compare(std::int64_t value, const Term &term)
{
    switch (term.comparison) {
    case Comparison::Less: return truth(value < term.number);
    case Comparison::LessOrEqual: return truth(value <= term.number);
    case Comparison::Equal: return truth(value == term.number);
    case Comparison::GreaterOrEqual: return truth(value >= term.number);
    case Comparison::Greater: return truth(value > term.number);
    case Comparison::None: return Truth::No;
    }
    return Truth::Unknown;
}

// If only a lower bound of the value is known, it decides some comparisons and leaves others unknown.
Truth compareAtLeast(std::int64_t bound, const Term &term)
{
    switch (term.comparison) {
    case Comparison::Less: return bound >= term.number ? Truth::No : Truth::Unknown;
    case Comparison::LessOrEqual:
    case Comparison::Equal: return bound > term.number ? Truth::No : Truth::Unknown;
    case Comparison::GreaterOrEqual: return bound >= term.number ? Truth::Yes : Truth::Unknown;
    case Comparison::Greater: return bound > term.number ? Truth::Yes : Truth::Unknown;
    case Comparison::None: return Truth::No;
    }
    return Truth::Unknown;
}

// A lock without a TTL stays for ever. This is not an unknown value.
Truth compareForEver(const Term &term)
{
    const auto comparison = term.comparison;
    return truth(comparison == Comparison::Greater || comparison == Comparison::GreaterOrEqual || comparison == Comparison::None);
}

/// What a term is matched against: a lock at a time, or an event with the lock as last known.
struct Subject
{
    const LockInfo &lock;
    ServerTime now;
    const Filter::Clients &clients;
    const LockEvent *event = nullptr;

    const LockId &id() const { return event ? event->id : lock.id; }
    const std::string &library() const { return event ? event->library : lock.library; }
    const std::string &node() const { return event ? event->node : lock.node; }
    int confidence() const { return event ? event->confidence : lock.confidence; }
    std::string_view kind() const { return toString(event ? event->kind : lock.kind); }

    template <class Predicate>
    bool anyOwner(Predicate predicate) const
    {
        if (event)
            return predicate(event->owner);
        return std::ranges::any_of(lock.holders, predicate, &Holder::owner);
    }
};

Truth matchesKind(const Term &term, const Subject &subject)
{
    const auto fits = [&](std::string_view word) { return globMatches(term.pattern, word); };
    const auto hasMode = [&](const Holder &holder) { return fits(toString(holder.mode)); };
    return truth(fits(subject.kind()) || fits(subject.library()) || fits(asciiLower(subject.lock.variant))
                 || std::ranges::any_of(subject.lock.holders, hasMode));
}

Truth matchesText(const Term &term, const Subject &subject)
{
    const auto fits = [&](std::string_view text) {
        const auto lower = asciiLower(text);
        return globMatches(term.pattern, lower) || (!term.literal.empty() && lower.find(term.literal) != lower.npos);
    };
    return truth(fits(subject.id().key) || subject.anyOwner(fits) || fits(subject.kind()) || fits(subject.library())
                 || fits(subject.lock.variant) || fits(toString(subject.lock.state)));
}

Truth matchesTtl(const Term &term, const Subject &subject)
{
    if (!subject.event) {
        const auto left = timeLeft(subject.lock, subject.now);
        return left ? compare(std::max<std::int64_t>(0, left->count()), term) : compareForEver(term);
    }
    if (isEnd(subject.event->type))
        return Truth::Unknown;
    return subject.event->ttl ? compare(subject.event->ttl->count(), term) : compareForEver(term);
}

Truth matchesHeld(const Term &term, const Subject &subject)
{
    const auto held = heldFor(subject.lock, subject.now);
    if (!held)
        return Truth::Unknown;
    return subject.lock.heldSinceObserved ? compare(held->count(), term) : compareAtLeast(held->count(), term);
}

Truth matchesLease(const Term &term, const LockInfo &lock)
{
    if (!lock.lease)
        return Truth::Unknown;
    const auto lease = lock.lease->count();
    return lock.leaseKnowledge == LeaseKnowledge::AtLeast ? compareAtLeast(lease, term) : compare(lease, term);
}

Truth matchesCount(const Term &term, const Subject &subject)
{
    if (subject.event)
        return isEnd(subject.event->type) ? Truth::Unknown : compare(subject.event->count, term);
    if (subject.lock.holders.empty())
        return Truth::Unknown;
    return truth(
        std::ranges::any_of(subject.lock.holders, [&](const Holder &holder) { return compare(holder.count, term) == Truth::Yes; }));
}

Truth matchesWaiters(const Term &term, const Waiters &waiters)
{
    switch (waiters.knowledge) {
    case Waiters::Knowledge::Exact: return compare(waiters.count, term);
    case Waiters::Knowledge::AtLeast: return compareAtLeast(waiters.count, term);
    case Waiters::Knowledge::Unknown: break;
    }
    return Truth::Unknown;
}

// Of an event or a lock that no trace has seen, nobody can say that it was another client, either.
Truth matchesClient(const Term &term, const Filter::Clients &clients)
{
    if (clients->empty())
        return Truth::Unknown;
    return truth(std::ranges::any_of(*clients, [&](const Bytes &name) { return globMatches(term.pattern, name); }));
}

Truth decide(const Term &term, const Subject &subject)
{
    const auto fits = [&](std::string_view text) { return globMatches(term.pattern, text); };
    const auto &lock = subject.lock;
    switch (term.field) {
    case Field::Text: return matchesText(term, subject);
    case Field::Name: return truth(fits(subject.id().key));
    case Field::Owner: return truth(subject.anyOwner(fits));
    case Field::Kind: return matchesKind(term, subject);
    case Field::Library: return truth(fits(subject.library()));
    case Field::State: return truth(fits(toString(lock.state)));
    case Field::Level: return truth(fits(toString(levelOf(subject.confidence()))));
    case Field::Event: return truth(subject.event && (fits(toString(subject.event->type)) || fits(eventWord(subject.event->type))));
    case Field::Client: return matchesClient(term, subject.clients);
    case Field::Node: return truth(fits(subject.node()));
    case Field::Db: return truth(fits(std::to_string(subject.id().db)));
    case Field::Ttl: return matchesTtl(term, subject);
    case Field::Held: return matchesHeld(term, subject);
    case Field::Lease: return matchesLease(term, lock);
    case Field::Count: return matchesCount(term, subject);
    case Field::Waiters: return matchesWaiters(term, lock.waiters);
    case Field::Renewals: return compare(lock.renewals.count, term);
    case Field::Confidence: return compare(subject.confidence(), term);
    }
    return Truth::Unknown;
}

constexpr std::array statesOfOneLook = {LockState::Held,     LockState::Contended, LockState::Expiring,    LockState::NoLease,
                                        LockState::Immortal, LockState::Stale,     LockState::UnknownOwner};

bool needsAWatch(const Term &term)
{
    const auto fits = [&](LockState state) { return globMatches(term.pattern, toString(state)); };
    return term.field == Field::Held || term.field == Field::Renewals || term.field == Field::Event
           || (term.field == Field::State && !term.negated && std::ranges::none_of(statesOfOneLook, fits));
}

bool matchesTerm(const Term &term, const Subject &subject)
{
    if (term.field == Field::Event && !subject.event)
        return true; // the term selects among a lock's events, and says nothing about the lock
    if (term.field == Field::Client && !subject.clients)
        return true;
    return decide(term, subject) == (term.negated ? Truth::No : Truth::Yes);
}

bool matchesExpression(const Expression &expression, const Subject &subject)
{
    if (expression.term)
        return matchesTerm(*expression.term, subject);
    const auto matchesPart = [&](const Expression &part) { return matchesExpression(part, subject); };
    return expression.join == Expression::Join::And ? std::ranges::all_of(expression.parts, matchesPart)
                                                    : std::ranges::any_of(expression.parts, matchesPart);
}

bool needsATrace(const Term &term) { return term.field == Field::Client; }

std::optional<std::string> findTerm(const Expression &expression, bool (*isMeant)(const Term &))
{
    if (expression.term)
        return isMeant(*expression.term) ? std::optional(expression.written) : std::nullopt;
    for (const auto &part : expression.parts) {
        if (auto found = findTerm(part, isMeant))
            return found;
    }
    return {};
}

} // namespace

Filter::Filter()
    : m_expression(std::make_shared<const Expression>())
{ }

bool Filter::matches(const LockInfo &lock, ServerTime now, const Clients &clients) const
{
    return matchesExpression(*m_expression, {lock, now, clients});
}

bool Filter::matches(const LockEvent &event, const LockInfo &lock, const Clients &clients) const
{
    return matchesExpression(*m_expression, {lock, event.time, clients, &event});
}

std::optional<std::string> Filter::termThatNeedsAWatch() const { return findTerm(*m_expression, needsAWatch); }

std::optional<std::string> Filter::termThatNeedsATrace() const { return findTerm(*m_expression, needsATrace); }

bool Filter::empty() const { return !m_expression->term && m_expression->parts.empty(); }

bool Filter::isAlternatives() const { return m_expression->join == Expression::Join::Or && m_expression->parts.size() > 1; }

const std::string &Filter::text() const { return m_text; }

const std::string &Filter::note() const { return m_note; }

std::vector<std::string> Filter::terms() const
{
    if (empty())
        return {};
    if (m_expression->term || m_expression->parts.size() == 1)
        return {m_expression->written};
    if (isAlternatives())
        return {"(" + m_expression->written + ")"};
    std::vector<std::string> written;
    for (const auto &part : m_expression->parts)
        written.push_back(part.written);
    return written;
}

std::string Filter::term(std::string_view field, std::string_view value, bool negated)
{
    std::string text;
    for (const char c : escaped(value)) {
        if (std::string_view("*?[]()\"").find(c) != std::string_view::npos)
            text += '\\';
        text += c;
    }
    if (text.empty() || text.find(' ') != text.npos)
        text = '"' + text + '"';
    return (negated ? "-" : "") + std::string(field) + ":" + text;
}

} // namespace lockcore
