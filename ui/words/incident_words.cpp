// SPDX-License-Identifier: MIT
#include "ui/words/incident_words.h"

#include "ui/words/event_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Incident;

namespace {

// The event that shows it; none for FeedBlind, which is about no lock, and for what only a trace shows.
std::optional<lockcore::EventType> eventOf(Incident::Kind kind)
{
    const auto types = allEventTypes();
    const auto found = std::ranges::find_if(types, [&](auto type) { return lockcore::incidentKind(type) == kind; });
    return found == types.end() ? std::nullopt : std::optional(*found);
}

} // namespace

Tone toneOf(const Incident &incident)
{
    const auto event = eventOf(incident.kind);
    return incident.unproved ? Tone::Plain : event ? toneOf(*event) : Tone::Warning;
}

QString incidentText(Incident::Kind kind)
{
    const auto event = eventOf(kind);
    if (event)
        return eventText(*event);
    switch (kind) {
    case Incident::Kind::RemovedWhileHeld: return Words::tr("removed while held");
    case Incident::Kind::RenewedByAnother: return Words::tr("renewed by another");
    case Incident::Kind::TakenWhileHeld: return Words::tr("taken while held");
    default: return Words::tr("feed blind");
    }
}

QString incidentTimes(const Incident &incident)
{
    const auto time = timeText(incident.last);
    return incident.times > 1
               ? Words::tr("%1 · %Ln times", nullptr, static_cast<int>(std::min<std::int64_t>(incident.times, 1'000'000))).arg(time)
               : time;
}

QString incidentCertainty(const Incident &incident)
{
    switch (incident.kind) {
    case Incident::Kind::DeletedEarly:
        return Words::tr("Most likely somebody deleted it, for its library announces each release. Redis does not say who; Who does this?… "
                         "names the client when it happens again.");
    case Incident::Kind::Resurrected:
        return Words::tr("Certain: the value was read. Redis does not say who wrote it; Who does this?… names the client when it happens "
                         "again.");
    case Incident::Kind::RemovedWhileHeld:
    case Incident::Kind::RenewedByAnother:
    case Incident::Kind::TakenWhileHeld:
        return incident.unproved ? Words::tr("Not proved: it may be as it should be.") : Words::tr("Proved by a trace.");
    default: return {};
    }
}

QString incidentPlace(const Incident &incident)
{
    constexpr std::size_t longest = 120;
    const auto server = shownText(incident.server, longest), node = shownText(incident.node, longest);
    return server.isEmpty() || server == node ? node : u"%1 · %2"_s.arg(server, node);
}

} // namespace lockscope
