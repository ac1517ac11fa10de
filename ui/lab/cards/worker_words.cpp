// SPDX-License-Identifier: MIT
#include "ui/lab/cards/worker_words.h"

#include "lockcore/base/bytes.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t longestWorkerName = 24;
constexpr std::size_t mostHolders = 3;

struct WorkerWords
{
    Q_DECLARE_TR_FUNCTIONS(WorkerWords)
};

QString shownName(const Incarnation &who) // toString() has already escaped it
{
    return QString::fromStdString(elidedInMiddle(toString(who), longestWorkerName));
}

QString nameOf(const std::optional<Incarnation> &owner)
{
    return owner ? WorkerWords::tr("%1's").arg(shownName(*owner)) : WorkerWords::tr("somebody else's");
}

bool isBroken(const WorkerMoment &worker) { return worker.network || (worker.state && *worker.state >= WorkerSpan::State::Paused); }

QString believing(const WorkerMoment &worker)
{
    return worker.count > 1 ? WorkerWords::tr("believes that it holds the lock %1 times").arg(worker.count)
                            : WorkerWords::tr("believes that it holds the lock");
}

BeliefText ofBeliever(const WorkerMoment &worker, const QString &holders)
{
    const auto belief = believing(worker);
    if (worker.contradicted)
        return {WorkerWords::tr("✗ %1; in Redis it is %2").arg(belief, holders.isEmpty() ? WorkerWords::tr("nobody's") : holders),
                Tone::Danger};
    if (worker.holds)
        return {WorkerWords::tr("%1, and so says Redis").arg(belief), Tone::Plain};
    if (holders.isEmpty())
        return {WorkerWords::tr("%1; Redis was not checked").arg(belief), Tone::Plain};
    return {WorkerWords::tr("%1; in Redis it is %2").arg(belief, holders), Tone::Plain};
}

BeliefText ofOther(const WorkerMoment &worker, const QString &holders)
{
    using State = WorkerSpan::State;
    if (worker.holds && worker.state == State::Dead)
        return {WorkerWords::tr("▲ dead, but Redis still shows it as the holder"), Tone::Warning};
    if (worker.holds && !worker.lock.empty())
        return {WorkerWords::tr("does not believe that it holds the lock; Redis says that it does"), Tone::Warning};
    if (worker.state == State::Waiting)
        return {holders.isEmpty() ? WorkerWords::tr("asks for the lock")
                                  : WorkerWords::tr("asks for the lock; in Redis it is %1").arg(holders),
                Tone::Quiet};
    return {WorkerWords::tr("does not hold the lock"), Tone::Quiet};
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
    return worker.believes ? ofBeliever(worker, holders) : ofOther(worker, holders);
}

// A line for each lock that it believes in, that it holds, or for which it waits.
BeliefText ofSeveralLocks(const WorkerMoment &worker, const RunMoment &moment)
{
    auto beliefs = worker.locks;
    const bool waits = worker.state == WorkerSpan::State::Waiting && !worker.lock.empty();
    if (waits && std::ranges::find(beliefs, worker.lock, &LockBelief::lock) == beliefs.end())
        beliefs.push_back({worker.lock});
    if (beliefs.empty())
        return {WorkerWords::tr("holds no lock"), Tone::Quiet};
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
        all.text += (all.text.isEmpty() ? QString() : u"\n"_s) + WorkerWords::tr("%1: %2").arg(name, text.text);
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
        return WorkerWords::tr("○ not started yet");
    if (!worker.state)
        return WorkerWords::tr("○ idle");
    switch (*worker.state) {
    case State::Waiting: return WorkerWords::tr("◌ waiting");
    case State::Holding: return WorkerWords::tr("● holding");
    case State::Working:
        if (worker.locks.size() > 1 && worker.contradicted)
            return WorkerWords::tr("◆ working, has lost a lock");
        return worker.believes && !worker.contradicted ? WorkerWords::tr("◆ working") : WorkerWords::tr("◆ working without the lock");
    case State::Paused: return WorkerWords::tr("▮▮ paused");
    case State::Stalled: return WorkerWords::tr("≈ stalled");
    case State::Dead: return WorkerWords::tr("✗ dead");
    }
    return {};
}

QString networkText(const WorkerMoment &worker)
{
    if (!worker.network)
        return {};
    switch (*worker.network) {
    case entry::NetworkFault::HoldRequest: return WorkerWords::tr("request held");
    case entry::NetworkFault::HoldReply: return WorkerWords::tr("reply held");
    case entry::NetworkFault::Delay: return WorkerWords::tr("slow network");
    case entry::NetworkFault::Cut: return WorkerWords::tr("reply cut");
    case entry::NetworkFault::Reset: return WorkerWords::tr("connection reset");
    case entry::NetworkFault::BlackHole: return WorkerWords::tr("network cut");
    case entry::NetworkFault::OneWayLoss: return WorkerWords::tr("loses messages");
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
            texts << (servers > 1 ? WorkerWords::tr("%1 on %2 of %3 servers").arg(nameOf(owner)).arg(count).arg(servers) : nameOf(owner));
    }
    if (holders.size() > mostHolders)
        texts << WorkerWords::tr("and %1 more").arg(holders.size() - mostHolders);
    return texts.isEmpty() ? WorkerWords::tr("nobody's") : texts.join(u", "_s);
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
