// SPDX-License-Identifier: MIT
#include "ui/lab/page/table_visits.h"

#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_layout.h"
#include "ui/lab/page/lab_parts.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/page/run_display.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/run_player.h"

#include <QPushButton>

namespace lockscope {

TableVisits::TableVisits(const LabParts &parts, LabLayout *layout, RunDisplay *display, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_layout(layout)
    , m_display(display)
{
    for (auto *action : {parts.actions->check, parts.actions->suite, parts.actions->sweep, parts.actions->compare, parts.actions->stores})
        action->setVisible(parts.tables != nullptr);
    parts.actions->back->setEnabled(false);
    if (!parts.tables)
        return;
    connect(parts.actions->back, &QAction::triggered, this, [this] { m_layout->showFront(true); });
    connect(parts.tables, &LabTables::backWanted, this, &TableVisits::leave);
    connect(layout, &LabLayout::frontChanged, this, [this](bool tables) { // server and seed are those of one run
        m_parts.bar->showRun(tables ? nullptr : m_parts.desk->upper());
    });
    connect(parts.tables, &LabTables::playingChanged, this, &TableVisits::playingChanged);
    connect(parts.tables, &LabTables::runWanted, this, [this](const QString &folder, quint64 entry) {
        m_folder = folder;
        m_entry = entry;
        emit runWanted(folder);
        leave();
    });
    connect(parts.desk, &LabDesk::phaseChanged, this, [this] {
        if (m_parts.desk->isBusy())
            leave();
        m_parts.tables->setBlocked(m_parts.desk->isBusy() ? tr("A run is under way.") : QString());
    });
}

bool TableVisits::isPlaying() const { return m_parts.tables && m_parts.tables->isPlaying(); }

void TableVisits::show(TableOrder::Kind kind, const std::string &protocol)
{
    m_parts.player->setPlaying(false);
    m_parts.tables->show(kind, protocol);
    m_layout->showFront(true);
}

void TableVisits::compare(const lockcore::Scenario &story)
{
    m_parts.player->setPlaying(false);
    m_parts.tables->compare(story);
    m_layout->showFront(true);
}

void TableVisits::leave()
{
    if (!m_layout->showsTables())
        return;
    m_layout->showFront(false);
    (m_layout->showsRun() ? static_cast<QWidget *>(m_parts.stack->upperTimeline()) : m_layout->runButton())->setFocus(Qt::OtherFocusReason);
}

bool TableVisits::isOpened(const QString &folder) const { return !folder.isEmpty() && folder == m_folder; }

bool TableVisits::isShown() const
{
    const auto &run = m_parts.desk->upper();
    return run && isOpened(run->folder);
}

void TableVisits::showProof()
{
    m_parts.actions->back->setEnabled(isShown());
    m_layout->setWayBack(isShown());
    if (isShown() && m_entry != 0)
        m_display->showEntry(m_entry);
}

} // namespace lockscope
