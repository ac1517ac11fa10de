// SPDX-License-Identifier: MIT
#include "ui/lab/picture/run_timeline.h"

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"

#include <QAccessible>
#include <QAction>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr double closest = 200; // µs in the whole width

} // namespace

RunTimeline::RunTimeline(RunPlayer *player, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_player(player)
    , m_whole(new LinkButton(tr("Whole run"), viewport()))
{
    setObjectName(u"runTimeline"_s);
    setAccessibleName(tr("Timeline of the run"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(player, &RunPlayer::runChanged, this, &RunTimeline::showRun);
    connect(player, &RunPlayer::positionChanged, this, &RunTimeline::showMoment);
    connect(player, &RunPlayer::playingChanged, this, [this] { viewport()->update(pacePlace().toAlignedRect()); });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { viewport()->update(); });
    m_whole->setObjectName(u"wholeRun"_s);
    m_whole->setToolTip(tr("Show the whole run (F)"));
    connect(m_whole, &QAbstractButton::clicked, this, &RunTimeline::fit);
    new FocusRing(this);
    addActions();
    showRun();
}

void RunTimeline::addActions()
{
    const auto add = [this](const QString &text, auto slot) {
        auto *action = new QAction(text, this);
        connect(action, &QAction::triggered, this, slot);
        m_actions.push_back(action);
    };
    add(tr("&Fit the run"), [this] { fit(); });
    add(tr("Zoom &in"), [this] { zoomAtPlayhead(1.5); });
    add(tr("Zoom &out"), [this] { zoomAtPlayhead(1 / 1.5); });
    add(tr("Fold or &unfold all groups"), [this] { toggleGroups(); });
}

void RunTimeline::showRun()
{
    m_run = m_player->run();
    m_picture.show(m_run);
    m_ownGutter = m_picture.gutter(font());
    m_actions.back()->setEnabled(m_picture.hasGroups());
    setExtent(m_player->begin(), m_player->end());
    setRange(m_extentBegin, m_extentEnd);
    verticalScrollBar()->setValue(0);
    updateGeometry();
}

void RunTimeline::setExtent(Time begin, Time end)
{
    end = std::max(end, begin + Time(1));
    if (Stretch(begin, end) == Stretch(m_extentBegin, m_extentEnd))
        return;
    m_extentBegin = begin;
    m_extentEnd = end;
    setRange(m_extentBegin, m_extentEnd);
}

void RunTimeline::setRange(Time begin, Time end)
{
    m_begin = begin;
    m_end = std::max(end, begin + Time(1));
    arrange();
}

void RunTimeline::fit()
{
    setRange(m_extentBegin, m_extentEnd);
    emit rangeChanged();
}

void RunTimeline::setShowsAll(bool showsAll)
{
    if (showsAll == m_showsAll)
        return;
    m_showsAll = showsAll;
    viewport()->update();
    emit showsAllChanged(showsAll);
}

double RunTimeline::wantedGutter() const { return m_ownGutter; }

void RunTimeline::setGutter(double pixels)
{
    m_gutter = pixels;
    arrange();
}

TimelineSheet RunTimeline::sheet() const
{
    TimelineSheet sheet;
    sheet.size = viewport()->size();
    sheet.dots = devicePixelRatioF();
    sheet.begin = m_begin;
    sheet.end = m_end;
    sheet.gutter = std::min(m_gutter > 0 ? m_gutter : m_ownGutter, viewport()->width() / 2.0);
    sheet.scrolled = verticalScrollBar()->value();
    sheet.beside = width() - viewport()->width();
    sheet.palette = palette();
    sheet.font = font();
    return sheet;
}

void RunTimeline::arrange()
{
    const auto sheet = this->sheet();
    const auto most = std::ceil(m_picture.height(sheet)) - viewport()->height();
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(most)));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
    placeWhole();
    viewport()->update();
}

// Below the axis, because the axis' first label may begin left of the lanes.
void RunTimeline::placeWhole()
{
    const int top = static_cast<int>(m_picture.axisHeight(font()));
    m_whole->setGeometry(QRect(QPoint(static_cast<int>(TimelineSheet::margin), top), m_whole->sizeHint()));
    m_whole->setVisible(isZoomed());
}

QRectF RunTimeline::pacePlace() const
{
    const auto margin = TimelineSheet::margin;
    return {margin, m_picture.axisHeight(font()) + m_whole->height() + 2, sheet().left() - margin, QFontMetricsF(font()).height()};
}

QSize RunTimeline::sizeHint() const
{
    auto sheet = this->sheet();
    sheet.size = {std::max(sheet.size.width(), 640), 400};
    sheet.scrolled = 0;
    return {640, std::clamp(static_cast<int>(std::ceil(m_picture.height(sheet))), 160, 640)};
}

QSize RunTimeline::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 8}; }

bool RunTimeline::isZoomed() const { return m_begin > m_extentBegin || m_end < m_extentEnd; }

bool RunTimeline::isOwnRange() const { return isZoomed() && std::ranges::find(m_closeUps, Stretch(m_begin, m_end)) == m_closeUps.end(); }

const RunTimeline::Stretch *RunTimeline::closeUpAt(Time position) const
{
    const auto found = std::ranges::find_if(
        m_closeUps, [position](const Stretch &stretch) { return stretch.first <= position && position <= stretch.second; });
    return found == m_closeUps.end() ? nullptr : &*found;
}

void RunTimeline::setCloseUps(std::vector<Stretch> stretches) { m_closeUps = std::move(stretches); }

void RunTimeline::showStretch(const Stretch &stretch)
{
    if (stretch == Stretch(m_begin, m_end))
        return;
    setRange(stretch.first, stretch.second);
}

void RunTimeline::showLastCloseUp()
{
    if (!m_closeUps.empty())
        showStretch(m_closeUps.back());
}

void RunTimeline::lookCloser()
{
    const auto position = m_player->position();
    if (const auto *const closeUp = closeUpAt(position))
        showStretch(*closeUp);
    else if (position < m_begin || position > m_end)
        fit();
}

// Limits the range: not longer than the whole run, and not beyond its ends.
void RunTimeline::changeRange(double begin, double length)
{
    const auto count = [](Time time) { return static_cast<double>(time.count()); };
    const auto whole = count(m_extentEnd - m_extentBegin);
    length = std::clamp(length, std::min(closest, whole), whole);
    begin = std::clamp(begin, count(m_extentBegin), count(m_extentEnd) - length);
    const auto from = Time(std::llround(begin));
    const auto to = from + Time(std::llround(length));
    if (from == m_begin && to == m_end)
        return;
    setRange(from, to);
    emit rangeChanged();
}

void RunTimeline::zoomAt(double factor, double x)
{
    const auto sheet = this->sheet();
    const auto at = static_cast<double>(sheet.timeAt(std::clamp(x, sheet.left(), sheet.right())).count());
    const auto length = static_cast<double>((m_end - m_begin).count());
    const auto share = (at - static_cast<double>(m_begin.count())) / length;
    changeRange(at - share * length / factor, length / factor);
}

void RunTimeline::zoomAtPlayhead(double factor) { zoomAt(factor, sheet().xOf(m_player->position())); }

void RunTimeline::panBy(double pixels)
{
    changeRange(static_cast<double>(m_begin.count()) - pixels * sheet().perPixel(), static_cast<double>((m_end - m_begin).count()));
}

void RunTimeline::stepBy(double pixels)
{
    const auto by = std::max(1.0, std::abs(pixels) * sheet().perPixel());
    m_player->setPosition(m_player->position() + Time(std::llround(std::copysign(by, pixels))));
}

void RunTimeline::toggleGroups()
{
    m_picture.setAllOpen(!m_picture.isUnfolded());
    arrange();
}

// Includes the axis labels that the head hides, each one completely.
QRect RunTimeline::stripAt(double x) const
{
    const auto head = fontMetrics().horizontalAdvance(u"00000.00 ms 00000 ms"_s) / 2 + grid::spacing;
    const QRect around(static_cast<int>(x) - head, 0, 2 * head + 1, viewport()->height());
    auto strip = around;
    for (const auto &tick : m_picture.tickPlaces(sheet())) {
        if (const auto label = tick.toAlignedRect(); label.intersects(around)) {
            strip.setLeft(std::min(strip.left(), label.left()));
            strip.setRight(std::max(strip.right(), label.right()));
        }
    }
    return strip;
}

// If the user has zoomed, the view moves on by a page, or back.
void RunTimeline::keepInSight(Time position)
{
    const Stretch whole(m_extentBegin, m_extentEnd);
    const bool isOut = position < m_begin || position > m_end;
    if (!isOwnRange() && m_drag != Drag::Scrub) {
        const auto *const closeUp = closeUpAt(position);
        if (!m_player->wasScrubbed() || isOut)
            showStretch(closeUp && !m_player->wasScrubbed() ? *closeUp : whole);
    } else if (isOut && m_followsWhenZoomed) {
        const auto length = static_cast<double>((m_end - m_begin).count());
        changeRange(static_cast<double>(position.count()) - 0.1 * length, length);
    }
}

void RunTimeline::showMoment()
{
    const auto position = m_player->position();
    if (m_run == m_player->run())
        keepInSight(position);
    const auto x = sheet().xOf(position);
    auto dirty = stripAt(x) | stripAt(m_playhead); // includes the area that is unveiled between them
    if (m_picture.hasGroups())
        dirty |= QRect(0, 0, static_cast<int>(sheet().left()), viewport()->height()); // folded groups show their state there
    if (position >= m_player->end())
        dirty = viewport()->rect(); // nothing is veiled any more
    for (const auto &label : m_picture.earlyLabels()) {
        if (isAhead(label, x) == isAhead(label, m_playhead))
            continue;
        dirty.setLeft(std::min(dirty.left(), static_cast<int>(label.left())));
        dirty.setRight(std::max(dirty.right(), static_cast<int>(std::ceil(label.ground.right()))));
    }
    viewport()->update(dirty);
    if (QAccessible::isActive() && !m_player->isPlaying())
        setAccessibleDescription(timeText(position));
}

bool RunTimeline::isVeiled(double x) const { return !m_showsAll && x > sheet().xOf(m_player->position()) + 1; }

std::optional<RunTimeline::Time> RunTimeline::crosshair() const
{
    const auto sheet = this->sheet();
    if (!m_pointer || !m_run || m_pointer->x() < sheet.left() || m_pointer->x() > sheet.right() + 1)
        return std::nullopt;
    return sheet.timeAt(m_pointer->x());
}

void RunTimeline::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void RunTimeline::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::PaletteChange)
        return;
    m_ownGutter = m_picture.gutter(font());
    updateGeometry();
    arrange();
}

} // namespace lockscope
