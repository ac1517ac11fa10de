// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_view.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_painter.h"
#include "ui/widgets/tool_tip.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr TimelineLength usualSpan = 60s;
constexpr double keyZoom = 1.5;
constexpr double wheelZoom = 1.25; // for one notch of the wheel
constexpr double wheelNotch = 120;

} // namespace

TimelineView::TimelineView(TimelineSource *source, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_source(source)
{
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, [this] { m_keepingCurrent = false; });
    setObjectName(u"timeline"_s);
    setAccessibleName(tr("Timeline"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&m_ticking, &QTimer::timeout, this, &TimelineView::tick);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        m_lanes.scrolled = value;
        m_amongTheGone = !livingInSight();
        viewport()->update();
    });
    new FocusRing(this);
    describe();
}

double TimelineView::plotWidth() const { return std::max(1, viewport()->width() - m_gutter); }

void TimelineView::refresh()
{
    m_stale = true;
    if (m_ticking.isActive() && m_ticking.remainingTime() < m_pace / 2) // new content is drawn soon, but not more than twice as often
        m_ticking.start(0);
}

void TimelineView::tick()
{
    // Set only here, because setting the interval restarts the timer, and a moving pointer causes more paintings than the timer fires.
    m_ticking.setInterval(m_pace);
    if (viewport()->visibleRegion().isEmpty())
        return;
    const auto before = m_scale.begin;
    slide();
    const bool slid = m_scale.begin != before;
    const bool nowInSight = m_source->now() <= m_scale.timeAt(plotWidth());
    if (!slid && !nowInSight && !m_stale)
        return;
    updateLanes();
    m_stale = false;
    viewport()->update();
}

// Moves by whole pixels: a bar that ends between two pixels would jitter.
void TimelineView::slide()
{
    if (!m_following || m_still)
        return;
    const auto wanted = m_source->now() - m_scale.lengthOf(plotWidth() - TimelinePainter::nowMargin);
    const auto pixels = std::trunc(m_scale.xOf(wanted));
    if (pixels != 0)
        m_scale.begin = std::abs(pixels) < plotWidth() ? m_scale.begin + m_scale.lengthOf(pixels) : wanted;
}

void TimelineView::setFollowing(bool following)
{
    if (following == m_following)
        return;
    m_following = following;
    emit followingChanged(following);
    describe();
}

void TimelineView::setStill(bool still)
{
    m_still = still;
    refresh();
}

void TimelineView::follow()
{
    m_pinned.reset();
    setFollowing(true);
    slide();
    viewport()->update();
}

void TimelineView::updateLanes()
{
    m_source->settle();
    m_lanes.count = m_source->laneCount();
    m_lanes.height = std::max(0, viewport()->height() - m_axis);
    leaveTheGone();
    if (const int current = m_source->currentLane(); m_keepingCurrent && current >= 0) // the order of lanes may have changed
        verticalScrollBar()->setValue(m_lanes.scrolledToShow(current));
    verticalScrollBar()->setPageStep(m_lanes.height);
    verticalScrollBar()->setSingleStep(m_lanes.laneHeight);
}

bool TimelineView::livingInSight() const { return m_lanes.first() < m_source->livingLanes(); }

// Lanes move up and down as locks are acquired and end. A user who scrolled to the lanes of ended locks stays there; otherwise some current
// lanes stay visible.
void TimelineView::leaveTheGone()
{
    const bool onPurpose = m_amongTheGone;
    verticalScrollBar()->setRange(0, m_lanes.mostScrolled());
    const int living = m_source->livingLanes();
    if (!onPurpose && living > 0 && !livingInSight())
        verticalScrollBar()->setValue(m_lanes.scrolledToEndWith(living - 1));
    m_amongTheGone = onPurpose && !livingInSight();
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_lanes.laneHeight = fontMetrics().height() + 8;
    m_axis = fontMetrics().height() + grid::spacing;
    const QFontMetricsF fixed(fixedFont(font()));
    m_gutter =
        std::min(static_cast<int>(fixed.horizontalAdvance(QString(22, u'0'))) + grid::group + grid::spacing, viewport()->width() / 3);
    if (!m_zoomed && !m_still) { // the same length of time for every width; when frozen, the scale stays
        const auto begin = m_scale.begin;
        m_scale = TimelineScale::fitting(m_source->now() - usualSpan, m_source->now(), plotWidth() - TimelinePainter::nowMargin);
        if (!m_following)
            m_scale.begin = begin; // what one looks at stays in sight
    }
    slide();
    updateLanes();
}

void TimelineView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    m_ticking.start(m_pace);
}

void TimelineView::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    m_ticking.stop();
}

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        refresh();
}

TimelineFrame TimelineView::frame() const
{
    TimelineFrame frame;
    frame.source = m_source;
    frame.scale = m_scale;
    frame.lanes = m_lanes;
    frame.size = viewport()->size();
    frame.gutter = m_gutter;
    frame.axis = m_axis;
    frame.relative = m_following && !m_still;
    frame.focused = hasFocus();
    frame.crosshair = crosshair();
    frame.crosshairWord = m_pinned ? m_pinnedWord : QString();
    return frame;
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QElapsedTimer timer;
    timer.start();
    updateLanes();
    QPainter painter(viewport());
    TimelinePainter(painter, frame(), palette(), font()).paint();
    painter.end();
    m_pace = std::clamp(static_cast<int>(timer.nsecsElapsed() * painting / 1'000'000), wantsLessMotion() ? calmInterval : interval,
                        calmInterval);
}

std::optional<TimelineTime> TimelineView::crosshair() const
{
    if (m_pinned)
        return m_pinned;
    return m_pointer && *m_pointer >= 0 ? std::optional(m_scale.timeAt(*m_pointer)) : std::nullopt;
}

void TimelineView::zoomAt(double factor, double x)
{
    const double right = plotWidth() - TimelinePainter::nowMargin;
    const bool atPresent = m_following && !m_still;
    m_scale.zoom(factor, atPresent ? right : x); // a view that follows the present continues to do so
    m_zoomed = true;
    viewport()->update();
}

void TimelineView::panBy(double pixels)
{
    m_scale.pan(pixels);
    setFollowing(false);
    viewport()->update();
}

std::optional<TimelineTime> TimelineView::oldest() const
{
    std::optional<TimelineTime> first;
    for (int position = 0; position < m_source->laneCount(); ++position) {
        const auto *lane = m_source->lane(position);
        if (lane && !lane->spans.empty())
            first = std::min(first.value_or(lane->spans.front().begin), lane->spans.front().begin);
        if (lane && !lane->marks.empty())
            first = std::min(first.value_or(lane->marks.front().at), lane->marks.front().at);
    }
    return first;
}

// The range ends at the present, so that the view can continue to follow it.
void TimelineView::fit()
{
    const auto first = oldest();
    if (!first)
        return;
    const auto now = m_source->now();
    const auto length = std::max<TimelineLength>(now - *first, 1s);
    m_scale = TimelineScale::fitting(now - length - length / 40, now, plotWidth() - TimelinePainter::nowMargin);
    m_zoomed = true;
    m_pinned.reset();
    setFollowing(true);
    viewport()->update();
}

std::optional<TimelineView::Found> TimelineView::neighbour(TimelineTime from, int direction) const
{
    std::optional<Found> best;
    const auto consider = [&](int position) {
        const auto *lane = m_source->lane(position);
        if (!lane)
            return;
        const auto &marks = lane->marks;
        auto found = direction > 0
                         ? std::partition_point(marks.begin(), marks.end(), [&](const TimelineMark &mark) { return mark.at <= from; })
                         : std::partition_point(marks.begin(), marks.end(), [&](const TimelineMark &mark) { return mark.at < from; });
        if (found == (direction > 0 ? marks.end() : marks.begin()))
            return;
        if (direction < 0)
            --found;
        if (!best || (direction > 0 ? found->at < best->mark.at : found->at > best->mark.at))
            best = Found{*found, position};
    };
    if (const int current = m_source->currentLane(); current >= 0) {
        consider(current);
    } else {
        for (int position = 0; position < m_source->laneCount(); ++position)
            consider(position);
    }
    return best;
}

void TimelineView::step(int direction)
{
    m_source->settle();
    const auto from = crosshair().value_or(direction > 0 ? m_scale.begin : m_source->now());
    if (const auto found = neighbour(from, direction))
        pin(found->mark.at, m_source->looks()[static_cast<std::size_t>(found->mark.what)].word, found->lane);
}

void TimelineView::showMoment(TimelineTime time, const QString &word)
{
    m_source->settle();
    pin(time, word, m_source->currentLane());
}

void TimelineView::pin(TimelineTime time, const QString &word, int lane)
{
    m_pinned = time;
    m_pinnedWord = word;
    setFollowing(false);
    const auto x = m_scale.xOf(time);
    if (x < 0 || x > plotWidth())
        m_scale.begin = time - m_scale.lengthOf(plotWidth() / 2);
    if (lane >= 0)
        showLane(lane);
    describe();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    viewport()->update();
}

void TimelineView::showLane(int lane)
{
    updateLanes();
    verticalScrollBar()->setValue(m_lanes.scrolledToShow(lane));
}

void TimelineView::showCurrent()
{
    m_source->settle();
    const int lane = m_source->currentLane();
    m_keepingCurrent = lane >= 0;
    if (lane >= 0)
        showLane(lane);
    else
        m_amongTheGone = false; // the lanes shown there are no longer of interest
    refresh();
    viewport()->update();
}

void TimelineView::chooseBeside(int direction)
{
    updateLanes();
    if (m_lanes.count == 0)
        return;
    const int current = m_source->currentLane();
    emit laneChosen(current < 0 ? m_lanes.first() : std::clamp(current + direction, 0, m_lanes.count - 1));
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    const auto turned = event->angleDelta();
    if (plotX(event->position()) < 0 || event->modifiers().testFlag(Qt::ShiftModifier))
        return QAbstractScrollArea::wheelEvent(event);
    if (turned.y() != 0)
        zoomAt(std::pow(wheelZoom, turned.y() / wheelNotch), plotX(event->position()));
    if (turned.x() != 0)
        panBy(turned.x());
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = true;
    m_dragging = false;
    m_pressedAt = m_draggedAt = event->position();
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    const auto here = event->position();
    if (m_pressed && !m_dragging)
        m_dragging = (here - m_pressedAt).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance();
    if (m_dragging) {
        viewport()->setCursor(Qt::ClosedHandCursor);
        panBy(here.x() - m_draggedAt.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(here.y() - m_draggedAt.y()));
        m_draggedAt = here;
    }
    m_pointer = plotX(here);
    m_pinned.reset();
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    viewport()->unsetCursor();
    const bool clicked = !m_dragging;
    m_pressed = m_dragging = false;
    const int lane = m_lanes.at(static_cast<int>(event->position().y()) - m_axis);
    if (clicked && lane >= 0)
        emit laneChosen(lane);
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_pointer.reset();
        viewport()->update();
    }
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int lane = m_lanes.at(help->pos().y() - m_axis);
        const auto time = m_scale.timeAt(std::max(0.0, plotX(help->pos())));
        showPlainToolTip(help->globalPos(), lane < 0 ? QString() : m_source->tip(lane, time, m_scale.lengthOf(4)), this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const double middle = crosshair() ? m_scale.xOf(*crosshair()) : plotWidth() / 2;
    switch (event->key()) {
    case Qt::Key_F: return fit();
    case Qt::Key_N:
    case Qt::Key_End: return follow();
    case Qt::Key_Comma: return step(-1);
    case Qt::Key_Period: return step(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomAt(keyZoom, middle);
    case Qt::Key_Minus: return zoomAt(1 / keyZoom, middle);
    case Qt::Key_Left: return panBy(plotWidth() / 8);
    case Qt::Key_Right: return panBy(-plotWidth() / 8);
    case Qt::Key_Up: return chooseBeside(-1);
    case Qt::Key_Down: return chooseBeside(1);
    case Qt::Key_Home:
        if (const auto first = oldest())
            panBy(m_scale.xOf(*first) * -1 + plotWidth() / 20);
        return;
    case Qt::Key_PageUp: return verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub);
    case Qt::Key_PageDown: return verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepAdd);
    default: event->ignore(); // the page may handle it
    }
}

void TimelineView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    describe();
    viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void TimelineView::describe()
{
    QStringList sentences;
    if (m_pinned)
        sentences << tr("At %1: %2.").arg(m_source->timeText(*m_pinned), m_pinnedWord);
    sentences << (m_following ? tr("It follows the current time.") : tr("It does not follow the current time."))
              << tr("T shows the same as a table.");
    setAccessibleDescription(sentences.join(u' '));
}

} // namespace lockscope
