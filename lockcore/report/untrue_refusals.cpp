// SPDX-License-Identifier: MIT
#include "lockcore/report/untrue_refusals.h"

#include "lockcore/judge/ending.h"
#include "lockcore/judge/words.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

using detail::Attempt;
using detail::Claim;
using detail::Element;
using detail::Number;

class UntrueRefusals
{
public:
    explicit UntrueRefusals(const detail::AnsweredRun &of)
        : m_of(of)
        , m_run(of.run)
    { }

    std::vector<RunRemark> read()
    {
        for (const auto &attempt : m_run.attempts) {
            if (attempt.sent <= m_run.begin || attempt.answered == 0 || attempt.cancelled != 0
                || m_of.isLeaving(attempt.who, attempt.answered) || m_of.isDisturbed(attempt.who, attempt.sent, attempt.answered))
                continue;
            readWait(attempt);
            readFirst(attempt);
        }
        if (m_of.hasRecord && m_run.header().servers == 1)
            readRefusals();
        return std::move(m_remarks);
    }

private:
    void add(std::string sentence, std::vector<Number> proof, std::string pitfall = {})
    {
        m_remarks.push_back({RunRemark::Weight::Mistake, std::move(sentence), std::move(pitfall), std::move(proof)});
    }

    static std::string answerOf(const Attempt &attempt)
    {
        return toString(attempt.who) + " answered \"acquire\" by \"" + (attempt.granted ? "ok" : "no") + "\" (entry "
               + std::to_string(attempt.answered) + ')';
    }

    // Was the worker refused although it may wait for ever, or did it wait for much longer than it was asked to? Only who was disturbed, or keeps
    // itself out, may. A shorter wait than it was asked for proves nothing: the next try may come after its end.
    void readWait(const Attempt &attempt)
    {
        using entry::Answer;
        const bool isAnswered = attempt.granted || attempt.answer.answer == Answer::No;
        if (!isAnswered || attempt.wait == Milliseconds(0) || holdsItself(attempt))
            return;
        const auto waited = m_run.at(attempt.answered) - m_run.at(attempt.sent);
        constexpr Milliseconds late{1000}; // some count in whole seconds
        const bool gaveUp = !attempt.granted && !attempt.wait;
        const bool isLate = attempt.wait && waited > *attempt.wait + late + m_run.header().commandTimeout.value_or(late);
        if (gaveUp || isLate)
            add(answerOf(attempt) + " after " + detail::milliseconds(waited) + ", though it was to wait "
                    + (attempt.wait ? "up to " + detail::milliseconds(*attempt.wait) : "until it gets the lock"),
                {attempt.sent, attempt.answered});
    }

    // The first who asks for a lock gets it, whoever has other locks. Who gives back a grant that came too late made something on the server.
    void readFirst(const Attempt &attempt)
    {
        const bool isFirst = std::ranges::none_of(m_run.attempts, [&](const Attempt &other) {
            return &other != &attempt && other.lock == attempt.lock && other.sent > m_run.begin && other.sent < attempt.answered;
        });
        const bool gotIt = std::ranges::any_of(m_run.elements, [&](const Element &element) {
            return element.by == attempt.who && element.created > attempt.sent && element.created < attempt.answered;
        });
        if (isFirst && !gotIt && !attempt.granted && attempt.answer.answer == entry::Answer::No)
            add(answerOf(attempt) + ", though nobody else had asked for `" + escaped(attempt.lock) + "`", {attempt.sent, attempt.answered});
    }

    // An owner in its process had the lock, or may have had it.
    bool holdsItself(const Attempt &attempt) const
    {
        const auto isOwn = [&](const Attempt &other) { return other.who == attempt.who && other.lock == attempt.lock; };
        return std::ranges::any_of(m_run.claims,
                                   [&](const Claim &claim) {
                                       return isOwn(m_run.first(claim)) && claim.begin < attempt.answered
                                              && (claim.over == 0 || claim.over > attempt.sent);
                                   })
               || std::ranges::any_of(m_run.attempts,
                                      [&](const Attempt &other) { return other.indefinite && isOwn(other) && other.sent < attempt.sent; });
    }

    // Did an acquire that was refused leave the lock behind? As when a client repeats a command whose reply was lost, and finds its own key.
    void readRefusals()
    {
        std::set<const Element *> claimed;
        for (const auto &holding : m_of.holdings) {
            for (const auto index : holding.elements)
                claimed.insert(&m_run.elements[index]);
        }
        for (const auto &[element, lock] : m_of.held) {
            if (claimed.contains(element))
                continue;
            const auto *const handed = refusalHanded(*element, lock);
            const auto *const refused = handed ? handed : refusalThatMade(*element, lock);
            if (refused && isLeft(*element, *refused) && !isTaken(*element, lock))
                add(answerOf(*refused) + ", but "
                        + (handed ? "a release had handed it the lock (entry " + std::to_string(element->created) + "), and it left that"
                                  : "it had got the lock, and left it")
                        + " on the server",
                    {element->created, refused->answered}, "A9");
        }
    }

    // The only acquire of its worker that was open when the element was made, if it was refused later. An earlier one whose outcome is not known
    // may still be executed then. An element of no known format may also be a waiter's place in a queue.
    const Attempt *refusalThatMade(const Element &element, const std::string &lock) const
    {
        const Attempt *made = nullptr;
        for (const auto &attempt : m_run.attempts) {
            if (attempt.who != element.by || attempt.lock != lock || attempt.sent <= m_run.begin || attempt.sent > element.created)
                continue;
            if (attempt.indefinite)
                return nullptr;
            if (attempt.answered != 0 && attempt.answered < element.created)
                continue;
            if (made || attempt.answered == 0 || attempt.answer.answer != entry::Answer::No)
                return nullptr;
            made = &attempt;
        }
        const bool waits = made && made->wait != Milliseconds(0) && element.role != entry::Role::Holding;
        return waits ? nullptr : made;
    }

    // The only one that waited when a release put the element in the place of its own, if it was refused later. The element then ends with its
    // lease: who takes it over knows what it is. A library whose releases always leave something there hands nothing over.
    const Attempt *refusalHanded(const Element &element, const std::string &lock) const
    {
        const auto *const end = m_run.as<entry::KeyChanged>(element.ended);
        if (!isPutByRelease(element) || (end && end->event != entry::KeyEvent::Expired) || !freesWithoutWaiters(lock))
            return nullptr;
        const auto waiting = waitersAt(lock, element.created);
        const bool isOne = waiting.size() == 1 && waiting.front()->sent > m_run.begin && waiting.front()->wait != Milliseconds(0);
        return isOne && waiting.front()->answer.answer == entry::Answer::No ? waiting.front() : nullptr;
    }

    bool isPutByRelease(const Element &element) const
    {
        return std::ranges::any_of(m_of.holdings, [&](const detail::Holding &holding) { return isInPlaceOf(holding, element); });
    }

    // Did the command of the holder that ended the holding put the element in its place?
    bool isInPlaceOf(const detail::Holding &holding, const Element &element) const
    {
        return std::ranges::any_of(holding.elements, [&](std::size_t index) {
            const auto &was = m_run.elements[index];
            const auto *const ended = m_run.as<entry::KeyChanged>(was.ended);
            return ended && &was != &element && sameKey(was, element) && was.by == element.by
                   && ended->cause == m_run.as<entry::KeyChanged>(element.created)->cause;
        });
    }

    // Did a release for which nobody waited put nothing in the place of its own?
    bool freesWithoutWaiters(const std::string &lock) const
    {
        for (std::size_t i = 0; i < m_run.claims.size(); ++i) {
            const auto &claim = m_run.claims[i];
            const auto &holding = m_of.holdings[i];
            if (m_run.first(claim).lock == lock && claim.how == detail::ClaimEnd::Released && !holding.elements.empty()
                && waitersAt(lock, claim.release).empty()
                && std::ranges::none_of(m_run.elements, [&](const Element &next) { return isInPlaceOf(holding, next); }))
                return true;
        }
        return false;
    }

    std::vector<const Attempt *> waitersAt(const std::string &lock, Number number) const
    {
        std::vector<const Attempt *> all;
        for (const auto &attempt : m_run.attempts) {
            if (attempt.lock == lock && attempt.sent < number && (attempt.answered == 0 || attempt.answered > number))
                all.push_back(&attempt);
        }
        return all;
    }

    // Did somebody get the lock while the element existed? Then it was made for that one, or excludes nobody.
    bool isTaken(const Element &element, const std::string &lock) const
    {
        const auto later = m_run.grantsAfter(element.created, lock);
        return !later.empty() && (element.ended == 0 || m_run.attempts[later.front()].answered < element.ended);
    }

    // Did most of the lease remain? The worker's answer was definite, so nothing that was lost on the way excuses it.
    bool isLeft(const Element &element, const Attempt &refused) const
    {
        const auto left = detail::leftOf(m_run, element, refused.answered);
        return (element.ended == 0 || element.ended > refused.answered) && !m_of.isEndedBy(element, refused.who)
               && (!left || (refused.lease && *left > *refused.lease / 4))
               && detail::serverChanged(m_run, refused.sent, refused.answered) == 0 && m_of.isSettled(refused.who, refused.answered);
    }

    const detail::AnsweredRun &m_of;
    const detail::Run &m_run;
    std::vector<RunRemark> m_remarks;
};

} // namespace

std::vector<RunRemark> untrueRefusals(const detail::AnsweredRun &answered) { return UntrueRefusals(answered).read(); }

} // namespace lockcore
