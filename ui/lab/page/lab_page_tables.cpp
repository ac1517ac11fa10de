// SPDX-License-Identifier: MIT
// How the Lab's page changes between a story and the tables of many runs.
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"

#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

namespace lockscope {

void LabPage::joinTables()
{
    for (auto *action : {m_actions->suite, m_actions->sweep})
        action->setVisible(m_tables != nullptr);
    m_actions->back->setEnabled(false);
    if (!m_tables)
        return;
    connect(m_actions->suite, &QAction::triggered, this, [this] { showTable(TableOrder::Kind::Suite); });
    connect(m_actions->sweep, &QAction::triggered, this, [this] { showTable(TableOrder::Kind::Sweep); });
    connect(m_actions->back, &QAction::triggered, this, [this] { m_front->setCurrentWidget(m_tables); });
    connect(m_tables, &LabTables::backWanted, this, &LabPage::showStory);
    connect(m_front, &QStackedWidget::currentChanged, this, [this] { // server and seed are those of one run
        m_bar->showRun(m_front->currentWidget() == m_columns ? m_desk->upper() : nullptr);
    });
    connect(m_tables, &LabTables::playingChanged, this, &LabPage::showPhase);
    connect(m_tables, &LabTables::runWanted, this, [this](const QString &folder, quint64 entry) {
        m_fromTable = {folder, entry};
        openRun(folder);
        showStory();
    });
    connect(m_desk, &LabDesk::phaseChanged, this, [this] {
        if (m_desk->isBusy())
            showStory();
        m_tables->setBlocked(m_desk->isBusy() ? tr("A run is under way.") : QString());
    });
}

void LabPage::showTable(TableOrder::Kind kind)
{
    m_player->setPlaying(false);
    m_tables->show(kind, m_scenario.protocol);
    m_front->setCurrentWidget(m_tables);
}

void LabPage::showStory()
{
    if (m_front->currentWidget() == m_columns)
        return;
    m_front->setCurrentWidget(m_columns);
    const bool showsRun = m_centre->currentWidget() == m_run;
    (showsRun ? static_cast<QWidget *>(m_stack->upperTimeline()) : m_stateRun)->setFocus(Qt::OtherFocusReason);
}

// Its verdict was in the table: there is nothing to guess.
bool LabPage::isFromTable() const
{
    const auto &run = m_desk->upper();
    return run && !run->folder.isEmpty() && run->folder == m_fromTable.folder;
}

void LabPage::showProof()
{
    const bool fromTable = isFromTable();
    m_actions->back->setEnabled(fromTable);
    m_back->setVisible(fromTable);
    if (fromTable && m_fromTable.entry != 0)
        showEntry(m_fromTable.entry);
}

} // namespace lockscope
