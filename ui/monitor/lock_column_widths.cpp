// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_column_widths.h"

#include "ui/monitor/lock_columns.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/words/tone.h"

#include <QFontMetricsF>

#include <algorithm>
#include <climits>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::array wordColumns = {LockModel::State, LockModel::Name, LockModel::Kind, LockModel::Last};

constexpr int uuidAndThread = 40;    // characters
constexpr int mostOfName = 80;       // characters
constexpr int longestExtraBar = 480; // px

bool isWhole(LockModel::Column column) { return column == LockModel::State || column == LockModel::Last; } // never cut

} // namespace

LockColumnWidths::LockColumnWidths(const QFont &font)
{
    const QFontMetricsF text(font), fixed(fixedFont(font));
    const auto set = [&](LockModel::Column column, qreal usual, qreal least) {
        const int padding = leftPadding(column) + cellPadding + 1;
        of(column) = {static_cast<int>(usual) + padding, static_cast<int>(least) + padding, 0};
    };
    const auto title = [&](LockModel::Column column) { return text.horizontalAdvance(columnTitle(column)); };
    const qreal mark = 17, numbers = figuresWidth(text, widestSpan) + 8;
    set(LockModel::State, text.horizontalAdvance(stateText(lockcore::LockState::RenewalOverdue)) + mark,
        text.horizontalAdvance(stateText(lockcore::LockState::Contended)) + mark);
    set(LockModel::Name, fixed.horizontalAdvance(QString(20, u'0')), fixed.horizontalAdvance(QString(15, u'0')));
    set(LockModel::Kind, text.horizontalAdvance(u"redis-semaphore token"_s), text.horizontalAdvance(u"redisson RLock"_s));
    set(LockModel::Owner, fixed.horizontalAdvance(u"9f3ac21e…:17"_s), fixed.horizontalAdvance(u"9f3ac21e…:17"_s));
    const auto counted = [&](LockModel::Column column, const QString &figures) { // in a narrow table, the names need the space more
        set(column, title(column), std::max(text.horizontalAdvance(shortColumnTitle(column)), figuresWidth(text, figures)));
    };
    counted(LockModel::Count, u"0–0"_s);
    set(LockModel::Lease, numbers + 56, numbers + leastLeaseBar);
    m_longestLease = of(LockModel::Lease).usual + longestExtraBar;
    m_wholeOwner =
        static_cast<int>(fixed.horizontalAdvance(QString(uuidAndThread, u'0'))) + leftPadding(LockModel::Owner) + cellPadding + 1;
    const qreal held = figuresWidth(text, u"≥ "_s + widestSpan);
    set(LockModel::HeldFor, held, held);
    counted(LockModel::Renewals, u"0000"_s);
    of(LockModel::Renewals).usual += static_cast<int>(figuresWidth(text, u"00 · 00.0 s"_s) + 28 - title(LockModel::Renewals));
    counted(LockModel::Waiters, u"≥ 00"_s);
    qreal widestEvent = 0;
    for (const auto type : allEventTypes())
        widestEvent = std::max(widestEvent, text.horizontalAdvance(markOf(type) + eventText(type)));
    set(LockModel::Last, widestEvent, text.horizontalAdvance(eventText(lockcore::EventType::TakenOver)));
    set(LockModel::Node, text.horizontalAdvance(u"10.20.30.40:6379"_s), text.horizontalAdvance(u"…40:65535"_s));
    for (const auto column : wordColumns)
        of(column).seen = static_cast<int>(title(column) + text.horizontalAdvance(u" ▴"_s)) + leftPadding(column) + cellPadding + 1;
}

int LockColumnWidths::least() const { return m_widths[LockModel::Count].least; }

bool LockColumnWidths::grow(const std::vector<int> &rows, const std::function<int(int row, LockModel::Column column)> &needed)
{
    bool grown = false;
    for (const auto column : wordColumns) {
        auto &width = of(column);
        const int most = isWhole(column) ? width.usual : width.usual * 3 / 2; // the usual width is that of the widest word
        const bool isName = column == LockModel::Name;
        for (const int row : rows) {
            if (width.seen >= most && !isName)
                break;
            const int whole = needed(row, column), wanted = std::min(most, whole);
            if (isName && whole > m_longestName) {
                m_longestName = std::min(whole, of(LockModel::Name).usual * mostOfName / 20);
                grown = true;
            }
            grown = grown || wanted > width.seen;
            width.seen = std::max(width.seen, wanted);
        }
    }
    return grown;
}

LockColumnWidths::Fitted LockColumnWidths::fittedTo(int room) const
{
    Widths usual{}, needed{}, least{};
    int all = 0, words = 0, bare = 0;
    for (std::size_t column = 0; column < m_widths.size(); ++column) {
        if (!isShown(column))
            continue;
        const auto &width = m_widths[column];
        needed[column] = width.seen > 0 ? width.seen : width.least;
        usual[column] = std::max(width.usual, needed[column]);
        const bool whole = isWhole(static_cast<LockModel::Column>(column));
        least[column] = whole ? std::min(needed[column], width.usual) : std::min(width.least, needed[column]);
        all += usual[column];
        words += needed[column];
        bare += least[column];
    }
    if (room < bare) { // the state says the same as the last event, and its tooltip shows it whole
        auto &last = least[LockModel::Last];
        const int cut = std::min(bare - room, std::max(0, last - m_widths[LockModel::Last].least));
        last -= cut;
        bare -= cut;
    }
    const auto &from = room >= words ? usual : needed;
    const auto &to = room >= words ? needed : least;
    const int most = room >= words ? all : words;
    const int fewest = (room >= words ? words : bare) + from[LockModel::Name] - to[LockModel::Name]; // the others shrink before the name
    const double give = most > room && most > fewest ? std::min(1.0, static_cast<double>(most - room) / (most - fewest)) : 0;
    Fitted fitted;
    fitted.tooWide = room < bare;
    int used = 0;
    for (std::size_t column = 0; column < m_widths.size(); ++column) {
        if (column == LockModel::Name || !isShown(column))
            continue;
        const int given = from[column] - static_cast<int>(std::ceil(give * (from[column] - to[column])));
        fitted.widths[column] = std::max(given, this->least());
        used += fitted.widths[column];
    }
    fitted.widths[LockModel::Name] = std::max(least[LockModel::Name], room - used);
    const int name = std::max(usual[LockModel::Name], m_longestName);
    if (const int spare = fitted.widths[LockModel::Name] - name; spare > 0)
        spread(spare, fitted.widths);
    return fitted;
}

// The owner first, until it is whole, then the bar; what nobody can use is at the right end.
void LockColumnWidths::spread(int spare, Widths &widths) const
{
    for (const auto &[column, most] :
         {std::pair(LockModel::Owner, m_wholeOwner), std::pair(LockModel::Lease, m_longestLease), std::pair(LockModel::Last, INT_MAX)}) {
        auto &width = widths[static_cast<std::size_t>(column)];
        const int more = std::clamp(most - width, 0, spare);
        width += more;
        spare -= more;
        widths[LockModel::Name] -= more;
    }
}

} // namespace lockscope
