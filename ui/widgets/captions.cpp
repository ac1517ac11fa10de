// SPDX-License-Identifier: MIT
#include "ui/widgets/captions.h"

#include "ui/widgets/theme.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace lockscope {

namespace {

class Line final : public QWidget
{
public:
    Line(Qt::Orientation orientation, QWidget *parent)
        : QWidget(parent)
    {
        if (orientation == Qt::Horizontal)
            setFixedHeight(1);
        else
            setFixedWidth(1);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), shadesOf(palette()).line);
    }
};

} // namespace

QColor shadeColour(ShadedLabel::Shade shade, const QPalette &palette)
{
    const auto &shades = shadesOf(palette);
    switch (shade) {
    case ShadedLabel::Shade::Text: break;
    case ShadedLabel::Shade::Secondary: return shades.secondary;
    case ShadedLabel::Shade::Faint: return shades.faint;
    case ShadedLabel::Shade::Warning: return shades.warning;
    case ShadedLabel::Shade::Danger: return shades.danger;
    case ShadedLabel::Shade::Accent: return shades.accent;
    case ShadedLabel::Shade::Good: return shades.good;
    }
    return palette.color(QPalette::WindowText);
}

ShadedLabel::ShadedLabel(Shade shade, QWidget *parent)
    : QLabel(parent)
    , m_shade(shade)
{
    setTextFormat(Qt::PlainText);
    recolour();
}

void ShadedLabel::setShade(Shade shade)
{
    if (shade == m_shade)
        return;
    m_shade = shade;
    recolour();
}

void ShadedLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) // our own setPalette() ends the recursion: the second time nothing changes
        recolour();
}

void ShadedLabel::recolour()
{
    if (m_shade == Shade::Text)
        return setPalette({});
    QPalette own;
    own.setColor(QPalette::WindowText, shadeColour(m_shade, QApplication::palette()));
    setPalette(own);
}

ShadedLabel *makeCaption(const QString &text, QWidget *parent)
{
    auto *label = new ShadedLabel(ShadedLabel::Shade::Secondary, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setWeight(QFont::DemiBold);
    font.setCapitalization(QFont::AllUppercase);
    font.setLetterSpacing(QFont::PercentageSpacing, 104);
    label->setFont(font);
    label->setText(text);
    return label;
}

QHBoxLayout *layOutHead(QWidget *head, const QString &caption)
{
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(grid::group, grid::unit, grid::spacing, 0);
    layout->setSpacing(grid::spacing + grid::unit);
    layout->addWidget(makeCaption(caption, head));
    head->setFixedHeight(head->fontMetrics().height() + 3 * grid::unit);
    return layout;
}

QWidget *makeLine(Qt::Orientation orientation, QWidget *parent) { return new Line(orientation, parent); }

} // namespace lockscope
