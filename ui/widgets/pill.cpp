// SPDX-License-Identifier: MIT
#include "ui/widgets/pill.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QPainter>

#include <cmath>

namespace lockscope {

namespace {

QString marked(const QString &text, Pill::Tone tone) { return tone == Pill::Tone::Plain ? text : QStringLiteral("\u25b2 ") + text; }

QSize sizeOf(const QFont &font, const QString &text)
{
    const QFontMetricsF metrics(font);
    return {static_cast<int>(std::ceil(figuresWidth(metrics, text))) + 2 * grid::spacing,
            static_cast<int>(std::ceil(metrics.height())) + grid::unit + 2};
}

// The tooltip shows the full text if it does not fit, then the meaning.
bool showToolTip(QEvent *event, QWidget *widget, const QString &text)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    QStringList lines;
    if (widget->width() < widget->sizeHint().width())
        lines << text;
    if (!widget->toolTip().isEmpty())
        lines << widget->toolTip();
    showPlainToolTip(static_cast<QHelpEvent *>(event)->globalPos(), lines.join(u'\n'), widget);
    return true;
}

void paint(const QWidget &widget, QPainter &painter, const QString &text, Pill::Tone tone, const QColor &ground)
{
    const auto &shades = shadesOf(widget.palette());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(ground);
    painter.setPen(widget.hasFocus() ? QPen(shades.accent, 1.5) : QPen(Qt::NoPen));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(tone == Pill::Tone::Warning  ? shades.warning
                   : tone == Pill::Tone::Danger ? shades.danger
                                                : widget.palette().color(QPalette::WindowText));
    drawFigures(painter, QRectF(widget.rect()).adjusted(grid::spacing, 0, -grid::spacing, 0), Qt::AlignLeft, text);
}

} // namespace

Pill::Pill(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus); // its explanation must be reachable without a mouse
}

void Pill::set(const QString &text, Tone tone, const QString &explanation)
{
    if (toolTip() != explanation) {
        setToolTip(explanation);
        setAccessibleDescription(explanation);
    }
    if (text == m_text && tone == m_tone)
        return;
    m_text = text;
    m_tone = tone;
    setAccessibleName(text);
    updateGeometry();
    update();
}

bool Pill::event(QEvent *event) { return showToolTip(event, this, m_text) || QWidget::event(event); }

QSize Pill::sizeHint() const { return sizeOf(font(), marked(m_text, m_tone)); }

QSize Pill::minimumSizeHint() const { return {qMin(sizeHint().width(), fontMetrics().averageCharWidth() * 12), sizeHint().height()}; }

void Pill::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint(*this, painter, marked(m_text, m_tone), m_tone, shadesOf(palette()).pill);
}

PillButton::PillButton(QWidget *parent)
    : QAbstractButton(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
}

void PillButton::set(const QString &text, Pill::Tone tone, const QString &explanation)
{
    if (toolTip() != explanation) {
        setToolTip(explanation);
        setAccessibleDescription(explanation);
    }
    if (text == this->text() && tone == m_tone)
        return;
    m_tone = tone;
    setText(text);
    setAccessibleName(text);
    updateGeometry();
}

bool PillButton::event(QEvent *event) { return showToolTip(event, this, text()) || QAbstractButton::event(event); }

QSize PillButton::sizeHint() const { return sizeOf(font(), marked(text(), m_tone)); }

QSize PillButton::minimumSizeHint() const { return {qMin(sizeHint().width(), fontMetrics().averageCharWidth() * 12), sizeHint().height()}; }

void PillButton::paintEvent(QPaintEvent *)
{
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    paint(*this, painter, marked(text(), m_tone), m_tone, underMouse() || isDown() ? shades.selected : shades.pill);
}

} // namespace lockscope
