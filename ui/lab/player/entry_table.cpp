// SPDX-License-Identifier: MIT
#include "ui/lab/player/entry_table.h"

#include "lockcore/judge/verdict.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/run_player.h"
#include "ui/report/verdict_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/shown_text.h"

#include <QKeyEvent>
#include <QPainter>

#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

class EntryDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto column = index.column();
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shadesOf(option.palette).selected);
        auto place = QRectF(option.rect).adjusted(leftPadding(column), 0, -cellPadding, 0);
        if (column == EntryModel::Worker) {
            const std::array owner = {index.data(EntryModel::WorkerRole).toInt()};
            if (owner[0] >= 0)
                paintOwnerSwatch(*painter, option.palette, place, owner);
            place.setLeft(place.left() + ownerSwatchIndent);
        }
        painter->setFont(option.font);
        painter->setPen(colourOf(index, option.palette));
        const auto alignment = column <= EntryModel::Time ? Qt::AlignRight : Qt::AlignLeft;
        const auto text = index.data().toString();
        drawFigures(*painter, place, alignment, QFontMetricsF(option.font).elidedText(text, Qt::ElideRight, place.width() + 1));
        painter->restore();
    }

private:
    static QColor colourOf(const QModelIndex &index, const QPalette &palette)
    {
        const auto outcome = index.data(EntryModel::OutcomeRole);
        if (index.column() == EntryModel::Verdicts && index.data(EntryModel::ProtectionRole).toBool())
            return shadesOf(palette).good;
        const bool tells = index.column() == EntryModel::Verdicts || index.column() == EntryModel::Number;
        if (tells && outcome.isValid())
            return outcome.toInt() == static_cast<int>(lockcore::Outcome::Violated) ? shadesOf(palette).danger : shadesOf(palette).warning;
        return index.column() <= EntryModel::Time ? shadesOf(palette).secondary : palette.color(QPalette::Text);
    }
};

} // namespace

EntryTable::EntryTable(EntryModel *entries, RunPlayer *player, QWidget *parent)
    : QTableView(parent)
    , m_entries(entries)
    , m_player(player)
{
    setObjectName(u"entryTable"_s);
    setAccessibleName(tr("The run as a table"));
    setUpQuietTable(this);
    setModel(entries);
    setItemDelegate(new EntryDelegate(this));
    setSelectionMode(SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the sentence shrinks instead
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    connect(this, &QTableView::clicked, this, &EntryTable::movePlayer);
    connect(entries, &QAbstractItemModel::modelReset, this, [this] {
        fitColumns();
        followPlayer();
    });
    connect(player, &RunPlayer::positionChanged, this, &EntryTable::followPlayer);
    new FocusRing(this);
    fitColumns();
    followPlayer();
}

// Several entries may happen at the same time; the chosen one stays selected.
void EntryTable::followPlayer()
{
    const auto &run = m_player->run();
    const auto chosen = m_entries->numberOf(currentIndex().row());
    if (!run || (chosen != 0 && run->report.history.entries.at(chosen - 1).at == m_player->position()))
        return;
    const int row = m_entries->rowOf(m_player->entry());
    if (row == currentIndex().row())
        return;
    updateGeometries(); // new rows are not laid out yet
    setCurrentIndex(m_entries->index(row, EntryModel::Sentence));
    if (row < 0)
        clearSelection();
}

void EntryTable::movePlayer(const QModelIndex &to)
{
    if (const auto number = m_entries->numberOf(to.row())) {
        m_player->showEntry(number);
        emit entryChosen(number);
    }
}

void EntryTable::keyPressEvent(QKeyEvent *event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    const bool isOfPlayer = event->key() == Qt::Key_Space || event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown
                            || event->key() == Qt::Key_Comma || event->key() == Qt::Key_Period;
    if (isPlain && isOfPlayer)
        return event->ignore(); // the page passes it to the player
    const auto before = currentIndex();
    QTableView::keyPressEvent(event);
    if (currentIndex().row() != before.row())
        movePlayer(currentIndex());
}

QString EntryTable::headOf(int column) const
{
    return horizontalHeader()->isHidden() ? QString() : m_entries->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
}

QString EntryTable::longestWorker() const
{
    constexpr qsizetype most = 10;
    auto longest = headOf(EntryModel::Worker);
    if (const auto &run = m_player->run()) {
        for (const auto &lane : run->lanes.workers) {
            if (const auto name = shownText(lane.worker, most); name.size() > longest.size())
                longest = name;
        }
    }
    return longest;
}

void EntryTable::fitColumns()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::spacing);
    const QFontMetricsF text(font());
    const auto set = [&](int column, qreal width) {
        setColumnWidth(column, static_cast<int>(width) + leftPadding(column) + cellPadding + 1);
    };
    const auto entries = m_player->run() ? m_player->run()->report.history.entries.size() : 0;
    const auto digits = QString::number(std::max<std::size_t>(entries, 100)).size();
    set(EntryModel::Number, std::max(figuresWidth(text, u'#' + QString(digits, u'0')), text.horizontalAdvance(headOf(EntryModel::Number))));
    set(EntryModel::Time, figuresWidth(text, u"00000.00 ms"_s));
    set(EntryModel::Worker, text.horizontalAdvance(longestWorker()) + ownerSwatchIndent);
    int taken = columnWidth(EntryModel::Number) + columnWidth(EntryModel::Time) + columnWidth(EntryModel::Worker);
    const int room = std::max(viewport()->width() - taken, 0);
    set(EntryModel::Verdicts,
        text.horizontalAdvance(propertyText(lockcore::Property::MutualExclusion) + u' ' + outcomeText(lockcore::Outcome::Violated)));
    const int verdicts = std::clamp(columnWidth(EntryModel::Verdicts), room / 4, room * 2 / 5);
    setColumnWidth(EntryModel::Sentence, room - verdicts);
    setColumnWidth(EntryModel::Verdicts, verdicts);
}

void EntryTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    scrollTo(currentIndex());
}

void EntryTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model())
        fitColumns();
}

} // namespace lockscope
