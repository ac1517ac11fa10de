// SPDX-License-Identifier: MIT
#include "lockcore/report/entry_sentence.h"

#include "lockcore/judge/words.h"
#include "lockcore/report/lane_parts.h"
#include "lockcore/report/protections.h"

#include <algorithm>

namespace lockcore {

namespace {

template <class Number>
std::string ms(Number time)
{
    return std::to_string(std::chrono::round<Milliseconds>(time).count()) + " ms";
}

using detail::nameOf;

std::string quoted(const std::string &bytes) { return "“" + elidedInMiddle(escaped(bytes), 60) + "”"; }

std::string serverName(std::int64_t server) { return "server " + std::to_string(server + 1); }

class EntryDescriber
{
public:
    EntryDescriber(const History &history, std::uint64_t number)
        : m_history(history)
        , m_number(number)
    { }

    std::string operator()(const entry::Started &started) const { return toString(started.who) + " is started"; }
    std::string operator()(const entry::Ready &ready) const { return toString(ready.who) + " is ready"; }
    std::string operator()(const entry::Sent &sent) const;
    std::string operator()(const entry::Received &received) const;
    std::string operator()(const entry::Reported &reported) const;
    std::string operator()(const entry::Located &located) const
    {
        return toString(located.who) + " is at line " + std::to_string(located.line) + " of " + quoted(located.file);
    }
    std::string operator()(const entry::Accessed &accessed) const;
    std::string operator()(const entry::Died &died) const;
    std::string operator()(const entry::Paused &paused) const { return toString(paused.who) + " is paused"; }
    std::string operator()(const entry::Resumed &resumed) const { return toString(resumed.who) + " goes on"; }
    std::string operator()(const entry::Stalled &stalled) const;
    std::string operator()(const entry::Turn &turn) const;
    std::string operator()(const entry::KeyChanged &changed) const;
    std::string operator()(const entry::ServerFaulted &faulted) const;
    std::string operator()(const entry::NetworkFaulted &faulted) const;
    std::string operator()(const entry::Skewed &skewed) const
    {
        return "the clock of " + toString(skewed.who) + " is ahead by " + ms(skewed.offset);
    }
    std::string operator()(const entry::Operated &operated) const
    {
        return "an operator frees " + quoted(operated.lock) + (operated.text.empty() ? "" : " by " + escaped(operated.text));
    }
    std::string operator()(const entry::Begun &) const { return "the warm-up is over"; }
    std::string operator()(const entry::Ended &) const { return "the run is over"; }

private:
    bool hasSeveralLocks() const { return m_history.header.locks.size() > 1; }
    std::string lockText(const std::string &lock) const { return hasSeveralLocks() ? quoted(lock) : "the lock"; }
    /// ` of “stock”`, or nothing if there is one lock.
    std::string ofLock(const std::string &lock, const char *word = " of ") const { return hasSeveralLocks() ? word + quoted(lock) : ""; }

    const entry::Sent *requestOf(const entry::Received &received) const;
    std::string answerTo(const entry::Sent &sent, const entry::Received &received) const;
    std::string removerOf(const entry::KeyChanged &changed) const;

    const History &m_history;
    std::uint64_t m_number;
};

std::string EntryDescriber::operator()(const entry::Sent &sent) const
{
    const auto name = nameOf(sent.who, sent.owner);
    switch (sent.request) {
    case entry::Request::Acquire: {
        auto text = name + " asks for " + quoted(sent.lock);
        text += sent.lease ? ", for " + ms(*sent.lease) : ", without a lease of its own";
        return text + (!sent.wait ? "" : sent.wait->count() == 0 ? "; tries once" : "; waits up to " + ms(*sent.wait));
    }
    case entry::Request::Release: return name + " gives " + quoted(sent.lock) + " back";
    case entry::Request::Extend: return name + " asks to extend its lease" + ofLock(sent.lock) + (sent.lease ? ", " + ms(*sent.lease) : "");
    case entry::Request::Cancel: return name + " is told to stop waiting";
    case entry::Request::Probe: return name + " is asked whether it holds " + lockText(sent.lock);
    case entry::Request::Work: return name + " is told to work" + ofLock(sent.lock, " inside ");
    case entry::Request::Stall: return "the work of " + name + " is stalled" + (sent.length ? " for " + ms(*sent.length) : "");
    case entry::Request::Throw: return name + " is told to throw an exception in its work";
    case entry::Request::Bye: return name + " is to end";
    }
    return {};
}

const entry::Sent *EntryDescriber::requestOf(const entry::Received &received) const
{
    for (auto i = m_number - 1; i-- > 0;) {
        const auto *const sent = std::get_if<entry::Sent>(&m_history.entries[i].what);
        if (sent && sent->who == received.who && sent->id == received.id)
            return sent;
    }
    return nullptr;
}

std::string EntryDescriber::answerTo(const entry::Sent &sent, const entry::Received &received) const
{
    const auto name = nameOf(sent.who, sent.owner);
    const bool ok = received.answer == entry::Answer::Ok;
    switch (sent.request) {
    case entry::Request::Acquire:
        if (!ok)
            return name + " does not get " + lockText(sent.lock);
        return name + " has " + lockText(sent.lock) + (received.token ? ", with fencing token " + std::to_string(*received.token) : "");
    case entry::Request::Release:
        if (ok && received.count.value_or(0) > 0)
            return name + " has released " + (hasSeveralLocks() ? quoted(sent.lock) + ' ' : "") + "once, and holds it "
                   + std::to_string(*received.count) + " more times";
        return ok ? name + " has released " + lockText(sent.lock) : name + " learns that " + lockText(sent.lock) + " was not its own";
    case entry::Request::Extend: return "the lease of " + name + ofLock(sent.lock, " on ") + (ok ? " is extended" : " is not extended");
    case entry::Request::Probe:
        return name + (received.holding ? " believes that it holds " : " does not believe that it holds ") + lockText(sent.lock);
    case entry::Request::Work:
        if (ok && !sent.steps.empty() && sent.steps.back() == entry::Step::Enter)
            return name + " is inside" + ofLock(sent.lock, " ");
        return name + (ok ? " has done its work" : " stops its work early") + ofLock(sent.lock, " inside ");
    default: return name + (ok ? " says ok" : " says no");
    }
}

std::string EntryDescriber::operator()(const entry::Received &received) const
{
    const auto *const sent = requestOf(received);
    const auto name = toString(received.who);
    if (received.answer == entry::Answer::Error) {
        auto text = name + (received.indefinite ? " cannot tell whether it happened" : " fails") + (sent ? " (" : "");
        if (sent)
            text += std::string(wordOf(sent->request)) + ')';
        const auto why = received.text.empty() ? received.code : received.text;
        return why.empty() ? text : text + ": " + elidedInMiddle(escaped(why), 160);
    }
    auto text = sent ? answerTo(*sent, received) : name + " answers";
    return received.reason.empty() ? text : text + ": " + elidedInMiddle(escaped(received.reason), 160);
}

std::string EntryDescriber::operator()(const entry::Reported &reported) const
{
    const auto name = nameOf(reported.who, reported.owner);
    switch (reported.report) {
    case entry::Report::Waiting: return name + " waits" + ofLock(reported.lock, " for ");
    case entry::Report::Renewed: return name + " has renewed its lease" + ofLock(reported.lock);
    case entry::Report::Lost: return name + " has lost " + lockText(reported.lock) + ", and says so";
    }
    return {};
}

std::string EntryDescriber::operator()(const entry::Accessed &accessed) const
{
    const auto name = nameOf(accessed.who, accessed.owner);
    const auto version = [](std::optional<std::int64_t> number) { return number ? " version " + std::to_string(*number) : std::string(); };
    if (accessed.refused) {
        const auto greatest = accessed.token ? greatestTokenBefore(m_history.entries, m_number) : std::nullopt;
        const bool isStale = greatest && *accessed.token < *greatest;
        return "the resource refuses the " + std::string(wordOf(accessed.step)) + " of " + name
               + (isStale                   ? ": fencing token " + std::to_string(*accessed.token) + " < " + std::to_string(*greatest)
                  : accessed.reason.empty() ? ""
                                            : ": " + elidedInMiddle(escaped(accessed.reason), 160));
    }
    switch (accessed.step) {
    case entry::Step::Enter:
        return name + " enters the critical section" + ofLock(accessed.lock)
               + (accessed.token ? ", with fencing token " + std::to_string(*accessed.token) : "");
    case entry::Step::Read: return name + " reads" + version(accessed.version) + ofLock(accessed.lock);
    case entry::Step::Write:
        return name + " writes" + version(accessed.version) + ofLock(accessed.lock)
               + (accessed.based ? ", on top of" + version(accessed.based) : "");
    case entry::Step::Exit: return name + " leaves the critical section" + ofLock(accessed.lock);
    }
    return {};
}

std::string EntryDescriber::operator()(const entry::Died &died) const
{
    const auto how = died.death == entry::Death::Killed ? " is killed" : died.death == entry::Death::Bye ? " has ended" : " has crashed";
    return toString(died.who) + how + (died.text.empty() || died.death == entry::Death::Killed ? "" : " (" + escaped(died.text) + ')');
}

std::string EntryDescriber::operator()(const entry::Stalled &stalled) const
{
    const auto name = stalled.place == entry::Place::Worker   ? toString(stalled.who)
                      : stalled.place == entry::Place::Server ? serverName(stalled.server)
                                                              : std::string("the Lab");
    return name + " got no CPU time for " + ms(stalled.length) + " (unplanned)";
}

std::string EntryDescriber::operator()(const entry::Turn &turn) const
{
    auto text = turn.who ? toString(*turn.who) + "'s " : std::string("an observer's ");
    text += turn.command.empty() ? "command" : escaped(turn.command);
    text += turn.fate == entry::Fate::Unknown ? " was sent, and nobody knows whether it ran" : " is executed";
    if (m_history.header.servers > 1)
        text += " on " + serverName(turn.server);
    if (!turn.reply.empty())
        text += " → " + turn.reply;
    if (turn.unblockedBy != 0)
        text += ", unblocked by #" + std::to_string(turn.unblockedBy);
    return text;
}

std::string EntryDescriber::removerOf(const entry::KeyChanged &changed) const
{
    const auto *const turn = m_history.as<entry::Turn>(changed.cause);
    if (!turn || !turn->who)
        return {};
    return " by " + toString(*turn->who) + "'s " + (turn->command.empty() ? "command" : escaped(turn->command));
}

std::string EntryDescriber::operator()(const entry::KeyChanged &changed) const
{
    const auto maker = makerOf(m_history, m_number);
    auto what = (maker ? toString(*maker) + "'s " : std::string()) + (changed.role == entry::Role::Holding ? "lock " : "key ")
                + quoted(changed.key);
    if (m_history.header.servers > 1)
        what += " on " + serverName(changed.server);
    const auto lease = changed.ttl                ? ", lease " + ms(*changed.ttl)
                       : !changed.session.empty() ? " until its session ends, " + changed.session
                                                  : std::string(", without a lease");
    const bool queues = changed.role == entry::Role::Other && !changed.session.empty();
    if (queues && changed.event == entry::KeyEvent::Created)
        return (maker ? toString(*maker) : "somebody") + " has a place in the queue " + quoted(changed.key) + lease;
    if (queues && changed.event == entry::KeyEvent::Removed)
        return (maker ? toString(*maker) + "'s" : "a") + " place in the queue " + quoted(changed.key) + " ends";
    const auto held = changed.count ? ", hold count " + std::to_string(*changed.count) : std::string();
    using enum entry::KeyEvent;
    switch (changed.event) {
    case Created: return what + " appears on the server" + held + lease;
    case Changed: return what + " changes" + held + lease;
    case Extended: return what + " is extended" + held + lease;
    case Removed: return what + " is removed" + removerOf(changed);
    case Expired: return what + (changed.session.empty() ? " has expired" : " ends with its session, " + changed.session);
    case Evicted: return what + " is evicted";
    case Flushed: return what + " is flushed";
    case LostByServer: return what + " is lost by the server";
    }
    return {};
}

std::string EntryDescriber::operator()(const entry::ServerFaulted &faulted) const
{
    const auto name = serverName(faulted.server);
    using enum entry::ServerFault;
    switch (faulted.fault) {
    case RestartedWithData: return name + " is restarted with its data";
    case RestartedWithoutData: return name + " is restarted without its data";
    case Stopped: return name + " is stopped";
    case Continued: return name + " goes on";
    case ScriptsFlushed: return "the scripts of " + (m_history.header.cluster ? "the node that has the lock" : name) + " are flushed";
    case Flushed: return "the database of " + (m_history.header.cluster ? "the node that has the lock" : name) + " is flushed";
    case MemoryLimited: return "the memory of " + name + " is filled";
    case Promoted:
        return m_history.header.cluster ? "the primary that has the lock dies, and the cluster elects its replica"
                                        : name + " becomes the primary";
    case ClockStepped: return "the clock of " + name + " jumps";
    case ReplicationCut: return "the replica of " + (m_history.header.cluster ? "the primary that has the lock" : name) + " is cut off";
    case SlotMoving: return "the lock's slot is on its way to another node: the keys are there, and the old node answers ASK";
    case SlotMoved: return "the lock's slot has moved: the old node answers MOVED";
    }
    return {};
}

std::string EntryDescriber::operator()(const entry::NetworkFaulted &faulted) const
{
    const auto name = toString(faulted.who);
    using enum entry::NetworkFault;
    switch (faulted.fault) {
    case HoldRequest: return "a request of " + name + " is held back";
    case HoldReply: return "a reply to " + name + " is held back";
    case Delay: return "the network of " + name + " is slow";
    case Cut: return "the connection of " + name + " is cut";
    case Reset: return "the connection of " + name + " is reset";
    case BlackHole: return "the network of " + name + " drops all messages";
    case OneWayLoss: return "the network of " + name + " loses one direction";
    case Healed: return "the network of " + name + " is restored";
    }
    return {};
}

} // namespace

std::string sentenceOf(const History &history, std::uint64_t number)
{
    if (number == 0 || number > history.entries.size())
        return {};
    return std::visit(EntryDescriber(history, number), history.entries[number - 1].what);
}

std::optional<Incarnation> workerIn(const HistoryEntry &entry) { return detail::speakerIn(entry.what); }

} // namespace lockcore
