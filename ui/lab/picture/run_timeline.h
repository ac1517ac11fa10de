// SPDX-License-Identifier: MIT
// The timeline of the run that a player shows. What lies after the playhead is veiled, so that a class can guess first, unless all is to
// be seen. A click sets the playhead, a drag along the axis scrubs, a drag over the lanes pans, the wheel zooms at the pointer; a click at
// a group unfolds it. Keys: F fit, + − zoom, , . step, ← → a little, Shift ← → pan, Page ↑ ↓ decisive moments, Home, End, U fold or unfold.
// GUI thread.
#pragma once

#include "ui/lab/picture/timeline_picture.h"
#include "ui/lab/player/run_player.h"

#include <QAbstractScrollArea>

#include <utility>
#include <vector>

namespace lockscope {

class LinkButton;

class RunTimeline final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunTimeline)

public:
    using Time = RunPlayer::Time;

    /// The player must outlive this object.
    explicit RunTimeline(RunPlayer *player, QWidget *parent = nullptr);

    bool showsAll() const { return m_showsAll; }
    void setShowsAll(bool showsAll);

    void fit();
    Time first() const { return m_begin; } ///< the time at the left edge
    Time last() const { return m_end; }    ///< the time at the right edge
    void setRange(Time begin, Time end);   ///< may exceed the run: one of two stacked runs may be shorter

    using Stretch = std::pair<Time, Time>;

    /// The view zooms to each stretch while the player plays or steps through it, unless the user has zoomed.
    void setCloseUps(std::vector<Stretch> stretches);
    void showLastCloseUp(); ///< if it has one
    void lookCloser();      ///< zooms in at the playhead, even if the user has zoomed

    /// The range that fit() shows; by default, the whole run.
    void setExtent(Time begin, Time end);

    /// Whether a view that the user has zoomed follows a playhead that leaves it. With two runs, only the upper one does.
    void setFollowsWhenZoomed(bool follows) { m_followsWhenZoomed = follows; }

    double wantedGutter() const;
    void setGutter(double pixels); ///< px. Two stacked timelines need the same gutter; 0: as wide as the names need

    std::optional<Time> crosshair() const;      ///< the time under the pointer
    QString textAt(const QPointF &point) const; ///< describes what is at `point` (viewport coordinates), one item per line

    QList<QAction *> zoomActions() const { return m_actions; } ///< for menus: fit, closer, farther, all groups

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void entryChosen(quint64 number); ///< a mark was clicked; the player already shows the entry
    void rangeChanged();              ///< changed by the user, or to follow the player where the user has zoomed
    void showsAllChanged(bool showsAll);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Drag { None, Undecided, Scrub, Pan };

    void addActions();
    void showRun();
    void showMoment();
    void arrange();
    TimelineSheet sheet() const;
    void showStretch(const Stretch &stretch);
    void keepInSight(Time position);
    void placeWhole();
    const Stretch *closeUpAt(Time position) const;
    bool isOwnRange() const;
    bool isZoomed() const;
    void changeRange(double begin, double length);
    void zoomAt(double factor, double x);
    void zoomAtPlayhead(double factor);
    void panBy(double pixels);
    void stepBy(double pixels);
    void toggleGroups();
    std::uint64_t markAt(const QPointF &point) const;
    bool isVeiled(double x) const;
    void point(std::optional<QPointF> at);
    void paintHead(QPainter &painter, double x, const QString &text, const QColor &ground, const QColor &words) const;
    void paintCrosshair(QPainter &painter, const TimelineSheet &sheet) const;
    void paintSignsOfNow(QPainter &painter) const;
    void paintEarlyLabels(QPainter &painter) const;
    void paintPace(QPainter &painter) const;
    QRectF pacePlace() const;
    void paintGroups(QPainter &painter, const TimelineSheet &sheet) const;
    void paintPlayhead(QPainter &painter, const TimelineSheet &sheet) const;
    QString timeText(Time time) const;
    /// Whether the label is about a time after `x` (px). The tolerance is small: even for a question 1 µs before an event, a label must not
    /// give the answer away.
    static bool isAhead(const PaintedLabel &label, double x) { return label.since > x + 1e-6; }
    QRect stripAt(double x) const; ///< the area of a vertical line and its head

    RunPlayer *m_player;
    ShownRunPtr m_run; ///< the run that is painted
    mutable TimelinePicture m_picture;
    Time m_begin{0}, m_end{1}, m_extentBegin{0}, m_extentEnd{1};
    double m_gutter = 0; ///< 0: as wide as the names need
    double m_ownGutter = 0;
    bool m_showsAll = false;
    bool m_followsWhenZoomed = true;
    std::vector<Stretch> m_closeUps;
    LinkButton *m_whole; ///< next to the axis, below no lane name
    QList<QAction *> m_actions;
    std::optional<QPointF> m_pointer;
    QPointF m_pressedAt, m_draggedAt;
    Drag m_drag = Drag::None;
    double m_playhead = 0; ///< px, at the last painting
};

} // namespace lockscope
