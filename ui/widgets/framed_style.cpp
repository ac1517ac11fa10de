// SPDX-License-Identifier: MIT
#include "ui/widgets/framed_style.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace lockscope {

namespace {

// Whether our ring is needed: the platform draws a focused button with the same frame as a default button.
bool needsRing(const QStyleOption &option)
{
    return option.type == QStyleOption::SO_Button && option.state.testFlag(QStyle::State_KeyboardFocusChange)
           && option.state.testFlag(QStyle::State_HasFocus);
}

void drawFrame(const QStyleOption &option, QPainter &painter)
{
    const auto &shades = shadesOf(option.palette);
    if (shades.line != option.palette.color(QPalette::Active, QPalette::WindowText) && !needsRing(option))
        return; // only in high contrast are lines as strong as text
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool focused = enabled && option.state.testFlag(QStyle::State_HasFocus);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(focused ? shades.accent : enabled ? shades.line : shades.faint, focused ? 2 : 1));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

} // namespace

void FramedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const auto *field = qstyleoption_cast<const QStyleOptionFrame *>(option);
    const bool framed = element == PE_PanelLineEdit && field && field->lineWidth > 0;
    if (framed || element == PE_PanelButtonCommand || element == PE_IndicatorCheckBox || element == PE_FrameMenu)
        drawFrame(*option, *painter);
}

void FramedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                     const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_SpinBox)
        drawFrame(*option, *painter);
}

// In a dialog, Qt would give an icon to its own button, but not to ours next to it.
int FramedStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons || (hint == SH_Widget_Animation_Duration && wantsLessMotion()))
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace lockscope
