// SPDX-License-Identifier: MIT
#include "lockcore/judge/pitfall.h"

#include "lockcore/judge/properties.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

/// A command that removed or changed another's holding, and what its worker had done before.
class Culprit
{
public:
    Culprit(const Run &run, const Claim &victim, Number change)
        : m_run(run)
        , m_lock(run.first(victim).lock)
        , m_number(change)
        , m_changed(run.as<entry::KeyChanged>(change))
        , m_turn(m_changed ? run.as<entry::Turn>(m_changed->cause) : nullptr)
    {
        if (!isKnown())
            return;
        for (const auto &element : run.elements) {
            if (element.ended == change)
                m_removed = &element;
        }
        m_late = lateRelease();
        for (m_request = m_changed->cause - 1; m_request > m_late; --m_request) {
            const auto *const sent = run.as<entry::Sent>(m_request);
            if (m_late == 0 && sent && sent->who == *m_turn->who && sent->request != entry::Request::Probe)
                break;
            if (m_looked == 0 && looksAt(m_request))
                m_looked = m_request;
        }
    }

    bool isKnown() const { return m_turn && m_turn->who; }

    std::string ofRemoval() const
    {
        if (m_turn->command.starts_with("FLUSH"))
            return m_request == 0 ? "R11" : "D12";
        if (const auto *const attempt = acquiring())
            return m_turn->verb == entry::Verb::Free ? ofTakeover() : ofOverwriting(*attempt);
        if (const auto *const sent = m_run.as<entry::Sent>(m_request); sent && sent->request == entry::Request::Release)
            return ofRelease();
        return replaces() && isWatched() ? "L11" : ""; // no request is open, so its watchdog did it
    }

    // A release or an acquire of another lock: it deletes by pattern.
    bool isBusyElsewhere() const
    {
        const auto *const sent = m_run.as<entry::Sent>(m_request);
        const bool either = sent && (sent->request == entry::Request::Acquire || sent->request == entry::Request::Release);
        return either && sent->lock != m_lock;
    }

    std::string ofChange() const
    {
        if (m_changed->event == entry::KeyEvent::Changed)
            return "A15";
        if (acquiring())
            return "A2";
        return heldBefore() ? "L11" : "";
    }

    bool comparesNothing() const { return (m_turn->command == "DEL" || m_turn->command == "UNLINK") && m_looked == 0; }

    // Had the worker written the same value, when it held the lock?
    bool isUnderOneName() const
    {
        return m_removed && !m_removed->mark.empty() && std::ranges::any_of(m_run.elements, [&](const Element &own) {
                   return own.by == m_turn->who && sameKey(own, *m_removed) && own.mark == m_removed->mark
                          && own.created < m_removed->created;
               });
    }

private:
    bool looksAt(Number number) const
    {
        const auto *const turn = m_run.as<entry::Turn>(number);
        return turn && turn->who == m_turn->who && turn->verb == entry::Verb::Read
               && std::ranges::find(turn->keys, m_changed->key) != turn->keys.end();
    }

    // A release of which the worker does not know what came of it, and whose command has not arrived yet: this is it. Either the network held
    // it back, or nothing that the worker has asked for since can have sent it, because no lock is taken by a first command that deletes.
    Number lateRelease() const
    {
        if (m_turn->verb != entry::Verb::Free)
            return 0;
        for (const auto &claim : m_run.claims) {
            if (m_run.first(claim).who != *m_turn->who || m_run.first(claim).lock != m_lock)
                continue;
            for (const auto &release : claim.releases) {
                const bool isOpen = release.answered == 0 || (!release.ok && !release.refused);
                if (release.sent < m_changed->cause && isOpen && !freedSince(release.sent)
                    && (wasHeldBack(release) || m_run.lastTurn(*m_turn->who, release.sent, m_changed->cause) == 0))
                    return release.sent;
            }
        }
        return 0;
    }

    bool freedSince(Number sent) const
    {
        for (auto number = sent + 1; number < m_changed->cause; ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (turn && turn->who == m_turn->who && turn->verb == entry::Verb::Free
                && std::ranges::find(turn->keys, m_changed->key) != turn->keys.end())
                return true;
        }
        return false;
    }

    bool wasHeldBack(const Release &release) const
    {
        const auto until = release.answered == 0 ? m_changed->cause : std::min(release.answered, m_changed->cause);
        for (auto number = release.sent + 1; number < until; ++number) {
            const auto *const network = m_run.as<entry::NetworkFaulted>(number);
            if (network && network->who == m_turn->who && network->fault == entry::NetworkFault::HoldRequest)
                return true;
        }
        return false;
    }

    // Its acquire that was open.
    const Attempt *acquiring() const
    {
        if (m_late != 0)
            return nullptr;
        const auto found = std::ranges::find_if(m_run.attempts, [&](const Attempt &attempt) {
            return attempt.who == *m_turn->who && attempt.lock == m_lock && attempt.sent < m_changed->cause
                   && (attempt.answered == 0 || attempt.answered > m_changed->cause);
        });
        return found == m_run.attempts.end() ? nullptr : &*found;
    }

    bool madeAfterwards(const Element &element, Number until) const
    {
        return element.by == m_turn->who && sameKey(element, *m_changed) && element.created > m_number
               && (until == 0 || element.created < until);
    }

    // Does the command put an element of its own in this place?
    bool replaces() const
    {
        return std::ranges::any_of(m_run.elements, [&](const Element &element) {
            return madeAfterwards(element, 0) && m_run.as<entry::KeyChanged>(element.created)->cause == m_changed->cause;
        });
    }

    // It deleted the lock to take it by another command.
    std::string ofTakeover() const
    {
        const auto *const attempt = acquiring();
        const bool takes =
            std::ranges::any_of(m_run.elements, [&](const Element &element) { return madeAfterwards(element, attempt->answered); });
        return takes ? "A4" : "";
    }

    // What it had read may be older than the holding that it replaced.
    std::string ofOverwriting(const Attempt &attempt) const
    {
        if (m_looked == 0 || !m_removed)
            return {};
        if (!gaveTheLock(attempt))
            return "A6";
        if (m_looked < m_removed->created)
            return isReentry(attempt) ? "E7" : "A3";
        return isSkewed() ? "A5" : "";
    }

    // Was the command the last of the acquire that could take the lock?
    bool gaveTheLock(const Attempt &attempt) const
    {
        for (auto number = m_changed->cause + 1; attempt.granted && number < attempt.answered; ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (turn && turn->who == m_turn->who && (turn->verb == entry::Verb::Take || turn->verb == entry::Verb::Other)
                && std::ranges::find(turn->keys, m_changed->key) != turn->keys.end())
                return false;
        }
        return attempt.granted;
    }

    bool isReentry(const Attempt &attempt) const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            return sameOwner(m_run.first(claim), attempt) && m_run.first(claim).lock == m_lock && claim.begin < attempt.sent
                   && (claim.over == 0 || claim.over > attempt.sent);
        });
    }

    bool isSkewed() const { return m_run.isSkewed(*m_turn->who) || (m_removed && m_removed->by && m_run.isSkewed(*m_removed->by)); }

    std::string ofRelease() const
    {
        const Attempt *last = nullptr;
        for (const auto &attempt : m_run.attempts) {
            if (attempt.who == *m_turn->who && attempt.lock == m_lock && attempt.sent < m_request)
                last = &attempt;
        }
        if (!last || last->indefinite || last->answered == 0)
            return {};
        if (!last->granted)
            return "R5";
        const bool sawItsOwn = m_looked != 0 && m_removed && m_looked < m_removed->created;
        if (sawItsOwn)
            return "R2";
        return isUnderOneName() && !comparesNothing() ? "A15" : "R1";
    }

    bool heldBefore() const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            return m_run.first(claim).who == *m_turn->who && m_run.first(claim).lock == m_lock && claim.begin < m_number;
        });
    }

    bool isWatched() const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            const auto &first = m_run.first(claim);
            return first.who == *m_turn->who && first.lock == m_lock && first.watchdog && claim.begin < m_number
                   && (claim.over == 0 || claim.over > m_number);
        });
    }

    const Run &m_run;
    const std::string &m_lock;
    const Number m_number;
    const entry::KeyChanged *const m_changed;
    const entry::Turn *const m_turn;
    const Element *m_removed = nullptr; ///< the holding that the change ended
    Number m_late = 0;                  ///< the release whose command arrived after its worker had stopped waiting for it; 0: none
    Number m_request = 0;               ///< the request behind the command, or the last that the worker had received; 0: none
    Number m_looked = 0;                ///< its last look at the key since then; 0: none
};

} // namespace

std::string pitfallOfFault(const Run &run, Number fault)
{
    if (run.as<entry::Paused>(fault))
        return "L8";
    if (run.as<entry::Operated>(fault))
        return "R12";
    const auto *const changed = run.as<entry::KeyChanged>(fault);
    if (changed && changed->event == entry::KeyEvent::Evicted)
        return "D11";
    if (changed && changed->event == entry::KeyEvent::Flushed)
        return "D12";
    const auto *const server = run.as<entry::ServerFaulted>(fault);
    if (!server)
        return {};
    switch (server->fault) {
    case entry::ServerFault::RestartedWithoutData: return "D4";
    case entry::ServerFault::Flushed: return "D12";
    case entry::ServerFault::MemoryLimited: return "D11";
    case entry::ServerFault::Promoted: return run.header().votes ? "D10" : "D1";
    case entry::ServerFault::ClockStepped: return run.header().quorum > 1 ? "D5" : "L18";
    default: return {};
    }
}

std::string pitfallOfRemoval(const Run &run, const Claim &victim, const Ending &ending)
{
    const Culprit culprit(run, victim, ending.number);
    if (!culprit.isKnown())
        return {};
    if (ending.kind == EndKind::OtherOwner)
        return culprit.comparesNothing() ? "R1" : culprit.isUnderOneName() ? "A15" : "R4";
    if (culprit.isBusyElsewhere())
        return "D12";
    return ending.kind == EndKind::OwnRemoval ? std::string() : culprit.ofRemoval();
}

std::string pitfallOfChange(const Run &run, const Claim &victim, Number number)
{
    const Culprit culprit(run, victim, number);
    return culprit.isKnown() ? culprit.ofChange() : std::string();
}

std::string pitfallOfShorterLease(const Run &run, const Claim &claim, const Ending &ending)
{
    const auto &first = run.first(claim);
    const auto element = std::ranges::find(run.elements, ending.number, &Element::ended);
    if (element == run.elements.end() || !first.lease)
        return {};
    // The owner's own re-entry, or another reader's acquire.
    const auto shortens = [&](const Attempt &later) {
        return later.lock == first.lock && later.lease && *later.lease < *first.lease
               && std::ranges::any_of(element->extended, [&](Number number) {
                      return number > later.sent && number < later.answered && run.author(*run.as<entry::KeyChanged>(number)) == later.who;
                  });
    };
    if (std::ranges::any_of(run.attempts, shortens))
        return "E8";
    if (element->ttl && isInAnotherUnit(*element->ttl, *first.lease))
        return "A14";
    return run.isSkewed(first.who) && hasCapability(run, Capability::Skew) ? "L19" : "";
}

std::string pitfallOfLateGrant(const Run &run, const Claim &claim, const Ending &ending)
{
    const auto &first = run.first(claim);
    const auto *const ended = run.as<entry::KeyChanged>(ending.number);
    auto grant = first.answered; // the last command that can have told of it
    const auto asksForIt = [&](const entry::Turn *turn) {
        return turn && turn->who == first.who && ended && turn->server == ended->server && std::ranges::count(turn->keys, ended->key) > 0;
    };
    while (grant > first.sent && !asksForIt(run.as<entry::Turn>(grant)))
        --grant;
    if (grant > ending.number)
        return {}; // the lease was over when the worker asked once more, and the answer to that was wrong
    const bool isLate = first.answered > ending.number || run.isHealed(run.lastNetwork(first.who, grant, first.answered));
    const bool isLonger = first.answer.validity && first.lease && *first.answer.validity > *first.lease; // whenever the answer came
    return isLate && !isLonger ? "A10" : "";
}

bool isInAnotherUnit(Milliseconds ttl, Milliseconds lease)
{
    constexpr int factor = 1000;
    constexpr Milliseconds passed{2}; // between the command and its record
    const auto isOf = [=](Milliseconds shorter, Milliseconds longer) {
        return shorter * factor < longer * 11 / 10 && (shorter + passed) * factor > longer * 9 / 10;
    };
    return isOf(lease, ttl) || (lease >= Milliseconds(factor) && isOf(ttl, lease));
}

} // namespace lockcore::detail
