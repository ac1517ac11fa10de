// SPDX-License-Identifier: MIT
#include "ui/lab/library/library_delegate.h"

#include "ui/lab/library/library_model.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QTextLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int inset = grid::group;
constexpr int mostTitleLines = 2;
constexpr int mostSummaryLines = 2;

QFont captionFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setWeight(QFont::DemiBold);
    font.setCapitalization(QFont::AllUppercase);
    font.setLetterSpacing(QFont::PercentageSpacing, 104);
    return font;
}

QFont summaryFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.92);
    return font;
}

// The title of the selected row is bold. All titles are broken into lines as if they were bold, so that a selection changes no layout.
QFont titleFont(QFont font, bool strong)
{
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

struct Story
{
    QStringList title, summary;
    QString seen;
    int titleHeight = 0, summaryHeight = 0; ///< of one line

    Story(const QFont &font, const QModelIndex &index, int width)
        : seen(seenText(static_cast<Seen>(index.data(LibraryModel::SeenRole).toInt())))
    {
        const QFontMetrics titles(titleFont(font, true)), summaries(summaryFont(font));
        titleHeight = titles.height();
        summaryHeight = summaries.height();
        title = wrappedLines(index.data().toString(), titleFont(font, true), width, mostTitleLines);
        const int mark = seen.isEmpty() ? 0 : summaries.horizontalAdvance(seen) + grid::spacing;
        const auto about = index.data(LibraryModel::SummaryRole).toString();
        rows = static_cast<int>(wrappedLines(about, summaryFont(font), width, mostSummaryLines).size());
        if (!seen.isEmpty())
            rows = qMax(rows, 1);
        summary = wrappedLines(about, summaryFont(font), width, rows, mark); // the height is the same before and after a result was seen
    }

    int height() const { return static_cast<int>(title.size()) * titleHeight + rows * summaryHeight + grid::spacing + grid::unit; }

    int rows = 0; ///< lines of the summary
};

bool isChapter(const QModelIndex &index) { return !index.parent().isValid(); }

void paintChevron(QPainter &painter, const QRect &place, bool open)
{
    const QPointF middle(place.left() + inset / 2.0 - 1, place.center().y() + 0.5);
    const QList<QPointF> shape = open ? QList<QPointF>{{-3, -1.5}, {3, -1.5}, {0, 2.5}} : QList<QPointF>{{-1.5, -3}, {-1.5, 3}, {2.5, 0}};
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF(shape).translated(middle));
}

void paintChapter(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto &shades = shadesOf(option.palette);
    const auto font = captionFont(option.font);
    const QFontMetrics metrics(font);
    const auto place = option.rect.adjusted(0, option.rect.height() - metrics.height() - grid::spacing, 0, -grid::unit);
    const bool open = option.state & QStyle::State_Open;
    painter.setBrush(shades.faint);
    if (!open || option.state & QStyle::State_MouseOver || option.state & QStyle::State_Selected)
        paintChevron(painter, place, open);
    painter.setFont(font);
    painter.setPen(shades.secondary);
    const auto count = QString::number(index.model()->rowCount(index));
    const auto text = place.adjusted(inset, 0, -inset, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    if (open)
        return;
    painter.setPen(shades.faint);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, count);
}

void paintStory(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto &shades = shadesOf(option.palette);
    const bool strong = option.state & QStyle::State_Selected;
    const Story story(option.font, index, option.rect.width() - 2 * inset);
    QRect line(option.rect.left() + inset, option.rect.top() + grid::unit + 2, option.rect.width() - 2 * inset, story.titleHeight);
    painter.setFont(titleFont(option.font, strong));
    painter.setPen(option.palette.color(QPalette::Text));
    for (const auto &words : story.title) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
        line.translate(0, story.titleHeight);
    }
    painter.setFont(summaryFont(option.font));
    line.setHeight(story.summaryHeight);
    painter.setPen(index.data(LibraryModel::KindRole).toInt() == int(LibraryRow::Kind::Unreadable) ? shades.danger : shades.secondary);
    for (const auto &words : story.summary) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
        line.translate(0, story.summaryHeight);
    }
    if (story.seen.isEmpty())
        return;
    line.translate(0, (qMax(0, story.rows - static_cast<int>(story.summary.size())) - 1) * story.summaryHeight); // to the last line
    painter.setPen(seenColour(static_cast<Seen>(index.data(LibraryModel::SeenRole).toInt()), option.palette));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, story.seen);
}

void paintGround(QPainter &painter, const QStyleOptionViewItem &option, bool chapter)
{
    const auto &shades = shadesOf(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    if (selected && !chapter)
        painter.fillRect(option.rect, shades.selected);
    else if (option.state & QStyle::State_MouseOver && !chapter)
        painter.fillRect(option.rect, shades.pill);
    const bool focused = selected && option.state & QStyle::State_HasFocus;
    if (!focused)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(shades.accent, 1));
    painter.drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace

QStringList wrappedLines(const QString &text, const QFont &font, int width, int most, int less)
{
    QStringList lines;
    if (text.isEmpty() || width <= 0 || most <= 0)
        return lines;
    const QFontMetrics metrics(font);
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() == most - 1) {
            lines << metrics.elidedText(text.mid(line.textStart()).trimmed(), Qt::ElideRight, width - less);
            break;
        }
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

void LibraryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chapter = isChapter(index);
    paintGround(*painter, option, chapter);
    if (chapter)
        paintChapter(*painter, option, index);
    else
        paintStory(*painter, option, index);
    painter->restore();
}

QSize LibraryDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *const view = qobject_cast<const QAbstractItemView *>(option.widget);
    const int width = view ? view->viewport()->width() : option.rect.width();
    if (isChapter(index)) {
        const bool first = index.row() == 0;
        return {width, QFontMetrics(captionFont(option.font)).height() + grid::unit + (first ? grid::spacing : grid::group)};
    }
    return {width, Story(option.font, index, width - 2 * inset).height()};
}

bool LibraryDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    return showPlainToolTip(event, view, option, index);
}

} // namespace lockscope
