// SPDX-License-Identifier: MIT
#include "monitor/monitor_page.h"

#include "monitor/banner.h"
#include "monitor/details_panel.h"
#include "monitor/event_list.h"
#include "monitor/event_model.h"
#include "monitor/filter_bar.h"
#include "monitor/header_bar.h"
#include "monitor/lock_sort_filter.h"
#include "monitor/lock_table_view.h"
#include "monitor/monitor_status.h"
#include "monitor/releases.h"
#include "monitor/state_panel.h"
#include "monitor/tile_row.h"
#include "widgets/captions.h"
#include "widgets/line_splitter.h"
#include "widgets/theme.h"
#include "words/error_sentence.h"
#include "words/lock_words.h"
#include "words/monitor_words.h"
#include "words/shown_text.h"

#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int tickInterval = 250; // ms

using Phase = MonitorState::Phase;

QVBoxLayout *tightColumn(QWidget *parent)
{
    auto *layout = new QVBoxLayout(parent);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    return layout;
}

const Notice *denial(const MonitorState &state)
{
    for (const auto &notice : state.notices) {
        if (notice.kind == Notice::Kind::DeniedKeys || notice.kind == Notice::Kind::DeniedCommand)
            return &notice;
    }
    return nullptr;
}

} // namespace

MonitorPage::MonitorPage(QWidget *parent, LockModel::MomentSource now)
    : QWidget(parent)
    , m_locks(new LockModel(this, std::move(now)))
    , m_rows(new LockSortFilter(m_locks, this))
    , m_events(new EventModel(this))
    , m_header(new HeaderBar(this))
    , m_filter(new FilterBar(this))
    , m_tiles(new TileRow(this))
    , m_details(new DetailsPanel(m_locks, this))
    , m_status(new MonitorStatus(this))
    , m_columns(new LineSplitter(Qt::Horizontal, this))
    , m_areas(new LineSplitter(Qt::Vertical, this))
{
    m_areas->addWidget(makeTableArea());
    m_areas->addWidget(m_eventsArea = makeEventsArea());
    m_areas->setStretchFactor(0, 3);
    m_areas->setStretchFactor(1, 1);
    m_areas->setSizes({480, 190});
    m_columns->addWidget(m_areas);
    m_columns->addWidget(m_details);
    m_columns->setStretchFactor(0, 4);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({980, 240});
    m_releases = new Releases(m_table, m_rows, this);
    m_header->addButton(m_releases->releaseAction());
    auto *layout = tightColumn(this);
    layout->addWidget(m_header);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_tools = makeTools());
    layout->addWidget(m_releases->banner());
    layout->addWidget(m_columns, 1);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_status);
    makeSteps();
    join();
    showPhase();
}

QWidget *MonitorPage::makeTools()
{
    auto *tools = new QWidget(this);
    auto *layout = tightColumn(tools);
    layout->addWidget(m_filter);
    layout->addWidget(makeLine(Qt::Horizontal, tools));
    layout->addWidget(m_tiles);
    layout->addWidget(makeLine(Qt::Horizontal, tools));
    return tools;
}

QWidget *MonitorPage::makeTableArea()
{
    auto *area = new QWidget(this);
    m_banner = new Banner(Banner::Tone::Warning, area);
    m_banner->setObjectName(u"banner"_s);
    m_progress = new QProgressBar(area);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    m_table = new LockTableView(m_rows, area);
    m_panel = new StatePanel(area);
    m_stack = new QStackedWidget(area);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_panel);
    auto *layout = tightColumn(area);
    layout->addWidget(m_banner);
    layout->addWidget(m_progress);
    layout->addWidget(m_stack, 1);
    m_banner->hide();
    m_progress->hide();
    return area;
}

QWidget *MonitorPage::makeEventsArea()
{
    auto *area = new QWidget(this);
    m_eventList = new EventList(m_events, [this](const std::string &owner) { return m_locks->colourOf(owner); }, area);
    auto *layout = tightColumn(area);
    auto *caption = makeCaption(tr("Events"), area);
    caption->setContentsMargins(grid::group, grid::spacing, grid::group, 0);
    layout->addWidget(caption);
    layout->addWidget(m_eventList, 1);
    return area;
}

void MonitorPage::makeSteps()
{
    m_clear = m_panel->addStep(tr("Clear the filter"));
    m_retry = m_panel->addStep(tr("Try again"));
    m_connect = m_panel->addStep(tr("Connect to another server…"));
    m_demo = m_panel->addStep(tr("Start the demo"));
    m_bannerRetry = m_banner->addStep(tr("Try again now"));
    connect(m_clear, &QPushButton::clicked, this, [this] { m_filter->setText({}); });
    connect(m_retry, &QPushButton::clicked, this, &MonitorPage::retryWanted);
    connect(m_bannerRetry, &QPushButton::clicked, this, &MonitorPage::retryWanted);
    connect(m_connect, &QPushButton::clicked, this, &MonitorPage::connectWanted);
    connect(m_demo, &QPushButton::clicked, this, &MonitorPage::demoWanted);
}

void MonitorPage::join()
{
    connect(m_filter, &FilterBar::filterChanged, this, [this](const Filter &filter) {
        m_rows->setFilter(filter);
        showPhase();
        showCounts();
    });
    connect(m_table, &LockTableView::filterTermChosen, m_filter, &FilterBar::addTerm);
    connect(m_table, &LockTableView::currentLockChanged, this, &MonitorPage::selectionMoved);
    connect(m_tiles, &TileRow::filterWanted, m_filter, &FilterBar::setText);
    connect(m_tiles, &TileRow::worstFirstWanted, this, [this] {
        m_table->sortByColumn(LockModel::State, Qt::AscendingOrder);
        m_table->scrollToTop();
    });
    connect(m_rows, &LockSortFilter::orderChanged, this, &MonitorPage::showCounts);
    connect(m_eventList, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { m_table->select(m_events->event(index.row()).id); });
    m_ticking.setInterval(tickInterval);
    connect(&m_ticking, &QTimer::timeout, this, &MonitorPage::tick);
    m_ticking.start();
}

void MonitorPage::showServer(const Endpoint &endpoint, const QString &name)
{
    m_endpoint = endpoint;
    const auto address = shownText(shortName(endpoint));
    m_header->setServer(name.isEmpty() ? address : name, address);
    m_locks->clear();
    m_events->clear();
    m_renewals.clear();
    m_details->showLock(std::nullopt);
    m_state = {};
    m_state.phase = Phase::Connecting;
    showPhase();
    tick();
}

void MonitorPage::apply(const MonitorChange &change)
{
    const bool lost = change.state.phase == Phase::Lost;
    m_locks->setClockStopped(false);
    m_locks->apply(change);
    m_locks->setClockStopped(lost);
    m_events->append(change.events);
    m_releases->apply(change);
    m_renewals.count(change.events, m_locks->moment());
    const bool stateChanged = !(m_state == change.state);
    m_state = change.state;
    m_stateAt = m_locks->moment();
    if (stateChanged || !change.changed.empty() || !change.gone.empty())
        showPhase();
}

// What the eye cannot follow need not be drawn sixty times a second: numbers and words four times.
void MonitorPage::tick()
{
    if (!isVisible())
        return;
    m_tiles->show(tallyOf(*m_locks), m_renewals.perSecond(m_locks->moment()));
    m_header->show(m_state);
    m_status->show(m_state);
    m_details->refresh();
    showCounts();
    if (m_state.phase == Phase::Lost)
        showLost();
    if (m_rows->rowCount() == 0 || m_stack->currentWidget() != m_table)
        showPhase();
}

void MonitorPage::showCounts()
{
    const bool held = m_rows->holding() && m_rows->outOfOrder() && m_rows->rowCount() > 1;
    m_filter->showCounts(m_rows->rowCount(), m_locks->used(), held);
}

void MonitorPage::showPhase()
{
    const bool sweeping = m_state.phase == Phase::FirstSweep;
    const bool anything = m_locks->used() > 0;
    m_table->setGreyed(m_state.phase == Phase::Lost);
    m_progress->setVisible(sweeping && anything);
    m_progress->setRange(0, static_cast<int>(std::min<std::int64_t>(std::max<std::int64_t>(m_state.keysTotal, 1), 1'000'000'000)));
    m_progress->setValue(static_cast<int>(std::min<std::int64_t>(m_state.keysSeen, m_progress->maximum())));
    showBanner();
    showSurroundings();
    m_panel->hideProgress();
    const auto server = shownText(shortName(m_endpoint));
    switch (m_state.phase) {
    case Phase::Idle:
    case Phase::Connecting:
        showPanel(tr("Connecting to %1 …").arg(server), {}, {m_connect});
        m_panel->setProgress(0, 0);
        return;
    case Phase::Failed:
        showPanel(tr("Not connected to %1").arg(server),
                  m_state.error ? errorSentence(*m_state.error, m_endpoint) : QString(), {m_retry, m_connect, m_demo});
        return;
    case Phase::FirstSweep:
    case Phase::Live:
    case Phase::Lost: break;
    }
    if (anything && m_rows->rowCount() == 0)
        showPanel(tr("No lock matches the filter"),
                  m_locks->used() == 1 ? tr("One lock is hidden.") : tr("%Ln locks are hidden.", nullptr, m_locks->used()), {m_clear});
    else if (anything)
        showTable();
    else
        showEmpty();
}

// As long as there is nothing to filter, count or look at, one sentence has the room for itself.
void MonitorPage::showSurroundings()
{
    const bool found = m_state.phase == Phase::FirstSweep || m_state.phase == Phase::Live || m_state.phase == Phase::Lost;
    const bool useful = found && (m_locks->used() > 0 || m_events->rowCount() > 0);
    for (auto *widget : std::initializer_list<QWidget *>{m_tools, m_eventsArea, m_details}) {
        if (widget->isHidden() == useful)
            widget->setVisible(useful);
    }
}

void MonitorPage::showEmpty()
{
    if (m_state.phase == Phase::FirstSweep) {
        showPanel(tr("Looking for locks …"), tr("%1. Locks appear as they are found.").arg(sweepText(m_state)), {});
        m_panel->setProgress(m_state.keysSeen, m_state.keysTotal);
        return;
    }
    if (m_state.phase == Phase::Lost) {
        showPanel(tr("No locks were known when the connection was lost"), {}, {m_connect});
        return;
    }
    const auto looked = m_state.keysSeen == 0 ? tr("This database has no keys.")
        : m_state.keysSeen == 1               ? tr("Its only key was looked at; it is no lock that Lockscope knows.")
                                : tr("All %1 keys were looked at; none is a lock that Lockscope knows.").arg(numberText(m_state.keysSeen));
    const bool atBirth = m_state.feed != MonitorState::Feed::Polling && m_state.allNames;
    const auto next = atBirth ? tr("A lock that is taken now appears here at once.")
        : m_state.sweepInterval
        ? tr("New locks appear within %1.").arg(spanText(*m_state.sweepInterval))
        : tr("New locks appear with the next sweep.");
    showPanel(tr("No locks in database %1").arg(m_endpoint.db), looked + u' ' + next, {m_connect, m_demo});
}

void MonitorPage::showTable()
{
    m_stack->setCurrentWidget(m_table);
}

void MonitorPage::showPanel(const QString &title, const QString &explanation, const QList<QPushButton *> &steps)
{
    m_panel->setWords(title, explanation);
    for (auto *step : {m_clear, m_retry, m_connect, m_demo})
        step->setVisible(steps.contains(step));
    m_stack->setCurrentWidget(m_panel);
}

void MonitorPage::showBanner()
{
    const auto *denied = denial(m_state);
    const bool lost = m_state.phase == Phase::Lost;
    const bool polling = m_state.phase == Phase::Live && m_state.feed == MonitorState::Feed::Polling;
    m_bannerRetry->setVisible(lost);
    m_banner->setVisible(lost || denied || polling);
    if (lost)
        showLost();
    else if (denied)
        m_banner->setWords(tr("Not permitted"), noticeText(*denied));
    else if (polling)
        m_banner->setWords(tr("Polling"), tr("Locks held for a shorter time than %1 may be missed. %2")
                                              .arg(m_state.sweepInterval ? spanText(*m_state.sweepInterval) : tr("a sweep takes"),
                                                   asSentence(m_state.feedReason)));
}

void MonitorPage::showLost()
{
    auto words = m_state.error ? errorSentence(*m_state.error, m_endpoint) : QString();
    if (m_state.retryIn) {
        const auto passed = std::chrono::duration_cast<Milliseconds>(m_locks->moment() - m_stateAt);
        const auto left = std::chrono::ceil<std::chrono::seconds>(std::max(*m_state.retryIn - passed, Milliseconds::zero()));
        words += u' ' + (left.count() == 0 ? tr("Trying again now.") : tr("Trying again in %1 s.").arg(left.count()));
    }
    m_banner->setWords(tr("Connection lost"), words);
}

void MonitorPage::selectionMoved()
{
    const auto *selection = m_table->selectionModel();
    const auto current = m_table->currentIndex();
    const auto *row = selection->isSelected(current) ? m_rows->rowAt(current) : nullptr;
    m_details->showLock(row && row->used ? std::optional(row->lock.id) : std::nullopt);
    showCounts();
}

void MonitorPage::focusFilter()
{
    m_filter->focusField();
}

void MonitorPage::save(QSettings &settings) const
{
    settings.setValue(u"monitor/columns"_s, m_table->columnState());
    settings.setValue(u"monitor/details"_s, m_columns->saveState());
    settings.setValue(u"monitor/events"_s, m_areas->saveState());
}

void MonitorPage::restore(QSettings &settings)
{
    m_table->restoreColumnState(settings.value(u"monitor/columns"_s).toByteArray());
    m_columns->restoreState(settings.value(u"monitor/details"_s).toByteArray());
    m_areas->restoreState(settings.value(u"monitor/events"_s).toByteArray());
}

} // namespace lockscope
