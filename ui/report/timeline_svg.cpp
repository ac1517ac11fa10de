// SPDX-License-Identifier: MIT
#include "ui/report/timeline_svg.h"

#include "ui/report/svg_writer.h"
#include "ui/report/timeline_legend.h"
#include "ui/report/timeline_panel.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr double width = 1080, left = 112, right = width - 24;
constexpr double titleHeight = 26, panelGap = 18;
constexpr std::size_t mostCloseUps = 2;

// Chooses marked workers first, then by their start; shows them in the order of their start.
std::vector<LaneRow> shownRows(const Lanes &lanes, std::size_t most)
{
    std::vector<std::size_t> shown;
    const auto add = [&](std::size_t index) {
        if (shown.size() < most && index < lanes.workers.size() && std::ranges::find(shown, index) == shown.end())
            shown.push_back(index);
    };
    for (const auto &mark : lanes.marks) {
        if (mark.place == LanePlace::Worker)
            add(mark.lane);
    }
    for (std::size_t i = 0; i < lanes.workers.size(); ++i)
        add(i);
    std::ranges::sort(shown);
    std::vector<LaneRow> rows;
    for (const auto worker : shown)
        rows.push_back({worker, nullptr, false, false});
    return rows;
}

QString closeUpName(std::size_t index, std::size_t count)
{
    return count == 1 ? Words::tr("close-up") : Words::tr("close-up %1").arg(index + 1);
}

} // namespace

namespace {

/// Marks that are close to each other.
struct Cluster
{
    Microseconds begin{0}, end{0};
    std::size_t marks = 0;
    bool shows = false; ///< something was violated, outlived or prevented
    Outcome gravest = Outcome::Skipped;
};

// Causes do not make a cluster, but where they fit in, they belong to it.
std::vector<Cluster> clustersOf(const Lanes &lanes)
{
    const auto whole = lanes.end - lanes.begin;
    std::vector<Cluster> clusters;
    for (const auto &mark : lanes.marks) {
        if (mark.kind == Decisive::Cause)
            continue;
        if (clusters.empty() || mark.at - clusters.back().end >= whole / 12)
            clusters.push_back({mark.at, mark.at});
        auto &cluster = clusters.back();
        cluster.end = mark.at;
        ++cluster.marks;
        cluster.shows = cluster.shows || mark.kind == Decisive::Protection || mark.outcome <= Outcome::Outlived;
        if (mark.kind == Decisive::Finding)
            cluster.gravest = std::min(cluster.gravest, mark.outcome);
    }
    for (auto &cluster : clusters) {
        for (const auto &mark : lanes.marks) {
            if (mark.kind != Decisive::Cause || mark.at > cluster.end || cluster.end - mark.at > whole / 8)
                continue;
            cluster.begin = std::min(cluster.begin, mark.at);
            ++cluster.marks;
        }
    }
    return clusters;
}

bool isProtected(const Lanes &lanes, const Cluster &cluster)
{
    return std::ranges::any_of(lanes.marks, [&](const LaneMark &mark) {
        return mark.kind == Decisive::Protection && cluster.begin <= mark.at && mark.at <= cluster.end;
    });
}

} // namespace

std::vector<std::pair<Microseconds, Microseconds>> closeUps(const Lanes &lanes, std::size_t most)
{
    const auto whole = lanes.end - lanes.begin;
    auto clusters = clustersOf(lanes);
    std::erase_if(clusters, [&](const Cluster &cluster) {
        const std::size_t least = isProtected(lanes, cluster) ? 2 : 3;
        return cluster.marks < least || !cluster.shows || cluster.end - cluster.begin > whole / 8;
    });
    std::ranges::stable_sort(clusters, [](const Cluster &one, const Cluster &other) {
        return std::pair(one.gravest, other.marks) < std::pair(other.gravest, one.marks);
    });
    clusters.resize(std::min(clusters.size(), most));
    std::ranges::sort(clusters, {}, &Cluster::begin);
    std::vector<std::pair<Microseconds, Microseconds>> stretches;
    for (const auto &cluster : clusters) {
        const auto room = std::max((cluster.end - cluster.begin) / 6, Microseconds(100));
        stretches.emplace_back(std::max(cluster.begin - room, lanes.begin), std::min(cluster.end + room, lanes.end));
    }
    return stretches;
}

std::vector<TimeAxis> timelineAxes(const Lanes &lanes)
{
    std::vector axes{TimeAxis(lanes.begin, lanes.end, lanes.begin, left, right)};
    for (const auto &[begin, end] : closeUps(lanes, mostCloseUps))
        axes.emplace_back(begin, end, lanes.begin, left, right);
    return axes;
}

QString cursorOf(std::size_t panel) { return u"c%1"_s.arg(panel); }

QString timelineSvg(const Lanes &lanes, const QString &title, const TimelineOptions &options)
{
    const auto axes = timelineAxes(lanes);
    TimelinePage page(lanes);
    page.rows = shownRows(lanes, options.mostWorkers);
    page.links = options.links;
    std::vector<TimelineStretch> enlarged;
    for (std::size_t i = 1; i < axes.size(); ++i)
        enlarged.push_back({axes[i].begin(), axes[i].end(), closeUpName(i - 1, axes.size() - 1)});

    SvgWriter svg;
    if (options.alone)
        svg.label({0, 14, title, Ink::Text, Label::Anchor::Start, 16, true});
    double bottom = options.alone ? 34 : 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (i > 0) {
            bottom += panelGap;
            svg.line(0, bottom, width, bottom, Ink::Line);
            svg.label({0, bottom + 17, enlarged[i - 1].name, Ink::Accent, Label::Anchor::Start, 11, true});
            svg.label({left, bottom + 17, axes[i].rangeText(), Ink::Secondary, Label::Anchor::Start, 11});
            bottom += titleHeight;
        }
        TimelinePanel panel(svg, page, axes[i], bottom);
        panel.paint(i == 0 ? enlarged : std::vector<TimelineStretch>());
        if (options.cursors)
            svg.cursor(cursorOf(i), panel.axisBottom(), panel.bottom(), width);
        bottom = panel.bottom();
    }
    const auto hidden = lanes.workers.size() - page.rows.size();
    if (hidden > 0)
        svg.label({0, bottom + 14, Words::tr("Workers that are not shown: %1").arg(hidden), Ink::Secondary});
    bottom += hidden > 0 ? 18 : 0;
    bottom = paintLegend(svg, timelineLegend(lanes), left, right, bottom);
    const auto description = Words::tr("A lane for each worker, one for the lock as the server has it, one for the resource. "
                                       "The numbers are the entries of the history that the verdicts name.");
    return svg.document(width, bottom, options.alone ? 24 : 0, title, description, options.alone ? inkStyle() : QString());
}

} // namespace lockscope
