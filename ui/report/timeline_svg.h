// SPDX-License-Identifier: MIT
// The timeline of a run as SVG: the whole run, and enlarged stretches where the events of the verdicts are too close to each other to be
// distinguished. It follows the reader's preference for light or dark. No script, no external resources. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/time_axis.h"

#include <QString>

namespace lockscope {

struct TimelineOptions
{
    bool alone = true;            ///< true: a separate file, which includes its colours. False: the page around it has them (inkStyle())
    bool links = false;           ///< marks link to the events of the page: `#e41`
    std::size_t mostWorkers = 24; ///< workers with marks have priority
    bool cursors = false;         ///< each panel has a hidden cursor, which the page around it shows and moves: see cursorOf()
};

QString timelineSvg(const lockcore::Lanes &lanes, const QString &title, const TimelineOptions &options = {});

/// The axes of the panels in that picture: the whole run, then each enlarged stretch.
std::vector<TimeAxis> timelineAxes(const lockcore::Lanes &lanes);

/// The CSS class of the cursor of a panel. A cursor is at the left edge until it is translated; it veils what is to its right.
QString cursorOf(std::size_t panel);

/// At most `most` stretches of the run, each with at least three marks that would overlap in the whole picture, or two of which one is a
/// protection. Causes nearby are inside.
std::vector<std::pair<lockcore::Microseconds, lockcore::Microseconds>> closeUps(const lockcore::Lanes &lanes, std::size_t most);

} // namespace lockscope
