// SPDX-License-Identifier: MIT
#include "ui/monitor/filter_field.h"

#include "ui/monitor/filter_text.h"
#include "ui/monitor/term_pill.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>

#include <memory>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostPills = 12; // three lines at 1280 px
constexpr int symbolSize = 16;
constexpr int fewestCharacters = 24; // so that there is always space for another term

} // namespace

FilterField::FilterField(QWidget *parent)
    : QWidget(parent)
    , m_flow(new FlowLayout(this))
    , m_text(new QLineEdit(this))
    , m_complaint(new ShadedLabel(ShadedLabel::Shade::Danger, m_text))
    , m_clear(m_text->addAction(QIcon(), QLineEdit::TrailingPosition))
{
    m_text->setObjectName(u"filter"_s);
    m_text->setAccessibleName(tr("Filter"));
    m_text->setFont(fixedFont(font()));
    m_text->setPlaceholderText(tr("any text, or name: owner: kind: state: ttl<5s waiters>0 …"));
    m_text->setFrame(false);
    m_text->setMinimumHeight(lineHeight());
    m_text->installEventFilter(this);
    QFont plain = font();
    plain.setFamilies(plain.families()); // otherwise the complaint would use the field's font
    m_complaint->setFont(plain);
    m_complaint->setObjectName(u"note"_s);
    m_complaint->setForegroundRole(QPalette::WindowText); // otherwise it would use the text colour of the line edit
    m_complaint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_complaint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_complaint->hide();
    m_clear->setText(tr("Clear the filter"));
    m_clear->setToolTip(tr("Clear the filter (Esc)"));
    m_flow->setContentsMargins(symbolSize + grid::unit + 2, 0, 0, 0);
    m_flow->setSpacing(grid::unit + 2);
    m_flow->insertWidget(0, m_text);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(m_clear, &QAction::triggered, this, &FilterField::clearAll);
    connect(m_text, &QLineEdit::returnPressed, this, &FilterField::entered);
    connect(m_text, &QLineEdit::textChanged, this, [this] {
        m_unfolded = false;
        showPlaces();
        emit typedChanged();
    });
    recolour();
    showPills();
}

int FilterField::lineHeight() const { return controlHeight(QFontMetrics(fixedFont(font()))) - grid::unit; }

QString FilterField::typed() const { return m_text->text(); }

QString FilterField::whole() const { return joinedFilter(m_terms, typed()); }

void FilterField::set(const QStringList &terms, const QString &typed)
{
    m_terms = terms;
    showPills();
    m_text->setText(typed);
    m_unfolded = false;
}

void FilterField::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

// If there are too many pills, they become one pill, which opens all of them.
void FilterField::showPills()
{
    const bool tooMany = m_terms.size() > mostPills;
    const auto shown = tooMany ? mostPills : static_cast<int>(m_terms.size());
    while (m_pills.size() < shown) {
        auto *pill = new TermPill(this);
        const int index = static_cast<int>(m_pills.size());
        connect(pill, &TermPill::clicked, this, [this, index] { reopen(index); });
        connect(pill, &TermPill::removeWanted, this, [this, index] { remove(index); });
        m_flow->insertWidget(index, pill);
        setTabOrder(index > 0 ? static_cast<QWidget *>(m_pills.back()) : pill, index > 0 ? static_cast<QWidget *>(pill) : m_text);
        m_pills << pill;
    }
    for (int i = 0; i < m_pills.size(); ++i) {
        if (i < shown)
            m_pills[i]->setTerm(m_terms[i]);
        m_pills[i]->setVisible(i < shown);
    }
    if (tooMany)
        m_pills.back()->setRest(m_terms.sliced(mostPills - 1));
    showPlaces();
}

void FilterField::remove(int index)
{
    if (isRest(index))
        m_terms.erase(m_terms.begin() + index, m_terms.end());
    else
        m_terms.removeAt(index);
    const bool hadFocus = m_pills[index]->hasFocus();
    showPills();
    if (hadFocus && index < m_terms.size())
        m_pills[index]->setFocus();
    else if (hadFocus)
        m_text->setFocus();
    emit termsRemoved();
}

// Turns the pill into text before the typed text.
void FilterField::reopen(int index)
{
    if (isRest(index))
        return reopenAll();
    const auto term = m_terms.takeAt(index);
    const auto rest = typed();
    showPills();
    m_text->setFocus();
    emit termsReopened({term});
    m_text->setText(joinedFilter({term}, rest));
    m_text->setCursorPosition(static_cast<int>(term.size()));
}

void FilterField::reopenAll()
{
    const auto terms = m_terms;
    const auto text = whole();
    m_terms.clear();
    showPills();
    m_text->setFocus();
    emit termsReopened(terms);
    m_text->setText(text);
    m_text->selectAll();
    m_unfolded = true;
}

// Edits the text instead of replacing it, so that undo restores the pill.
void FilterField::clearAll()
{
    if (!m_terms.isEmpty())
        reopenAll();
    m_text->clear();
}

bool FilterField::handleKey(QKeyEvent *event)
{
    const bool atBeginning = m_text->cursorPosition() == 0 && !m_text->hasSelectedText() && event->modifiers() == Qt::NoModifier;
    if (event->matches(QKeySequence::SelectAll) && !m_terms.isEmpty()) {
        reopenAll();
        return true;
    }
    if (event->matches(QKeySequence::Copy) && !m_text->hasSelectedText()) {
        QGuiApplication::clipboard()->setText(whole());
        return true;
    }
    if (event->key() == Qt::Key_Escape && !whole().isEmpty()) {
        if (m_unfolded)
            emit entered();
        else if (!typed().isEmpty())
            m_text->clear();
        else
            clearAll();
        return true;
    }
    if (event->key() == Qt::Key_Down && event->modifiers() == Qt::NoModifier) {
        emit leftDownwards();
        return true;
    }
    if (!atBeginning || m_terms.isEmpty())
        return false;
    if (event->key() == Qt::Key_Left)
        shownPills().back()->setFocus();
    else if (event->key() == Qt::Key_Backspace)
        reopen(static_cast<int>(shownPills().size()) - 1);
    else
        return false;
    return true;
}

bool FilterField::eventFilter(QObject *object, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        if (handleKey(static_cast<QKeyEvent *>(event)))
            return true;
        break;
    case QEvent::ContextMenu: showMenu(static_cast<QContextMenuEvent *>(event)->globalPos()); return true;
    case QEvent::FocusOut: {
        const auto reason = static_cast<QFocusEvent *>(event)->reason();
        if (m_unfolded && reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            emit entered(); // the user only viewed or copied the text
        break;
    }
    case QEvent::Resize: showPlaces(); break;
    default: break;
    }
    return QWidget::eventFilter(object, event);
}

void FilterField::showMenu(const QPoint &position)
{
    const std::unique_ptr<QMenu> menu(m_text->createStandardContextMenu());
    menu->addSeparator();
    auto *copy = menu->addAction(tr("Copy the whole filter"), this, [this] { QGuiApplication::clipboard()->setText(whole()); });
    copy->setEnabled(!whole().isEmpty());
    menu->exec(position);
}

// Handles keys that a pill does not handle itself.
void FilterField::keyPressEvent(QKeyEvent *event)
{
    const auto pills = shownPills();
    const auto index = pills.indexOf(qobject_cast<TermPill *>(focusWidget()));
    if (index < 0 || !focusWidget()->hasFocus())
        return QWidget::keyPressEvent(event);
    const bool character = !event->text().isEmpty() && event->text().front().isPrint()
                           && !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    switch (event->key()) {
    case Qt::Key_Home: return pills.front()->setFocus();
    case Qt::Key_Down: return emit leftDownwards();
    case Qt::Key_Left: return pills[qMax(0, index - 1)]->setFocus();
    case Qt::Key_Right:
        if (index + 1 < pills.size())
            return pills[index + 1]->setFocus();
        [[fallthrough]];
    case Qt::Key_Escape:
    case Qt::Key_End:
        m_text->setFocus();
        return m_text->setCursorPosition(event->key() == Qt::Key_Right ? 0 : static_cast<int>(typed().size()));
    default: break;
    }
    if (event->matches(QKeySequence::SelectAll))
        return reopenAll();
    if (!character)
        return QWidget::keyPressEvent(event);
    m_text->setFocus();
    m_text->insert(event->text());
}

QList<TermPill *> FilterField::shownPills() const { return m_pills.first(qMin(m_terms.size(), qsizetype(mostPills))); }

bool FilterField::isRest(int index) const { return m_terms.size() > mostPills && index == mostPills - 1; }

void FilterField::showComplaint(const QString &why, const QString &note)
{
    m_why = why;
    m_note = note;
    m_text->setAccessibleDescription(why + note);
    m_text->setToolTip(plainToolTip(why.isEmpty() ? (note.isEmpty() ? QString() : note + u'\n') + help() : why));
    m_complaint->setShade(why.isEmpty() ? ShadedLabel::Shade::Secondary : ShadedLabel::Shade::Danger);
    recolour();
    showPlaces();
}

void FilterField::setComplaintElsewhere(bool elsewhere)
{
    m_complaintElsewhere = elsewhere;
    showPlaces();
}

QString FilterField::help()
{
    return tr("Any text, such as a key, is searched for. Or name a field:\n"
              "name: owner: kind: library: state: level: event: client: node: db: as in name:order:*\n"
              "ttl held lease count waiters renewals confidence as in ttl<5s\n"
              "All terms must match, a minus negates: kind:redisson -state:held\n"
              "\"or\" is weaker, brackets group: waiters>0 (ttl<5s or ttl:none)\n"
              "event: selects in the list of events. Enter makes pills of the terms.");
}

// A note, or the beginning of a complaint, is shown after the text, in the same field, so that nothing moves while the user types, unless
// there is no space.
void FilterField::showPlaces()
{
    m_clear->setVisible(!whole().isEmpty());
    const QFontMetrics metrics = m_text->fontMetrics();
    const int fewest = metrics.averageCharWidth() * fewestCharacters;
    const auto words = m_why.isEmpty() ? m_note : m_complaintElsewhere ? QString() : u"✕ "_s + m_why;
    const int wanted = words.isEmpty() ? 0 : m_complaint->fontMetrics().horizontalAdvance(words) + 1;
    const int beside = metrics.horizontalAdvance(typed()) + symbolSize + 3 * grid::group; // width of text and clear button
    m_text->setMinimumWidth(words.isEmpty() ? fewest : qMin(beside + wanted, 3 * fewest));
    m_complaint->setVisible(!words.isEmpty());
    const int room = qMax(0, qMin(wanted, m_text->width() - beside));
    m_complaint->setText(m_complaint->fontMetrics().elidedText(words, Qt::ElideRight, room));
    m_complaint->setGeometry(m_text->width() - room - symbolSize - grid::group, 0, room, m_text->height());
}

void FilterField::recolour()
{
    const auto palette = QApplication::palette();
    QPalette own;
    if (!m_why.isEmpty())
        own.setColor(QPalette::Text, shadesOf(palette).danger);
    m_text->setPalette(own);
    m_clear->setIcon(symbolIcon(u"clear"_s, palette));
    update();
}

void FilterField::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    symbolIcon(u"filter"_s, palette()).paint(&painter, QRect(0, (lineHeight() - symbolSize) / 2, symbolSize, symbolSize));
}

void FilterField::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
    if (event->type() == QEvent::FontChange) {
        m_text->setFont(fixedFont(font()));
        m_text->setMinimumHeight(lineHeight());
        showPlaces();
    }
}

} // namespace lockscope
