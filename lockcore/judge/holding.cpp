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
    {
        for (std::size_t i = 0; i < run.elements.size(); ++i) {
            m_every.push_back(i);
            if (run.elements[i].by)
                m_madeBy[*run.elements[i].by].push_back(i);
        }
        for (std::size_t i = 0; i < run.attempts.size(); ++i)
            m_askedBy[run.attempts[i].who].push_back(i);
    }

    std::vector<Holding> all()
    {
        std::vector<Holding> holdings(m_run.claims.size());
        for (std::size_t i = 0; i < holdings.size(); ++i) {
            holdings[i].elements = elementsOf(m_run.claims[i]);
            for (const auto element : holdings[i].elements)
                m_owners.emplace(element, &m_run.claims[i]);
            holdings[i].intervals = intervalsOf(holdings[i].elements);
        }
        for (std::size_t i = 0; i < holdings.size(); ++i) {
            for (const auto attempt : m_run.claims[i].attempts)
                holdings[i].grants.push_back(grantOf(m_run.attempts[attempt], m_run.claims[i], holdings[i]));
        }
        return holdings;
    }

private:
    static bool names(const Attempt &attempt) { return attempt.answer.key.has_value(); }
    static bool namesAnElement(const Attempt &attempt) { return names(attempt) && attempt.answer.mark; }

    const std::vector<std::size_t> &madeBy(const Incarnation &who) const
    {
        const auto found = m_madeBy.find(who);
        return found == m_madeBy.end() ? m_none : found->second;
    }

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

    // If owners share the worker, the record does not show whose command it was.
    bool hasOtherOwners(const Attempt &attempt) const
    {
        return std::ranges::any_of(m_askedBy.at(attempt.who),
                                   [&](std::size_t index) { return shareWorker(m_run.attempts[index], attempt); });
    }

    bool isOnlyOne(const Attempt &attempt, const Element &element) const
    {
        for (const auto i : madeBy(attempt.who)) {
            const auto &other = m_run.elements[i];
            if (&other != &element && other.created > attempt.sent && other.created < attempt.answered && isHolding(attempt, other)
                && !ofOtherOwner(i, attempt))
                return false;
        }
        return true;
    }

    // Owners of one process ask at the same time. The element then belongs to the owner that is answered first, if the element still exists
    // and excludes the others; a part of a majority does not. An element that one of them may hold without knowing belongs to nobody.
    bool ambiguous(const Attempt &attempt, const Element &element) const
    {
        if (attempt.answer.mark && m_run.header().looks)
            return false; // the answer names the element
        const bool asked = m_run.header().servers == 1 && attempt.answered > element.created && attempt.mode != entry::Mode::Read
                           && (element.ended == 0 || element.ended > attempt.answered) && isOnlyOne(attempt, element);
        return std::ranges::any_of(m_askedBy.at(attempt.who), [&](std::size_t index) {
            const auto &other = m_run.attempts[index];
            const bool first = other.answered != 0 && other.answered < attempt.answered && (other.granted || other.indefinite);
            return asksBeside(attempt, other, element.created) && (!asked || first || other.mode == entry::Mode::Read);
        });
    }

    // It was made when this request was over, while another owner in the worker asked, who then got the lock. Both may have one token.
    bool isAnswerToAnother(const Attempt &attempt, const Element &element) const
    {
        return element.created > attempt.answered && std::ranges::any_of(m_askedBy.at(attempt.who), [&](std::size_t index) {
                   return m_run.attempts[index].granted && asksBeside(attempt, m_run.attempts[index], element.created);
               });
    }

    bool ofOtherOwner(std::size_t element, const Attempt &attempt) const
    {
        const auto found = m_owners.find(element);
        return found != m_owners.end() && !sameOwner(m_run.first(*found->second), attempt);
    }

    bool believedAt(const Attempt &attempt, Number number) const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            const auto &first = m_run.first(claim);
            return first.lock == attempt.lock && sameOwner(first, attempt) && claim.begin < number
                   && (claim.end == 0 || claim.end > number);
        });
    }

    // An element that its owner had given up by then, or that ended before the answer, is not the one that this answer means, unless the
    // request wrote to it.
    bool isOfThisRequest(const Attempt &attempt, const Element &element) const
    {
        if (element.ended == 0 || element.ended > attempt.answered || element.created > attempt.sent || believedAt(attempt, attempt.sent))
            return true;
        return std::ranges::any_of(element.extended, [&](Number number) {
            return number > attempt.sent && number < attempt.answered && m_run.author(*m_run.as<entry::KeyChanged>(number)) == attempt.who;
        });
    }

    // The worker names the element, and another of its owners, who made it, had given the lock back by then without removing it.
    bool isPassedOnTo(const Attempt &attempt, std::size_t index) const
    {
        const auto &element = m_run.elements[index];
        const auto found = m_owners.find(index);
        return namesAnElement(attempt) && found != m_owners.end() && shareWorker(m_run.first(*found->second), attempt)
               && found->second->over != 0 && found->second->over < attempt.answered
               && (element.ended == 0 || element.ended > attempt.answered);
    }

    // The worker names the element, and it was made by a client that had not asked for a lock: it was made for this worker. Or by one that had
    // asked, such as a waiter that gave up, but did not get this element.
    bool handedOverTo(const Attempt &attempt, const Element &element) const
    {
        const bool isThere = element.created < attempt.answered && (element.ended == 0 || element.ended > attempt.answered);
        return names(attempt) && isThere && std::ranges::none_of(m_run.attempts, [&](const Attempt &other) {
                   return isOf(element, other) && !(namesAnElement(attempt) && other.who != attempt.who && isOfAnother(element, other));
               });
    }

    // The answer says that the attempt did not get the element.
    static bool isOfAnother(const Element &element, const Attempt &attempt)
    {
        return attempt.granted ? namesAnElement(attempt) && attempt.answer.mark != element.mark
                               : attempt.answered != 0 && attempt.answer.answer == entry::Answer::No;
    }

    // The acquire wrote to the key more than once. The earlier element was not its own holding: it changed another owner's element, or it
    // was a place in a queue.
    bool wroteAgain(const Attempt &attempt, const Element &element) const
    {
        const bool isOver = element.ended != 0 && element.ended < attempt.answered;
        if (!names(attempt) || element.created < attempt.sent || !isOver || hasOtherOwners(attempt))
            return false;
        return std::ranges::any_of(madeBy(attempt.who), [&](std::size_t index) {
            const auto &later = m_run.elements[index];
            return sameKey(later, element) && later.created > element.created && later.created < attempt.answered
                   && !byOneCommand(element.created, later.created); // one command may write several fields
        });
    }

    // What the acquire made in one database, before it made the lock in another, is a draft or a note, not a lock.
    bool wasElsewhere(const Element &element, const Attempt &attempt, const std::vector<std::size_t> &found) const
    {
        return std::ranges::any_of(found, [&](std::size_t index) {
            const auto &other = m_run.elements[index];
            return other.server == element.server && other.database != element.database && other.created > element.created
                   && other.created < attempt.answered;
        });
    }

    std::vector<std::size_t> elementsOf(const Claim &claim) const
    {
        auto found = elementsOf(claim, m_run.first(claim));
        for (const auto index : claim.attempts) {
            const auto &again = m_run.attempts[index];
            if (!names(again) || !again.answer.mark || again.answer.mark == m_run.first(claim).answer.mark)
                continue; // otherwise the first search has covered it
            for (const auto element : elementsOf(claim, again))
                addTo(found, element);
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (const auto next = successorOf(m_run.elements[found[i]], claim))
                addTo(found, *next);
        }
        return found;
    }

    static void addTo(std::vector<std::size_t> &found, std::size_t element)
    {
        if (std::ranges::find(found, element) == found.end())
            found.push_back(element);
    }

    // The elements that this acquire made: they existed after the request, and were made before the claim was given back.
    std::vector<std::size_t> elementsOf(const Claim &claim, const Attempt &attempt) const
    {
        std::vector<std::size_t> found;
        if (!m_run.header().record)
            return found;
        for (const auto i : names(attempt) ? m_every : madeBy(attempt.who)) {
            const auto &element = m_run.elements[i];
            if (!isHolding(attempt, element) || (element.ended != 0 && element.ended < attempt.sent)
                || (claim.over != 0 && element.created > claim.over) || !isOfThisRequest(attempt, element) || wroteAgain(attempt, element))
                continue;
            const bool own = element.by == attempt.who && !ofOtherOwner(i, attempt) && !ambiguous(attempt, element)
                             && !isAnswerToAnother(attempt, element);
            if (own || handedOverTo(attempt, element) || isPassedOnTo(attempt, i))
                found.push_back(i);
        }
        const auto all = found;
        std::erase_if(found, [&](std::size_t index) { return wasElsewhere(m_run.elements[index], attempt, all); });
        return found;
    }

    // What the owner wrote in place of the element while it held the lock: the same key with another mark (a count, a new token, the time),
    // or another key.
    std::optional<std::size_t> successorOf(const Element &element, const Claim &claim) const
    {
        if (element.ended == 0 || (claim.release != 0 && element.ended > claim.release) || hasOtherOwners(m_run.first(claim)))
            return std::nullopt;
        for (const auto i : madeBy(m_run.first(claim).who)) {
            if (!ofOtherOwner(i, m_run.first(claim)) && succeeds(m_run.elements[i], element, claim))
                return i;
        }
        return std::nullopt;
    }

    bool succeeds(const Element &next, const Element &element, const Claim &claim) const
    {
        const bool atOnce = rewritten(claim, element.ended, next.created);
        if (sameKey(next, element) && next.created > element.ended)
            return atOnce;
        const bool mayBeOne = next.role != entry::Role::Other && (next.lock.empty() || next.lock == m_run.first(claim).lock);
        return mayBeOne && isProlonging(claim, element.ended)
               && (sameKey(next, element) ? wasMadeBefore(next, element, claim) : atOnce && isNewKey(next));
    }

    // During an extend, a re-entry or a renewal the owner does not write a note about the end.
    bool isProlonging(const Claim &claim, Number number) const
    {
        const auto isOpen = [=](const auto &request) {
            return request.sent < number && (request.answered == 0 || request.answered > number);
        };
        return std::ranges::any_of(claim.extensions, isOpen)
               || std::ranges::any_of(claim.attempts, [&](std::size_t attempt) { return isOpen(m_run.attempts[attempt]); })
               || (m_run.first(claim).watchdog && std::ranges::any_of(claim.renewals, [=](Number renewed) { return renewed > number; }));
    }

    // The owner made it while it held the lock, and it was still there when the owner removed the other.
    bool wasMadeBefore(const Element &next, const Element &element, const Claim &claim) const
    {
        return next.created > claim.begin && (next.ended == 0 || next.ended > element.ended)
               && m_run.author(*m_run.as<entry::KeyChanged>(element.ended)) == m_run.first(claim).who;
    }

    // Nothing was at this key before the command that made the element.
    bool isNewKey(const Element &made) const
    {
        const auto cause = m_run.as<entry::KeyChanged>(made.created)->cause;
        return std::ranges::none_of(m_run.elements, [&](const Element &other) {
            return &other != &made && sameKey(other, made) && other.created < made.created && (other.ended == 0 || other.ended > cause);
        });
    }

    std::vector<Interval> intervalsOf(const std::vector<std::size_t> &elements) const
    {
        struct Step
        {
            std::int64_t server = 0;
            int count = 0;
        };
        std::map<Number, Step> steps; // an entry concerns one element
        for (const auto i : elements) {
            const auto &element = m_run.elements[i];
            steps[element.created] = {element.server, 1};
            if (element.ended != 0)
                steps[element.ended] = {element.server, -1};
        }
        std::vector<Interval> intervals;
        std::map<std::int64_t, int> there; // elements that exist, by server
        const auto isEnough = [&] {
            return std::ranges::count_if(there, [](const auto &on) { return on.second > 0; }) >= m_run.header().quorum;
        };
        for (const auto &[number, step] : steps) {
            const bool before = isEnough();
            there[step.server] += step.count;
            const bool after = isEnough();
            if (!before && after) {
                if (!intervals.empty() && byOneCommand(intervals.back().to, number))
                    intervals.back().to = 0;
                else
                    intervals.push_back({number, 0});
            } else if (before && !after) {
                intervals.back().to = number;
            }
        }
        return intervals;
    }

    bool byOneCommand(Number removed, Number created) const
    {
        const auto *const was = m_run.as<entry::KeyChanged>(removed);
        const auto *const is = m_run.as<entry::KeyChanged>(created);
        return was && is && was->cause != 0 && was->cause == is->cause;
    }

    // One command of the holder replaced the value by another.
    bool rewritten(const Claim &claim, Number removed, Number created) const
    {
        return byOneCommand(removed, created) && m_run.author(*m_run.as<entry::KeyChanged>(removed)) == m_run.first(claim).who;
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
            return namesAnElement(attempt) && (namesWhatIsGone(attempt) || namesWhatNeverWas(attempt)) ? Grant::Never : Grant::Unknown;
        return grant;
    }

    // The answer names an element that did not exist when it came. Another answer of this worker to such a request was true, so it names what
    // it means.
    bool namesWhatNeverWas(const Attempt &attempt) const
    {
        const auto isThere = [&](const Attempt &other) {
            return std::ranges::any_of(m_run.elements,
                                       [&](const Element &element) { return isNamed(other, element) && element.created < other.answered; });
        };
        return !isThere(attempt) && std::ranges::any_of(m_askedBy.at(attempt.who), [&](std::size_t index) {
            const auto &other = m_run.attempts[index];
            return other.granted && other.mode == attempt.mode && namesAnElement(other) && isThere(other);
        });
    }

    // The answer names an element that this worker made, and that had ended before the request.
    bool namesWhatIsGone(const Attempt &attempt) const
    {
        return std::ranges::any_of(m_run.elements, [&](const Element &element) {
            return isNamed(attempt, element) && element.by == attempt.who && element.ended != 0 && element.ended < attempt.sent;
        });
    }

    // None of the worker's own elements existed during the request. The worker relied on another element, or on none.
    Grant withoutElement(const Attempt &attempt, const Claim &claim, Holding &holding) const
    {
        for (Number number = attempt.sent + 1; number < attempt.answered; ++number) {
            if (const auto *const turn = m_run.as<entry::Turn>(number)) {
                if (turn->who == attempt.who && (turn->fate == entry::Fate::Unknown || reachesStream(*turn, number)))
                    return Grant::Unknown;
            }
            const auto *const changed = m_run.as<entry::KeyChanged>(number);
            if (!changed || (!changed->lock.empty() && changed->lock != attempt.lock))
                continue;
            if (changed->role == entry::Role::Unknown)
                return Grant::Unknown;
            if (m_run.author(*changed) == attempt.who && changed->role == entry::Role::Holding)
                return joined(number, claim, holding);
        }
        return handedOver(attempt) ? Grant::Unknown : Grant::Never;
    }

    // The record does not contain what is written to a stream.
    bool reachesStream(const entry::Turn &turn, Number number) const
    {
        return std::ranges::any_of(m_run.elements, [&](const Element &element) {
            return element.mark.empty() && element.server == turn.server && element.created < number
                   && (element.ended == 0 || element.ended > number) && std::ranges::find(turn.keys, element.key) != turn.keys.end();
        });
    }

    // The worker wrote to an element that another worker had made. That element is still claimed, or was left behind.
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
            const bool unclear =
                std::ranges::any_of(m_run.attempts, [&](const Attempt &other) { return asksBeside(m_run.first(claim), other, number); });
            if (!left || unclear || m_run.header().quorum > 1)
                return Grant::Unknown;
            holding.elements.push_back(i);
            holding.intervals.push_back({number, element.ended});
            holding.adopted = number;
            return Grant::Found;
        }
        return Grant::Unknown;
    }

    // An element exists that no claim of its maker explains: the maker may have made it for this worker.
    bool handedOver(const Attempt &attempt) const
    {
        for (std::size_t i = 0; i < m_run.elements.size(); ++i) {
            const auto &element = m_run.elements[i];
            const bool there = element.created < attempt.answered && (element.ended == 0 || element.ended > attempt.sent);
            const bool concerns = element.role != entry::Role::Other && (element.lock.empty() || element.lock == attempt.lock);
            if (there && concerns && !m_owners.contains(i) && !ofAnAttempt(element))
                return true;
        }
        return false;
    }

    // Its maker made it while this attempt was open.
    static bool isOf(const Element &element, const Attempt &attempt)
    {
        return element.by == attempt.who && attempt.sent < element.created && (attempt.answered == 0 || attempt.answered > element.created);
    }

    bool ofAnAttempt(const Element &element) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &attempt) { return isOf(element, attempt); });
    }

    const Run &m_run;
    std::map<std::size_t, const Claim *> m_owners; ///< by element; only elements that belong to a claim
    std::vector<std::size_t> m_every;              ///< all elements
    const std::vector<std::size_t> m_none;
    std::map<Incarnation, std::vector<std::size_t>> m_madeBy;  ///< elements
    std::map<Incarnation, std::vector<std::size_t>> m_askedBy; ///< attempts
};

} // namespace

std::vector<Holding> holdingsOf(const Run &run) { return HoldingFinder(run).all(); }

} // namespace lockcore::detail
