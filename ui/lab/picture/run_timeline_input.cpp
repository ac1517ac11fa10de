// SPDX-License-Identifier: MIT
// Mouse and keyboard input of the timeline of a run.
#include "lockcore/report/entry_sentence.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/report/decisive_words.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/shown_text.h"

#include <QApplication>
#include <QHelpEvent>
#include <QScrollBar>
#include <QStyleHints>
#include <QWheelEvent>

#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr double wheelZoom = 1.25; // for one notch of the wheel
constexpr double wheelNotch = 120;
constexpr double grip = 5;     // px at either side of the playhead
constexpr double keyStep = 10; // px
constexpr double keyPan = 60;
constexpr qsizetype mostLines = 6; // lines of a tooltip

} // namespace

std::uint64_t RunTimeline::markAt(const QPointF &point) const
{
    if (isVeiled(point.x()))
        return 0;
    for (const auto &spot : m_picture.spotsAt(point)) {
        if (m_picture.isMarked(spot.entry))
            return spot.entry;
    }
    return 0;
}

QString RunTimeline::textAt(const QPointF &point) const
{
    const auto sheet = this->sheet();
    const auto *const group = m_picture.groupAt(point);
    if (group && point.x() < sheet.left())
        return m_picture.isUnfolded() ? tr("%1: a click folds or unfolds them").arg(group->name)
                                      : tr("%1: a click unfolds them").arg(group->name);
    if (!m_run || isVeiled(point.x()) || point.x() < sheet.left())
        return {};
    QStringList lines;
    if (group)
        lines.push_back(group->name + u": "_s + groupText(*group, sheet.timeAt(point.x())));
    for (const auto &spot : m_picture.spotsAt(point)) {
        auto line = spot.title ? spot.title() : spot.text;
        if (line.isEmpty()) {
            line = u"#%1  "_s.arg(spot.entry) + shownText(lockcore::sentenceOf(m_run->report.history, spot.entry), 200);
            const auto *const mark = lockcore::findMark(m_run->lanes, spot.entry);
            line += mark ? u"  "_s + decisiveAddition(m_run->report.history, *mark) : QString();
            line = line.trimmed();
        }
        if (!lines.contains(line) && lines.size() < mostLines)
            lines.push_back(line);
    }
    return lines.join(u'\n');
}

bool RunTimeline::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        point(std::nullopt);
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    showPlainToolTip(help->globalPos(), textAt(help->pos()), viewport(), QRect(help->pos() - QPoint(2, 2), QSize(5, 5)));
    return true;
}

void RunTimeline::point(std::optional<QPointF> at)
{
    const auto redraw = [this] {
        if (m_pointer)
            viewport()->update(stripAt(m_pointer->x()));
    };
    redraw();
    m_pointer = at;
    redraw();
    if (!at)
        return;
    const auto sheet = this->sheet();
    const bool isHand = markAt(*at) != 0 || (at->x() < sheet.left() && m_picture.groupAt(*at));
    const bool isGrip = at->y() < m_picture.axisHeight(font()) && at->x() >= sheet.left();
    viewport()->setCursor(isHand ? Qt::PointingHandCursor : isGrip ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

void RunTimeline::wheelEvent(QWheelEvent *event)
{
    const auto delta = event->angleDelta();
    const bool isSideways = std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->position().x() < sheet().left())
        return QAbstractScrollArea::wheelEvent(event);
    if (isSideways)
        panBy(delta.x() != 0 ? delta.x() : delta.y());
    else
        zoomAt(std::pow(wheelZoom, delta.y() / wheelNotch), event->position().x());
    point(event->position());
    event->accept();
}

void RunTimeline::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_run)
        return QAbstractScrollArea::mousePressEvent(event);
    const auto at = event->position();
    m_pressedAt = m_draggedAt = at;
    m_drag = Drag::Undecided;
    const bool isAtAxis = at.y() < m_picture.axisHeight(font()) && at.x() >= sheet().left();
    if (!isAtAxis && (std::abs(at.x() - sheet().xOf(m_player->position())) > grip || markAt(at) != 0))
        return;
    m_drag = Drag::Scrub;
    if (isAtAxis)
        m_player->setPosition(sheet().timeAt(at.x()));
}

void RunTimeline::mouseMoveEvent(QMouseEvent *event)
{
    const auto at = event->position();
    if (m_drag == Drag::Undecided && (at - m_pressedAt).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance())
        m_drag = isZoomed() ? Drag::Pan : Drag::Scrub;
    if (m_drag == Drag::Scrub)
        m_player->setPosition(sheet().timeAt(at.x()));
    if (m_drag == Drag::Pan) {
        panBy(at.x() - m_draggedAt.x());
        if (const auto scrolled = at.y() - m_draggedAt.y(); scrolled != 0)
            verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(scrolled));
        m_draggedAt = at;
    }
    point(at);
}

void RunTimeline::mouseReleaseEvent(QMouseEvent *event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    if (event->button() != Qt::LeftButton || drag != Drag::Undecided)
        return;
    const auto sheet = this->sheet();
    const auto at = event->position();
    if (const auto *const group = m_picture.groupAt(at); group && at.x() < sheet.left()) {
        m_picture.toggle(group);
        arrange();
    } else if (const auto number = markAt(at)) {
        m_player->showEntry(number);
        emit entryChosen(number);
    } else if (at.x() >= sheet.left()) {
        m_player->setPosition(sheet.timeAt(at.x()));
    }
}

void RunTimeline::keyPressEvent(QKeyEvent *event)
{
    const bool shifted = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_F: fit(); return;
    case Qt::Key_Comma: m_player->step(-1); return;
    case Qt::Key_Period: m_player->step(1); return;
    case Qt::Key_PageUp: m_player->stepToDecisive(-1); return;
    case Qt::Key_PageDown: m_player->stepToDecisive(1); return;
    case Qt::Key_Home: m_player->setPosition(m_player->begin()); return;
    case Qt::Key_End: m_player->setPosition(m_player->end()); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAtPlayhead(1.5); return;
    case Qt::Key_Minus: zoomAtPlayhead(1 / 1.5); return;
    case Qt::Key_U: toggleGroups(); return;
    case Qt::Key_Left: shifted ? panBy(keyPan) : stepBy(-keyStep); return;
    case Qt::Key_Right: shifted ? panBy(-keyPan) : stepBy(keyStep); return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace lockscope
