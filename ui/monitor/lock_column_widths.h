// SPDX-License-Identifier: MIT
// How wide the columns of the lock table are: what their words need, and how they share the room. Widths in device-independent
// pixels. GUI thread, for it measures fonts.
#pragma once

#include "ui/monitor/lock_model.h"

#include <array>
#include <functional>
#include <vector>

class QFont;

namespace lockscope {

class LockColumnWidths final
{
public:
    using Widths = std::array<int, LockModel::ColumnCount>;
    struct Fitted
    {
        Widths widths{};
        bool tooWide = false; ///< together they are wider than the room
    };

    LockColumnWidths() = default;
    explicit LockColumnWidths(const QFont &font); ///< of the cells

    /// Measures what the words of these rows need. Widths only grow, so that columns do not jitter when rows come and go. True: a
    /// column has grown.
    bool grow(const std::vector<int> &rows, const std::function<int(int row, LockModel::Column column)> &needed);

    /// If there is room, each column gets its usual width, and the lock's name gets the rest. If not, columns first lose the width
    /// that nobody needs, then the width that their words need; the name is last.
    Fitted fittedTo(int room) const;

    int least() const; ///< of any column

private:
    struct Width
    {
        int usual = 0;
        int least = 0; ///< that is understandable
        int seen = 0;  ///< what the words of the rows seen so far need; 0: not measured
    };
    Width &of(LockModel::Column column) { return m_widths[static_cast<std::size_t>(column)]; }

    std::array<Width, LockModel::ColumnCount> m_widths{};
};

} // namespace lockscope
