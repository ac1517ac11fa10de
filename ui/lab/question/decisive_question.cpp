// SPDX-License-Identifier: MIT
#include "ui/lab/question/decisive_question.h"

#include "lockcore/report/entry_sentence.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::uint64_t nearby = 8; ///< most entries between a command's turn and its effect

class Asker
{
public:
    Asker(const RunReport &report, const Moments &moments, std::uint64_t number)
        : m_report(report)
        , m_history(report.history)
        , m_number(number)
        , m_entry(m_history.entries[number - 1])
        , m_before(moments.at(m_entry.at - Microseconds(1)))
        , m_after(moments.at(m_entry.at))
    { }

    std::optional<Question> ask() const
    {
        return std::visit([this](const auto &what) { return about(what); }, m_entry.what);
    }

private:
    using Asked = std::optional<Question>;

    template <class Other>
    Asked about(const Other &) const
    {
        return std::nullopt;
    }

    Asked about(const entry::Turn &turn) const;
    Asked about(const entry::KeyChanged &change) const
    {
        using enum entry::KeyEvent;
        if (change.role != entry::Role::Holding)
            return std::nullopt;
        return change.event == Expired ? aboutExpiry() : change.event == Created ? aboutGrant(change) : std::nullopt;
    }
    Asked about(const entry::Accessed &access) const;
    Asked aboutExpiry() const;
    Asked aboutGrant(const entry::KeyChanged &change) const;

    std::uint64_t effectOf(std::uint64_t turn) const; ///< the change of a holding that the turn caused; 0: none
    const WorkerMoment *momentOf(const Incarnation &who, const RunMoment &moment) const;
    const WorkerMoment *otherBeliever(const Incarnation &than, const std::string &lock) const;
    QString otherThan(const Incarnation &who) const;
    QString sentence(std::uint64_t effect = 0) const;
    Question question(const QString &text, QStringList answers, int right, std::uint64_t effect = 0) const;

    const RunReport &m_report;
    const History &m_history;
    const std::uint64_t m_number;
    const HistoryEntry &m_entry;
    const RunMoment m_before, m_after;
};

QString named(const Incarnation &who) { return shownText(toString(who), 40); }

std::uint64_t Asker::effectOf(std::uint64_t turn) const
{
    for (auto number = turn + 1; number <= std::min<std::uint64_t>(turn + nearby, m_history.entries.size()); ++number) {
        const auto *change = m_history.as<entry::KeyChanged>(number);
        if (change && change->cause == turn && change->role == entry::Role::Holding)
            return number;
    }
    return 0;
}

const WorkerMoment *Asker::momentOf(const Incarnation &who, const RunMoment &moment) const
{
    const auto found = std::ranges::find(moment.workers, who.worker, &WorkerMoment::name);
    return found == moment.workers.end() || found->incarnation != who.number ? nullptr : &*found;
}

const WorkerMoment *Asker::otherBeliever(const Incarnation &than, const std::string &lock) const
{
    const auto believes = [&](const WorkerMoment &one) {
        const auto isIt = [&](const LockBelief &belief) { return belief.lock == lock && belief.count > 0; };
        return m_before.severalLocks ? std::ranges::any_of(one.locks, isIt) : one.believes;
    };
    const auto found =
        std::ranges::find_if(m_before.workers, [&](const WorkerMoment &one) { return believes(one) && one.name != than.worker; });
    return found == m_before.workers.end() ? nullptr : &*found;
}

// For a wrong answer: another worker that is plausible.
QString Asker::otherThan(const Incarnation &who) const
{
    for (const auto &lock : m_before.locks) {
        for (const auto &owner : lock.owners) {
            if (owner && owner->worker != who.worker)
                return named(*owner);
        }
    }
    const auto found = std::ranges::find_if(m_before.workers, [&](const WorkerMoment &one) { return one.name != who.worker; });
    return found == m_before.workers.end() ? Words::tr("another worker") : shownText(found->name, 40);
}

// The judge's sentence about the entry, or a description of what happened.
QString Asker::sentence(std::uint64_t effect) const
{
    for (const auto &verdict : m_report.verdicts) {
        const auto names = [&](std::uint64_t number) {
            return number != 0 && std::ranges::find(verdict.events, number) != verdict.events.end();
        };
        const bool isLast = !verdict.events.empty() && (verdict.events.back() == m_number || verdict.events.back() == effect);
        if (verdict.outcome == Outcome::Violated && (names(m_number) || names(effect)) && isLast)
            return capitalised(sentenceText(verdict)) + u'.';
    }
    return capitalised(shownText(sentenceOf(m_history, effect == 0 ? m_number : effect))) + u'.';
}

Question Asker::question(const QString &text, QStringList answers, int right, std::uint64_t effect) const
{
    Question question{text, {}};
    const auto what = sentence(effect);
    for (int i = 0; i < answers.size(); ++i)
        question.answers << Answer{answers[i], i == right, (i == right ? Words::tr("Yes. %1") : Words::tr("No. %1")).arg(what)};
    return question;
}

Asker::Asked Asker::about(const entry::Turn &turn) const
{
    const auto effect = effectOf(m_number);
    const auto *change = m_history.as<entry::KeyChanged>(effect);
    const bool frees = turn.verb == entry::Verb::Free || (change && change->event == entry::KeyEvent::Removed);
    const bool extends = !frees && (turn.verb == entry::Verb::Extend || (change && change->event == entry::KeyEvent::Extended));
    if (!turn.who || turn.fate != entry::Fate::Executed || (!frees && !extends))
        return std::nullopt;
    const auto maker = change ? makerOf(m_history, effect) : std::nullopt;
    if (change && !maker)
        return std::nullopt;
    const auto who = named(*turn.who), other = maker && *maker != *turn.who ? named(*maker) : otherThan(*turn.who);
    const int right = !change ? 2 : *maker == *turn.who ? 1 : 0;
    const auto text = Words::tr("%1's %2 is about to be executed. What does it do?").arg(who, shownText(turn.command, 40));
    const auto answers = frees
                             ? QStringList{Words::tr("It removes %1's lock").arg(other), Words::tr("It removes %1's own lock").arg(who),
                                           Words::tr("Nothing: there is nothing of %1 to remove").arg(who)}
                             : QStringList{Words::tr("It gives %1's lock more time").arg(other),
                                           Words::tr("It gives %1's own lock more time").arg(who), Words::tr("Nothing: it comes too late")};
    return question(text, answers, right, effect);
}

Asker::Asked Asker::aboutExpiry() const
{
    const auto owner = makerOf(m_history, m_number);
    const auto *before = owner ? momentOf(*owner, m_before) : nullptr;
    const auto *after = owner ? momentOf(*owner, m_after) : nullptr;
    if (!before || !after)
        return std::nullopt;
    const auto who = named(*owner), store = shownText(storeOf(m_history.header), 40);
    if (before->state == WorkerSpan::State::Dead)
        return question(Words::tr("%1 is dead, and its key is still in %2. What frees the lock?").arg(who, store),
                        {Words::tr("The end of the lease"), Words::tr("%1 notices that %2 is gone").arg(store, who),
                         Words::tr("The next one who asks")},
                        0);
    if (!before->believes)
        return std::nullopt;
    const auto doing = before->state == WorkerSpan::State::Paused ? Words::tr("%1's lease ends now, while %1 is paused. Does %1 notice?")
                       : before->state == WorkerSpan::State::Working
                           ? Words::tr("%1's lease ends now, while %1 is at work. Does %1 notice?")
                           : Words::tr("%1's lease ends now. Does %1 notice?");
    return question(doing.arg(who),
                    {Words::tr("Yes: it stops its work"), Words::tr("No: it goes on as if it had the lock"),
                     Words::tr("It need not: %1 keeps the key while %2 works").arg(store, who)},
                    after->believes ? 1 : 0);
}

Asker::Asked Asker::aboutGrant(const entry::KeyChanged &change) const
{
    const auto *turn = m_history.as<entry::Turn>(change.cause);
    const auto *other = turn && turn->who ? otherBeliever(*turn->who, change.lock) : nullptr;
    if (!other)
        return std::nullopt;
    const auto who = named(*turn->who), believer = shownText(other->name, 40);
    return question(Words::tr("%1's %2 asks for the lock, and %3 believes that it holds it. Does %1 get it?")
                        .arg(who, shownText(turn->command, 40), believer),
                    {Words::tr("No: %1's key is still there").arg(believer), Words::tr("Yes: there is no such key any more"),
                     Words::tr("It waits until %1 gives the lock back").arg(believer)},
                    1);
}

Asker::Asked Asker::about(const entry::Accessed &access) const
{
    if (access.step != entry::Step::Write || (!access.refused && (!access.based || !access.version)))
        return std::nullopt;
    const bool lost = !access.refused && *access.version > *access.based + 1;
    return question(Words::tr("%1 is about to write. What does the resource do?").arg(named(access.who)),
                    {Words::tr("It accepts that, and nothing is lost"), Words::tr("It accepts that, and another's write is lost"),
                     Words::tr("It refuses that")},
                    access.refused ? 2
                    : lost         ? 1
                                   : 0);
}

} // namespace

std::optional<Question> questionAbout(const RunReport &report, const Moments &moments, std::uint64_t entry)
{
    const auto &history = report.history;
    if (entry == 0 || entry > history.entries.size() || history.header.servers > 1) // one of several servers decides nothing
        return std::nullopt;
    return Asker(report, moments, entry).ask();
}

} // namespace lockscope
