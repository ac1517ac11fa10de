// SPDX-License-Identifier: MIT
#include "ui/widgets/owner_swatch.h"

#include "ui/colours/colour_table.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace lockscope {

namespace {

constexpr int ownersOfARound = std::tuple_size_v<decltype(ColourRow::owners)>; // before colours are mixed
constexpr float hatchOpacity = 0.7F;

} // namespace

QBrush ownerHatch(const QPalette &palette, int owner)
{
    const auto round = owner < 0 ? 0 : owner % static_cast<int>(ownerShades) / ownersOfARound;
    if (round == 0)
        return Qt::NoBrush;
    auto colour = palette.color(round == 1 ? QPalette::Base : QPalette::Text); // the darker ones have light stripes
    colour.setAlphaF(hatchOpacity);
    return {colour, round == 1 ? Qt::BDiagPattern : Qt::FDiagPattern};
}

void paintOwnerSwatch(QPainter &painter, const QPalette &palette, const QRectF &place, std::span<const int> owners)
{
    constexpr qreal size = ownerSwatchSize;
    const auto count = std::ranges::count_if(owners, [](int owner) { return owner >= 0; });
    const qreal width = count > 1 ? (size - static_cast<qreal>(count - 1)) / static_cast<qreal>(count) : size;
    const qreal radius = count == 1 ? 2 : 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, count == 1);
    painter.setPen(Qt::NoPen);
    qreal x = place.left();
    for (const int owner : owners) {
        if (owner < 0)
            continue;
        for (const auto &brush : {QBrush(ownerColour(palette, owner)), ownerHatch(palette, owner)}) {
            painter.setBrush(brush);
            painter.drawRoundedRect(QRectF(x, place.center().y() - size / 2, width, size), radius, radius);
        }
        x += width + 1;
    }
    painter.restore();
}

void paintLitOwner(QPainter &painter, const QPalette &palette, const QRectF &name)
{
    constexpr qreal margin = 4, height = 20;
    auto colour = shadesOf(palette).accent;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    colour.setAlphaF(0.16F);
    painter.setBrush(colour);
    QRectF frame(0, 0, name.width() + 2 * margin, qMin(height, name.height()));
    frame.moveCenter(name.center());
    painter.drawRoundedRect(QRectF(frame.toAlignedRect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.restore();
}

OwnerSwatch::OwnerSwatch(QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(ownerSwatchSize, parent->fontMetrics().height());
}

void OwnerSwatch::setColour(int owner)
{
    m_owner = owner;
    setVisible(owner >= 0);
    update();
}

void OwnerSwatch::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintOwnerSwatch(painter, palette(), rect(), {&m_owner, 1});
}

} // namespace lockscope
