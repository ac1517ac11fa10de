// SPDX-License-Identifier: MIT
#include "ui/widgets/source_view.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/hanging_layout.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringDecoder>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int barWidth = 3;
constexpr int mostLightLines = 3000;

// Returns a visible sign for a character that is invisible or reorders text.
QChar shownSign(QChar sign)
{
    const bool hidden = sign.category() == QChar::Other_Control || sign.category() == QChar::Other_Format
                        || sign.category() == QChar::Other_PrivateUse || sign == QChar::LineSeparator || sign == QChar::ParagraphSeparator;
    return hidden && sign != u'\t' && sign != u'\n' ? QChar(0x00b7) : sign;
}

qsizetype indentation(const QString &line)
{
    const auto first = std::ranges::find_if(line, [](QChar c) { return c != u' '; });
    return first == line.end() ? std::numeric_limits<qsizetype>::max() : first - line.begin();
}

// Without the indentation that all lines have, and the rest of it half as deep, because the view is narrow.
QStringList dedented(QStringList lines)
{
    constexpr qsizetype deep = 4;
    auto common = std::numeric_limits<qsizetype>::max(), step = common;
    for (const auto &line : lines)
        common = std::min(common, indentation(line));
    for (const auto &line : lines) {
        if (const auto indent = indentation(line); indent > common)
            step = std::min(step, indent - common);
    }
    for (auto &line : lines) {
        const auto indent = indentation(line);
        if (indent > line.size())
            line.clear();
        else
            line.remove(0, step < deep ? common : indent - (indent - common) / 2);
    }
    return lines;
}

QString cutToLines(QString text, bool &cut)
{
    text.remove(u'\r').replace(u'\t', u"    "_s);
    std::transform(text.begin(), text.end(), text.begin(), shownSign);
    auto lines = text.split(u'\n');
    if (lines.size() > 1 && lines.back().isEmpty())
        lines.removeLast(); // the last line ends with a line break, too
    if (lines.size() > SourceView::mostLines) {
        lines.resize(SourceView::mostLines);
        cut = true;
    }
    for (auto &line : lines) {
        if (line.size() > SourceView::longestLine) {
            line = line.left(SourceView::longestLine) + u" …"_s;
            cut = true;
        }
    }
    return dedented(std::move(lines)).join(u'\n');
}

QColor blended(const QColor &over, const QColor &ground, qreal share)
{
    const auto mix = [&](float one, float other) { return static_cast<float>(share) * one + static_cast<float>(1 - share) * other; };
    return QColor::fromRgbF(mix(over.redF(), ground.redF()), mix(over.greenF(), ground.greenF()), mix(over.blueF(), ground.blueF()));
}

// Includes all parts of a wrapped line, up to the edge of the view. The last part of the text ends with no line break, so Qt fills it that far
// only for a cursor without a selection.
void lightLine(QList<QTextEdit::ExtraSelection> &selections, const QTextDocument &document, std::int64_t line, const QColor &colour)
{
    QTextEdit::ExtraSelection selection;
    selection.cursor = QTextCursor(document.findBlockByNumber(static_cast<int>(line - 1)));
    selection.format.setBackground(colour);
    selection.format.setProperty(QTextFormat::FullWidthSelection, true);
    const bool isLast = !selection.cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor);
    if (isLast)
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    selections << selection;
    if (isLast) {
        selection.cursor.clearSelection();
        selections << selection;
    }
}

} // namespace

class SourceView::Gutter final : public QWidget
{
public:
    explicit Gutter(SourceView *view)
        : QWidget(view)
        , m_view(view)
    { }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        m_view->paintGutter(painter, event->rect());
    }
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::ToolTip)
            return QWidget::event(event);
        const auto *const help = static_cast<QHelpEvent *>(event);
        showPlainToolTip(help->globalPos(), m_view->lineText(help->pos().y()), this);
        return true;
    }

private:
    SourceView *m_view;
};

class SourceView::Highlighter final : public QSyntaxHighlighter
{
public:
    explicit Highlighter(SourceView *view)
        : QSyntaxHighlighter(view->document())
        , m_view(view)
    { }

    void setLanguage(SourceLanguage language) { m_language = language; }

protected:
    void highlightBlock(const QString &line) override
    {
        int state = std::max(previousBlockState(), 0);
        for (const auto &stretch : stretchesOf(m_language, line, state))
            setFormat(static_cast<int>(stretch.begin), static_cast<int>(stretch.length), formatOf(stretch.tone));
        setCurrentBlockState(state);
    }

private:
    QTextCharFormat formatOf(SourceTone tone) const
    {
        const auto &shades = shadesOf(m_view->palette());
        QTextCharFormat format;
        if (tone == SourceTone::Keyword)
            format.setFontWeight(QFont::DemiBold);
        else
            format.setForeground(tone == SourceTone::Comment ? shades.secondary : shades.accent);
        format.setFontItalic(tone == SourceTone::Comment);
        return format;
    }

    SourceView *m_view;
    SourceLanguage m_language = SourceLanguage::Plain;
};

SourceView::SourceView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_layout(nullptr)
    , m_gutter(new Gutter(this))
    , m_highlighter(nullptr)
{
    auto *text = new QTextDocument(this);
    m_layout = new HangingLayout(text);
    text->setDocumentLayout(m_layout);
    setDocument(text);
    m_highlighter = new Highlighter(this);
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setLineWrapMode(WidgetWidth); // the text beyond the edge may be the command that matters
    setFrameShape(NoFrame);
    setFont(fixedFont(font()));
    setAccessibleName(tr("Source"));
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect &, int) { m_gutter->update(); });
    new FocusRing(this, 1);
    placeGutter();
}

SourceView::~SourceView() = default;

bool SourceView::showSource(const QString &fileName, const QByteArray &text)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    m_cut = text.size() > mostBytes;
    auto part = text.left(mostBytes);
    if (m_cut)
        part.truncate(std::max<qsizetype>(part.lastIndexOf('\n'), 0)); // so that no character is cut
    const QString decoded = decoder(part);
    const bool isText = !decoder.hasError() && !part.contains('\0');
    m_lit.clear();
    m_marks.clear();
    m_hints.clear();
    const auto shown = isText ? cutToLines(decoded, m_cut) : QString();
    const bool isLong = shown.count(u'\n') > mostLightLines; // highlighting would take longer than a frame
    m_highlighter->setLanguage(isText && !isLong ? languageOf(fileName) : SourceLanguage::Plain);
    setPlainText(shown);
    placeGutter();
    light();
    return isText;
}

void SourceView::setHang(int columns) { m_layout->setHang(columns); }

void SourceView::setHints(const QStringList &hints) { m_hints = hints; }

void SourceView::setLit(const QList<Lit> &lit)
{
    if (lit == m_lit)
        return;
    m_lit = lit;
    placeGutter();
    light();
    showFirstLit();
}

void SourceView::showFirstLit()
{
    const auto first = std::ranges::find_if(m_lit, [this](const Lit &one) { return hasLine(one.line); });
    if (first != m_lit.end() && !isLineVisible(first->line))
        scrollToLine(first->line);
}

void SourceView::setMarks(const QList<Mark> &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    light();
}

bool SourceView::isLineVisible(std::int64_t line) const
{
    const auto place = blockBoundingGeometry(document()->findBlockByNumber(static_cast<int>(line - 1))).translated(contentOffset());
    return place.top() >= 0 && place.bottom() <= viewport()->height();
}

// Puts the line a third from the top, because the following lines are read next.
void SourceView::scrollToLine(std::int64_t line)
{
    const auto lines = std::max(1, viewport()->height() / std::max(1, fontMetrics().lineSpacing()));
    const auto first = document()->findBlockByNumber(static_cast<int>(line - 1)).firstLineNumber();
    verticalScrollBar()->setValue(std::max(0, first - lines / 3));
}

// The background of a worker covers that of a mark; the gutter shows both.
void SourceView::light()
{
    const auto &shades = shadesOf(palette());
    const auto base = palette().color(QPalette::Base);
    QList<QTextEdit::ExtraSelection> selections;
    for (const auto &mark : m_marks) {
        if (hasLine(mark.line))
            lightLine(selections, *document(), mark.line, blended(shades.danger, base, 0.12));
    }
    for (auto lit = m_lit.crbegin(); lit != m_lit.crend(); ++lit) { // in reverse, so that the first one is on top
        if (hasLine(lit->line))
            lightLine(selections, *document(), lit->line, blended(ownerColour(palette(), lit->colour), base, shades.dark ? 0.32 : 0.18));
    }
    setExtraSelections(selections);
    m_gutter->update();
    describe();
}

void SourceView::describe()
{
    QStringList parts;
    for (const auto &lit : m_lit) {
        if (hasLine(lit.line))
            parts << tr("%1 is at line %2").arg(lit.name).arg(lit.line);
    }
    for (const auto &mark : m_marks) {
        if (hasLine(mark.line))
            parts << tr("line %1: %2").arg(mark.line).arg(mark.why);
    }
    setAccessibleDescription(parts.join(u"; "_s));
}

QString SourceView::nameAt(std::int64_t line) const
{
    const auto first = std::ranges::find(m_lit, line, &Lit::line);
    const auto count = std::ranges::count(m_lit, line, &Lit::line);
    if (first == m_lit.end())
        return {};
    return count == 1 ? first->name : first->name + u'+' + QString::number(count - 1);
}

int SourceView::nameWidth() const
{
    int width = 0;
    for (const auto &lit : m_lit)
        width = std::max(width, fontMetrics().horizontalAdvance(nameAt(lit.line)) + 1); // plus one, so that the last letter is not cut
    return std::clamp(width, fontMetrics().horizontalAdvance(u"A"_s), fontMetrics().horizontalAdvance(u"worker-12"_s));
}

int SourceView::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(QString::number(blockCount()).size(), 3);
    return barWidth + grid::unit + nameWidth() + grid::spacing + fontMetrics().horizontalAdvance(u'9') * static_cast<int>(digits + 2)
           + grid::spacing;
}

void SourceView::placeGutter()
{
    const auto width = gutterWidth();
    setViewportMargins(width, 0, 0, 0);
    const auto inner = contentsRect();
    m_gutter->setGeometry(inner.left(), inner.top(), width, inner.height());
}

bool SourceView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::viewportEvent(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    showPlainToolTip(help->globalPos(), lineText(help->pos().y()), viewport());
    return true;
}

void SourceView::resizeEvent(QResizeEvent *event)
{
    m_layout->setWidth(viewport()->width());
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    showFirstLit(); // after the resize, lines are wrapped at other places
}

void SourceView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->rehighlight();
        light();
    } else if (event->type() == QEvent::FontChange) {
        placeGutter();
        showFirstLit();
    }
}

void SourceView::paintGutter(QPainter &painter, const QRect &dirty) const
{
    painter.fillRect(dirty, palette().color(QPalette::Base));
    painter.setFont(font());
    auto block = firstVisibleBlock();
    auto place = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && place.top() <= dirty.bottom()) {
        if (place.bottom() >= dirty.top())
            paintLine(painter, block.blockNumber() + 1, QRectF(0, place.top(), m_gutter->width(), place.height()));
        block = block.next();
        place.moveTop(place.bottom());
        place.setHeight(blockBoundingRect(block).height());
    }
}

void SourceView::paintLine(QPainter &painter, std::int64_t line, const QRectF &place) const
{
    const auto &shades = shadesOf(palette());
    QList<Lit> here;
    std::ranges::copy_if(m_lit, std::back_inserter(here), [&](const Lit &lit) { return lit.line == line; });
    const bool marked = std::ranges::find(m_marks, line, &Mark::line) != m_marks.end();
    const auto part = here.isEmpty() ? 0 : place.height() / static_cast<qreal>(here.size());
    for (qsizetype i = 0; i < here.size(); ++i)
        painter.fillRect(QRectF(0, place.top() + static_cast<qreal>(i) * part, barWidth, part), ownerColour(palette(), here[i].colour));
    const auto digit = fontMetrics().horizontalAdvance(u'9');
    const QRectF number(0, place.top(), place.width() - grid::spacing, fontMetrics().height()); // the last block is higher than its line
    painter.setPen(marked ? shades.danger : here.isEmpty() ? shades.faint : palette().color(QPalette::Text));
    painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
    if (marked) {
        const auto digits = std::max<qsizetype>(QString::number(blockCount()).size(), 3);
        painter.drawText(number.adjusted(0, 0, -digit * static_cast<int>(digits) - grid::unit, 0), Qt::AlignRight | Qt::AlignVCenter,
                         u"✗"_s);
    }
    if (here.isEmpty())
        return;
    painter.setPen(palette().color(QPalette::Text));
    const QRectF room(barWidth + grid::unit, place.top(), nameWidth(), number.height());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(nameAt(line), Qt::ElideRight, static_cast<int>(room.width())));
}

QString SourceView::lineText(int y) const
{
    const auto line = cursorForPosition(QPoint(0, y)).blockNumber() + 1;
    QStringList parts;
    for (const auto &lit : m_lit) {
        if (lit.line == line)
            parts << tr("%1 is here").arg(lit.name);
    }
    for (const auto &mark : m_marks) {
        if (mark.line == line)
            parts << mark.why;
    }
    if (const auto hint = m_hints.value(line - 1); !hint.isEmpty())
        parts << hint;
    return parts.join(u'\n');
}

} // namespace lockscope
