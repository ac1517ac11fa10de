// SPDX-License-Identifier: MIT
#include "ui/widgets/figures.h"

#include <QFontDatabase>
#include <QHash>
#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <list>

namespace lockscope {

namespace {

bool isFigure(QChar c) { return c >= u'0' && c <= u'9'; }

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

// Calls `visit` with every run of non-digits, and with every single digit.
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

struct LaidOut
{
    QStaticText text;
    qreal width = 0;
};

// The cached layouts of one font. The views use few fonts; the last one used is first.
class Layouts
{
public:
    explicit Layouts(const QFont &font)
        : m_font(font)
        , m_metrics(font)
        , m_cell(cellOf(m_metrics))
    { }

    static Layouts &of(const QFont &font)
    {
        constexpr std::size_t mostFonts = 16;
        static std::list<Layouts> all;
        const auto found = std::find_if(all.begin(), all.end(), [&](const Layouts &layouts) { return layouts.m_font == font; });
        if (found != all.end()) {
            all.splice(all.begin(), all, found);
        } else {
            all.emplace_front(font);
            if (all.size() > mostFonts)
                all.pop_back();
        }
        return all.front();
    }

    const LaidOut &layOut(const QString &text)
    {
        constexpr qsizetype mostTexts = 4096;
        if (const auto found = m_texts.constFind(text); found != m_texts.constEnd())
            return *found;
        if (m_texts.size() >= mostTexts)
            m_texts.clear();
        LaidOut laidOut{QStaticText(text), figuresWidth(m_metrics, text)};
        laidOut.text.setTextFormat(Qt::PlainText);
        laidOut.text.setPerformanceHint(QStaticText::AggressiveCaching);
        laidOut.text.prepare({}, m_font);
        return *m_texts.insert(text, laidOut);
    }

    const QFontMetricsF &metrics() const { return m_metrics; }
    const FigureCell &cell() const { return m_cell; }

private:
    QFont m_font;
    QFontMetricsF m_metrics;
    FigureCell m_cell;
    QHash<QString, LaidOut> m_texts;
};

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
    forEachPiece(text, [&](const QString &piece) { width += isFigure(piece.front()) ? cell.width : metrics.horizontalAdvance(piece); });
    return width;
}

qreal figuresWidth(const QFont &font, const QString &text) { return Layouts::of(font).layOut(text).width; }

void drawFigures(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    if (text.isEmpty())
        return;
    auto &layouts = Layouts::of(painter.font());
    const auto &metrics = layouts.metrics();
    const auto &laidOut = layouts.layOut(text);
    const bool right = alignment.testFlag(Qt::AlignRight);
    if (laidOut.width > rect.width() + 0.5) {
        const auto shown = metrics.elidedText(text, Qt::ElideRight, rect.width() + 0.5);
        painter.drawText(rect, static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
        return;
    }
    qreal x = right ? rect.right() - laidOut.width : rect.left();
    const qreal top = rect.top() + (rect.height() - metrics.height()) / 2;
    if (layouts.cell().uniform) {
        painter.drawStaticText(QPointF(x, top), laidOut.text);
        return;
    }
    const qreal cell = layouts.cell().width;
    forEachPiece(text, [&](const QString &piece) {
        const auto advance = metrics.horizontalAdvance(piece);
        const bool figure = isFigure(piece.front());
        painter.drawText(QPointF(figure ? x + (cell - advance) / 2 : x, top + metrics.ascent()), piece);
        x += figure ? cell : advance;
    });
}

} // namespace lockscope
