// SPDX-License-Identifier: MIT
#include "widgets/figures.h"

#include <QFontDatabase>
#include <QPainter>

namespace lockscope {

namespace {

bool isFigure(QChar c)
{
    return c >= u'0' && c <= u'9';
}

struct FigureCell
{
    qreal width = 0;
    bool uniform = true;
};

FigureCell cellOf(const QFontMetricsF &metrics)
{
    FigureCell cell;
    for (char16_t c = u'0'; c <= u'9'; ++c) {
        const auto width = metrics.horizontalAdvance(QChar(c));
        cell.uniform = cell.uniform && (c == u'0' || qAbs(width - cell.width) < 0.01);
        cell.width = qMax(cell.width, width);
    }
    return cell;
}

// Calls back with every run of non-digits, and with every digit alone.
template <class Visit>
void forEachPiece(const QString &text, Visit visit)
{
    qsizetype at = 0;
    while (at < text.size()) {
        qsizetype end = at + 1;
        if (!isFigure(text[at])) {
            while (end < text.size() && !isFigure(text[end]))
                ++end;
        }
        visit(text.mid(at, end - at));
        at = end;
    }
}

} // namespace

QFont fixedFont(const QFont &base)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (base.pixelSize() > 0)
        font.setPixelSize(base.pixelSize());
    else
        font.setPointSizeF(base.pointSizeF());
    return font;
}

qreal figuresWidth(const QFontMetricsF &metrics, const QString &text)
{
    const auto cell = cellOf(metrics);
    if (cell.uniform)
        return metrics.horizontalAdvance(text);
    qreal width = 0;
    forEachPiece(text, [&](const QString &piece) {
        width += isFigure(piece.front()) ? cell.width : metrics.horizontalAdvance(piece);
    });
    return width;
}

void drawFigures(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    const QFontMetricsF metrics(painter.font());
    const auto width = figuresWidth(metrics, text);
    const auto cell = cellOf(metrics);
    const bool right = alignment.testFlag(Qt::AlignRight);
    if (width > rect.width() + 0.5 || cell.uniform) {
        const auto shown = metrics.elidedText(text, Qt::ElideRight, rect.width() + 0.5);
        painter.drawText(rect, static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter) | Qt::TextSingleLine,
                         shown);
        return;
    }
    qreal x = right ? rect.right() - width : rect.left();
    const qreal baseline = rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent();
    forEachPiece(text, [&](const QString &piece) {
        const auto advance = metrics.horizontalAdvance(piece);
        const bool figure = isFigure(piece.front());
        painter.drawText(QPointF(figure ? x + (cell.width - advance) / 2 : x, baseline), piece);
        x += figure ? cell.width : advance;
    });
}

} // namespace lockscope
