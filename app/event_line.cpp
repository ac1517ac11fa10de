// SPDX-License-Identifier: MIT
#include "app/event_line.h"

#include "words/event_words.h"
#include "words/lock_words.h"
#include "words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::EventType;
using lockcore::LockEvent;

namespace {

struct EventLineWords
{
    Q_DECLARE_TR_FUNCTIONS(EventLineWords)
};

QString colourOf(EventType type)
{
    switch (type) {
    case EventType::DeletedEarly:
    case EventType::Resurrected:
    case EventType::LeaseRemoved: return u"31"_s;
    case EventType::TakenOver:
    case EventType::Expired:
    case EventType::LeaseShortened:
    case EventType::ForceReleased: return u"33"_s;
    case EventType::Seen:
    case EventType::Renewed: return u"2"_s;
    default: return {};
    }
}

QString libraryText(const LockEvent &event)
{
    const auto kind = shownText(toString(event.kind), 20);
    return event.library.empty() || event.library == "unknown" ? kind : shownText(event.library, 40) + u' ' + kind;
}

QString evidence(const LockEvent &event)
{
    auto text = shownText(event.why, 1000);
    if (event.coalesced)
        text += (text.isEmpty() ? QString() : u"; "_s) + EventLineWords::tr("more may have happened in between");
    return text;
}

} // namespace

QString eventLine(const LockEvent &event, const TextStyle &style)
{
    constexpr int widestEvent = 15; // "lease shortened", "partly released"
    constexpr int leastEvidence = 12;
    constexpr std::size_t longestName = 2000;
    const int name = style.width > 0 ? std::max(16, style.width / 4) : 0;
    struct Part { QString text; QString code; };
    std::vector<Part> parts = {
        {timeText(event.time), {}},
        {padded(eventText(event.type), widestEvent), colourOf(event.type)},
        {padded(elidedTo(shownText(event.id.key, longestName), name), name), u"1"_s},
        {libraryText(event), {}},
        {ownerText(event.owner) + (event.count > 1 ? u" ×"_s + numberText(event.count) : QString()), {}},
    };
    if (event.ttl)
        parts.push_back({EventLineWords::tr("ttl %1").arg(spanText(std::max(lockcore::Milliseconds::zero(), *event.ttl))), {}});
    QString line;
    int used = 0;
    for (const auto &[text, code] : parts) {
        line += (line.isEmpty() ? QString() : u"  "_s) + coloured(text, code, style);
        used += columnsOf(text) + 2;
    }
    const auto why = evidence(event);
    const int room = style.width - used;
    if (!why.isEmpty() && (style.width == 0 || room >= leastEvidence))
        line += u"  "_s + coloured(elidedTo(why, style.width > 0 ? room : 0), u"2"_s, style);
    return line + u'\n';
}

} // namespace lockscope
