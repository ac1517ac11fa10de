// SPDX-License-Identifier: MIT
#include "ui/window/room_rail.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace lockscope {

namespace {

constexpr int symbolSize = 20;

class RoomButton final : public QAbstractButton
{
public:
    RoomButton(QAction *action, QWidget *parent)
        : QAbstractButton(parent)
    {
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() * 0.85);
        setFont(small);
        setCheckable(true);
        setChecked(action->isChecked());
        setText(action->text());
        setAccessibleName(action->text());
        setToolTip(QStringLiteral("%1 (%2)").arg(action->text(), action->shortcut().toString(QKeySequence::NativeText)));
        connect(action, &QAction::changed, this, [this, action] {
            setChecked(action->isChecked());
            setIcon(action->icon());
        });
        connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
    }

    QSize sizeHint() const override
    {
        return {qMax(symbolSize, fontMetrics().horizontalAdvance(text())) + 2 * grid::unit,
                grid::spacing + symbolSize + 2 + fontMetrics().height() + grid::unit};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const auto &shades = shadesOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked() || hasFocus() || underMouse()) {
            painter.setPen(hasFocus() ? QPen(shades.accent, 1.5) : QPen(Qt::NoPen));
            painter.setBrush(isChecked() ? shades.selected : shades.pill);
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        }
        const QRect place((width() - symbolSize) / 2, grid::spacing, symbolSize, symbolSize);
        icon().paint(&painter, place, Qt::AlignCenter, QIcon::Normal, isChecked() ? QIcon::On : QIcon::Off);
        painter.setPen(isChecked() ? shades.accent : shades.secondary);
        painter.drawText(rect().adjusted(0, grid::spacing + symbolSize + 2, 0, 0), Qt::AlignHCenter | Qt::AlignTop, text());
    }
};

} // namespace

RoomRail::RoomRail(QWidget *parent)
    : QWidget(parent)
    , m_rooms(this)
    , m_layout(new QVBoxLayout(this))
{
    setAccessibleName(tr("Rooms"));
    m_layout->setContentsMargins(6, grid::spacing + grid::unit, 6 + 1, grid::spacing);
    m_layout->setSpacing(grid::unit);
    m_layout->addStretch(1);
}

QAction *RoomRail::addRoom(const QString &name, const QString &symbol, const QKeySequence &key)
{
    auto *action = new QAction(name, this);
    action->setCheckable(true);
    action->setShortcut(key);
    action->setData(symbol);
    m_rooms.addAction(action);
    if (m_rooms.actions().size() == 1)
        action->setChecked(true);
    m_layout->insertWidget(m_layout->count() - 1, new RoomButton(action, this));
    reloadIcons();
    return action;
}

void RoomRail::reloadIcons()
{
    for (auto *action : m_rooms.actions())
        action->setIcon(symbolIcon(action->data().toString(), palette()));
}

void RoomRail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), shadesOf(palette()).line);
}

void RoomRail::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        reloadIcons();
}

} // namespace lockscope
