// SPDX-License-Identifier: MIT
#include "ui/widgets/focus_ring.h"

#include "ui/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QEvent>
#include <QPainter>

namespace lockscope {

FocusRing::FocusRing(QWidget *around, int thickness)
    : QWidget(around)
    , m_thickness(thickness)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    hide();
    around->installEventFilter(this);
    if (auto *area = qobject_cast<QAbstractScrollArea *>(around))
        area->viewport()->installEventFilter(this); // the viewport shrinks for a scroll bar
}

bool FocusRing::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::FocusOut)
        hide();
    else if (event->type() == QEvent::FocusIn || (event->type() == QEvent::Resize && isVisible()))
        place();
    return QWidget::eventFilter(object, event);
}

// The mask excludes the inside, which would otherwise be painted twice.
void FocusRing::place()
{
    auto area = parentWidget()->rect();
    if (const auto *scrolled = qobject_cast<QAbstractScrollArea *>(parentWidget()))
        area.setBottomRight(scrolled->viewport()->geometry().bottomRight()); // otherwise a scroll bar would cover the ring
    setGeometry(area);
    setMask(QRegion(area) - area.adjusted(m_thickness, m_thickness, -m_thickness, -m_thickness));
    raise();
    show();
}

void FocusRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), shadesOf(palette()).accent);
}

} // namespace lockscope
