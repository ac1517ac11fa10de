// SPDX-License-Identifier: MIT
#include "ui/widgets/edge_frame.h"

#include "ui/widgets/theme.h"

#include <QEvent>
#include <QPainter>

namespace lockscope {

namespace {

constexpr int edge = 4;

} // namespace

EdgeFrame::EdgeFrame(QWidget *around)
    : QWidget(around)
{
    setObjectName(QStringLiteral("edgeFrame"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    around->installEventFilter(this);
    follow();
    hide();
}

// The mask spares what is inside: it is painted as if there were no frame.
void EdgeFrame::follow()
{
    setGeometry(parentWidget()->rect());
    setMask(QRegion(rect()) - QRegion(rect().adjusted(edge, edge, -edge, -edge)));
    raise();
}

bool EdgeFrame::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        follow();
    return QWidget::eventFilter(watched, event);
}

void EdgeFrame::paintEvent(QPaintEvent *) { QPainter(this).fillRect(rect(), shadesOf(palette()).danger); }

} // namespace lockscope
