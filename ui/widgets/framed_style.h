// SPDX-License-Identifier: MIT
// The platform's style, with frames that are visible in high contrast. (Fusion derives a frame's colour as a darker shade of the
// background, which is black for a black background.)
#pragma once

#include <QProxyStyle>

namespace lockscope {

class FramedStyle final : public QProxyStyle
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FramedStyle)

public:
    FramedStyle() = default; ///< wraps the style that the application would use

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const override;
};

} // namespace lockscope
