// SPDX-License-Identifier: MIT
// The small square in an owner's colour that precedes its text in tables and details.
#pragma once

#include <QWidget>

#include <span>

class QPainter;

namespace lockscope {

inline constexpr int ownerSwatchSize = 9;

/// How far the text begins to the right of the swatch's left edge, swatch or none, so that the owners' texts are in one line.
inline constexpr int ownerSwatchIndent = ownerSwatchSize + 6;

/// At the left of `place`, in its middle; as wide as one, however many there are. An index below 0 is nobody.
void paintOwnerSwatch(QPainter &painter, const QPalette &palette, const QRectF &place, std::span<const int> owners);

/// One before a text of its parent's font; hidden while it is nobody's.
class OwnerSwatch final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnerSwatch)

public:
    explicit OwnerSwatch(QWidget *parent);

    void setColour(int owner); ///< below 0: nobody's

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_owner = -1;
};

} // namespace lockscope
