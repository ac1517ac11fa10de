// SPDX-License-Identifier: MIT
#include "ui/monitor/details_history.h"

#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/tone.h"

#include <QCoreApplication>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

struct DetailsHistoryWords
{
    Q_DECLARE_TR_FUNCTIONS(DetailsHistoryWords)
};

constexpr std::size_t mostLines = 8;

struct Line
{
    const LockEvent *event = nullptr;
    int times = 1;
};

bool isSameRenewing(const LockEvent &one, const LockEvent &other)
{
    return one.type == EventType::Renewed && other.type == EventType::Renewed && one.owner == other.owner;
}

// Returns one more than is shown, to detect that there are more.
std::vector<Line> newestLines(const EventModel &events, const LockId &id)
{
    std::vector<Line> lines;
    for (int row = events.rowCount() - 1; row >= 0 && lines.size() <= mostLines; --row) {
        const auto &event = events.eventAt(row);
        if (event.id != id)
            continue;
        if (!lines.empty() && isSameRenewing(*lines.back().event, event))
            ++lines.back().times;
        else
            lines.push_back({&event});
    }
    return lines;
}

Fact::KeySnapshot lookOf(EventType type)
{
    switch (toneOf(type)) {
    case Tone::Danger: return Fact::KeySnapshot::Danger;
    case Tone::Warning: return Fact::KeySnapshot::Warning;
    case Tone::Plain: break;
    case Tone::Quiet: return Fact::KeySnapshot::Light;
    }
    return Fact::KeySnapshot::Plain;
}

QString whatText(const Line &line)
{
    const auto &event = *line.event;
    if (line.times > 1)
        return DetailsHistoryWords::tr("renewed %Ln times", nullptr, line.times);
    return event.owner.empty() ? eventText(event.type) : u"%1 · %2"_s.arg(eventText(event.type), ownerText(event.owner));
}

} // namespace

QList<Fact> historyFacts(const EventModel &events, const LockId &id, const std::function<int(const Bytes &)> &colourOf)
{
    QList<Fact> facts;
    for (const auto &line : newestLines(events, id)) {
        if (facts.size() == mostLines) {
            facts.append(
                {{}, DetailsHistoryWords::tr("Earlier events are in the timeline and in the event list."), Fact::KeySnapshot::Light, -1});
            break;
        }
        facts.append({timeText(line.event->time), whatText(line), lookOf(line.event->type), colourOf(line.event->owner)});
    }
    return facts;
}

} // namespace lockscope
