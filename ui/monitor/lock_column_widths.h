// SPDX-License-Identifier: MIT
// The widths of the columns of the lock table: what their words need, and how they share the available width. In device-independent pixels.
// GUI thread, because it measures fonts.
#pragma once

#include "ui/monitor/lock_model.h"

#include <array>
#include <functional>
#include <vector>

class QFont;

namespace lockscope {

inline constexpr int leastLeaseBar = 24; ///< px; a shorter bar would look like a dot

class LockColumnWidths final
{
public:
    using Widths = std::array<int, LockModel::ColumnCount>;
    struct Fitted
    {
        Widths widths{};
        bool tooWide = false; ///< together they are wider than the available width
    };

    LockColumnWidths() = default;
    explicit LockColumnWidths(const QFont &font); ///< `font`: of the cells

    void setShowsNode(bool shows) { m_showsNode = shows; } ///< the column of a cluster's nodes; at first not

    /// Measures what the words of these rows need. Widths only grow, so that columns do not jitter when rows come and go. Returns true if a
    /// column has grown.
    bool grow(const std::vector<int> &rows, const std::function<int(int row, LockModel::Column column)> &needed);

    /// If there is room, each column gets its usual width, and the lock's name what the longest one needs; owners and lease bars share the
    /// rest. If not, columns first lose the width that their words do not need, then width that they need; the name shrinks last. There is
    /// always room for a lease bar.
    Fitted fittedTo(int room) const;

    int least() const; ///< the least width of any column

private:
    struct Width
    {
        int usual = 0;
        int least = 0; ///< the least width that is still understandable
        int seen = 0;  ///< what the words of the rows seen so far need; 0: not measured
    };
    void spread(int spare, Widths &widths) const;
    Width &of(LockModel::Column column) { return m_widths[static_cast<std::size_t>(column)]; }

    bool isShown(std::size_t column) const { return m_showsNode || column != LockModel::Node; }

    std::array<Width, LockModel::ColumnCount> m_widths{};
    bool m_showsNode = false;
    int m_longestName = 0;  ///< of those seen so far
    int m_wholeOwner = 0;   ///< what a UUID with a thread needs
    int m_longestLease = 0; ///< with the longest bar that is still compared at a glance
};

} // namespace lockscope
