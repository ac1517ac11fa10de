// SPDX-License-Identifier: MIT
// The timeline: a lane for each watched lock, names at the left, time from left to right. It follows the present until the user pans or
// zooms away. The wheel zooms at the pointer, dragging pans, the wheel over the names scrolls. Keys: F fit, N or End the present, Home the
// oldest, , . previous and next event, + − zoom, ← → pan, ↑ ↓ lanes. GUI thread.
#pragma once

#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_source.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

namespace lockscope {

struct TimelineFrame;

class TimelineView final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineView)

public:
    /// The source must outlive the view.
    explicit TimelineView(TimelineSource *source, QWidget *parent = nullptr);

    void refresh();     ///< call it when the source's content has changed; drawn with the next frame
    void showCurrent(); ///< scrolls to the source's current lane

    bool follows() const { return m_following; }
    void follow();
    void fit();               ///< shows the whole history
    void step(int direction); ///< to the next (1) or previous (-1) event of the current lane; without a current lane, of all lanes
    void showMoment(TimelineTime time, const QString &word); ///< of the current lane: the crosshair is put there
    void setStill(bool still);                               ///< true: the view stops moving, and the present leaves it at the right border

    const TimelineScale &scale() const { return m_scale; }
    std::optional<TimelineTime> crosshair() const;

    QSize sizeHint() const override { return {640, 200}; }

signals:
    void laneChosen(int position);
    void followingChanged(bool following);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Found
    {
        TimelineMark mark;
        int lane = -1;
    };

    void tick();
    void slide();
    void setFollowing(bool following);
    void updateLanes();
    void leaveTheGone();
    bool livingInSight() const;
    void zoomAt(double factor, double x);
    void panBy(double pixels);
    void chooseBeside(int direction);
    void showLane(int lane);
    void pin(TimelineTime time, const QString &word, int lane);
    std::optional<Found> neighbour(TimelineTime from, int direction) const;
    std::optional<TimelineTime> oldest() const;
    TimelineFrame frame() const;
    double plotWidth() const;
    double plotX(const QPointF &position) const { return position.x() - m_gutter; }
    void describe();

    static constexpr int interval = 100;      // ms; a slide of less than a pixel is not drawn
    static constexpr int calmInterval = 1000; // ms; used with reduced motion
    static constexpr int painting = 50;       // the interval is at least this many times the duration of the last painting

    TimelineSource *m_source;
    TimelineScale m_scale;
    TimelineLanes m_lanes;
    int m_gutter = 0;
    int m_axis = 0;
    bool m_following = true;
    bool m_zoomed = false; ///< the user has zoomed: from then on a pixel represents a fixed time
    bool m_still = false;
    bool m_keepingCurrent = false; ///< the selected lane is kept visible until the user scrolls
    bool m_amongTheGone = false;   ///< the user has scrolled to lanes of ended locks
    bool m_stale = true;
    QTimer m_ticking;
    int m_pace = interval;                ///< ms between ticks, depending on the duration of the last painting
    std::optional<double> m_pointer;      ///< x in the plot
    std::optional<TimelineTime> m_pinned; ///< the crosshair, if the keyboard has set it
    QString m_pinnedWord;
    QPointF m_pressedAt;
    QPointF m_draggedAt;
    bool m_pressed = false;
    bool m_dragging = false;
};

} // namespace lockscope
