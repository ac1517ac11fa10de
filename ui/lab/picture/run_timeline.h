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

    /// The player outlives it.
    explicit RunTimeline(RunPlayer *player, QWidget *parent = nullptr);

    bool showsAll() const { return m_showsAll; }
    void setShowsAll(bool showsAll);

    void fit();
    Time first() const { return m_begin; } ///< at the left
    Time last() const { return m_end; }    ///< at the right
    void setRange(Time begin, Time end);   ///< also beyond the run: of two runs, one may be shorter

    using Stretch = std::pair<Time, Time>;

    /// They are shown closer while the player plays or steps through them, unless a person has zoomed.
    void setCloseUps(std::vector<Stretch> stretches);
    void lookCloser(); ///< at the playhead, whatever a person has zoomed

    /// What fit() shows; of itself, the run.
    void setExtent(Time begin, Time end);

    /// Whether a playhead that leaves the zoomed view takes it along; of two runs, only the upper one does.
    void setKeepsPlayheadInSight(bool keeps) { m_keepsPlayhead = keeps; }

    double wantedGutter() const;
    void setGutter(double pixels); ///< two timelines, one above the other, have the same one; 0: as wide as the names need

    std::optional<Time> crosshair() const;      ///< where the pointer is
    QString textAt(const QPointF &point) const; ///< what is there, a line each; in the viewport

    QList<QAction *> zoomActions() const { return m_actions; } ///< for menus: fit, closer, farther, all groups

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void entryChosen(quint64 number); ///< a mark was clicked; the player shows it already
    void rangeChanged();              ///< by the person, or to follow the player
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
    void paintEarlyLabels(QPainter &painter) const;
    void paintPace(QPainter &painter) const;
    QRectF pacePlace() const;
    void paintGroups(QPainter &painter, const TimelineSheet &sheet) const;
    void paintPlayhead(QPainter &painter, const TimelineSheet &sheet) const;
    QString timeText(Time time) const;
    /// Whether it is about what comes after it, in px: even a question that is asked 1 µs before must not be answered by a label.
    static bool isAhead(const PaintedLabel &label, double x) { return label.since > x + 1e-6; }
    QRect stripAt(double x) const; ///< around a line and its head

    RunPlayer *m_player;
    ShownRunPtr m_run; ///< the one that is painted
    mutable TimelinePicture m_picture;
    Time m_begin{0}, m_end{1}, m_extentBegin{0}, m_extentEnd{1};
    double m_gutter = 0; ///< 0: as the names need
    double m_ownGutter = 0;
    bool m_showsAll = false;
    bool m_keepsPlayhead = true;
    std::vector<Stretch> m_closeUps;
    LinkButton *m_whole; ///< beside the axis, where there is no name
    QList<QAction *> m_actions;
    std::optional<QPointF> m_pointer;
    QPointF m_pressedAt, m_draggedAt;
    Drag m_drag = Drag::None;
    double m_playhead = 0; ///< px, as painted last
};

} // namespace lockscope
