// SPDX-License-Identifier: MIT
#include "ui/words/trace_words.h"

#include "ui/words/error_sentence.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QLocale>

#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString bytesText(double bytes)
{
    const QLocale locale;
    if (bytes < 1000)
        return Words::tr("%1 B").arg(numberText(std::llround(bytes)));
    if (bytes < 1'000'000)
        return Words::tr("%1 kB").arg(numberText(std::llround(bytes / 1000)));
    const double megabytes = bytes / 1'000'000;
    return Words::tr("%1 MB").arg(locale.toString(megabytes, 'f', megabytes < 10 ? 1 : 0));
}

QString stallText(Milliseconds stall) { return stall < std::chrono::seconds(1) ? Words::tr("%1 ms").arg(stall.count()) : spanText(stall); }

Milliseconds since(ServerTime then, ServerTime now) { return std::max(Milliseconds::zero(), std::chrono::floor<Milliseconds>(now - then)); }

QString sentence(const std::string &why) { return asSentence(why); }

} // namespace

QString wholeTimeText(Milliseconds time)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
    const auto minutes = Words::tr("%1 min").arg(seconds / 60);
    const auto rest = Words::tr("%1 s").arg(seconds % 60);
    return seconds < 60 ? rest : seconds % 60 == 0 ? minutes : minutes + u' ' + rest;
}

QString percentText(double share)
{
    const double percent = share * 100;
    const auto number = percent < 1 ? QLocale().toString(percent, 'f', 1) : numberText(std::llround(percent));
    return Words::tr("%1 %").arg(percent < 0.1 ? QLocale().toString(0.1, 'f', 1) : number);
}

std::vector<std::pair<QString, QString>> traceQuestion(const TracePlan &plan, Milliseconds time)
{
    const auto &load = plan.load;
    const auto &cost = plan.cost;
    std::vector<std::pair<QString, QString>> lines;
    if (!plan.node.empty())
        lines.emplace_back(
            Words::tr("node"),
            Words::tr("%1 of the cluster has it; the commands of the other nodes are not traced").arg(shownText(plan.node, 120)));
    if (!load.known) {
        lines.emplace_back(Words::tr("cost"), Words::tr("not known: the server does not say how busy it is"));
    } else {
        lines.emplace_back(Words::tr("load now"), Words::tr("%1 commands/s, %2/s in; connections: %3")
                                                      .arg(numberText(std::llround(load.commandsPerSecond)), bytesText(load.bytesPerSecond),
                                                           numberText(load.connections)));
        const auto least = percentText(cost.leastShare);
        const auto most = percentText(cost.mostShare);
        lines.emplace_back(
            Words::tr("cost"),
            (least == most ? Words::tr("about %1 of a core").arg(most) : Words::tr("%1 to %2 of a core").arg(least.chopped(2), most))
                + Words::tr(", %1/s, for %2; less than 32 MB of memory").arg(bytesText(cost.bytesPerSecond), wholeTimeText(time)));
    }
    if (load.largestRequest > 100'000)
        lines.emplace_back(Words::tr("stall"), Words::tr("a request of %1 came lately: each such one stops the server for %2")
                                                   .arg(bytesText(static_cast<double>(load.largestRequest)), stallText(cost.stall)));
    lines.emplace_back(Words::tr("you see"), Words::tr("what all clients send passes through here, secrets too; Lockscope keeps and shows "
                                                       "only commands on the locks that it traces"));
    return lines;
}

QString productionQuestion(const QString &server) { return Words::tr("%1 is marked as production. Trace it all the same?").arg(server); }

QString traceForbidden(const QString &profile) { return Words::tr("the profile \"%1\" forbids traces").arg(profile); }

QString traceOfACluster()
{
    return Words::tr(
        "a trace reads the commands of one server: name the keys of one node, or one node of the cluster, like redis://host:port");
}

QString traceErrorText(const Error &error, const Endpoint &endpoint, Milliseconds timeout)
{
    if (error.kind == ErrorKind::Refused && error.detail == "several-nodes")
        return asSentence(error.text) + u' ' + asSentence(traceOfACluster().toStdString());
    const auto sentence = errorSentence(error, endpoint, timeout);
    return error.is("ERR") ? sentence + u' ' + Words::tr("A trace needs MONITOR; some services do not have it.") : sentence;
}

QString hindranceText(const TracePlan &plan, const TraceLimits &limits)
{
    const auto most = percentText(limits.maxLoad.value_or(TraceLimits::usualLoad));
    switch (plan.hindrance) {
    case TraceHindrance::Replica:
        return Words::tr("This server is a replica: it shows only what its primary has done, and not which client. Trace the primary.");
    case TraceHindrance::LoadUnknown:
        return Words::tr("The server does not let Lockscope ask how busy it is (INFO), so the cost of a trace is not known. Allow +info.");
    case TraceHindrance::TooMuchLoad:
        return Words::tr("The server is too busy: a trace would take up to %1 of a core, and the limit is %2.")
            .arg(percentText(plan.cost.mostShare), most);
    case TraceHindrance::LargeRequests:
        return Words::tr("Requests of %1 came lately, and each such one would stop the server for %2.")
            .arg(bytesText(static_cast<double>(plan.load.largestRequest)), stallText(plan.cost.stall));
    case TraceHindrance::None: break;
    }
    return {};
}

bool isAboutLimits(TraceHindrance hindrance)
{
    return hindrance == TraceHindrance::LoadUnknown || hindrance == TraceHindrance::TooMuchLoad
           || hindrance == TraceHindrance::LargeRequests;
}

QString clientName(const TraceClient &client)
{
    const auto address = client.actor.isUnix ? Words::tr("a client of the Unix socket") : shownText(client.actor.address, 60);
    const auto name = client.name();
    return name.empty() ? address : Words::tr("%1 (%2)").arg(shownText(name, 40), address); // where there is little room, the name stays
}

QString clientText(const TraceClient &client, ServerTime now)
{
    QStringList connections; // several had the address, one after the other
    for (const auto &known : client.identities) {
        const auto name = client.identities.size() > 1 && !known.name.empty() ? u' ' + shownText(known.name, 40) : QString();
        QStringList parts;
        if (!known.user.empty())
            parts += Words::tr("user %1").arg(shownText(known.user, 40));
        if (!known.library.empty())
            parts += shownText(known.library, 40);
        if (!client.closedBetween || &known != &client.identities.back())
            parts += Words::tr("connected %1").arg(spanText(since(known.since, now)));
        connections += name + u' ' + parts.join(u", "_s);
    }
    auto text = clientName(client);
    if (!connections.isEmpty())
        text += u","_s + connections.join(Words::tr("; or"));
    if (client.closedBetween)
        text += Words::tr(", connection closed between %1 and %2")
                    .arg(timeText(client.closedBetween->first), timeText(client.closedBetween->second));
    return text;
}

QString findingHeadline(const TracedFinding &traced)
{
    const auto &finding = traced.finding;
    const auto by = clientName(traced.by);
    const auto whose = traced.holder ? clientName(*traced.holder) : Words::tr("owner %1").arg(ownerText(finding.owner));
    const auto left = finding.left ? Words::tr(", which had %1 left").arg(spanText(*finding.left)) : QString();
    const auto command = shownText(finding.command, 60);
    switch (finding.kind) {
    case TraceFinding::Kind::RenewedByAnother: return Words::tr("%1 of %2 renewed the lock of %3%4.").arg(command, by, whose, left);
    case TraceFinding::Kind::TakenWhileHeld: return Words::tr("%1 of %2 took the lock of %3%4.").arg(command, by, whose, left);
    case TraceFinding::Kind::RemovedWhileHeld: break;
    }
    return Words::tr("%1 of %2 removed the lock of %3%4.").arg(command, by, whose, left);
}

QStringList findingReasons(const TracedFinding &traced)
{
    QStringList reasons;
    for (const auto &why : traced.finding.why)
        reasons += sentence(why);
    return reasons;
}

QString holderReason(const TracedHolder &traced, ServerTime now)
{
    const auto &holder = traced.holder;
    if (!traced.client)
        return Words::tr("nobody has sent this owner during the trace");
    std::int64_t times = 0;
    ServerTime last{};
    for (const auto &sender : holder.senders) {
        times += sender.times;
        last = std::max(last, sender.last);
    }
    QString text;
    if (holder.acquiredBy)
        text = Words::tr("seen to acquire it %1 ago").arg(spanText(since(holder.acquiredAt, now)));
    if (times == 0)
        return text;
    const auto sent = (times == 1 ? Words::tr("it sent this owner once, %1 ago")
                                  : Words::tr("it sent this owner %n times, the last %1 ago", nullptr, static_cast<int>(times)))
                          .arg(spanText(since(last, now)));
    return text.isEmpty() ? sent : text + u"; "_s + sent;
}

QString endText(const TraceReport &report)
{
    switch (report.end) {
    case TraceEnd::Load: return Words::tr("The trace was ended: it cost the server more than twice what was predicted.");
    case TraceEnd::Memory: return Words::tr("The trace was ended: more than 8 MB waited for Lockscope on the server.");
    case TraceEnd::Lag: return Words::tr("The trace was ended: Lockscope was more than a second behind the server.");
    case TraceEnd::Lost: return Words::tr("The connection was lost.");
    case TraceEnd::Time:
    case TraceEnd::Stopped: break;
    }
    return {};
}

QString summaryText(const TraceReport &report)
{
    auto text = Words::tr("%1, %2 commands, %3. ")
                    .arg(spanText(report.lasted), numberText(static_cast<std::int64_t>(report.commands)),
                         bytesText(static_cast<double>(report.bytes)));
    text += report.changes == 1 ? Words::tr("1 change: ") : Words::tr("%1 changes: ").arg(numberText(report.changes));
    text += Words::tr("%1 with their client, %2 unsure").arg(numberText(report.named), numberText(report.unsure));
    const auto nobodys = report.changes - report.named - report.unsure - report.unshown;
    if (nobodys > 0)
        text += Words::tr(", %1 by nobody: their time was over").arg(numberText(nobodys));
    if (report.unshown > 0)
        text += Words::tr(", %1 by commands that the server does not show").arg(numberText(report.unshown));
    if (report.leftOut > 0)
        text += Words::tr("; %1 more locks were too many to trace").arg(numberText(static_cast<std::int64_t>(report.leftOut)));
    if (report.notRead > 0)
        text += Words::tr("; %1 locks could not be read").arg(numberText(report.notRead));
    text += u'.';
    if (report.proved + report.unproved == 0)
        text += Words::tr(" No held lock was removed, renewed or taken by another client, as far as it was seen.");
    return text;
}

} // namespace lockscope
