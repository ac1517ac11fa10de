// SPDX-License-Identifier: MIT
#include "lockcore/judge/run_builder.h"

#include <algorithm>

namespace lockcore::detail {

void RunBuilder::read()
{
    for (m_number = 1; m_number <= m_run.size(); ++m_number)
        std::visit([this](const auto &what) { take(what); }, m_run.entry(m_number).what);
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
    for (auto &attempt : m_run.attempts) {
        if (attempt.answered == 0 && attempt.cancelled == 0 && which(attempt))
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
    const bool renews = std::ranges::find(ready.capabilities, Capability::Watchdog) != ready.capabilities.end();
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
    m_run.attempts.push_back(attempt);
}

void RunBuilder::releaseSent(const entry::Sent &sent)
{
    auto *const claim = claimOf(sent.who, sent.lock, sent.owner);
    if (!claim)
        return;
    --claim->depth;
    claim->releases.push_back({m_number, 0, false, false, std::nullopt, claim->depth});
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
    m_run.lives[received.who].signs.push_back(number); // it lived when it was asked
}

void RunBuilder::released(Number number, const entry::Received &received)
{
    for (auto &claim : m_run.claims) {
        for (auto &release : claim.releases) {
            if (release.sent != number)
                continue;
            release.answered = m_number;
            release.ok = received.answer == entry::Answer::Ok;
            release.count = received.count;
            if (!release.ok && !received.indefinite)
                refused(claim, release);
        }
    }
}

// An inner release that did not happen. After the last one the belief is over, whatever the answer.
void RunBuilder::refused(Claim &claim, Release &release)
{
    release.refused = true;
    if (claim.over == 0)
        ++claim.depth;
}

void RunBuilder::acquired(Attempt &attempt, const entry::Received &received)
{
    attempt.answered = m_number;
    attempt.answer = received;
    attempt.granted = received.answer == entry::Answer::Ok;
    attempt.indefinite = received.answer == entry::Answer::Error && received.indefinite;
    if (!attempt.granted)
        return;
    const auto index = std::size_t(&attempt - m_run.attempts.data());
    auto *claim = claimOf(attempt.who, attempt.lock, attempt.owner);
    if (claim && claim->end == 0) {
        claim->attempts.push_back(index);
        claim->deepest = std::max(claim->deepest, ++claim->depth);
        return;
    }
    if (claim) // it was lost, and taken again
        claim->over = m_number;
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

// Without the name of an owner it is the whole worker that throws. It answers before it does: between request and answer nobody
// knows, so the belief ends with the request.
void RunBuilder::thrown(const entry::Sent &sent, Number number)
{
    const auto concerns = [&](const auto &of) { return of.who == sent.who && (sent.owner.empty() || of.owner == sent.owner); };
    for (auto &claim : m_run.claims) {
        if (!concerns(m_run.first(claim)) || claim.over != 0)
            continue;
        claim.over = number;
        end(claim, ClaimEnd::Thrown, number);
    }
    for (auto &presence : m_run.presences) {
        if (concerns(presence) && presence.end == 0)
            presence.end = number;
    }
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

void RunBuilder::take(const entry::Accessed &accessed)
{
    if (dead(accessed.who))
        return;
    auto &previous = m_calls[accessed.who];
    if (previous != 0)
        m_run.lives[accessed.who].signs.push_back(previous); // it lived when that call was answered
    previous = m_number;
    if (accessed.refused)
        return;
    if (accessed.step == entry::Step::Enter)
        m_run.presences.push_back({accessed.who, accessed.lock, accessed.owner, accessed.mode, m_number, 0});
    if (accessed.step != entry::Step::Exit)
        return;
    for (auto &presence : m_run.presences) {
        if (presence.who == accessed.who && presence.lock == accessed.lock && presence.owner == accessed.owner && presence.end == 0)
            presence.end = m_number;
    }
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
    for (auto &presence : m_run.presences) {
        if (presence.who == died.who && presence.end == 0)
            presence.end = m_number;
    }
}

void RunBuilder::take(const entry::KeyChanged &changed)
{
    const auto alive = [&](const Element &element) {
        return element.ended == 0 && element.server == changed.server && element.key == changed.key;
    };
    if (changed.event == entry::KeyEvent::Created) {
        for (auto &element : m_run.elements) { // its end was not seen: a restart, or looks that are off
            if (alive(element) && element.mark == changed.element)
                element.ended = m_number;
        }
        m_run.elements.push_back({changed.server,
                                  changed.key,
                                  changed.element,
                                  changed.lock,
                                  changed.role,
                                  m_number,
                                  m_run.author(changed),
                                  changed.ttl,
                                  0,
                                  {}});
        return;
    }
    const bool stays = changed.event == entry::KeyEvent::Changed || changed.event == entry::KeyEvent::Extended;
    for (auto &element : m_run.elements) {
        if (!alive(element) || (!changed.element.empty() && element.mark != changed.element))
            continue;
        if (stays)
            element.extended.push_back(m_number);
        else
            element.ended = m_number;
    }
}

Claim *RunBuilder::claimOf(const Incarnation &who, const std::string &lock, const std::string &owner)
{
    for (auto claim = m_run.claims.rbegin(); claim != m_run.claims.rend(); ++claim) {
        const auto &first = m_run.first(*claim);
        if (first.who == who && first.lock == lock && first.owner == owner)
            return claim->over == 0 ? &*claim : nullptr;
    }
    return nullptr;
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
    for (auto &attempt : m_run.attempts) {
        if (attempt.who == who && attempt.lock == lock && attempt.owner == owner && attempt.answered == 0)
            return &attempt;
    }
    return nullptr;
}

} // namespace lockcore::detail
