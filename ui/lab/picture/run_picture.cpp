// SPDX-License-Identifier: MIT
#include "ui/lab/picture/run_picture.h"

#include "ui/lab/picture/legend_line.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/entry_table.h"
#include "ui/lab/player/run_player.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

namespace {

constexpr int fewestRows = 3, mostRows = 8;

} // namespace

RunPicture::RunPicture(RunStack *stack, RunPlayer *player, QWidget *parent)
    : QWidget(parent)
    , m_stack(stack)
    , m_decisive(new EntryModel(player, EntryModel::Which::Decisive, this))
    , m_legend(new LegendLine(this))
    , m_events(new QWidget(this))
    , m_table(new EntryTable(m_decisive, player, m_events))
{
    m_events->setAutoFillBackground(true);
    m_decisive->setShowsAll(true);
    m_table->setObjectName(QStringLiteral("decisiveTable"));
    m_table->setAccessibleName(tr("Decisive events"));
    m_table->horizontalHeader()->hide();
    auto *caption = makeCaption(tr("Decisive events"), m_events);
    caption->setContentsMargins(grid::group, grid::spacing, grid::group, grid::unit);
    auto *events = new QVBoxLayout(m_events);
    auto *column = new QVBoxLayout(this);
    for (auto *layout : {events, column}) {
        layout->setContentsMargins({});
        layout->setSpacing(0);
    }
    events->addWidget(caption);
    events->addWidget(m_table);
    column->addWidget(stack, 1);
    column->addWidget(m_legend);
    column->addWidget(m_events);
    connect(player, &RunPlayer::runChanged, this, [this, player] { m_legend->showRun(player->run()); });
    m_legend->showRun(player->run());
    connect(m_decisive, &QAbstractItemModel::modelReset, this, &RunPicture::share);
    connect(m_table, &EntryTable::entryChosen, this, &RunPicture::entryChosen);
    share();
}

void RunPicture::setListsEvents(bool lists)
{
    m_listsEvents = lists;
    share();
}

void RunPicture::setShowsLegend(bool shows)
{
    m_showsLegend = shows;
    share();
}

QSize RunPicture::sizeHint() const { return m_stack->sizeHint(); }

QSize RunPicture::minimumSizeHint() const { return m_stack->minimumSizeHint(); }

// The height that the lanes need may change without a change of size.
bool RunPicture::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        share();
    return QWidget::event(event);
}

void RunPicture::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    share();
}

void RunPicture::share()
{
    const int all = m_decisive->rowCount();
    const int row = m_table->verticalHeader()->defaultSectionSize();
    const int caption = m_events->layout()->itemAt(0)->sizeHint().height();
    const int room = height() - m_stack->sizeHint().height();
    const int legend = m_showsLegend && room >= m_legend->sizeHint().height() ? m_legend->sizeHint().height() : 0;
    m_legend->setVisible(legend > 0 && !m_stack->lower());
    const int rows = std::min({all, mostRows, (room - legend - caption) / row});
    const bool fits = rows > 0 && rows >= std::min(all, fewestRows);
    if (fits)
        m_table->setFixedHeight(rows * row);
    m_events->setVisible(m_listsEvents && fits && !m_stack->lower());
    for (auto *layout : {m_events->layout(), this->layout()}) // now: until the next event, the lanes would have the old height
        layout->activate();
}

} // namespace lockscope
