// SPDX-License-Identifier: MIT
// The small square in an owner's colour in front of the owner's text in tables and details.
#pragma once

#include <QWidget>

#include <span>

class QBrush;
class QPainter;

namespace lockscope {

inline constexpr int ownerSwatchSize = 9;

/// Distance from the swatch's left edge to the text, with or without a swatch, so that the owners' texts are aligned.
inline constexpr int ownerSwatchIndent = ownerSwatchSize + 6;

/// Over the colour of an owner after the sixth, whose colour is a darker or lighter one of the first six: stripes tell them apart. No pattern for
/// the first six.
QBrush ownerHatch(const QPalette &palette, int owner);

/// Drawn at the left edge of `place`, vertically centred; several owners share the width of one swatch. An index below 0 means no owner.
void paintOwnerSwatch(QPainter &painter, const QPalette &palette, const QRectF &place, std::span<const int> owners);

/// A swatch before a text in its parent's font; hidden if there is no owner.
/// Behind the name of an owner that lights up. `name`: where the name is drawn.
void paintLitOwner(QPainter &painter, const QPalette &palette, const QRectF &name);

class OwnerSwatch final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnerSwatch)

public:
    explicit OwnerSwatch(QWidget *parent);

    void setColour(int owner); ///< below 0: no owner

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_owner = -1;
};

} // namespace lockscope
