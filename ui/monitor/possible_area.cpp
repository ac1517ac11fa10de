// SPDX-License-Identifier: MIT
#include "ui/monitor/possible_area.h"

#include "ui/monitor/possible_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/monitor_words.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

class PossibleDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int column = index.column();
        const bool isName = column == PossibleModel::Kind || column == PossibleModel::Name || column == PossibleModel::Owner;
        const auto shades = shadesOf(option.palette);
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shades.selected);
        painter->setFont(isName ? fixedFont(option.font) : option.font);
        painter->setPen(column == PossibleModel::Kind || column == PossibleModel::Why ? shades.secondary
                                                                                      : option.palette.color(QPalette::Text));
        const QRectF inner = QRectF(option.rect).adjusted(leftPadding(column), 0, -cellPadding, 0);
        const auto mode = column == PossibleModel::Why ? Qt::ElideRight : Qt::ElideMiddle;
        drawFigures(*painter, inner, column == PossibleModel::Ttl ? Qt::AlignRight : Qt::AlignLeft,
                    QFontMetricsF(painter->font()).elidedText(index.data().toString(), mode, inner.width() + 1));
        painter->restore();
    }
};

ShadedLabel *plainLabel(QWidget *parent)
{
    auto *label = new ShadedLabel(ShadedLabel::Shade::Secondary, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    return label;
}

} // namespace

PossibleArea::PossibleArea(QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(Banner::Tone::Plain, this))
    , m_table(new QTableView(this))
    , m_empty(plainLabel(this))
    , m_notes(plainLabel(this))
    , m_rows(new PossibleModel(this))
{
    setObjectName(u"possibleArea"_s);
    m_banner->setWords(tr("Possible locks"), tr("The evidence is too weak to call them locks: sessions and caches have such tokens, too. "
                                                "They are not followed, and no alert counts them."));
    auto *close = m_banner->addStep(tr("Show the locks"));
    connect(close, &QPushButton::clicked, this, &PossibleArea::closed);
    m_notes->setObjectName(u"possibleNotes"_s);
    m_empty->setObjectName(u"noPossible"_s);
    setUpTable();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_empty);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_notes);
    layout->addStretch();
    setFocusProxy(m_table);
    connect(m_rows, &QAbstractItemModel::modelReset, this, &PossibleArea::showWords);
    showWords();
}

void PossibleArea::setUpTable()
{
    m_table->setObjectName(u"possible"_s);
    m_table->setAccessibleName(tr("Possible locks"));
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new PossibleDelegate(m_table));
    setUpQuietTable(m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    new FocusRing(m_table);
    fitColumns();
}

void PossibleArea::fitColumns()
{
    const QFontMetrics names(fixedFont(font()));
    const auto columns = [&](int count) { return names.averageCharWidth() * count + 2 * cellPadding; };
    m_table->setColumnWidth(PossibleModel::Kind, columns(20) + cellPadding);
    m_table->setColumnWidth(PossibleModel::Name, columns(30));
    m_table->setColumnWidth(PossibleModel::Owner, columns(14));
    m_table->setColumnWidth(PossibleModel::Ttl, columns(10));
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::spacing);
}

void PossibleArea::show(const PossibleLocks &possible, ServerTime now)
{
    const bool other = !(possible == m_possible);
    m_possible = possible;
    m_rows->show(possible.locks, now);
    if (other)
        showWords();
}

void PossibleArea::setFilter(const Filter &filter) { m_rows->setFilter(filter); }

void PossibleArea::showWords()
{
    const auto count = m_rows->rowCount();
    const auto notes = possibleNotes(m_possible);
    m_table->setVisible(count > 0);
    m_empty->setVisible(count == 0 && !(m_possible.locks.empty() && m_possible.freeNamesUnread)); // the notes say that
    m_empty->setText(m_possible.locks.empty() ? tr("The last sweep found no possible locks.") : tr("No possible lock matches the filter."));
    m_notes->setVisible(!notes.isEmpty());
    m_notes->setText(notes.join(u'\n'));
}

void PossibleArea::openMenu(const QModelIndex &index, const QPoint &place)
{
    if (!index.isValid())
        return;
    const auto lock = m_rows->lockAt(index.row()); // rows may change while the menu is open
    const auto copied = [](const Bytes &bytes) { QGuiApplication::clipboard()->setText(QString::fromStdString(escaped(bytes))); };
    QMenu menu(this);
    menu.addAction(themedIcon(u"edit-copy"_s, u"copy"_s, palette()), tr("Copy the key"), this, [&] { copied(lock.id.key); });
    if (!lock.holders.empty())
        menu.addAction(tr("Copy the owner"), this, [&] { copied(lock.holders.front().owner); });
    emit menuOpens(lock, &menu);
    menu.exec(place);
}

bool PossibleArea::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ContextMenu)
        return QWidget::eventFilter(watched, event);
    const auto *opens = static_cast<QContextMenuEvent *>(event);
    if (opens->reason() == QContextMenuEvent::Keyboard) {
        const auto current = m_table->currentIndex();
        openMenu(current, m_table->viewport()->mapToGlobal(m_table->visualRect(current).center()));
    } else {
        openMenu(m_table->indexAt(m_table->viewport()->mapFromGlobal(opens->globalPos())), opens->globalPos());
    }
    return true;
}

void PossibleArea::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else
        QWidget::keyPressEvent(event);
}

void PossibleArea::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

} // namespace lockscope
