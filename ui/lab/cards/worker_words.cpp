// SPDX-License-Identifier: MIT
#include "ui/lab/cards/worker_words.h"

#include "lockcore/base/bytes.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>
#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t longestWorkerName = 24;
constexpr std::size_t longestStoreName = 20;
constexpr std::size_t mostHolders = 3;

QString shownName(const Incarnation &who) // toString() has already escaped it
{
    return QString::fromStdString(elidedInMiddle(toString(who), longestWorkerName));
}

QString nameOf(const std::optional<Incarnation> &owner)
{
    return owner ? Words::tr("%1's").arg(shownName(*owner)) : Words::tr("somebody else's");
}

bool isBroken(const WorkerMoment &worker) { return worker.network || (worker.state && *worker.state >= WorkerSpan::State::Paused); }

QString believing(const WorkerMoment &worker)
{
    return worker.count > 1 ? Words::tr("believes that it holds the lock %1 times").arg(worker.count)
                            : Words::tr("believes that it holds the lock");
}

BeliefText ofBeliever(const WorkerMoment &worker, const QString &holders, const QString &store)
{
    const auto belief = believing(worker);
    if (worker.contradicted)
        return {Words::tr("✗ %1; in %2 it is %3").arg(belief, store, holders.isEmpty() ? Words::tr("nobody's") : holders), Tone::Danger};
    if (worker.holds)
        return {Words::tr("%1, and so says %2").arg(belief, store), Tone::Plain};
    if (holders.isEmpty())
        return {Words::tr("%1; %2 was not checked").arg(belief, store), Tone::Plain};
    return {Words::tr("%1; in %2 it is %3").arg(belief, store, holders), Tone::Plain};
}

BeliefText ofOther(const WorkerMoment &worker, const QString &holders, const QString &store)
{
    using State = WorkerSpan::State;
    if (worker.holds && worker.state == State::Dead)
        return {Words::tr("▲ dead, but %1 still shows it as the holder").arg(store), Tone::Warning};
    if (worker.holds && !worker.lock.empty())
        return {Words::tr("does not believe that it holds the lock; %1 says that it does").arg(store), Tone::Warning};
    if (worker.state == State::Waiting)
        return {holders.isEmpty() ? Words::tr("asks for the lock") : Words::tr("asks for the lock; in %1 it is %2").arg(store, holders),
                Tone::Quiet};
    return {Words::tr("does not hold the lock"), Tone::Quiet};
}

// The worst of all.
Tone worse(Tone one, Tone other)
{
    const auto gravity = [](Tone tone) { return tone == Tone::Danger ? 3 : tone == Tone::Warning ? 2 : tone == Tone::Plain ? 1 : 0; };
    return gravity(one) < gravity(other) ? other : one;
}

BeliefText ofOneLock(const WorkerMoment &worker, const RunMoment &moment)
{
    const auto holders = holdersText(moment, worker.lock);
    const auto store = shownText(moment.store, longestStoreName);
    return worker.believes ? ofBeliever(worker, holders, store) : ofOther(worker, holders, store);
}

// A line for each lock that it believes in, that it holds, or for which it waits.
BeliefText ofSeveralLocks(const WorkerMoment &worker, const RunMoment &moment)
{
    auto beliefs = worker.locks;
    const bool waits = worker.state == WorkerSpan::State::Waiting && !worker.lock.empty();
    if (waits && std::ranges::find(beliefs, worker.lock, &LockBelief::lock) == beliefs.end())
        beliefs.push_back({worker.lock});
    if (beliefs.empty())
        return {Words::tr("holds no lock"), Tone::Quiet};
    BeliefText all{{}, Tone::Quiet};
    for (const auto &belief : beliefs) {
        auto one = worker;
        one.lock = belief.lock;
        one.believes = belief.count > 0;
        one.count = belief.count;
        one.contradicted = belief.contradicted;
        one.holds = belief.holds;
        const auto text = ofOneLock(one, moment);
        const auto name = QString::fromStdString(elidedInMiddle(escaped(belief.lock), longestWorkerName));
        all.text += (all.text.isEmpty() ? QString() : u"\n"_s) + Words::tr("%1: %2").arg(name, text.text);
        all.tone = worse(all.tone, text.tone);
    }
    return all;
}

} // namespace

QString workerName(const WorkerMoment &worker) { return shownName({worker.name, std::max<std::int64_t>(worker.incarnation, 1)}); }

QString workerStateText(const WorkerMoment &worker)
{
    using State = WorkerSpan::State;
    if (worker.incarnation == 0)
        return Words::tr("○ not started yet");
    if (!worker.state)
        return Words::tr("○ idle");
    switch (*worker.state) {
    case State::Waiting: return Words::tr("◌ waiting");
    case State::Holding: return Words::tr("● holding");
    case State::Working:
        if (worker.locks.size() > 1 && worker.contradicted)
            return Words::tr("◆ working, has lost a lock");
        return worker.believes && !worker.contradicted ? Words::tr("◆ working") : Words::tr("◆ working without the lock");
    case State::Paused: return Words::tr("▮▮ paused");
    case State::Stalled: return Words::tr("≈ stalled");
    case State::Dead: return Words::tr("✗ dead");
    }
    return {};
}

QString networkText(const WorkerMoment &worker)
{
    if (!worker.network)
        return {};
    switch (*worker.network) {
    case entry::NetworkFault::HoldRequest: return Words::tr("request held");
    case entry::NetworkFault::HoldReply: return Words::tr("reply held");
    case entry::NetworkFault::Delay: return Words::tr("slow network");
    case entry::NetworkFault::Cut: return Words::tr("reply cut");
    case entry::NetworkFault::Reset: return Words::tr("connection reset");
    case entry::NetworkFault::BlackHole: return Words::tr("network cut");
    case entry::NetworkFault::OneWayLoss: return Words::tr("loses messages");
    case entry::NetworkFault::Healed: break;
    }
    return {};
}

QString holdersText(const RunMoment &moment, const std::string &lock)
{
    std::map<std::optional<Incarnation>, int> holders; // the value: on how many servers
    int servers = 0;
    for (const auto &one : moment.locks) {
        if (one.lock != lock)
            continue;
        ++servers;
        for (const auto &owner : one.owners)
            ++holders[owner];
    }
    if (servers == 0)
        return {};
    QStringList texts;
    for (const auto &[owner, count] : holders) {
        if (static_cast<std::size_t>(texts.size()) < mostHolders)
            texts << (servers > 1 ? Words::tr("%1 on %2 of %3 servers").arg(nameOf(owner)).arg(count).arg(servers) : nameOf(owner));
    }
    if (holders.size() > mostHolders)
        texts << Words::tr("and %1 more").arg(holders.size() - mostHolders);
    return texts.isEmpty() ? Words::tr("nobody's") : texts.join(u", "_s);
}

BeliefText beliefText(const WorkerMoment &worker, const RunMoment &moment)
{
    if (worker.incarnation == 0)
        return {};
    return moment.severalLocks ? ofSeveralLocks(worker, moment) : ofOneLock(worker, moment);
}

int rankOf(const WorkerMoment &worker)
{
    if (worker.contradicted)
        return 0;
    if (worker.believes)
        return 1;
    if (worker.holds)
        return 2;
    if (isBroken(worker))
        return 3;
    return worker.state ? 4 : 5;
}

} // namespace lockscope
