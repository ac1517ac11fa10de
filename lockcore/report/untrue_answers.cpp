// SPDX-License-Identifier: MIT
#include "lockcore/report/untrue_answers.h"

#include "lockcore/judge/ending.h"
#include "lockcore/judge/words.h"
#include "lockcore/report/untrue_refusals.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockcore {

namespace {

using detail::Claim;
using detail::Element;
using detail::Number;
using detail::Release;
using detail::Run;

class UntrueAnswers
{
public:
    explicit UntrueAnswers(const detail::AnsweredRun &of)
        : m_of(of)
        , m_run(of.run)
    { }

    std::vector<RunRemark> read()
    {
        readTokens();
        if (m_of.hasRecord)
            readHoldings();
        return std::move(m_remarks);
    }

private:
    void add(std::string sentence, std::vector<Number> proof)
    {
        m_remarks.push_back({RunRemark::Weight::Mistake, std::move(sentence), {}, std::move(proof)});
    }

    // Does the worker show the resource another fencing token than that of its own grant? A token that is read when it writes may be that of
    // the next owner, and fences nothing.
    void readTokens()
    {
        for (const auto &claim : m_run.claims) {
            const auto &first = m_run.first(claim);
            std::set<std::int64_t> granted;
            for (const auto index : claim.attempts) {
                if (const auto &token = m_run.attempts[index].answer.token)
                    granted.insert(*token);
            }
            if (granted.empty() || first.sent <= m_run.begin)
                continue;
            for (auto number = claim.begin; number <= (claim.over == 0 ? m_run.size() : claim.over); ++number) {
                const auto *const call = m_run.as<entry::Accessed>(number);
                if (!call || call->who != first.who || call->lock != first.lock || call->owner != first.owner || !call->token
                    || granted.contains(*call->token))
                    continue;
                add(toString(first.who) + " showed the resource the token " + std::to_string(*call->token) + " (entry "
                        + std::to_string(number) + "), but its own grant had " + std::to_string(*granted.rbegin()),
                    {number});
                break;
            }
        }
    }

    void readHoldings()
    {
        std::map<std::pair<std::string, Incarnation>, std::vector<const Element *>> made; // by lock and worker
        for (const auto &[element, lock] : m_of.held) {
            if (element->by)
                made[{lock, *element->by}].push_back(element);
        }
        for (std::size_t i = 0; i < m_of.holdings.size(); ++i) {
            const auto &claim = m_run.claims[i];
            const auto &first = m_run.first(claim);
            if (first.sent <= m_run.begin)
                continue;
            const auto &elements = made[{first.lock, first.who}];
            if (!claim.releases.empty() && m_run.header().servers == 1) {
                readRelease(claim, first.owner.empty() ? elements : ofClaim(elements, m_of.holdings[i]));
                readDenial(claim, ofClaim(elements, m_of.holdings[i]));
            }
            readLoss(claim, ofClaim(elements, m_of.holdings[i]));
            readValidity(first.who, heldByAnotherUntil(first), first.answered, first.answer.validity, elements);
            for (const auto &extension : claim.extensions) {
                if (extension.ok)
                    readValidity(first.who, extension.sent, extension.answered, extension.validity, elements);
            }
        }
    }

    // Another owner in the worker claimed the lock until then: before, this one cannot have got it. Else: since its request.
    Number heldByAnotherUntil(const detail::Attempt &attempt) const
    {
        auto until = attempt.sent;
        if (attempt.owner.empty() || attempt.mode == entry::Mode::Read)
            return until;
        for (const auto &claim : m_run.claims) {
            if (shareWorker(m_run.first(claim), attempt) && claim.over < attempt.answered)
                until = std::max(until, claim.over);
        }
        return until;
    }

    // Without those of the other owners in the worker.
    std::vector<const Element *> ofClaim(std::vector<const Element *> elements, const detail::Holding &holding) const
    {
        std::erase_if(elements, [&](const Element *element) {
            return std::ranges::count(holding.elements, static_cast<std::size_t>(element - m_run.elements.data())) == 0;
        });
        return elements;
    }

    // Does the worker claim the lock for longer than Redis keeps it, on as many servers as it needs? It can have published the time only when
    // it knew the last reply, and clocks run at different speeds.
    void readValidity(const Incarnation &who, Number sent, Number answered, std::optional<Milliseconds> validity,
                      const std::vector<const Element *> &made)
    {
        std::vector<Milliseconds> kept; // one for each element
        for (const auto *element : made) {
            if (element->created > answered || (element->ended != 0 && element->ended < answered))
                continue;
            const auto left = detail::leftOf(m_run, *element, answered);
            if (!left)
                return; // the lease may be in the value
            kept.push_back(*left);
        }
        const auto needed = static_cast<std::size_t>(std::max<std::int64_t>(m_run.header().quorum, 1));
        if (!validity || kept.size() < needed || detail::serverChanged(m_run, sent, answered) != 0)
            return;
        std::ranges::sort(kept, std::greater());
        const auto longest = kept[needed - 1];
        constexpr Milliseconds reading{10};
        const auto until = m_run.at(m_run.lastReply(who, sent, answered)) + detail::surely(*validity);
        if (until > m_run.at(answered) + Microseconds(longest) + reading)
            add(toString(who) + " said that it holds the lock for " + detail::milliseconds(*validity) + " (entry "
                    + std::to_string(answered) + "), but the server kept it for " + detail::milliseconds(longest),
                {answered});
    }

    // Checks a claim's last release, after which nothing of the claim may be in Redis.
    void readRelease(const Claim &claim, const std::vector<const Element *> &made)
    {
        const auto &release = claim.releases.back();
        const auto &first = m_run.first(claim);
        const bool denies = isDenial(claim, release);
        if ((!release.ok && !denies) || release.expected > 0 || release.count.value_or(0) > 0)
            return;
        if (detail::serverChanged(m_run, first.sent, release.answered) != 0) // a failover may lose the release
            return;
        const Element *left = nullptr;
        for (const auto *element : made) {
            if (element->created > release.sent)
                break; // they are in the order in which they were made
            if (isTouched(*element, release, claim) || isPassedOn(*element, first, release) || m_of.isEndedBy(*element, first.who))
                return;
            if (element->ended == 0 || element->ended > release.answered)
                left = element;
        }
        if (left && denies && m_run.at(release.answered) - m_run.at(left->created) >= Microseconds(*first.lease) / 2)
            return; // it may count its own time
        if (left && m_of.isSettled(first.who, release.answered))
            add(toString(first.who) + " answered \"release\" by \"" + (denies ? "no" : "ok") + "\" (entry "
                    + std::to_string(release.answered) + "), but its lock was still on the server: the release freed nothing",
                {left->created, release.answered});
    }

    // Did the worker answer that the lock was not its own any more, although it was its own release that removed it?
    void readDenial(const Claim &claim, const std::vector<const Element *> &made)
    {
        const auto &release = claim.releases.back();
        const auto &who = m_run.first(claim).who;
        const auto *const answer = m_run.as<entry::Received>(release.answered);
        const bool denies = answer && answer->answer == entry::Answer::No && release.expected == 0;
        const auto freed = std::ranges::find_if(made, [&](const Element *element) {
            return element->ended > release.sent && element->ended < release.answered && m_of.isEndedBy(*element, who);
        });
        if (denies && freed != made.end())
            m_remarks.push_back({RunRemark::Weight::Note,
                                 toString(who) + " answered \"release\" by \"no\" (entry " + std::to_string(release.answered)
                                     + "), but it was this release that freed the lock: its command was sent again (R7)",
                                 "R7",
                                 {(*freed)->ended, release.answered}});
    }

    // Did the worker report that its lock is lost, though nothing had disturbed it, and the lock was there? As a watchdog may that mixes up two
    // locks. Who gives a lock up because its lease is nearly over says the same, unless its watchdog could have renewed it.
    void readLoss(const Claim &claim, const std::vector<const Element *> &made)
    {
        const auto &first = m_run.first(claim);
        const auto *const report = m_run.as<entry::Reported>(claim.end);
        if (claim.how != detail::ClaimEnd::Lost || !report || m_run.header().servers > 1
            || m_of.isDisturbed(first.who, first.sent, claim.end) || detail::serverChanged(m_run, first.sent, claim.end) != 0)
            return;
        const bool isWatched = claim.extensions.empty()
                               && std::ranges::all_of(claim.attempts, [&](std::size_t index) { return m_run.attempts[index].watchdog; });
        const auto nearlyOver = isWatched ? Milliseconds(0) : first.lease.value_or(Milliseconds(0)) / 4;
        for (const auto *element : made) {
            const bool isThere = element->created < claim.end && (element->ended == 0 || element->ended > claim.end);
            const auto left = detail::leftOf(m_run, *element, claim.end);
            if (isThere && left && first.lease && *left > nearlyOver)
                return add(toString(first.who) + " reported that its lock is lost (entry " + std::to_string(claim.end)
                               + "), but it was on the server, with " + detail::milliseconds(*left) + " left",
                           {element->created, claim.end});
        }
    }

    // Did the worker answer that the lock is not its own? A fault that was over before the release is no excuse: whoever connects again is
    // still the owner.
    bool isDenial(const Claim &claim, const Release &release) const
    {
        const auto &first = m_run.first(claim);
        const auto *const answer = m_run.as<entry::Received>(release.answered);
        const bool believed = claim.end == 0 || claim.end >= release.sent;
        return answer && answer->answer == entry::Answer::No && believed && claim.extensions.empty() && first.lease
               && m_of.disturbances.fault(first.who, release.sent, release.answered) == 0;
    }

    // Did another worker get the lock while the element existed? Then this element does not exclude others.
    bool isPassedOn(const Element &element, const detail::Attempt &holder, const Release &release) const
    {
        for (const auto index : m_run.grantsAfter(release.answered, holder.lock)) {
            const auto &other = m_run.attempts[index];
            if (element.ended != 0 && other.answered >= element.ended)
                break;
            if (!sameOwner(other, holder) && other.sent > holder.answered)
                return true;
        }
        return false;
    }

    // The release ended the element, or made something else of it. A holding of a known format that it only set anew is still one, unless
    // an earlier release got no answer: then a count may be left.
    static bool isTouched(const Element &element, const Release &release, const Claim &claim)
    {
        const auto during = [&](Number number) { return number > release.sent && number < release.answered; };
        const bool isOneHold = claim.deepest == 1 && claim.releases.size() == 1;
        return during(element.ended)
               || (!(isOneHold && element.role == entry::Role::Holding) && std::ranges::any_of(element.extended, during));
    }

    const detail::AnsweredRun &m_of;
    const Run &m_run;
    std::vector<RunRemark> m_remarks;
};

} // namespace

std::vector<RunRemark> untrueAnswers(const HistoryIndex &history)
{
    const detail::AnsweredRun answered(history);
    auto all = UntrueAnswers(answered).read();
    std::ranges::move(untrueRefusals(answered), std::back_inserter(all));
    return all;
}

} // namespace lockcore
