// SPDX-License-Identifier: MIT
#include "lockcore/judge/holding.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class HoldingFinder
{
public:
    explicit HoldingFinder(const Run &run)
        : m_run(run)
    { }

    std::vector<Holding> all()
    {
        std::vector<Holding> holdings(m_run.claims.size());
        for (std::size_t i = 0; i < holdings.size(); ++i) {
            holdings[i].elements = elementsOf(m_run.claims[i]);
            for (const auto element : holdings[i].elements)
                m_owners.emplace(element, &m_run.claims[i]);
            holdings[i].intervals = intervalsOf(m_run.claims[i], holdings[i].elements);
        }
        for (std::size_t i = 0; i < holdings.size(); ++i) {
            for (const auto attempt : m_run.claims[i].attempts)
                holdings[i].grants.push_back(grantOf(m_run.attempts[attempt], m_run.claims[i], holdings[i]));
        }
        return holdings;
    }

private:
    static bool names(const Attempt &attempt) { return attempt.answer.key.has_value(); }

    bool isNamed(const Attempt &attempt, const Element &element) const
    {
        if (attempt.answer.key != element.key)
            return false;
        return !m_run.header().looks || !attempt.answer.mark || *attempt.answer.mark == element.mark;
    }

    bool isHolding(const Attempt &attempt, const Element &element) const
    {
        return names(attempt) ? isNamed(attempt, element)
                              : element.role == entry::Role::Holding && (element.lock.empty() || element.lock == attempt.lock);
    }

    // Another owner of the same process acquires or holds at that time: the record does not tell whose element it is.
    bool ambiguous(const Attempt &attempt, Number created) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &other) {
            return other.who == attempt.who && other.lock == attempt.lock && other.owner != attempt.owner && other.sent < created
                   && (other.answered == 0 || other.answered > created);
        });
    }

    bool ofOtherOwner(std::size_t element, const Attempt &attempt) const
    {
        const auto found = m_owners.find(element);
        return found != m_owners.end() && !sameOwner(m_run.first(*found->second), attempt);
    }

    // It was there while the worker asked: not over before the answer, unless it was made, or written to, on this request.
    bool isOfThisRequest(const Attempt &attempt, const Element &element) const
    {
        if (element.ended == 0 || element.ended > attempt.answered || element.created > attempt.sent)
            return true;
        return std::ranges::any_of(element.extended, [&](Number number) {
            return number > attempt.sent && number < attempt.answered && m_run.author(*m_run.as<entry::KeyChanged>(number)) == attempt.who;
        });
    }

    // Somebody who asked for nothing made it for this worker, as its worker says.
    bool handedOverTo(const Attempt &attempt, const Element &element) const
    {
        return names(attempt) && element.created < attempt.answered && !ofAnAttempt(element);
    }

    // An element of the claim: there after the request, made before the claim is given back.
    std::vector<std::size_t> elementsOf(const Claim &claim) const
    {
        const auto &attempt = m_run.first(claim);
        std::vector<std::size_t> found;
        for (std::size_t i = 0; m_run.header().record && i < m_run.elements.size(); ++i) {
            const auto &element = m_run.elements[i];
            if (!isHolding(attempt, element) || (element.ended != 0 && element.ended < attempt.sent)
                || (claim.over != 0 && element.created > claim.over) || !isOfThisRequest(attempt, element))
                continue;
            const bool own = element.by == attempt.who && !ofOtherOwner(i, attempt) && !ambiguous(attempt, element.created);
            if (own || handedOverTo(attempt, element))
                found.push_back(i);
        }
        return found;
    }

    std::vector<Interval> intervalsOf(const Claim &claim, const std::vector<std::size_t> &elements) const
    {
        std::map<Number, int> steps;
        for (const auto i : elements) {
            const auto &element = m_run.elements[i];
            steps[element.created] += 1;
            if (element.ended != 0)
                steps[element.ended] -= 1;
        }
        std::vector<Interval> intervals;
        std::int64_t there = 0;
        for (const auto &[number, step] : steps) {
            const bool before = there >= m_run.header().quorum;
            there += step;
            const bool after = there >= m_run.header().quorum;
            if (!before && after) {
                if (!intervals.empty() && rewritten(claim, intervals.back().to, number))
                    intervals.back().to = 0;
                else
                    intervals.push_back({number, 0});
            } else if (before && !after) {
                intervals.back().to = number;
            }
        }
        return intervals;
    }

    // One command of the holder wrote another value.
    bool rewritten(const Claim &claim, Number removed, Number created) const
    {
        const auto *const was = m_run.as<entry::KeyChanged>(removed);
        const auto *const is = m_run.as<entry::KeyChanged>(created);
        return was && is && was->cause != 0 && was->cause == is->cause && m_run.author(*was) == m_run.first(claim).who;
    }

    Grant grantOf(const Attempt &attempt, const Claim &claim, Holding &holding) const
    {
        const bool there = std::ranges::any_of(holding.intervals, [&](const Interval &interval) {
            return interval.from < attempt.answered && (interval.to == 0 || interval.to > attempt.sent);
        });
        if (there)
            return Grant::Found;
        if (!m_run.header().record || !m_run.header().looks)
            return Grant::Unknown;
        const auto grant = withoutElement(attempt, claim, holding);
        if (grant == Grant::Never && (names(m_run.first(claim)) || names(attempt)))
            return namesWhatIsGone(attempt) ? Grant::Never : Grant::Unknown;
        return grant;
    }

    // Its answer names an element that it had made, and that had ended before it asked.
    bool namesWhatIsGone(const Attempt &attempt) const
    {
        for (Number number = attempt.sent + 1; number < attempt.answered; ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (turn && turn->who == attempt.who && turn->fate == entry::Fate::Unknown)
                return false;
        }
        return names(attempt) && attempt.answer.mark && std::ranges::any_of(m_run.elements, [&](const Element &element) {
                   return isNamed(attempt, element) && element.by == attempt.who && element.ended != 0 && element.ended < attempt.sent;
               });
    }

    // No element of its own was there while it asked. Did it count on something else, or on nothing?
    Grant withoutElement(const Attempt &attempt, const Claim &claim, Holding &holding) const
    {
        for (Number number = attempt.sent + 1; number < attempt.answered; ++number) {
            if (const auto *const turn = m_run.as<entry::Turn>(number)) {
                if (turn->who == attempt.who && turn->fate == entry::Fate::Unknown)
                    return Grant::Unknown;
            }
            const auto *const changed = m_run.as<entry::KeyChanged>(number);
            if (!changed)
                continue;
            if (changed->role == entry::Role::Unknown)
                return Grant::Unknown;
            if (m_run.author(*changed) == attempt.who && changed->role == entry::Role::Holding)
                return joined(number, claim, holding);
        }
        return handedOver(attempt) ? Grant::Unknown : Grant::Never;
    }

    // It wrote to an element that another had made: one that is still claimed, or one that was left behind.
    Grant joined(Number number, const Claim &claim, Holding &holding) const
    {
        for (std::size_t i = 0; i < m_run.elements.size(); ++i) {
            const auto &element = m_run.elements[i];
            if (std::ranges::find(element.extended, number) == element.extended.end())
                continue;
            const auto owner = m_owners.find(i);
            const bool claimed = owner != m_owners.end() && (owner->second->over == 0 || owner->second->over > number);
            if (claimed && !sameOwner(m_run.first(*owner->second), m_run.first(claim))) {
                holding.sharedBy = number;
                holding.shared = i;
                return Grant::Shared;
            }
            const auto author = element.by ? m_run.lives.find(*element.by) : m_run.lives.end();
            const bool left = owner != m_owners.end() || (author != m_run.lives.end() && author->second.died != 0);
            if (!left || ambiguous(m_run.first(claim), number) || m_run.header().quorum > 1)
                return Grant::Unknown;
            holding.elements.push_back(i);
            holding.intervals.push_back({number, element.ended});
            holding.adopted = number;
            return Grant::Found;
        }
        return Grant::Unknown;
    }

    // Something is there that no claim of its maker explains: the maker may have made it for this worker.
    bool handedOver(const Attempt &attempt) const
    {
        for (std::size_t i = 0; i < m_run.elements.size(); ++i) {
            const auto &element = m_run.elements[i];
            const bool there = element.created < attempt.answered && (element.ended == 0 || element.ended > attempt.sent);
            if (there && !m_owners.contains(i) && element.role != entry::Role::Other && !ofAnAttempt(element))
                return true;
        }
        return false;
    }

    bool ofAnAttempt(const Element &element) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &attempt) {
            return element.by == attempt.who && attempt.sent < element.created
                   && (attempt.answered == 0 || attempt.answered > element.created);
        });
    }

    const Run &m_run;
    std::map<std::size_t, const Claim *> m_owners; ///< of the elements that belong to a claim
};

} // namespace

std::vector<Holding> holdingsOf(const Run &run) { return HoldingFinder(run).all(); }

} // namespace lockcore::detail
