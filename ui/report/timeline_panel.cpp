// SPDX-License-Identifier: MIT
#include "ui/report/timeline_panel.h"

#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct PanelWords
{
    Q_DECLARE_TR_FUNCTIONS(PanelWords)
};

constexpr double axisHeight = 20;
constexpr double pillHeight = 15;
constexpr double pillStep = pillHeight + 3;
constexpr double bandLabel = 16;
constexpr double nameX = 16; // right of the swatch

std::size_t rowsOf(const std::vector<MarkPill> &pills)
{
    std::size_t rows = 0;
    for (const auto &pill : pills)
        rows = std::max(rows, pill.row + 1);
    return rows;
}

Outcome gravest(const MarkPill &pill)
{
    return (*std::ranges::min_element(pill.marks, {}, [](const LaneMark *mark) { return mark->outcome; }))->outcome;
}

} // namespace

TimelinePanel::TimelinePanel(SvgWriter &svg, const TimelinePage &page, const TimeAxis &axis, double top)
    : m_svg(svg)
    , m_page(page)
    , m_axis(axis)
    , m_top(top)
    , m_pills(markPills(axis, page.lanes.marks))
{
    double y = top + axisHeight + static_cast<double>(rowsOf(m_pills)) * pillStep;
    m_lanesTop = y;
    for (std::size_t i = 0; i < page.workers.size(); ++i, y += lane::worker)
        m_workers.push_back(y);
    y += lane::gap / 2;
    for (const auto &lock : page.lanes.locks) {
        m_locks.push_back(y);
        y += heightOf(lock);
    }
    for (const auto &resource : page.lanes.resources) {
        m_resources.push_back(y);
        y += heightOf(resource);
    }
    m_lanesBottom = y;
    const bool hasBands = std::ranges::any_of(page.lanes.resources, [](const ResourceLane &resource) { return !resource.bands.empty(); });
    m_bottom = y + (hasBands ? bandLabel : 0);
}

void TimelinePanel::paint(const std::vector<TimelineStretch> &enlarged)
{
    paintAxis();
    paintStretches(enlarged);
    paintBands();
    paintLanes();
    paintNames();
    paintMarks();
}

void TimelinePanel::paintAxis()
{
    for (const auto tick : m_axis.ticks()) {
        const auto x = m_axis.xOf(tick);
        m_svg.line(x, m_top + axisHeight - 4, x, m_lanesBottom, Ink::Hairline);
        const auto text = m_axis.labelOf(tick);
        const bool atTheEnd = x + SvgWriter::widthOf(text) / 2 > m_axis.right() + 8;
        m_svg.label({x, m_top + 11, text, Ink::Secondary, atTheEnd ? Label::Anchor::End : Label::Anchor::Middle});
    }
}

void TimelinePanel::paintStretches(const std::vector<TimelineStretch> &stretches)
{
    for (const auto &stretch : stretches) {
        Bar bar{m_axis.clampedXOf(stretch.begin), m_lanesTop, 0, m_lanesBottom - m_lanesTop, Ink::Accent, 0.07, 2, false,
                PanelWords::tr("enlarged below")};
        bar.width = std::max(m_axis.clampedXOf(stretch.end) - bar.x, 5.0);
        m_svg.bar(bar);
        const auto width = SvgWriter::widthOf(stretch.name, 10);
        const bool toTheLeft = bar.x + bar.width + width + 4 > m_axis.right();
        m_svg.label({toTheLeft ? bar.x - 4 : bar.x + bar.width + 4, m_lanesBottom - 2, stretch.name, Ink::Accent,
                     toTheLeft ? Label::Anchor::End : Label::Anchor::Start, 10});
    }
}

void TimelinePanel::paintBands()
{
    LabelRow labels(m_axis.left(), m_axis.right() + 8);
    double last = -10;
    for (const auto &resource : m_page.lanes.resources) {
        for (const auto &band : resource.bands) {
            const auto x = m_axis.clampedXOf(band.begin);
            if (!m_axis.overlaps(band.begin, band.end) || x - last < 1)
                continue;
            last = x;
            const auto width = std::max(m_axis.clampedXOf(band.end) - x, 2.0);
            m_svg.bar({x, m_lanesTop, width, m_lanesBottom - m_lanesTop, Ink::Danger, 0.13});
            const auto text =
                PanelWords::tr("%1 and %2 inside at once").arg(shownText(toString(band.first), 16), shownText(toString(band.second), 16));
            if (const auto at = labels.take(x, SvgWriter::widthOf(text)))
                m_svg.label({*at, m_lanesBottom + 11, text, Ink::Danger, Label::Anchor::Start, 11, true});
        }
    }
}

void TimelinePanel::paintLanes()
{
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const auto &worker = m_page.lanes.workers[m_page.workers[i]];
        const auto top = m_workers[i] + lane::label;
        paintWorker(m_svg, m_axis, m_page, worker, ownerInk(m_page.workers[i]), m_workers[i]);
        paintFaults(m_svg, m_axis, m_page, LanePlace::Worker, m_page.workers[i], top - 2, top + lane::bar + 3, top + lane::bar + 10);
    }
    for (std::size_t i = 0; i < m_locks.size(); ++i) {
        const auto &lock = m_page.lanes.locks[i];
        const auto bottom = m_locks[i] + heightOf(lock) - lane::gap;
        paintLock(m_svg, m_axis, m_page, lock, m_locks[i]);
        paintFaults(m_svg, m_axis, m_page, LanePlace::Lock, i, m_locks[i] + lane::label - 2, bottom, bottom + 9);
    }
    for (std::size_t i = 0; i < m_resources.size(); ++i)
        paintResource(m_svg, m_axis, m_page, m_page.lanes.resources[i], m_resources[i]);
}

void TimelinePanel::paintNames()
{
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const auto top = m_workers[i] + lane::label;
        m_svg.bar({0, top + 2, 10, 10, ownerInk(m_page.workers[i]), 1, 2});
        m_svg.label(
            {nameX, top + 11, shownText(m_page.lanes.workers[m_page.workers[i]].worker, 15), Ink::Text, Label::Anchor::Start, 12, true});
    }
    const bool several = m_locks.size() > 1;
    for (std::size_t i = 0; i < m_locks.size(); ++i) {
        const auto &lock = m_page.lanes.locks[i];
        const auto top = m_locks[i] + lane::label;
        const auto name = several ? PanelWords::tr("on server %1").arg(lock.server + 1) : PanelWords::tr("lock in Redis");
        m_svg.label({0, top + 10, name, Ink::Text, Label::Anchor::Start, 12});
        m_svg.label({0, top + static_cast<double>(lock.rows) * (lane::holding + 1) + 12, PanelWords::tr("lease left"), Ink::Secondary,
                     Label::Anchor::Start, 10});
    }
    for (const auto top : m_resources)
        m_svg.label({0, top + lane::write + 8, PanelWords::tr("resource"), Ink::Text, Label::Anchor::Start, 12});
}

double TimelinePanel::middleOf(const LaneMark &mark) const
{
    const auto worker = std::ranges::find(m_page.workers, mark.lane);
    switch (mark.place) {
    case LanePlace::Worker:
        if (worker != m_page.workers.end())
            return m_workers[static_cast<std::size_t>(worker - m_page.workers.begin())] + lane::label + lane::bar / 2;
        break;
    case LanePlace::Lock: return m_locks[mark.lane] + lane::label + lane::holding / 2;
    case LanePlace::Resource: return m_resources[mark.lane] + lane::write + lane::inside / 2;
    case LanePlace::Run: break;
    }
    return m_lanesBottom;
}

void TimelinePanel::paintMarks()
{
    for (const auto &pill : m_pills) {
        const auto bottom = m_top + axisHeight + static_cast<double>(pill.row) * pillStep + pillHeight;
        for (const auto *const mark : pill.marks) {
            const auto x = m_axis.xOf(mark->at);
            m_svg.line(x, bottom, x, middleOf(*mark), lockscope::inkOf(mark->outcome), 1, 0.55, true);
        }
    }
    for (const auto &pill : m_pills) {
        const auto top = m_top + axisHeight + static_cast<double>(pill.row) * pillStep;
        const auto ink = lockscope::inkOf(gravest(pill));
        for (const auto *const mark : pill.marks) {
            m_svg.dot(m_axis.xOf(mark->at), middleOf(*mark), 4, Ink::Base);
            m_svg.dot(m_axis.xOf(mark->at), middleOf(*mark), 3, lockscope::inkOf(mark->outcome));
        }
        if (m_page.links)
            m_svg.beginLink(u"#e%1"_s.arg(pill.marks.front()->number));
        m_svg.bar({pill.left, top, pill.width, pillHeight, Ink::Base, 1, 3});
        m_svg.bar({pill.left, top, pill.width, pillHeight, ink, 0.14, 3});
        m_svg.label({pill.left + pill.width / 2, top + 11, pill.text, ink, Label::Anchor::Middle, 10, true, true});
        if (m_page.links)
            m_svg.endLink();
    }
}

} // namespace lockscope
