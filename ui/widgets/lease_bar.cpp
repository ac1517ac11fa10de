// SPDX-License-Identifier: MIT
#include "ui/widgets/lease_bar.h"

#include <QHash>
#include <QLinearGradient>
#include <QPainter>
#include <QPixmap>

#include <cmath>

namespace lockscope {

namespace {

constexpr qreal solid = 0.6; // the part of an open bar that is solid; the rest fades

QBrush openBrush(qreal width, const QColor &colour)
{
    QLinearGradient gradient(0, 0, width, 0);
    gradient.setColorAt(solid, colour);
    gradient.setColorAt(1, Qt::transparent);
    return gradient;
}

// Drawing rounded ends costs more than the rest of a row. There are few colours and widths, so each is drawn once and cached.
const QPixmap &wholeBar(QSize size, const QColor &colour, bool open, qreal scale)
{
    constexpr qsizetype most = 256;
    struct Key
    {
        QSize size;
        QRgb colour;
        bool open;
        qreal scale;
        bool operator==(const Key &) const = default;
    };
    struct Entry
    {
        Key key;
        QPixmap bar;
    };
    static QMultiHash<uint, Entry> bars;
    const Key key{size, colour.rgba(), open, scale};
    const auto hash = static_cast<uint>(qHashMulti(0, size.width(), size.height(), key.colour, open, scale));
    for (auto found = bars.constFind(hash); found != bars.constEnd() && found.key() == hash; ++found) {
        if (found->key == key)
            return found->bar;
    }
    if (bars.size() >= most)
        bars.clear();
    QPixmap bar(size * scale);
    bar.setDevicePixelRatio(scale);
    bar.fill(Qt::transparent);
    QPainter painter(&bar);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(open ? openBrush(size.width(), colour) : QBrush(colour));
    painter.drawRoundedRect(QRectF(QPointF(0, 0), QSizeF(size)), size.height() / 2.0, size.height() / 2.0);
    painter.end();
    return bars.insert(hash, {key, bar})->bar;
}

void paintHalo(QPainter &painter, const QRectF &filled, const LeaseBar &bar)
{
    QColor halo = bar.colour;
    halo.setAlphaF(static_cast<float>(0.35 * bar.glow));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(halo);
    const qreal radius = filled.height() / 2 + 2;
    painter.drawRoundedRect(filled.adjusted(-2, -2, 2, 2), radius, radius);
    painter.restore();
}

} // namespace

void paintLeaseBar(QPainter &painter, const QRectF &rect, const LeaseBar &bar)
{
    const QRect place = rect.toAlignedRect();
    const auto scale = painter.device()->devicePixelRatioF();
    painter.drawPixmap(place.topLeft(), wholeBar(place.size(), bar.track, bar.open, scale));
    if (bar.fraction <= 0)
        return;
    const qreal height = place.height(), end = height / 2;
    const qreal width = std::round(qMax(height, place.width() * qMin(1.0, bar.fraction)) * scale) / scale;
    const QRectF filled(place.topLeft(), QSizeF(width, height));
    if (bar.glow > 0)
        paintHalo(painter, filled, bar);
    const bool fades = bar.open && width - end > solid * place.width();
    const auto whole = wholeBar(place.size(), bar.colour, fades, scale);
    const auto piece = [&](qreal from, qreal to, qreal at) { // copies a part of the whole bar, in its pixels
        painter.drawPixmap(QRectF(filled.left() + at, filled.top(), to - from, height), whole,
                           QRectF(from * scale, 0, (to - from) * scale, height * scale));
    };
    piece(0, fades ? width : width - end, 0);
    if (!fades)
        piece(place.width() - end, place.width(), width - end);
}

} // namespace lockscope
