// SPDX-License-Identifier: MIT
#include "lockcore/report/run_remarks.h"

#include "lockcore/base/duration.h"
#include "lockcore/judge/words.h"
#include "lockcore/report/untrue_answers.h"
#include "lockcore/report/wake_ups.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

using detail::Number;
using detail::Run;

constexpr Milliseconds longAgo{1000}; // a late answer

class Remarks
{
public:
    explicit Remarks(const Run &run)
        : m_run(run)
    { }

    std::vector<RunRemark> read()
    {
        if (m_run.begin == 0)
            return {};
        for (Number number = 1; number <= m_run.size(); ++number) {
            if (const auto *ready = m_run.as<entry::Ready>(number))
                m_ready.insert(ready->who);
        }
        for (Number number = m_run.begin + 1; number <= m_run.size(); ++number)
            std::visit([&](const auto &what) { take(number, what); }, m_run.entry(number).what);
        readAttempts();
        std::ranges::move(untrueAnswers(m_run), std::back_inserter(m_remarks));
        readUnanswered();
        readWakeUps();
        return std::move(m_remarks);
    }

private:
    using Key = std::pair<Incarnation, std::uint64_t>;

    template <class What>
    void take(Number, const What &)
    { }
    void take(Number number, const entry::Sent &sent)
    {
        if (sent.request == entry::Request::Bye)
            m_leaving[sent.who] = number;
        else if (sent.request == entry::Request::Throw)
            m_disturbed.insert(sent.who);
        if (m_leaving.empty() && isAnswered(sent))
            m_open[{sent.who, sent.id}] = number;
        else if (m_end == 0 && !m_leaving.empty())
            m_end = number;
    }
    void take(Number, const entry::Received &received) { m_open.erase({received.who, received.id}); }
    void take(Number, const entry::Paused &paused) { m_disturbed.insert(paused.who); }
    void take(Number, const entry::NetworkFaulted &faulted) { m_disturbed.insert(faulted.who); }
    void take(Number number, const entry::Died &died)
    {
        std::erase_if(m_open, [&](const auto &open) { return open.first.first == died.who; });
        if (died.death == entry::Death::Killed && isLate(died.who, number))
            add(RunRemark::Weight::Note, toString(died.who) + " did not end after \"bye\", and had to be killed");
        if (died.death != entry::Death::Crashed || !m_ready.contains(died.who))
            return;
        if (m_leaving.contains(died.who))
            add(RunRemark::Weight::Note, toString(died.who) + " did not end with exit code 0 after \"bye\": " + escaped(died.text));
        else
            add(RunRemark::Weight::Spoils, toString(died.who) + " ended by itself in the middle of the run: " + escaped(died.text));
    }

    // Did the worker end long after its bye, although nothing delayed it?
    bool isLate(const Incarnation &who, Number died) const
    {
        const auto bye = m_leaving.find(who);
        return bye != m_leaving.end() && !m_disturbed.contains(who) && m_run.at(died) - m_run.at(bye->second) > longAgo / 2;
    }

    static bool isAnswered(const entry::Sent &sent)
    {
        using enum entry::Request;
        const bool waits = sent.request == Acquire && sent.wait != Milliseconds(0);
        return !waits && (sent.request == Acquire || sent.request == Release || sent.request == Extend);
    }

    void add(RunRemark::Weight weight, std::string sentence) { m_remarks.push_back({weight, std::move(sentence)}); }

    // Explains why no worker got the lock.
    void readAttempts()
    {
        const detail::Attempt *last = nullptr;
        for (const auto &attempt : m_run.attempts) {
            if (attempt.sent <= m_run.begin)
                continue;
            if (attempt.granted)
                return;
            if (!last || attempt.answered >= last->answered)
                last = &attempt;
        }
        if (last && last->answered == 0)
            add(RunRemark::Weight::Spoils, "no worker ever got the lock, and none was answered");
        else if (last)
            add(RunRemark::Weight::Spoils,
                "no worker ever got the lock; the last answer was " + toString(last->who) + "'s " + answerText(last->answer));
    }

    static std::string answerText(const entry::Received &answer)
    {
        const bool no = answer.answer == entry::Answer::No;
        const auto code = no ? std::string("no") : "err " + escaped(answer.code);
        const auto why = no ? answer.reason : answer.text;
        return '"' + code + '"' + (why.empty() ? "" : ": " + escaped(why));
    }

    // Reads the requests without an answer when the rounds were over. A worker that was stopped, or whose network was interrupted, is
    // excused.
    void readUnanswered()
    {
        for (const auto &[key, number] : m_open) {
            if (m_end == 0 || m_disturbed.contains(key.first))
                continue;
            const auto waited = std::chrono::duration_cast<Milliseconds>(m_run.at(m_end) - m_run.at(number));
            if (waited < std::max(longAgo, m_run.header().commandTimeout.value_or(longAgo)))
                continue;
            add(RunRemark::Weight::Spoils, toString(key.first) + " did not answer \""
                                               + std::string(wordOf(m_run.as<entry::Sent>(number)->request)) + "\" within "
                                               + durationText(waited));
        }
    }

    // Whoever has subscribed counts on the message, and sleeps for as long as the lease may last.
    void readWakeUps()
    {
        for (const auto &lost : detail::lostWakeUpsIn(m_run)) {
            const bool isLong = lost.slept >= std::max<Microseconds>(longAgo, m_run.header().lease.value_or(Milliseconds(0)) / 2);
            m_remarks.push_back({lost.undisturbed && isLong ? RunRemark::Weight::Mistake : RunRemark::Weight::Note,
                                 "a lost wake-up (R14): " + toString(lost.who) + " slept for "
                                     + durationText(std::chrono::round<Milliseconds>(lost.slept))
                                     + " while the lock was free; it had subscribed, and no message woke it",
                                 "R14",
                                 {lost.freed, lost.next}});
        }
    }

    const Run &m_run;
    std::vector<RunRemark> m_remarks;
    std::set<Incarnation> m_ready;           ///< workers that have answered `hello`
    std::map<Incarnation, Number> m_leaving; ///< since which entry
    std::set<Incarnation> m_disturbed;
    std::map<Key, Number> m_open;
    Number m_end = 0; ///< the entry of the first "bye"
};

} // namespace

std::vector<RunRemark> remarksOn(const HistoryIndex &history) { return Remarks(history).read(); }

} // namespace lockcore
