// SPDX-License-Identifier: MIT
#include "ui/words/monitor_words.h"

#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/server_sentence.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QLocale>

#include <algorithm>

namespace lockscope {

using lockcore::Milliseconds;
using lockcore::MonitorState;
using lockcore::Notice;

namespace {

QString secondsText(Milliseconds duration)
{
    return duration < Milliseconds(100'000)
               ? QLocale().toString(static_cast<double>(duration.count()) / 1000, 'f', 1) + QString::fromLatin1(" s")
               : spanText(duration);
}

QString trackingText(const MonitorState &state)
{
    if (state.allNames)
        return Words::tr("tracking, all names");
    const auto count = static_cast<int>(state.prefixes.size());
    auto names = count == 0   ? Words::tr("tracking, known locks only")
                 : count == 1 ? Words::tr("tracking, 1 name prefix")
                              : Words::tr("tracking, %n name prefixes", nullptr, count);
    if (!state.sweepInterval)
        return names;
    return Words::tr("%1; other new locks within %2").arg(names, secondsText(*state.sweepInterval));
}

QString keyspaceText(const MonitorState &state)
{
    if (state.allNames || !state.sweepInterval)
        return Words::tr("keyspace events");
    return Words::tr("keyspace events; new locks under other names within %1").arg(secondsText(*state.sweepInterval));
}

QString clientIdSentence(const lockcore::Endpoint &endpoint)
{
    const auto user = endpoint.user.empty() ? QString::fromLatin1("default") : shownText(endpoint.user, 60);
    return Words::tr("CLIENT ID is not permitted to the user \"%1\", or not known to this server. An administrator can permit it: "
                     "ACL SETUSER %1 +client|id +client|tracking.")
        .arg(user);
}

QString invalidationSentence(const lockcore::Endpoint &endpoint)
{
    const auto user = endpoint.user.empty() ? QString::fromLatin1("default") : shownText(endpoint.user, 60);
    return Words::tr("The user \"%1\" may not subscribe to the channel on which the server announces changes. An administrator can "
                     "permit it: ACL SETUSER %1 &__redis__:invalidate.")
        .arg(user);
}

// Empty unless the text is only a command.
QString commandRule(const std::string &command)
{
    const auto text = shownText(command, 60);
    const bool bare =
        !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return (c >= u'A' && c <= u'Z') || c == u' ' || c == u'-'; });
    return bare ? text.toLower().replace(u' ', u'|') : QString();
}

QString noticeRemedy(const Notice &notice)
{
    if (notice.kind == Notice::Kind::DeniedKeys)
        return u' ' + Words::tr("An administrator can permit it: ACL SETUSER USER ~PATTERN.");
    if (const auto rule = commandRule(notice.text); notice.kind == Notice::Kind::DeniedCommand && !rule.isEmpty())
        return u' ' + Words::tr("An administrator can permit it: ACL SETUSER USER +%1.").arg(rule);
    if (notice.kind == Notice::Kind::UnknownCommand)
        return u' ' + Words::tr("It was renamed there, or this is a proxy.");
    return {};
}

QString unreadReason(lockcore::UnreadKeys::Why why)
{
    using Why = lockcore::UnreadKeys::Why;
    switch (why) {
    case Why::Denied: return Words::tr("this user may not read them: %1");
    case Why::Elsewhere: return Words::tr("another node of the cluster serves them: %1");
    case Why::Failed: return Words::tr("no answer in time, or an error: %1");
    case Why::Unmeasured: return Words::tr("their size may not be asked: %1");
    case Why::TooLarge: return Words::tr("too large: %1");
    }
    return {};
}

QString noticeBeginning(Notice::Kind kind)
{
    switch (kind) {
    case Notice::Kind::Replica: return Words::tr("This is a replica: locks are acquired on its primary, and this view lags behind.");
    case Notice::Kind::MasterLinkDown: return Words::tr("This replica has lost its primary: this view may be old.");
    case Notice::Kind::ClusterNode: return Words::tr("This is one node of a cluster: only the locks in its own slots are visible.");
    case Notice::Kind::OtherDatabases: return Words::tr("Other databases of this server have keys, too; only this one is looked at.");
    case Notice::Kind::EvictsLocks:
        return Words::tr("This server may evict locks when its memory is full; then two can hold the same lock.");
    case Notice::Kind::NoPersistence: return Words::tr("Nothing is kept on disk here: a restart forgets every lock.");
    case Notice::Kind::LaggingReplicas: return Words::tr("Replicas lag behind: a failover would lose the latest locks.");
    case Notice::Kind::Restarted: return Words::tr("The server was restarted while it was watched, or another one took its place.");
    case Notice::Kind::FailedOver:
        return Words::tr("A lock that the new primary does not have was not replicated, or ended just before: another primary has taken "
                         "over while this one was watched.");
    case Notice::Kind::Exchanged:
        return Words::tr("The data may have been exchanged while it was watched: SWAPDB, a full synchronisation, a promotion, or DEBUG.");
    case Notice::Kind::DeniedKeys: return Words::tr("This user may not read some keys, so locks may be missing.");
    case Notice::Kind::KeysElsewhere:
        return Words::tr("Another node of the cluster serves some of the keys here, so locks may be missing.");
    case Notice::Kind::KeysFailed: return Words::tr("Some keys could not be read, so locks may be missing.");
    case Notice::Kind::DeniedCommand: return Words::tr("This user may not run a command that Lockscope needs.");
    case Notice::Kind::UnknownCommand: return Words::tr("This server does not know a command that Lockscope needs.");
    case Notice::Kind::Unmeasured:
        return Words::tr("Lockscope could not ask how large some hashes and sorted sets are and did not read them, so locks may be "
                         "missing.");
    case Notice::Kind::TooLarge: return Words::tr("Some keys that may be locks are too large to be read, so they are not shown.");
    case Notice::Kind::ClockDiffers: return Words::tr("The server's clock and that of this machine differ; times are the server's.");
    case Notice::Kind::ClockJumped:
        return Words::tr("The server's clock was set while it was watched, or this machine slept: leases end that much sooner or later.");
    case Notice::Kind::DeepOffered:
        return Words::tr("A library in use here lets callers choose the names of its locks: --deep reads every value and finds them.");
    case Notice::Kind::Busy: return Words::tr("The server is busy, so this view may be late or incomplete.");
    case Notice::Kind::NoReads: return Words::tr("The server lets nobody read keys for now, so this view may be old.");
    case Notice::Kind::WaitersNotPolled:
        return Words::tr("Asking for all waiters costs this server too much at present, so some are not known or counted late.");
    case Notice::Kind::NodeLost: return Words::tr("This node cannot be read for now, so its locks are not known.");
    case Notice::Kind::SlotsUncovered:
        return Words::tr(
            "No node serves some slots of this cluster: locks there can be neither seen nor used. `redis-cli --cluster check HOST:PORT` shows "
            "what is missing.");
    case Notice::Kind::SlotsMoving:
        return Words::tr("Slots move from node to node: locks on their way are shown as they were, until their new node shows them.");
    }
    return {};
}

} // namespace

QString feedText(const MonitorState &state)
{
    switch (state.feed) {
    case MonitorState::Feed::None: return Words::tr("no feed");
    case MonitorState::Feed::Tracking: return trackingText(state);
    case MonitorState::Feed::KeyspaceEvents: return keyspaceText(state);
    case MonitorState::Feed::Polling: break;
    }
    if (!state.sweepInterval)
        return Words::tr("polling: short locks may be missed");
    return Words::tr("polling every %1: short locks may be missed").arg(secondsText(*state.sweepInterval));
}

QString feedReasonText(const MonitorState &state, const lockcore::Endpoint &endpoint)
{
    const std::string_view reason = state.feedReason;
    if (reason.starts_with("CLIENT ID"))
        return clientIdSentence(endpoint);
    if (reason.starts_with("NOPERM") && reason.find("channel") != reason.npos)
        return invalidationSentence(endpoint);
    if (reason.starts_with("NOPERM") || reason.starts_with("ERR"))
        return serverSentence(lockcore::serverError(state.feedReason), endpoint);
    return asSentence(reason);
}

QString noticeBrief(Notice::Kind kind)
{
    switch (kind) {
    case Notice::Kind::Replica: return Words::tr("a replica: lags behind");
    case Notice::Kind::MasterLinkDown: return Words::tr("primary lost: may be old");
    case Notice::Kind::ClusterNode: return Words::tr("one node's slots only");
    case Notice::Kind::OtherDatabases: return Words::tr("one database only");
    case Notice::Kind::EvictsLocks: return Words::tr("may evict locks");
    case Notice::Kind::NoPersistence: return Words::tr("a restart forgets locks");
    case Notice::Kind::LaggingReplicas: return Words::tr("replicas lag");
    case Notice::Kind::Restarted: return Words::tr("was restarted or replaced");
    case Notice::Kind::FailedOver: return Words::tr("failover: another primary");
    case Notice::Kind::Exchanged: return Words::tr("data may have been exchanged");
    case Notice::Kind::DeniedKeys: return Words::tr("some keys not permitted");
    case Notice::Kind::KeysElsewhere: return Words::tr("some keys on another node");
    case Notice::Kind::KeysFailed: return Words::tr("some keys not readable");
    case Notice::Kind::DeniedCommand: return Words::tr("a command not permitted");
    case Notice::Kind::UnknownCommand: return Words::tr("a command not known");
    case Notice::Kind::Unmeasured: return Words::tr("some keys not read");
    case Notice::Kind::TooLarge: return Words::tr("some keys too large");
    case Notice::Kind::ClockDiffers: return Words::tr("clocks differ");
    case Notice::Kind::ClockJumped: return Words::tr("clock was set");
    case Notice::Kind::DeepOffered: return Words::tr("more locks with --deep");
    case Notice::Kind::Busy: return Words::tr("server is busy");
    case Notice::Kind::NoReads: return Words::tr("no reads for now");
    case Notice::Kind::WaitersNotPolled: return Words::tr("waiters counted rarely");
    case Notice::Kind::NodeLost: return Words::tr("a node is not read");
    case Notice::Kind::SlotsUncovered: return Words::tr("slots without a node");
    case Notice::Kind::SlotsMoving: return Words::tr("slots move");
    }
    return {};
}

QString noticeText(const Notice &notice)
{
    const auto sentence =
        (notice.node.empty() ? QString() : shownText(notice.node, 120) + QString::fromLatin1(": ")) + noticeBeginning(notice.kind);
    if (notice.text.empty())
        return sentence + noticeRemedy(notice);
    if (notice.kind == Notice::Kind::ClusterNode)
        return sentence + u' ' + Words::tr("All of it: %1").arg(shownText(notice.text, 200));
    return Words::tr("%1 (%2).").arg(sentence.chopped(1), shownText(notice.text, 200)) + noticeRemedy(notice);
}

QString clusterText(const lockcore::ClusterState &cluster)
{
    const auto nodes = cluster.nodes == 1 ? Words::tr("1 node") : Words::tr("%1 nodes").arg(numberText(cluster.nodes));
    return Words::tr("cluster, %1, %2 of %3 slots")
        .arg(nodes, QString::number(cluster.slotsServed), QString::number(lockcore::ClusterState::allSlots));
}

QStringList nodeLines(const lockcore::ClusterState &cluster)
{
    QStringList lines;
    for (const auto &node : cluster.primaries) {
        const auto address = shownText(node.address, 120);
        if (node.isLost()) {
            const auto why = node.error ? shownText(node.error->text, 200) : Words::tr("it was just promoted, and is being read");
            lines << (node.unknownSince ? Words::tr("%1: not known since %2: %3").arg(address, timeText(*node.unknownSince), why)
                                        : Words::tr("%1: not known: %2").arg(address, why));
            continue;
        }
        MonitorState feed;
        feed.feed = node.feed;
        feed.allNames = true;
        const auto locks = node.locks == 1 ? Words::tr("1 lock") : Words::tr("%1 locks").arg(numberText(node.locks));
        lines << Words::tr("%1: %2, %3 slots, %4")
                     .arg(address, node.phase == lockcore::MonitorPhase::Live ? locks : Words::tr("not read yet"))
                     .arg(node.slotsServed)
                     .arg(feedText(feed));
    }
    return lines;
}

QString sweepText(const MonitorState &state)
{
    // Keys are added during a sweep, so it may see more keys than existed at its beginning.
    const auto total = std::max(state.keysSeen, state.keysTotal);
    if (total == 1)
        return Words::tr("%1 of 1 key seen").arg(numberText(state.keysSeen));
    return Words::tr("%1 of %2 keys seen").arg(numberText(state.keysSeen), numberText(total));
}

QString possibleText(std::size_t count)
{
    return count == 1 ? Words::tr("1 possible lock") : Words::tr("%1 possible locks").arg(numberText(static_cast<std::int64_t>(count)));
}

QStringList possibleNotes(const lockcore::PossibleLocks &possible)
{
    constexpr qsizetype mostKinds = 12;
    constexpr std::size_t longestKind = 60;
    QStringList notes;
    for (const auto &[kind, count] : possible.many) {
        if (notes.size() == mostKinds)
            break;
        notes << Words::tr("Many of %1 (about %2): not shown.").arg(shownText(kind, longestKind), numberText(count));
    }
    auto further = possible.notShown;
    for (std::size_t i = mostKinds; i < possible.many.size(); ++i)
        further += possible.many[i].count;
    if (further > 0)
        notes << Words::tr("About %1 under other names: not shown.").arg(numberText(further));
    if (possible.freeNamesUnread)
        notes << freeNamesText();
    return notes;
}

QString freeNamesText() { return Words::tr("The server has many keys: possible locks are not looked for under free names; --deep does."); }

QString unreadText(const lockcore::Coverage &coverage)
{
    const auto keys = coverage.notReadable();
    return keys == 0 ? QString() : Words::tr("not readable: %1").arg(numberText(keys));
}

QString unreadReasons(const lockcore::Coverage &coverage)
{
    QStringList lines;
    for (const auto &some : coverage.unread)
        lines << unreadReason(some.why).arg(numberText(some.keys));
    return lines.join(u'\n');
}

} // namespace lockscope
