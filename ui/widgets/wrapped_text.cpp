// SPDX-License-Identifier: MIT
#include "ui/widgets/wrapped_text.h"

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/unbroken.h"

#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QTextLayout>
#include <QWheelEvent>

#include <cmath>

namespace lockscope {

WrappedText::WrappedText(QWidget *parent)
    : QTextEdit(parent)
{
    setReadOnly(true);
    setAcceptRichText(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTabChangesFocus(true);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    recolour();
    new FocusRing(this, 1); // there is no space between the ring and the letters
}

void WrappedText::showText(const QString &text, const QFont &font, ShadedLabel::Shade shade)
{
    if (m_shade != shade) {
        m_shade = shade;
        recolour();
    }
    if (this->font() != font) {
        setFont(font);
        updateGeometry();
    }
    if (m_given == text)
        return;
    m_given = text;
    m_text = unbroken(text);
    setPlainText(m_text);
    updateGeometry();
}

void WrappedText::setOnlyGrowing() { m_onlyGrows = true; }

void WrappedText::forgetGrowth() { m_grown = 0; }

int WrappedText::heightForWidth(int width) const
{
    if (!m_onlyGrows)
        return neededHeight(width);
    m_grown = std::max(std::exchange(m_grownAt, width) == width ? m_grown : 0, neededHeight(width));
    return m_grown;
}

int WrappedText::neededHeight(int width) const
{
    qreal height = 0;
    for (const auto &paragraph : m_text.split(u'\n')) {
        QTextLayout layout(paragraph, font());
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(qMax(1, width));
            height += line.height();
        }
        layout.endLayout();
    }
    return qMax(fontMetrics().height(), static_cast<int>(std::ceil(height)));
}

QSize WrappedText::sizeHint() const { return {fontMetrics().averageCharWidth() * 20, heightForWidth(qMax(width(), 1))}; }

QSize WrappedText::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 4, fontMetrics().height()}; }

void WrappedText::changeEvent(QEvent *event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

// Space would scroll by a page, although the text is completely visible, and in the first and last line, Up and Down would do nothing. The
// parent may use these keys.
void WrappedText::keyPressEvent(QKeyEvent *event)
{
    auto cursor = textCursor();
    const bool leaves = event->modifiers() == Qt::NoModifier
                        && ((event->key() == Qt::Key_Up && !cursor.movePosition(QTextCursor::Up))
                            || (event->key() == Qt::Key_Down && !cursor.movePosition(QTextCursor::Down)));
    if (event->key() == Qt::Key_Space || leaves)
        return event->ignore();
    QTextEdit::keyPressEvent(event);
}

void WrappedText::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the whole text is visible; the parent scrolls
}

void WrappedText::focusOutEvent(QFocusEvent *event)
{
    QTextEdit::focusOutEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason) {
        auto cursor = textCursor();
        cursor.clearSelection();
        setTextCursor(cursor);
    }
}

void WrappedText::recolour()
{
    QPalette own;
    own.setColor(QPalette::Text, shadeColour(m_shade, QApplication::palette()));
    own.setColor(QPalette::Base, Qt::transparent);
    setPalette(own);
}

} // namespace lockscope
