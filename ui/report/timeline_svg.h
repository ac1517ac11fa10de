// SPDX-License-Identifier: MIT
// The timeline of a run as SVG: the whole run, and enlarged where the events of the verdicts are too close to each other to be told
// apart. It follows the reader's preference for light or dark. No script, nothing from outside. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

#include <QString>

namespace lockscope {

struct TimelineOptions
{
    bool alone = true;            ///< a file of its own: it brings its colours along; else the page around it has them (inkStyle())
    bool links = false;           ///< marks link to the events of the page: `#e41`
    std::size_t mostWorkers = 24; ///< those that the marks name come first
};

QString timelineSvg(const lockcore::Lanes &lanes, const QString &title, const TimelineOptions &options = {});

/// Stretches of the run with at least three marks that the whole picture would draw on top of each other; at most `most`.
std::vector<std::pair<lockcore::Microseconds, lockcore::Microseconds>> closeUps(const lockcore::Lanes &lanes, std::size_t most);

} // namespace lockscope
