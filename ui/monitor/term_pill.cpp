// SPDX-License-Identifier: MIT
#include "ui/monitor/term_pill.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostCharacters = 30;         // three such pills fit in a line at 1280 px
constexpr int mostCharactersOfAGroup = 72; // terms joined with "or" are read as one
constexpr int crossSize = 7;

} // namespace

TermPill::TermPill(QWidget *parent)
    : QAbstractButton(parent)
{
    setFont(fixedFont(font()));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus); // a click moves the focus to the text instead
    setAttribute(Qt::WA_Hover);
}

void TermPill::setTerm(const QString &term)
{
    if (term == text())
        return;
    setText(term);
    setShortcut({}); // an "&" in the text must not become a mnemonic
    setAccessibleName(tr("Filter term %1, press Delete to remove").arg(term));
    setPlainToolTip(this, term + u'\n' + tr("A click changes it, the cross or Delete removes it."));
    updateGeometry();
}

void TermPill::setRest(const QStringList &terms)
{
    const auto count = static_cast<int>(terms.size());
    setText(tr("and %n more", nullptr, count));
    setAccessibleName(tr("Filter, and %n more, press Return to change them, Delete to remove them", nullptr, count));
    setPlainToolTip(this, terms.join(u'\n'));
    updateGeometry();
}

QSize TermPill::sizeHint() const
{
    const bool isGroup = text().startsWith(u'(') || text().startsWith(u"-("_s);
    const int most = fontMetrics().averageCharWidth() * (isGroup ? mostCharactersOfAGroup : mostCharacters);
    const int words = qMin(most, fontMetrics().horizontalAdvance(text()));
    return {grid::spacing + words + 1 + cross().width(), controlHeight(fontMetrics()) - grid::unit};
}

QRect TermPill::cross() const
{
    const int side = crossSize + 2 * grid::spacing - 2;
    return {width() - side, 0, side, height()};
}

bool TermPill::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool plain = !(key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
        if (plain && (key->key() < Qt::Key_Escape || key->key() == Qt::Key_Delete || key->key() == Qt::Key_Backspace)) {
            event->accept(); // the pill is part of a field: typed characters go there
            return true;
        }
    }
    return QAbstractButton::event(event);
}

void TermPill::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return QGuiApplication::clipboard()->setText(text());
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return emit removeWanted();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2: return click();
    case Qt::Key_Space: return QAbstractButton::keyPressEvent(event);
    default: event->ignore();
    }
}

void TermPill::mouseReleaseEvent(QMouseEvent *event)
{
    const bool removes = isDown() && event->button() == Qt::LeftButton && cross().contains(event->position().toPoint());
    const bool middle = event->button() == Qt::MiddleButton && rect().contains(event->position().toPoint());
    if (!removes && !middle)
        return QAbstractButton::mouseReleaseEvent(event);
    setDown(false);
    emit removeWanted();
}

void TermPill::paintEvent(QPaintEvent *)
{
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(underMouse() || isDown() ? shades.selected : shades.pill);
    painter.setPen(hasFocus() ? QPen(shades.accent, 1.5) : QPen(Qt::NoPen));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QRect words(grid::spacing, 0, width() - grid::spacing - cross().width() + 1, height());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(words, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, words.width()));
    QRectF mark(0, 0, crossSize, crossSize);
    mark.moveCenter(QRectF(cross()).center());
    painter.setPen(QPen(shades.secondary, 1.25, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(mark.topLeft(), mark.bottomRight());
    painter.drawLine(mark.topRight(), mark.bottomLeft());
}

} // namespace lockscope
