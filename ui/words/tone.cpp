// SPDX-License-Identifier: MIT
#include "ui/words/tone.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockscope {

using lockcore::EventType;
using lockcore::LockState;

namespace {

struct StateRow
{
    ShownState shown;
    const char *word;
    Tone tone;
    Glyph glyph;
};

ShownState stillNoLease()
{
    ShownState shown(LockState::NoLease);
    shown.noLeaseTooLong = true;
    return shown;
}

// In the order of their ranks.
const std::array<StateRow, lastRank + 1> states = {{
    {LockState::Immortal, QT_TRANSLATE_NOOP("Tone", "immortal"), Tone::Danger, Glyph::Square},
    {LockState::Stale, QT_TRANSLATE_NOOP("Tone", "stale"), Tone::Danger, Glyph::SlashedRing},
    {LockState::RenewalOverdue, QT_TRANSLATE_NOOP("Tone", "renewal overdue"), Tone::Warning, Glyph::DottedTriangle},
    {LockState::HeldTooLong, QT_TRANSLATE_NOOP("Tone", "held too long"), Tone::Warning, Glyph::Clock},
    {stillNoLease(), QT_TRANSLATE_NOOP("Tone", "still no expiry"), Tone::Warning, Glyph::DottedRing},
    {LockState::Expiring, QT_TRANSLATE_NOOP("Tone", "expiring"), Tone::Warning, Glyph::Triangle},
    {LockState::TakenOver, QT_TRANSLATE_NOOP("Tone", "changed hands"), Tone::Plain, Glyph::Arrows},
    {LockState::Contended, QT_TRANSLATE_NOOP("Tone", "contended"), Tone::Plain, Glyph::HalfDisc},
    {LockState::UnknownOwner, QT_TRANSLATE_NOOP("Tone", "unknown owner"), Tone::Plain, Glyph::DashedRing},
    {LockState::NoLease, QT_TRANSLATE_NOOP("Tone", "no expiry"), Tone::Plain, Glyph::Ring},
    {LockState::Held, QT_TRANSLATE_NOOP("Tone", "held"), Tone::Plain, Glyph::Disc},
}};

struct EventRow
{
    EventType type;
    const char *word;
    Tone tone;
};

// Colour is for what harms. A hand-over is the work of a lock, and Redis does not say whether an end was a release: both are Plain. An
// expiry is, too: for a lock that only limits how often something is done, it is the normal end.
constexpr std::array<EventRow, 20> events = {{
    {EventType::Seen, QT_TRANSLATE_NOOP("Tone", "seen"), Tone::Quiet},
    {EventType::Acquired, QT_TRANSLATE_NOOP("Tone", "acquired"), Tone::Plain},
    {EventType::TakenOver, QT_TRANSLATE_NOOP("Tone", "changed hands"), Tone::Plain},
    {EventType::Released, QT_TRANSLATE_NOOP("Tone", "released"), Tone::Plain},
    {EventType::Ended, QT_TRANSLATE_NOOP("Tone", "ended"), Tone::Plain},
    {EventType::Expired, QT_TRANSLATE_NOOP("Tone", "expired"), Tone::Plain},
    {EventType::DeletedEarly, QT_TRANSLATE_NOOP("Tone", "deleted early"), Tone::Danger},
    {EventType::Renewed, QT_TRANSLATE_NOOP("Tone", "renewed"), Tone::Quiet},
    {EventType::Reentered, QT_TRANSLATE_NOOP("Tone", "re-entered"), Tone::Plain},
    {EventType::PartlyReleased, QT_TRANSLATE_NOOP("Tone", "partly released"), Tone::Plain},
    {EventType::LeaseSet, QT_TRANSLATE_NOOP("Tone", "lease set"), Tone::Plain},
    {EventType::LeaseShortened, QT_TRANSLATE_NOOP("Tone", "lease shortened"), Tone::Plain},
    {EventType::LeaseRemoved, QT_TRANSLATE_NOOP("Tone", "lease removed"), Tone::Warning},
    {EventType::Resurrected, QT_TRANSLATE_NOOP("Tone", "resurrected"), Tone::Danger},
    {EventType::ForceReleased, QT_TRANSLATE_NOOP("Tone", "force-released"), Tone::Warning},
    {EventType::OutOfSight, QT_TRANSLATE_NOOP("Tone", "out of sight"), Tone::Plain},
    {EventType::Moved, QT_TRANSLATE_NOOP("Tone", "moved"), Tone::Quiet},
    {EventType::StillNoLease, QT_TRANSLATE_NOOP("Tone", "still no expiry"), Tone::Warning},
    {EventType::RenewalOverdue, QT_TRANSLATE_NOOP("Tone", "renewal overdue"), Tone::Warning},
    {EventType::Immortal, QT_TRANSLATE_NOOP("Tone", "immortal"), Tone::Danger},
}};

const StateRow &rowOf(const ShownState &shown) { return *std::ranges::find(states, shown, &StateRow::shown); }

const EventRow &rowOf(EventType type) { return *std::ranges::find(events, type, &EventRow::type); }

} // namespace

std::span<const EventType> allEventTypes()
{
    static const auto types = [] {
        std::array<EventType, events.size()> types{};
        std::ranges::transform(events, types.begin(), &EventRow::type);
        return types;
    }();
    return types;
}

Tone toneOf(const ShownState &shown) { return rowOf(shown).tone; }

Tone toneOf(EventType type) { return rowOf(type).tone; }

QString stateText(const ShownState &shown) { return QCoreApplication::translate("Tone", rowOf(shown).word); }

QString eventText(EventType type) { return QCoreApplication::translate("Tone", rowOf(type).word); }

Glyph glyphOf(const ShownState &shown) { return rowOf(shown).glyph; }

QString glyphText(Glyph glyph)
{
    switch (glyph) {
    case Glyph::Disc: return QStringLiteral("●");
    case Glyph::HalfDisc: return QStringLiteral("◐");
    case Glyph::Triangle: return QStringLiteral("▲");
    case Glyph::DottedTriangle: return QStringLiteral("◬");
    case Glyph::Ring: return QStringLiteral("○");
    case Glyph::DottedRing: return QStringLiteral("◉");
    case Glyph::DashedRing: return QStringLiteral("◌");
    case Glyph::SlashedRing: return QStringLiteral("⊘");
    case Glyph::Clock: return QStringLiteral("◷");
    case Glyph::Square: return QStringLiteral("■");
    case Glyph::Arrows: return QStringLiteral("⇄");
    }
    return {};
}

QString markOf(EventType type) { return isTrouble(toneOf(type)) ? QStringLiteral("▲ ") : QString(); }

int rankOf(const ShownState &shown) { return static_cast<int>(&rowOf(shown) - states.data()); }

} // namespace lockscope
