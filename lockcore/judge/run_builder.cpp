// SPDX-License-Identifier: MIT
#include "lockcore/judge/run_builder.h"

#include <algorithm>

namespace lockcore::detail {

void RunBuilder::read()
{
    for (m_number = 1; m_number <= m_run.size(); ++m_number)
        std::visit([this](const auto &what) { take(what); }, m_run.entry(m_number).what);
    learnHoldings();
}

// Where a library keeps its lock, if neither a format nor the worker says so: the warm-up shows it, if exactly one element was made by the
// worker's acquire and removed by its release. A key of the same form is then the holding of the lock in its name.
void RunBuilder::learnHoldings()
{
    std::map<Incarnation, std::pair<Bytes, Bytes>> around; // what the key has before and after the lock's name
    for (const auto &claim : m_run.claims) {
        const auto &first = m_run.first(claim);
        const auto *const key = first.sent < m_run.begin && !first.answer.key ? keyOfRound(claim) : nullptr;
        const auto place = key ? key->find(first.lock) : Bytes::npos;
        if (place != Bytes::npos && key->find(first.lock, place + 1) == Bytes::npos)
            around[first.who] = {key->substr(0, place), key->substr(place + first.lock.size())};
    }
    for (auto &element : m_run.elements) {
        const auto found = element.by ? around.find(*element.by) : around.end();
        if (element.role != entry::Role::Unknown || found == around.end())
            continue;
        const auto asked = std::ranges::find_if(m_run.attempts, [&](const Attempt &attempt) {
            return attempt.who == *element.by && element.key == found->second.first + attempt.lock + found->second.second;
        });
        if (asked == m_run.attempts.end())
            continue;
        element.role = entry::Role::Holding;
        element.lock = asked->lock;
    }
}

// The key of the only element that the worker made for this claim and removed with its release; null: there is no such element, or the
// record knows what it is.
const Bytes *RunBuilder::keyOfRound(const Claim &claim) const
{
    const auto &first = m_run.first(claim);
    if (claim.attempts.size() != 1 || claim.releases.size() != 1 || !claim.releases.front().ok)
        return nullptr;
    const auto &release = claim.releases.front();
    const auto isOfThis = [&](const Element &element) {
        return element.by == first.who && element.created > first.sent && element.created < first.answered && element.ended > release.sent
               && element.ended < release.answered && m_run.author(*m_run.as<entry::KeyChanged>(element.ended)) == first.who;
    };
    if (std::ranges::count_if(m_run.elements, isOfThis) != 1)
        return nullptr;
    const auto &only = *std::ranges::find_if(m_run.elements, isOfThis);
    return only.role == entry::Role::Unknown ? &only.key : nullptr;
}

void RunBuilder::take(const entry::Started &started) { m_run.lives[started.who].started = m_number; }

void RunBuilder::take(const entry::Ready &ready) { m_run.lives[ready.who].ready = ready; }

void RunBuilder::take(const entry::Sent &sent)
{
    if (dead(sent.who) || !m_requests.emplace(RequestKey(sent.who, sent.id), m_number).second)
        return;
    using enum entry::Request;
    switch (sent.request) {
    case Acquire: return acquireSent(sent);
    case Release: return releaseSent(sent);
    case Extend: return extendSent(sent);
    case Cancel: return cancel(sent);
    case Bye: return endWaits(m_number, [&](const Attempt &attempt) { return attempt.who == sent.who; });
    default: return;
    }
}

void RunBuilder::cancel(const entry::Sent &sent)
{
    const auto found = m_attempts.find({sent.who, sent.of});
    if (found != m_attempts.end())
        endWaits(m_number, [&](const Attempt &attempt) { return &attempt == &m_run.attempts[found->second]; });
}

template <class Which>
void RunBuilder::endWaits(Number number, Which which)
{
    for (const auto index : m_pending) {
        auto &attempt = m_run.attempts[index];
        if (attempt.cancelled == 0 && which(attempt))
            attempt.cancelled = number;
    }
}

std::optional<Milliseconds> RunBuilder::defaultLease(const Incarnation &who) const
{
    const auto &lease = m_run.lives.at(who).ready.defaultLease;
    return lease ? lease : m_run.header().lease;
}

void RunBuilder::acquireSent(const entry::Sent &sent)
{
    const auto &ready = m_run.lives[sent.who].ready;
    const bool renews = ready.can(Capability::Watchdog);
    Attempt attempt;
    attempt.who = sent.who;
    attempt.lock = sent.lock;
    attempt.owner = sent.owner;
    attempt.mode = sent.mode;
    attempt.sent = m_number;
    attempt.wait = sent.wait;
    attempt.lease = attempt.longestLease = sent.lease ? sent.lease : defaultLease(sent.who);
    if (attempt.longestLease)
        attempt.longestLease = std::max(*attempt.longestLease, ready.minLease.value_or(Milliseconds(0)));
    if (attempt.lease && ready.leaseStep && ready.leaseStep->count() > 0) {
        attempt.lease = *attempt.lease - *attempt.lease % *ready.leaseStep;
        attempt.longestLease = *attempt.longestLease + *ready.leaseStep;
    }
    attempt.watchdog = renews && !sent.lease;
    m_attempts[{sent.who, sent.id}] = m_run.attempts.size();
    m_pending.insert(m_run.attempts.size());
    m_run.attempts.push_back(attempt);
}

void RunBuilder::releaseSent(const entry::Sent &sent)
{
    auto *const claim = claimOf(sent.who, sent.lock, sent.owner);
    if (!claim)
        return;
    --claim->depth;
    claim->releases.push_back({m_number, 0, false, false, std::nullopt, claim->depth});
    m_releases[m_number] = static_cast<std::size_t>(claim - m_run.claims.data());
    if (claim->depth > 0)
        return;
    claim->release = m_number;
    claim->over = m_number;
    end(*claim, ClaimEnd::Released, m_number);
}

void RunBuilder::extendSent(const entry::Sent &sent)
{
    auto *const claim = claimOf(sent.who, sent.lock, sent.owner);
    if (claim)
        claim->extensions.push_back({m_number, 0, false, sent.lease ? sent.lease : defaultLease(sent.who), std::nullopt});
}

namespace {

// It is asked to enter, and not to leave: it comes to other locks first. Otherwise it has left, whether or not it reported its exit.
bool staysInside(const entry::Sent &work)
{
    const auto has = [&](entry::Step step) { return std::ranges::find(work.steps, step) != work.steps.end(); };
    return has(entry::Step::Enter) && !has(entry::Step::Exit);
}

} // namespace

void RunBuilder::take(const entry::Received &received)
{
    const auto request = m_requests.find({received.who, received.id});
    if (request == m_requests.end() || dead(received.who))
        return;
    const auto number = request->second;
    const auto &sent = *m_run.as<entry::Sent>(number);
    m_requests.erase(request);
    if (sent.request == entry::Request::Acquire)
        acquired(m_run.attempts[m_attempts[{received.who, received.id}]], received);
    else if (sent.request == entry::Request::Extend)
        extended(sent, number, received);
    else if (sent.request == entry::Request::Throw && received.answer == entry::Answer::Ok)
        thrown(sent, number);
    else if (sent.request == entry::Request::Probe)
        probed(sent, number, received);
    else if (sent.request == entry::Request::Release)
        released(number, received);
    else if (sent.request == entry::Request::Work && (received.answer != entry::Answer::Ok || !staysInside(sent)))
        leave(m_number, [&](const Presence &presence) {
            return presence.who == received.who && presence.lock == sent.lock && presence.owner == sent.owner;
        });
    m_run.lives[received.who].signs.push_back({number, m_number}); // it was alive when it was asked
}

void RunBuilder::released(Number number, const entry::Received &received)
{
    const auto found = m_releases.find(number);
    if (found == m_releases.end())
        return;
    auto &claim = m_run.claims[found->second];
    auto &release = *std::ranges::find(claim.releases, number, &Release::sent);
    release.answered = m_number;
    release.ok = received.answer == entry::Answer::Ok;
    release.count = received.count;
    if (!release.ok && !received.indefinite)
        refused(claim, release);
    if (received.answer == entry::Answer::No) // it now knows that the lock is not its own
        end(claim, ClaimEnd::Lost, number);
}

// An inner release that did not happen. After the outermost release the belief is over, whatever the answer was.
void RunBuilder::refused(Claim &claim, Release &release)
{
    release.refused = true;
    if (claim.over == 0)
        ++claim.depth;
}

// What the claim held had gone before the worker asked, and it names another holding now: this is no re-entry.
bool RunBuilder::isGone(const Claim &claim, const Attempt &next) const
{
    const auto &before = m_run.attempts[claim.attempts.back()].answer.mark;
    const auto &named = next.answer.mark;
    if (!m_run.header().record || !before || !named || *before == *named)
        return false;
    bool wasThere = false;
    for (const auto &element : m_run.elements) {
        if (element.mark == *before && (element.ended == 0 || element.ended > next.sent)) // it may have been made into the other
            return false;
        wasThere = wasThere || element.mark == *before;
    }
    return wasThere;
}

void RunBuilder::acquired(Attempt &attempt, const entry::Received &received)
{
    const auto index = std::size_t(&attempt - m_run.attempts.data());
    m_pending.erase(index);
    attempt.answered = m_number;
    attempt.answer = received;
    attempt.granted = received.answer == entry::Answer::Ok;
    attempt.indefinite = received.answer == entry::Answer::Error && received.indefinite;
    if (!attempt.granted)
        return;
    m_run.grants[attempt.lock].push_back(index);
    auto *claim = claimOf(attempt.who, attempt.lock, attempt.owner);
    if (claim && claim->end == 0 && isGone(*claim, attempt))
        end(*claim, ClaimEnd::Lost, m_number);
    if (claim && claim->end == 0) {
        claim->attempts.push_back(index);
        claim->deepest = std::max(claim->deepest, ++claim->depth);
        return;
    }
    if (claim) // lost, and acquired again
        claim->over = m_number;
    m_claims[{attempt.who, attempt.lock, attempt.owner}] = m_run.claims.size();
    m_run.claims.emplace_back();
    m_run.claims.back().attempts.push_back(index);
    m_run.claims.back().begin = m_number;
}

void RunBuilder::extended(const entry::Sent &sent, Number number, const entry::Received &received)
{
    auto *const claim = claimOf(sent.who, sent.lock, sent.owner);
    if (!claim)
        return;
    const auto extension = std::ranges::find(claim->extensions, number, &Extension::sent);
    if (extension == claim->extensions.end())
        return;
    extension->answered = m_number;
    extension->ok = received.answer == entry::Answer::Ok;
    extension->validity = received.validity;
    if (!extension->ok && !received.indefinite)
        claim->extensions.erase(extension);
    if (received.answer == entry::Answer::No) {
        claim->asked = number;
        end(*claim, ClaimEnd::ExtendRefused, m_number);
    }
}

// Without the name of an owner, the whole worker throws. It answers before it throws. The state between request and answer is unknown, so
// the belief ends with the request.
void RunBuilder::thrown(const entry::Sent &sent, Number number)
{
    const auto concerns = [&](const auto &of) { return of.who == sent.who && (sent.owner.empty() || of.owner == sent.owner); };
    for (auto &claim : m_run.claims) {
        if (!concerns(m_run.first(claim)) || claim.over != 0)
            continue;
        claim.over = number;
        end(claim, ClaimEnd::Thrown, number);
    }
    leave(number, concerns);
    endWaits(number, concerns);
}

void RunBuilder::probed(const entry::Sent &sent, Number number, const entry::Received &received)
{
    auto *const claim = claimOf(sent.who, sent.lock, sent.owner);
    if (!claim || received.answer != entry::Answer::Held)
        return;
    if (received.holding)
        claim->probes.emplace_back(number, m_number);
    else
        end(*claim, ClaimEnd::Lost, number);
}

void RunBuilder::take(const entry::Reported &reported)
{
    if (dead(reported.who))
        return;
    if (reported.report == entry::Report::Waiting) {
        auto *const attempt = pending(reported.who, reported.lock, reported.owner);
        if (attempt && attempt->waiting == 0)
            attempt->waiting = m_number;
        return;
    }
    auto *const claim = claimOf(reported.who, reported.lock, reported.owner);
    if (!claim || claim->end != 0)
        return;
    if (reported.report == entry::Report::Renewed)
        claim->renewals.push_back(m_number);
    else
        end(*claim, ClaimEnd::Lost, m_number);
}

template <class Which>
void RunBuilder::leave(Number number, Which which)
{
    std::erase_if(m_inside, [&](std::size_t index) {
        auto &presence = m_run.presences[index];
        if (!which(presence))
            return false;
        presence.end = number;
        return true;
    });
}

void RunBuilder::take(const entry::Accessed &accessed)
{
    if (dead(accessed.who))
        return;
    auto &previous = m_calls[accessed.who];
    if (previous != 0)
        m_run.lives[accessed.who].signs.push_back({previous, m_number}); // it was alive when that call was answered
    previous = m_number;
    const auto isOfThis = [&](const Presence &presence) {
        return presence.who == accessed.who && presence.lock == accessed.lock && presence.owner == accessed.owner;
    };
    if (accessed.refused) { // the owner inside gives up, without an exit
        if (accessed.step != entry::Step::Enter)
            leave(m_number, isOfThis);
        return;
    }
    if (accessed.step == entry::Step::Enter) {
        m_inside.push_back(m_run.presences.size());
        m_run.presences.push_back({accessed.who, accessed.lock, accessed.owner, accessed.mode, m_number, 0});
    }
    if (accessed.step == entry::Step::Exit)
        leave(m_number, isOfThis);
}

void RunBuilder::take(const entry::Died &died)
{
    auto &life = m_run.lives[died.who];
    if (life.died != 0)
        return;
    life.died = m_number;
    life.death = died.death;
    for (auto &claim : m_run.claims) {
        if (m_run.first(claim).who != died.who || claim.over != 0)
            continue;
        claim.over = m_number;
        end(claim, ClaimEnd::Died, m_number);
    }
    leave(m_number, [&](const Presence &presence) { return presence.who == died.who; });
}

void RunBuilder::take(const entry::KeyChanged &changed)
{
    auto &alive = m_elements[{changed.server, changed.database, changed.key}];
    const bool isNew = changed.event == entry::KeyEvent::Created;
    const bool stays = changed.event == entry::KeyEvent::Changed || changed.event == entry::KeyEvent::Extended;
    std::erase_if(alive, [&](std::size_t index) { // if an element is made again, its end was not seen: a restart, or values are not read
        auto &element = m_run.elements[index];
        const bool isMeant = element.mark == changed.element || (changed.element.empty() && !isNew);
        if (isMeant && stays)
            element.extended.push_back(m_number);
        else if (isMeant)
            element.ended = m_number;
        return isMeant && !stays;
    });
    if (!isNew)
        return;
    alive.push_back(m_run.elements.size());
    m_run.elements.push_back({changed.server,
                              changed.database,
                              changed.key,
                              changed.element,
                              changed.lock,
                              changed.role,
                              m_number,
                              m_run.author(changed),
                              changed.ttl,
                              0,
                              {},
                              !changed.session.empty()});
}

Claim *RunBuilder::claimOf(const Incarnation &who, const std::string &lock, const std::string &owner)
{
    const auto found = m_claims.find({who, lock, owner});
    if (found == m_claims.end())
        return nullptr;
    auto &claim = m_run.claims[found->second];
    return claim.over == 0 ? &claim : nullptr;
}

void RunBuilder::end(Claim &claim, ClaimEnd how, Number number)
{
    if (claim.end != 0)
        return;
    claim.end = number;
    claim.how = how;
}

Attempt *RunBuilder::pending(const Incarnation &who, const std::string &lock, const std::string &owner)
{
    for (const auto index : m_pending) {
        auto &attempt = m_run.attempts[index];
        if (attempt.who == who && attempt.lock == lock && attempt.owner == owner)
            return &attempt;
    }
    return nullptr;
}

} // namespace lockcore::detail
