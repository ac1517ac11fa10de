// SPDX-License-Identifier: MIT
#include "app/trace/trace_output.h"

#include "app/command/terminal.h"
#include "lockcore/monitor/model/lease_meant.h"
#include "ui/export/trace_json.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"
#include "ui/words/trace_words.h"

#include <algorithm>
#include <iterator>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int indent = 4; // of what is said about a line

// With microseconds, because many changes may happen within a millisecond.
QString momentText(ServerTime time)
{
    const auto micros = std::chrono::floor<Microseconds>(time).time_since_epoch().count() % 1000;
    return timeText(time) + u"%1"_s.arg(micros, 3, 10, QChar(u'0'));
}

// A command removed it: the trace knows that it did not end by itself.
EventType shownType(const AttributedChange &change)
{
    return change.event.type == EventType::Ended && change.by ? EventType::Released : change.event.type;
}

std::vector<Bytes> namesOf(const std::vector<std::optional<TraceClient>> &clients)
{
    std::vector<Bytes> names;
    for (const auto &client : clients) {
        if (client)
            std::ranges::move(client->names(), std::back_inserter(names));
    }
    return names;
}

QString whoText(const TracedChange &traced)
{
    const auto &change = traced.change;
    if (traced.by && change.event.type == EventType::Acquired)
        return clientName(*traced.by);
    if (traced.by)
        return clientName(*traced.by) + u", "_s + shownText(change.command, 60);
    if (!change.shown)
        return Words::tr("by a command that the server does not show, or evicted");
    if (change.certain)
        return change.event.type == EventType::Expired ? Words::tr("not given back by then") : QString();
    QStringList perhaps;
    for (const auto &client : traced.perhaps) {
        if (const auto name = clientName(client); !perhaps.contains(name))
            perhaps += name;
    }
    const auto why = shownText(change.why, 200);
    return perhaps.isEmpty() ? Words::tr("unsure: %1").arg(why)
                             : Words::tr("unsure, perhaps %1: %2").arg(perhaps.join(Words::tr(" or ")), why);
}

} // namespace

QString TraceOutput::question(const TracePlan &plan) const
{
    auto text = Words::tr("A trace makes the server repeat every command it executes to us (MONITOR).") + u'\n';
    constexpr int titleWidth = 13;
    for (const auto &[title, explanation] : traceQuestion(plan, m_options.time))
        text += padded(u"  "_s + title, titleWidth) + fitted(explanation, m_style.width > 0 ? m_style.width : 80, titleWidth) + u'\n';
    return text;
}

QByteArray TraceOutput::started(ServerTime at) const { return m_options.json ? traceStartedJson(at, m_node) : QByteArray(); }

bool TraceOutput::passes(const TraceItem &item)
{
    if (const auto *traced = std::get_if<TracedChange>(&item)) {
        const auto &change = traced->change;
        auto &lock = m_locks[change.event.id] = change.lock;
        lock.node = m_node;
        auto event = change.event;
        event.node = m_node;
        return m_options.filter.empty() || m_options.filter.matches(event, lock, namesOf({traced->by}));
    }
    const auto &found = std::get<TracedFinding>(item);
    return passes(found.finding.id, found.finding.at, {found.by, found.holder});
}

bool TraceOutput::passes(const LockId &id, ServerTime at, const std::vector<std::optional<TraceClient>> &clients) const
{
    const auto lock = m_locks.find(id);
    return m_options.filter.empty() || (lock != m_locks.end() && m_options.filter.matches(lock->second, at, namesOf(clients)));
}

QByteArray TraceOutput::items(const std::vector<TraceItem> &items)
{
    QByteArray lines;
    for (const auto &item : items) {
        if (!passes(item))
            continue;
        if (const auto *traced = std::get_if<TracedFinding>(&item))
            m_proved += traced->finding.proved;
        lines += m_options.json ? jsonLine(item, m_node) : std::visit([this](const auto &value) { return text(value); }, item).toUtf8();
    }
    return lines;
}

QString TraceOutput::text(const TracedChange &traced) const
{
    const auto &event = traced.change.event;
    const auto type = shownType(traced.change);
    const auto time = momentText(event.time);
    constexpr int widestEvent = 8;
    constexpr std::size_t longestKey = 60;
    QStringList parts = {shownText(event.id.key, longestKey), padded(eventText(type), widestEvent), ownerText(event.owner)};
    if (event.ttl && !traced.change.by)
        parts += Words::tr("ttl %1").arg(spanText(leaseMeant(std::max(Milliseconds::zero(), *event.ttl))));
    if (const auto who = whoText(traced); !who.isEmpty())
        parts += who;
    const int column = columnsOf(time) + 2;
    const auto line = fitted(parts.join(u"  "_s), m_style.width, column);
    return time + u"  "_s + coloured(line, codeOf(toneOf(type)), m_style) + u'\n';
}

QString TraceOutput::below(const QString &label, const QString &text) const
{
    const auto title = u"  "_s + label + u"  "_s;
    const auto first = wrapped(text, m_style.width > 0 ? m_style.width - indent - columnsOf(title) : 10'000);
    return title + first.join(u'\n' + QString(indent, u' ')) + u'\n';
}

QString TraceOutput::text(const TracedFinding &traced) const
{
    const auto &finding = traced.finding;
    const auto label = finding.proved ? Words::tr("PROVED") : Words::tr("unproved");
    auto text = below(label, findingHeadline(traced));
    const auto more = findingReasons(traced).join(u' ');
    if (!more.isEmpty())
        text += QString(indent, u' ') + fitted(more, m_style.width, indent) + u'\n';
    text += QString(indent, u' ') + fitted(Words::tr("Call: %1.").arg(clientText(traced.by, finding.at)), m_style.width, indent) + u'\n';
    return coloured(text.chopped(1), finding.proved ? u"1;31"_s : QString(), m_style) + u'\n';
}

QString TraceOutput::text(const TracedHolder &traced, ServerTime now) const
{
    const auto &holder = traced.holder;
    auto text = fitted(shownText(holder.id.key, 200) + u"  "_s + shownText(holder.owner, 200), m_style.width) + u'\n';
    const auto line = [&](const QString &title, const QString &what) {
        constexpr int column = 11;
        text += padded(u"  "_s + title, column) + fitted(what, m_style.width, column) + u'\n';
    };
    if (traced.client)
        line(Words::tr("held by"), clientText(*traced.client, now));
    line(traced.client ? Words::tr("because") : Words::tr("held by"), holderReason(traced, now));
    return text;
}

QByteArray TraceOutput::ended(TraceReport report) const
{
    std::erase_if(report.holders, [&](const TracedHolder &holder) { return !passes(holder.holder.id, report.at, {holder.client}); });
    if (m_options.json)
        return jsonLines(report, m_node);
    QString text;
    for (const auto &holder : report.holders) {
        if (!holder.holder.owner.empty())
            text += this->text(holder, report.at);
    }
    return (text + fitted(summaryText(report), m_style.width) + u'\n').toUtf8();
}

} // namespace lockscope
