// SPDX-License-Identifier: MIT
#include "ui/monitor/statistics_dialog.h"

#include "ui/monitor/statistics_model.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/lock_words.h"

#include <QAction>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int statisticsInterval = 1000; // ms

class StatisticsDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int column = index.column();
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shadesOf(option.palette).selected);
        painter->setFont(column == 0 ? fixedFont(option.font) : option.font);
        painter->setPen(option.palette.color(QPalette::Text));
        const QRectF inner = QRectF(option.rect).adjusted(leftPadding(column), 0, -cellPadding, 0);
        drawFigures(*painter, inner, column == 0 ? Qt::AlignLeft : Qt::AlignRight,
                    QFontMetricsF(painter->font()).elidedText(index.data().toString(), Qt::ElideMiddle, inner.width() + 1));
        painter->restore();
    }
};

} // namespace

StatisticsDialog::StatisticsDialog(Source source, QWidget *parent)
    : QDialog(parent)
    , m_source(std::move(source))
    , m_rows(new StatisticsModel(this))
    , m_words(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_table(new QTableView(this))
{
    setObjectName(u"statisticsDialog"_s);
    setModal(false);
    setWindowTitle(tr("Statistics by prefix"));
    m_words->setObjectName(u"statisticsWords"_s);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    setUpTable();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    layout->addWidget(m_words);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    m_reading.setInterval(statisticsInterval);
    connect(&m_reading, &QTimer::timeout, this, &StatisticsDialog::read);
    resize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 24);
}

void StatisticsDialog::setUpTable()
{
    m_table->setObjectName(u"statisticsTable"_s);
    m_table->setAccessibleName(tr("Statistics by prefix"));
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new StatisticsDelegate(m_table));
    setUpQuietTable(m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *filter = new QAction(tr("&Filter these locks"), m_table);
    auto *copy = new QAction(tr("&Copy the table"), m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &StatisticsDialog::copy);
    const auto choose = [this] {
        if (const auto index = m_table->currentIndex(); index.isValid() && !m_rows->filterTerm(index.row()).isEmpty())
            emit filterTermChosen(m_rows->filterTerm(index.row()));
    };
    connect(filter, &QAction::triggered, this, choose);
    connect(m_table, &QAbstractItemView::activated, this, choose);
    m_table->addActions({filter, copy});
    new FocusRing(m_table);
    fitColumns();
}

void StatisticsDialog::fitColumns()
{
    const QFontMetrics text(font()), names(fixedFont(font()));
    m_table->verticalHeader()->setDefaultSectionSize(text.height() + grid::spacing);
    m_table->horizontalHeader()->setMinimumSectionSize(names.averageCharWidth() * 8);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch); // the names get what the figures leave
    for (int column = 1; column < m_rows->columnCount(); ++column) {
        const auto title = m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_table->setColumnWidth(column, std::max(text.horizontalAdvance(title), text.averageCharWidth() * 10) + 3 * cellPadding);
    }
}

void StatisticsDialog::read()
{
    auto kinds = m_source();
    m_words->setText(kinds.empty() ? tr("No lock has changed hands or ended in the last minutes.")
                                   : tr("Of the last %1, as far as it was seen: changes closer together than Lockscope looks count as "
                                        "one. Return shows the locks of a row.")
                                         .arg(spanText(kinds.front().statistics.over)));
    m_rows->show(std::move(kinds));
}

// As tab-separated columns, with their titles.
void StatisticsDialog::copy() const
{
    QStringList lines;
    for (int row = -1; row < m_rows->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < m_rows->columnCount(); ++column)
            cells << (row < 0 ? m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole) : m_rows->index(row, column).data()).toString();
        lines << cells.join(u'\t');
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void StatisticsDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    read();
    m_reading.start();
}

void StatisticsDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    m_reading.stop();
}

} // namespace lockscope
