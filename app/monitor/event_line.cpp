// SPDX-License-Identifier: MIT
#include "app/monitor/event_line.h"

#include "app/command/terminal.h"
#include "lockcore/monitor/model/lease_meant.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <vector>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::LockEvent;

namespace {

QString libraryText(const LockEvent &event)
{
    const auto kind = shownText(toString(event.kind), 20);
    return event.library.empty() || event.library == "unknown" ? kind : shownText(event.library, 40) + u' ' + kind;
}

QString evidence(const LockEvent &event)
{
    auto text = shownText(event.why, 1000);
    if (event.coalesced)
        text += (text.isEmpty() ? QString() : u"; "_s) + Words::tr("more than one change may have happened in between");
    return text;
}

constexpr int columnGap = 2;

struct Part
{
    enum class Role { Plain, Owner };

    QString text;
    QString code{};
    Role role = Role::Plain;
};

std::vector<Part> partsOf(const LockEvent &event, int width)
{
    constexpr int widestEvent = 17; // width of "▲ still no expiry"
    constexpr std::size_t longestName = 2000;
    constexpr int leastForLibrary = 100; // depends only on the terminal, so that the columns of all events are the same
    const int name = width > 0 ? std::max(16, width / 4) : 0;
    const auto count = event.count > 1 ? u" ×"_s + numberText(event.count) : QString();
    std::vector<Part> parts = {
        {timeText(event.time)},
        {padded(markOf(event.type) + eventText(event.type), widestEvent), codeOf(toneOf(event.type))},
        {padded(elidedTo(shownText(event.id.key, longestName), name), name), u"1"_s},
    };
    if (width == 0 || width >= leastForLibrary)
        parts.push_back({libraryText(event)});
    parts.push_back({ownerText(event.owner) + count, {}, Part::Role::Owner});
    if (event.ttl)
        parts.push_back({Words::tr("ttl %1").arg(spanText(lockcore::leaseMeant(std::max(lockcore::Milliseconds::zero(), *event.ttl))))});
    return parts;
}

int totalWidth(const std::vector<Part> &parts)
{
    int width = -columnGap;
    for (const auto &part : parts)
        width += columnsOf(part.text) + columnGap;
    return width;
}

void fitTo(std::vector<Part> &parts, int width)
{
    constexpr int leastOwner = 12; // width of "9f3ac21e…:17"
    const auto owner = std::ranges::find(parts, Part::Role::Owner, &Part::role);
    const int excess = totalWidth(parts) - width;
    if (excess > 0)
        owner->text = elidedTo(owner->text, std::max(leastOwner, columnsOf(owner->text) - excess));
}

} // namespace

// Text that does not fit is printed below the event: its last parts, and the evidence, broken between words.
QString eventLine(const LockEvent &event, const TextStyle &style)
{
    auto parts = partsOf(event, style.width);
    if (style.width > 0)
        fitTo(parts, style.width);
    const int below = columnsOf(parts.front().text) + columnGap;
    const auto nextLine = u'\n' + QString(below, u' ');
    QString line;
    int used = 0;
    for (const auto &[text, code, role] : parts) {
        const bool fits = style.width == 0 || used + columnGap + columnsOf(text) <= style.width;
        if (used > 0)
            line += fits ? QString(columnGap, u' ') : nextLine;
        used = (used == 0 ? 0 : fits ? used + columnGap : below) + columnsOf(text);
        line += coloured(text, code, style);
    }
    const auto why = evidence(event);
    if (why.isEmpty())
        return line + u'\n';
    if (style.width == 0 || used + columnGap + columnsOf(why) <= style.width)
        return line + QString(columnGap, u' ') + coloured(why, u"2"_s, style) + u'\n';
    for (const auto &words : wrapped(why, style.width - below))
        line += nextLine + coloured(elidedTo(words, style.width - below), u"2"_s, style); // one word may be longer than a line
    return line + u'\n';
}

} // namespace lockscope
