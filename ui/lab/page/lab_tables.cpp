// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_tables.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/lab/change/command_question.h"
#include "ui/lab/change/scenario_change.h"
#include "ui/lab/change/subject_field.h"
#include "ui/lab/picture/legend_line.h"
#include "ui/lab/tables/check_model.h"
#include "ui/lab/tables/compare_delegate.h"
#include "ui/lab/tables/compare_header.h"
#include "ui/lab/tables/compare_legend.h"
#include "ui/lab/tables/protocol_set.h"
#include "ui/lab/tables/result_page.h"
#include "ui/lab/tables/store_model.h"
#include "ui/lab/tables/store_set.h"
#include "ui/lab/tables/suite_cells.h"
#include "ui/lab/tables/suite_model.h"
#include "ui/lab/tables/sweep_model.h"
#include "ui/runs/store_workers.h"
#include "ui/words/shown_text.h"

#include <algorithm>

namespace lockscope {

namespace {

constexpr std::size_t usuallyCompared = 4;

ResultLayout suiteLayout()
{
    ResultLayout layout{{26, 13}, false, SuiteModel::Result, true};
    for (const auto &properties : suiteColumns())
        layout.parts << std::clamp(static_cast<int>(columnTitle(properties).size() * 3 / 4), 11, 13); // "✗ violated A15" fits
    layout.parts.back() = 13;                                                                         // it names the property, too
    return layout;
}

ResultLayout sweepLayout()
{
    ResultLayout layout{{18}, true, -1, false};
    layout.parts += QList<int>(sweepColumns.size(), 20);
    return layout;
}

ResultLayout storesLayout()
{
    ResultLayout layout{{14}, true, -1, false};
    layout.parts += QList<int>(static_cast<qsizetype>(comparedStores().size()), 24);
    return layout;
}

ResultLayout comparisonLayout() { return {{14, 62, 24}, true, -1, true}; }

ResultLayout checkLayout() { return {{34, 17, 11, 60}, false, CheckModel::Word, true}; }

} // namespace

LabTables::LabTables(LabEngine *engine, QSettings *settings, QWidget *parent)
    : QStackedWidget(parent)
    , m_engine(engine)
    , m_settings(settings)
    , m_suite(new SuiteModel(this))
    , m_sweep(new SweepModel(this))
    , m_check(new CheckModel(this))
    , m_comparison(new CompareModel(this))
    , m_protocols(new ProtocolSet(this))
    , m_storeTable(new StoreModel(this))
    , m_stores(new StoreSet(this))
    , m_pages{makePage(Kind::Suite), makePage(Kind::Sweep), makePage(Kind::Check), makePage(Kind::Compare), makePage(Kind::Stores)}
{
    joinComparison();
    page(Kind::Stores)->replaceSubject(m_stores);
    connect(engine, &LabEngine::storesChanged, m_storeTable, &StoreModel::show);
    connect(engine, &LabEngine::comparisonChanged, m_comparison, &CompareModel::show);
    connect(engine, &LabEngine::suiteChanged, m_suite, &SuiteModel::show);
    connect(engine, &LabEngine::sweepChanged, m_sweep, &SweepModel::show);
    connect(engine, &LabEngine::checkChanged, m_check, &CheckModel::show);
    connect(engine, &LabEngine::tableTold, this, [this](const QString &progress) {
        if (m_playing)
            page(*m_playing)->showProgress(progress);
    });
    connect(engine, &LabEngine::tableEnded, this, &LabTables::noteEnd);
}

void LabTables::joinComparison()
{
    auto *const table = page(Kind::Compare)->table();
    table->setHorizontalHeader(new CompareHeader(m_comparison, table));
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->setItemDelegateForColumn(CompareModel::Run, new CompareDelegate(m_comparison, this));
    auto *const legend = new LegendLine(this);
    legend->showSamples(compareLegend());
    page(Kind::Compare)->addLegend(legend);
    page(Kind::Compare)->replaceSubject(m_protocols);
    connect(m_protocols, &ProtocolSet::compareWanted, this, [this] { start(Kind::Compare); });
}

LabTables::~LabTables()
{
    m_engine->disconnect(this);
    if (isPlaying())
        m_engine->stopTable();
}

ResultPage *LabTables::makePage(Kind kind)
{
    const ResultWords suite{tr("Every story"),
                            tr("Plays every story of the library with real processes, each on a private server, in about a minute. What "
                               "differs from what the story expects comes first."),
                            tr("Play every story"), tr("each story's own protocol")};
    const ResultWords sweep{
        tr("Every command boundary"),
        tr("Kills, pauses and deafens a worker before and after each command that its lock sends, one run each, and looks "
           "what a fresh worker finds. It takes about a minute."),
        tr("Sweep"),
        {}};
    const ResultWords check{
        tr("Check my lock"),
        tr("Puts one lock to everything that can be put to it: the self-test of its worker, every story, a sweep of its command "
           "boundaries, and up to two minutes of random faults. It takes up to five minutes, and says for each property and each pitfall whether "
           "the lock kept it, and what could not be tested."),
        tr("Check"),
        {}};
    const ResultWords comparison{
        tr("One story, several protocols"),
        tr("Plays the story with each of the protocols, one after the other, in some seconds. Each row is a run, and all are aligned at the "
           "fault: who holds the lock, who is inside, what is refused, and what is violated."),
        tr("Compare"),
        {}};
    const ResultWords stores{
        tr("The same faults, several stores"),
        tr("Lets the holder of a lock die, stand still and lose its network, restarts the server, and sets a clock wrong: on each store, with a "
           "private server and a real library. Each cell is a run: how long until another worker has the lock, and what was found. It takes "
           "about a quarter of a minute for each store."),
        tr("Compare the stores"),
        {}};
    auto *page = kind == Kind::Suite     ? new ResultPage(m_suite, suiteLayout(), suite, this)
                 : kind == Kind::Stores  ? new ResultPage(m_storeTable, storesLayout(), stores, this)
                 : kind == Kind::Compare ? new ResultPage(m_comparison, comparisonLayout(), comparison, this)
                 : kind == Kind::Sweep   ? new ResultPage(m_sweep, sweepLayout(), sweep, this)
                                         : new ResultPage(m_check, checkLayout(), check, this);
    addWidget(page);
    connect(page, &ResultPage::startWanted, this, [this, kind] { start(kind); });
    connect(page, &ResultPage::stopWanted, m_engine, &LabEngine::stopTable);
    connect(page, &ResultPage::backWanted, this, &LabTables::backWanted);
    connect(page, &ResultPage::runWanted, this, &LabTables::runWanted);
    return page;
}

void LabTables::show(Kind kind, const std::string &protocol)
{
    if (kind == Kind::Sweep && m_sweep->rowCount() == 0 && !isPlaying())
        page(kind)->subject()->choose(protocol);
    if (kind == Kind::Check && m_check->subject().isEmpty() && !isPlaying())
        page(kind)->subject()->choose("external");
    setCurrentWidget(page(kind));
}

void LabTables::compare(const lockcore::Scenario &story)
{
    if (!isPlaying() && story != m_story) {
        m_story = story;
        m_comparison->show({});
        std::vector<std::string> usual{story.protocol};
        for (const auto *const name : {"set-nx-del", "token", "token-watchdog", "fenced"}) {
            if (usual.size() < usuallyCompared && name != story.protocol)
                usual.emplace_back(name);
        }
        m_protocols->choose(usual);
        m_protocols->setStory(shownText(story.title, 80));
    }
    setCurrentWidget(page(Kind::Compare));
}

TableOrder LabTables::orderFor(Kind kind) const
{
    if (kind == Kind::Stores)
        return {.kind = kind, .stores = m_stores->chosen()};
    if (kind == Kind::Compare) {
        TableOrder order{.kind = kind, .story = m_story.name};
        for (const auto &protocol : m_protocols->chosen())
            order.scenarios.push_back(changed(m_story, Change{protocol, {}, {}, {}, {}}));
        return order;
    }
    const auto *subject = page(kind)->subject();
    TableOrder order{.kind = kind, .protocol = subject->protocol(), .command = subject->command(), .store = subject->store()};
    if (kind != Kind::Suite)
        return order;
    order.scenarios = lockcore::builtInScenarios(order.store);
    const bool isOwn = order.protocol.empty() || subject->isOutside(); // workers from outside play the stories as they are
    for (auto &scenario : order.scenarios)
        scenario = isOwn ? lockcore::fittedTo(order.store, scenario).scenario : changed(scenario, Change{order.protocol, {}, {}, {}, {}});
    return order;
}

void LabTables::start(Kind kind)
{
    if (isPlaying() || !m_blocked.isEmpty() || !page(kind)->subject()->isComplete())
        return;
    const auto order = orderFor(kind);
    if (order.command.empty())
        play(order);
    else
        askForCommand(order.command, m_settings, this, [this, order] { play(order); });
}

void LabTables::play(TableOrder order)
{
    if (isPlaying()) // while it was asked
        return;
    m_playing = order.kind;
    clear(order.kind);
    page(order.kind)->setPlaying(true);
    block();
    m_engine->playTable(std::move(order));
    emit playingChanged(true);
}

void LabTables::clear(Kind kind)
{
    switch (kind) {
    case Kind::Suite: return m_suite->show({});
    case Kind::Sweep: return m_sweep->show({});
    case Kind::Check: return m_check->show({});
    case Kind::Compare: return m_comparison->show({});
    case Kind::Stores: return m_storeTable->show({});
    }
}

void LabTables::noteEnd()
{
    if (!m_playing)
        return;
    page(*std::exchange(m_playing, std::nullopt))->setPlaying(false);
    block();
    emit playingChanged(false);
}

void LabTables::setBlocked(const QString &why)
{
    m_blocked = why;
    block();
}

void LabTables::block()
{
    for (const auto kind : {Kind::Suite, Kind::Sweep, Kind::Check, Kind::Compare, Kind::Stores})
        page(kind)->setBlocked(m_playing && m_playing != kind ? tr("Another table is under way.") : m_blocked);
}

} // namespace lockscope
