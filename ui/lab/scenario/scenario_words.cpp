// SPDX-License-Identifier: MIT
#include "ui/lab/scenario/scenario_words.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Action;
using lockcore::Condition;
using lockcore::Fault;
using lockcore::Happening;
using lockcore::Phase;
using lockcore::Purpose;

namespace {

QString tr(const char *text) { return Words::tr(text); }

// %1 is a worker, or `it`.
QString happeningText(Happening what)
{
    switch (what) {
    case Happening::Asked: return tr("%1 asks for the lock");
    case Happening::Waiting: return tr("%1 waits");
    case Happening::Ok: return tr("%1 gets the lock");
    case Happening::Refused: return tr("%1 is refused");
    case Happening::Failed: return tr("%1 gets an error");
    case Happening::Inside: return tr("%1 is inside");
    case Happening::ReadIt: return tr("%1 has read");
    case Happening::Wrote: return tr("%1 has written");
    case Happening::WriteRefused: return tr("%1 may not write");
    case Happening::Left: return tr("%1 has left");
    case Happening::Releasing: return tr("%1 releases");
    case Happening::Released: return tr("%1 has released");
    case Happening::Renewed: return tr("%1 renews its lease");
    case Happening::Lost: return tr("%1 learns that its lock is lost");
    case Happening::Dead: return tr("%1 is dead");
    case Happening::Paused: return tr("%1 is paused");
    case Happening::Resumed: return tr("%1 wakes");
    case Happening::Done: return tr("%1 is done");
    case Happening::KeyCreated: return tr("the server has %1's key");
    case Happening::KeyExtended: return tr("the server extends %1's lease");
    case Happening::KeyRemoved: return tr("%1's key is removed");
    case Happening::KeyExpired: return tr("%1's lease ends");
    case Happening::Struck: return tr("it has met %1's command");
    case Happening::LockFree: return tr("the lock is free");
    case Happening::ServerBack: return tr("the server is back");
    case Happening::ServerFull: return tr("the server's memory is full");
    case Happening::SlotMoving: return tr("the slot is on its way");
    case Happening::SlotMoved: return tr("the slot has moved");
    case Happening::Start: return tr("the run begins");
    }
    return {};
}

// %1 is a worker, %2 its command, %3 a time.
QString actionPattern(Action action)
{
    switch (action) {
    case Action::Kill: return tr("kill %1");
    case Action::Restart: return tr("restart %1");
    case Action::Pause: return tr("pause %1");
    case Action::Resume: return tr("wake %1");
    case Action::Stall: return tr("stall %1 for %3");
    case Action::Throw: return tr("an exception in %1");
    case Action::Cancel: return tr("%1 is told to give up waiting");
    case Action::HoldRequest: return tr("hold %1's %2");
    case Action::HoldReply: return tr("hold the reply to %1's %2");
    case Action::DelayRequests: return tr("delay %1's requests by %3");
    case Action::DelayReplies: return tr("delay the replies to %1 by %3");
    case Action::LoseRequests: return tr("lose %1's %2");
    case Action::LoseReplies: return tr("lose the reply to %1's %2");
    case Action::LoseMessages: return tr("lose the messages to %1");
    case Action::BlackHole: return tr("%1's network swallows all");
    case Action::CutReply: return tr("cut the reply to %1's %2");
    case Action::Reset: return tr("reset %1's connection");
    case Action::Pass: return tr("%1's network is restored");
    case Action::RestartServer: return tr("restart the server");
    case Action::WipeServer: return tr("restart the server without its data");
    case Action::PauseServer: return tr("pause the server");
    case Action::ResumeServer: return tr("wake the server");
    case Action::FlushDatabase: return tr("flush the database");
    case Action::FlushScripts: return tr("flush the scripts");
    case Action::ForceRelease: return tr("an operator deletes the key");
    case Action::FillMemory: return tr("fill the server's memory");
    case Action::CutReplication: return tr("cut the replication");
    case Action::PromoteReplica: return tr("the replica takes over");
    case Action::BeginSlotMove: return tr("move the lock's slot");
    case Action::EndSlotMove: return tr("the slot's move ends");
    }
    return {};
}

QString commandText(const Fault &fault)
{
    if (!fault.command.empty())
        return shownText(fault.command, 40);
    switch (fault.of) {
    case Purpose::Read: return tr("read");
    case Purpose::Take: return tr("acquire");
    case Purpose::Renew: return tr("renewal");
    case Purpose::Free: return tr("release");
    case Purpose::Any: break;
    }
    switch (fault.in) {
    case Phase::Acquire: return tr("acquire");
    case Phase::Work: return tr("renewal");
    case Phase::Extend: return tr("extension");
    case Phase::Release: return tr("release");
    case Phase::Any: break;
    }
    return tr("next command");
}

} // namespace

QString timeText(lockcore::Milliseconds time)
{
    return time.count() >= 10'000 && time.count() % 1000 == 0 ? Words::tr("%1 s").arg(time.count() / 1000)
                                                              : Words::tr("%1 ms").arg(time.count());
}

QString protocolText(const std::string &protocol) { return protocol == "external" ? tr("your own command") : shownText(protocol, 60); }

namespace {

// Names the lock, where a scenario does.
QString lockText(const QString &text, const std::string &lock)
{
    return lock.empty() ? text : Words::tr("%1 (%2)").arg(text, shownText(lock, 40));
}

} // namespace

QString conditionText(const Condition &condition, const std::string &speaker)
{
    const bool itself = !speaker.empty() && condition.who == speaker;
    auto text = happeningText(condition.what);
    if (itself)
        text.replace(tr("%1's"), tr("its"));
    text = lockText(text.replace(u"%1"_s, itself ? tr("it") : shownText(condition.who, 40)), condition.lock);
    return condition.nth == 1 ? text : Words::tr("%1 (time %2)").arg(text).arg(condition.nth);
}

QString actionText(const Fault &fault)
{
    auto text = actionPattern(fault.action);
    text.replace(u"%2"_s, commandText(fault)).replace(u"%3"_s, timeText(fault.by.value_or(lockcore::Milliseconds(0))));
    if (fault.server > 0)
        text = Words::tr("%4 (server %5)").replace(u"%4"_s, text).replace(u"%5"_s, QString::number(fault.server));
    return lockText(text.replace(u"%1"_s, shownText(fault.who, 40)), fault.lock);
}

QString faultText(const Fault &fault)
{
    QStringList when;
    bool fromStart = true;
    for (const auto &condition : fault.when) {
        fromStart = fromStart && condition.what == Happening::Start;
        when << conditionText(condition, fault.who);
    }
    auto action = actionText(fault);
    if (fromStart)
        return action;
    const auto ends = fault.when.size() == 1 && fault.when.front().what == Happening::KeyExpired && fault.when.front().who == fault.who;
    const auto text = ends ? Words::tr("%1 at its lease's end").arg(action) : Words::tr("%1 when %2").arg(action, when.join(tr(" and ")));
    return fault.after.count() == 0 ? text : Words::tr("%1, after %2").arg(text, timeText(fault.after));
}

} // namespace lockscope
