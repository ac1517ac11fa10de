// SPDX-License-Identifier: MIT
// The timeline of a run as SVG: the whole run, and enlarged stretches where the events of the verdicts are too close to each other to be
// distinguished. It follows the reader's preference for light or dark. No script, no external resources. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

#include <QString>

namespace lockscope {

struct TimelineOptions
{
    bool alone = true;            ///< true: a separate file, which includes its colours. False: the page around it has them (inkStyle())
    bool links = false;           ///< marks link to the events of the page: `#e41`
    std::size_t mostWorkers = 24; ///< workers with marks have priority
};

QString timelineSvg(const lockcore::Lanes &lanes, const QString &title, const TimelineOptions &options = {});

/// At most `most` stretches of the run, each with at least three marks that would overlap in the whole picture, or two of which one is a
/// protection. Causes nearby are inside.
std::vector<std::pair<lockcore::Microseconds, lockcore::Microseconds>> closeUps(const lockcore::Lanes &lanes, std::size_t most);

} // namespace lockscope
