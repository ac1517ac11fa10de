// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_columns.h"

#include "lockcore/monitor/filter/filter.h"

#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <functional>
#include <ranges>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

QString text(std::string_view bytes) { return QString::fromStdString(escaped(bytes)); }

CellText stateCell(const LockRow &row) { return {row.gone() ? Words::tr("gone") : stateText(row.lock), {}}; }

// The library in the normal shade, its kind in a lighter one.
CellText kindCell(const LockRow &row)
{
    const auto whole = kindText(row.lock);
    const auto library = text(row.lock.library);
    return whole.startsWith(library + u' ') ? CellText{library, whole.mid(library.size())} : CellText{{}, whole};
}

CellText ownerCell(const LockInfo &lock)
{
    if (lock.holders.empty() || lock.holderCount() < 2)
        return {ownersText(lock), {}};
    const auto count = static_cast<int>(lock.holderCount());
    const bool readers = std::ranges::all_of(lock.holders, [](const Holder &holder) { return holder.mode == Mode::Read; });
    return {readers ? Words::tr("%Ln readers", nullptr, count) : Words::tr("%Ln holders", nullptr, count), {}};
}

// The column of the owner shows the number of holders. This column shows how often a holder has entered the lock.
CellText countCell(const LockRow &row)
{
    const auto &holders = row.lock.holders;
    if (holders.empty())
        return {u"–"_s, {}};
    const auto [least, most] = std::ranges::minmax(holders | std::views::transform(&Holder::count));
    return {least == most ? numberText(most) : numberText(least) + u'–' + numberText(most), {}};
}

CellText leaseCell(const LockRow &row, ServerTime now)
{
    if (row.gone())
        return {row.last == EventType::Expired ? eventText(row.last) : QString(), {}};
    const auto left = leaseLeft(row, now);
    if (!left)
        return {row.lock.state == LockState::Immortal ? Words::tr("missing") : Words::tr("none set"), {}};
    return {spanText(std::max(*left, Milliseconds::zero())), {}};
}

QString leaseToolTip(const LockInfo &lock)
{
    if (!lock.lease)
        return {};
    const auto words = Words::tr("of a lease of %1").arg(wholeLeaseText(lock));
    return lock.leaseKnowledge == LeaseKnowledge::AsSet ? words : words + u'\n' + Words::tr("It was running before Lockscope looked.");
}

CellText heldCell(const LockRow &row, ServerTime now)
{
    const auto held = heldFor(row, now);
    if (!held)
        return {u"–"_s, {}};
    const auto shown = spanText(*held);
    return {row.lock.heldSinceObserved ? shown : u"≥ "_s + shown, {}};
}

CellText renewalsCell(const LockRow &row)
{
    const auto &renewals = row.lock.renewals;
    if (!row.lock.deadline && renewals.count == 0)
        return {u"–"_s, {}};
    const auto count = numberText(renewals.count);
    return {count, renewals.period ? u" · "_s + spanText(*renewals.period) : QString()};
}

std::int64_t mostEntered(const std::vector<Holder> &holders)
{
    return holders.empty() ? 0 : std::ranges::max_element(holders, {}, &Holder::count)->count;
}

bool areEqual(const std::vector<Holder> &holders)
{
    return std::ranges::adjacent_find(holders, std::ranges::not_equal_to(), &Holder::count) == holders.end();
}

// One line for each holder, up to a readable number.
template <class Line>
QString holderLines(const LockInfo &lock, Line line)
{
    constexpr std::size_t mostLines = 20;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(lock.holders.size(), mostLines); ++i)
        lines << line(lock.holders[i]);
    if (lock.holders.size() > mostLines)
        lines << Words::tr("and %Ln more", nullptr, static_cast<int>(lock.holders.size() - mostLines));
    return lines.join(u'\n');
}

QString notKnownSince(ServerTime time) { return Words::tr("not known since %1").arg(timeText(time)); }

std::string_view ownerBytes(const LockRow &row)
{
    return row.lock.holders.empty() ? std::string_view() : std::string_view(row.lock.holders.front().owner);
}

} // namespace

QString CellText::joined() const { return main + aside; }

QString fullOwnerText(const LockInfo &lock)
{
    constexpr std::size_t longest = 120; // of what could ever fit
    return lock.holderCount() == 1 && !lock.holders.empty() ? shownText(lock.holders.front().owner, longest) : QString();
}

CellText cellText(const LockRow &row, LockModel::Column column, ServerTime now)
{
    switch (column) {
    case LockModel::State: return stateCell(row);
    case LockModel::Name: return {row.name, {}};
    case LockModel::Kind: return kindCell(row);
    case LockModel::Owner: return ownerCell(row.lock);
    case LockModel::Count: return countCell(row);
    case LockModel::Lease: return leaseCell(row, now);
    case LockModel::HeldFor: return heldCell(row, now);
    case LockModel::Renewals: return renewalsCell(row);
    case LockModel::Waiters: return {waitersText(row.lock.waiters), {}};
    case LockModel::Last: return {eventText(row.last), {}};
    case LockModel::Node: return {shownText(row.lock.node, 120), {}};
    case LockModel::ColumnCount: break;
    }
    return {};
}

QString cellToolTip(const LockRow &row, LockModel::Column column, ServerTime now)
{
    switch (column) {
    case LockModel::State: {
        const auto word = stateCell(row).main + (row.unknownSince ? u'\n' + notKnownSince(*row.unknownSince) : QString());
        return row.gone() || row.lock.stateReason.empty() ? word : word + u'\n' + text(row.lock.stateReason);
    }
    case LockModel::Name: return row.name;
    case LockModel::Owner: return holderLines(row.lock, [](const Holder &holder) { return text(holder.owner); });
    case LockModel::Count:
        return holderLines(row.lock, [](const Holder &holder) { return u"%1  × %2"_s.arg(text(holder.owner), numberText(holder.count)); });
    case LockModel::Kind: return Words::tr("%1 (sure: %2 of 5)").arg(cellText(row, column, now).joined()).arg(row.lock.confidence);
    case LockModel::Lease: return leaseToolTip(row.lock);
    case LockModel::HeldFor:
        if (!heldFor(row, now))
            return Words::tr("It counts permits: whether some are taken is not known.");
        return row.lock.heldSinceObserved ? QString() : Words::tr("It was there before Lockscope looked.");
    case LockModel::Renewals: {
        QStringList spans;
        for (const auto interval : row.intervals)
            spans << spanText(interval);
        return spans.isEmpty() ? QString() : Words::tr("The last renewals came at intervals of %1").arg(spans.join(u", "_s));
    }
    case LockModel::Waiters: return text(row.lock.waiters.why);
    case LockModel::Last: return eventText(row.last);
    case LockModel::Node:
        return cellText(row, column, now).main + (row.unknownSince ? u'\n' + notKnownSince(*row.unknownSince) : QString());
    default: return {};
    }
}

QString accessibleText(const LockRow &row, LockModel::Column column, ServerTime now)
{
    return u"%1: %2"_s.arg(columnTitle(column), cellText(row, column, now).joined());
}

QString columnTitle(LockModel::Column column)
{
    switch (column) {
    case LockModel::State: return Words::tr("State");
    case LockModel::Name: return Words::tr("Lock");
    case LockModel::Kind: return Words::tr("Kind");
    case LockModel::Owner: return Words::tr("Owner");
    case LockModel::Count: return Words::tr("Count");
    case LockModel::Lease: return Words::tr("Lease left");
    case LockModel::HeldFor: return Words::tr("Held for");
    case LockModel::Renewals: return Words::tr("Renewals");
    case LockModel::Waiters: return Words::tr("Waiters");
    case LockModel::Last: return Words::tr("Last event");
    case LockModel::Node: return Words::tr("Node");
    case LockModel::ColumnCount: break;
    }
    return {};
}

QString shortColumnTitle(LockModel::Column column)
{
    switch (column) {
    case LockModel::Count: return u"×"_s;
    case LockModel::Renewals: return Words::tr("Ren.");
    case LockModel::Waiters: return Words::tr("Wait");
    default: return columnTitle(column);
    }
}

QString columnToolTip(LockModel::Column column)
{
    switch (column) {
    case LockModel::State:
        return Words::tr("The state; sorted by it, trouble comes first, then what only a release ends, then what somebody waits for");
    case LockModel::Name: return Words::tr("The key; bytes that are not text are shown as \\x00");
    case LockModel::Kind: return Words::tr("The library whose format it has, and the kind of lock");
    case LockModel::Owner:
        return Words::tr("Who holds it. Under the pointer, or with its lock selected, an owner lights up wherever it is.");
    case LockModel::Count: return Words::tr("How often the holder has entered it; of several holders, the least and the most often");
    case LockModel::Lease: return Words::tr("The remaining lease, by the server's clock");
    case LockModel::HeldFor: return Words::tr("\"≥\": it was there before Lockscope looked");
    case LockModel::Renewals: return Words::tr("How often the lease was renewed, and the usual interval");
    case LockModel::Waiters: return Words::tr("\"≥\": at least this many; more may be waiting");
    case LockModel::Last: return Words::tr("The last event that was seen");
    case LockModel::Node: return Words::tr("The primary of the cluster that has it");
    case LockModel::ColumnCount: break;
    }
    return {};
}

Qt::Alignment columnAlignment(LockModel::Column column)
{
    switch (column) {
    case LockModel::Count:
    case LockModel::Lease:
    case LockModel::HeldFor:
    case LockModel::Renewals:
    case LockModel::Waiters: return Qt::AlignRight;
    default: return Qt::AlignLeft;
    }
}

SortKey sortKey(const LockRow &row, LockModel::Column column, ServerTime now)
{
    const auto number = [](auto value) { return SortKey{true, static_cast<double>(value), {}}; };
    switch (column) {
    case LockModel::State: return number(severity(row));
    case LockModel::Name: return {true, 0, row.lock.id.key};
    case LockModel::Kind: return {true, 0, row.lock.library};
    case LockModel::Owner: return {!ownerBytes(row).empty(), 0, ownerBytes(row)};
    case LockModel::Count: return {!row.lock.holders.empty(), static_cast<double>(mostEntered(row.lock.holders)), {}};
    case LockModel::Lease: {
        const auto left = leaseLeft(row, now);
        return left ? number(left->count()) : SortKey{false, 0, {}};
    }
    case LockModel::HeldFor: {
        const auto held = heldFor(row, now);
        return held ? number(held->count()) : SortKey{false, 0, {}};
    }
    case LockModel::Renewals: return number(row.lock.renewals.count);
    case LockModel::Waiters: return {row.lock.waiters.known(), static_cast<double>(row.lock.waiters.count), {}};
    case LockModel::Last: return {true, 0, toString(row.last)};
    case LockModel::Node: return {!row.lock.node.empty(), 0, row.lock.node};
    case LockModel::ColumnCount: break;
    }
    return {};
}

QVariant sortValue(const LockRow &row, LockModel::Column column, ServerTime now)
{
    const auto key = sortKey(row, column, now);
    if (!key.known)
        return {};
    const bool isText = column == LockModel::Name || column == LockModel::Kind || column == LockModel::Owner || column == LockModel::Last
                        || column == LockModel::Node;
    return isText ? QVariant(text(key.text)) : QVariant(key.number);
}

std::string filterTerm(const LockRow &row, LockModel::Column column, bool negated)
{
    const auto is = [negated](std::string_view field, std::string_view value) { return Filter::term(field, value, negated); };
    const auto compared = [negated](const char *comparison, std::int64_t number) {
        return (negated ? "-" : "") + (comparison + std::to_string(number));
    };
    const auto &waiters = row.lock.waiters;
    switch (column) {
    case LockModel::State: return is("state", toString(row.lock.state));
    case LockModel::Name: return is("name", row.lock.id.key);
    case LockModel::Kind: return is("library", row.lock.library);
    case LockModel::Node: return row.lock.node.empty() ? std::string() : is("node", row.lock.node);
    case LockModel::Owner: return ownerBytes(row).empty() ? std::string() : is("owner", ownerBytes(row));
    case LockModel::Count:
        return row.lock.holders.empty() || !areEqual(row.lock.holders) ? std::string() : compared("count=", mostEntered(row.lock.holders));
    case LockModel::Renewals: return compared("renewals=", row.lock.renewals.count);
    case LockModel::Waiters:
        if (!waiters.known())
            return {};
        return compared(waiters.knowledge == Waiters::Knowledge::Exact ? "waiters=" : "waiters>=", waiters.count);
    default: return {};
    }
}

} // namespace lockscope
