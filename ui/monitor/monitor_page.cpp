// SPDX-License-Identifier: MIT
#include "ui/monitor/monitor_page.h"

#include "ui/monitor/attention_menu.h"
#include "ui/monitor/details_panel.h"
#include "ui/monitor/event_area.h"
#include "ui/monitor/event_list.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/freeze.h"
#include "ui/monitor/header_bar.h"
#include "ui/monitor/incident_area.h"
#include "ui/monitor/incident_store.h"
#include "ui/monitor/legend.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/lock_table_view.h"
#include "ui/monitor/monitor_status.h"
#include "ui/monitor/notice_banner.h"
#include "ui/monitor/overview_panel.h"
#include "ui/monitor/owner_light.h"
#include "ui/monitor/possible_area.h"
#include "ui/monitor/releases.h"
#include "ui/monitor/shown_events.h"
#include "ui/monitor/statistics_dialog.h"
#include "ui/monitor/table_area.h"
#include "ui/monitor/tile_row.h"
#include "ui/monitor/timeline_area.h"
#include "ui/monitor/traces.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/line_splitter.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_view.h"
#include "ui/words/event_words.h"
#include "ui/words/incident_words.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QKeyEvent>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <ranges>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int tickInterval = 250;  // ms
constexpr int eventInterval = 250; // ms, for changes in bursts: a list that changes more often cannot be read

using Phase = MonitorState::Phase;

QVBoxLayout *tightColumn(QWidget *parent)
{
    auto *layout = new QVBoxLayout(parent);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    return layout;
}

} // namespace

MonitorPage::MonitorPage(QWidget *parent, LockModel::MomentSource now)
    : QWidget(parent)
    , m_locks(new LockModel(this, std::move(now)))
    , m_rows(new LockSortFilter(m_locks, this))
    , m_events(new EventModel(this))
    , m_shownEvents(new ShownEvents(
          m_events, [this](const LockId &id) { return lastKnown(id); }, this))
    , m_incidents(new IncidentStore(this))
    , m_light(new OwnerLight(this))
    , m_header(new HeaderBar(this))
    , m_notices(new NoticeBanner(this))
    , m_filter(new FilterBar(this))
    , m_tiles(new TileRow(this))
    , m_area(new TableArea(m_rows, this))
    , m_table(m_area->table())
    , m_incidentArea(new IncidentArea(m_incidents, this))
    , m_timeline(new TimelineArea(m_rows, this))
    , m_details(new DetailsPanel(m_locks, m_events, m_timeline->feed(), this))
    , m_status(new MonitorStatus(this))
    , m_traces(new Traces([this] { return livingKeys(); }, [this](const LockId &id) { return lastKnown(id); }, this))
    , m_freeze(new Freeze(m_rows, m_events, m_timeline, this))
    , m_freezeButton(new KeyButton(tr("Freeze"), Qt::Key_Space, this))
    , m_columns(new LineSplitter(Qt::Horizontal, this))
    , m_areas(new LineSplitter(Qt::Vertical, this))
    , m_history(new LineSplitter(Qt::Horizontal, this))
    , m_eventsAction(new QAction(tr("&Events"), this))
    , m_freezeAction(new QAction(tr("&Freeze the table\tSpace"), this))
    , m_attention(new AttentionMenu(this))
    , m_byPrefix(new QAction(tr("&Statistics by prefix…"), this))
    , m_signs(new QAction(tr("Si&gns"), this))
{
    layOut();
    join();
    joinHistory();
    showPhase();
}

void MonitorPage::layOut()
{
    m_areas->addWidget(m_area);
    m_areas->addWidget(m_incidentArea);
    m_areas->addWidget(makeHistory());
    m_areas->setStretchFactor(0, 3);
    m_areas->setStretchFactor(1, 0);
    m_areas->setStretchFactor(2, 1);
    m_areas->setSizes({440, 0, 230});
    m_columns->addWidget(m_areas);
    m_columns->addWidget(m_details);
    m_columns->setStretchFactor(0, 4);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({980, 240});
    m_releases = new Releases(m_table, m_rows, this);
    for (auto *other : {static_cast<QWidget *>(m_timeline->view()), static_cast<QWidget *>(m_details)})
        other->addActions(m_releases->actions()); // the actions appear here, too
    addLockAction(m_traces->action());
    addLockAction(m_traces->clientFilter());
    m_details->setTrace(m_traces->action(), m_traces->clientFilter(), m_traces->record());
    m_rows->setTraced(&m_traces->record());
    m_timeline->setTraced(&m_traces->record());
    m_events->setTraced(&m_traces->record());
    m_header->addButton(m_freezeButton);
    auto *release = new KeyButton(m_releases->releaseAction(), this);
    release->setDangerous();
    m_header->addButton(release, m_releases->releaseAction());
    auto *layout = tightColumn(this);
    layout->addWidget(m_header);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_notices);
    layout->addWidget(m_tools = makeTools());
    layout->addWidget(m_releases->banner());
    layout->addWidget(m_traces->banner());
    layout->addWidget(m_columns, 1);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_status);
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

QWidget *MonitorPage::makeHistory()
{
    m_history->addWidget(m_timeline);
    m_eventList = new EventList(m_shownEvents, m_light, this);
    m_eventArea = new EventArea(m_eventList, m_history);
    m_history->addWidget(m_eventArea);
    m_eventArea->hide();
    m_eventsAction->setObjectName(u"showEvents"_s);
    m_eventsAction->setCheckable(true);
    m_eventsAction->setShortcut(Qt::Key_E);
    m_eventsAction->setShortcutContext(Qt::WidgetWithChildrenShortcut); // only in the page: in a text field, the key is a letter
    m_eventsAction->setIconText(tr("Events"));
    m_eventsAction->setToolTip(tr("The list of events next to the timeline. Key: E"));
    m_signs->setObjectName(u"showSigns"_s);
    m_signs->setIconText(tr("Signs"));
    m_signs->setToolTip(tr("What the signs and colours mean"));
    const auto *signs = m_timeline->addHeadAction(m_signs);
    connect(m_signs, &QAction::triggered, this, [this, signs] { Legend::popUpAbove(signs, this); });
    m_timeline->addHeadAction(m_eventsAction);
    m_history->setStretchFactor(0, 1);
    m_history->setStretchFactor(1, 1);
    m_history->setSizes({500, 480});
    return m_history;
}

void MonitorPage::join()
{
    connect(m_area, &TableArea::retryWanted, this, &MonitorPage::retryWanted);
    connect(m_area, &TableArea::connectWanted, this, &MonitorPage::connectWanted);
    connect(m_area, &TableArea::disconnectWanted, this, &MonitorPage::disconnectWanted);
    connect(m_area, &TableArea::demoWanted, this, &MonitorPage::demoWanted);
    connect(m_area, &TableArea::allLocksWanted, this, [this] { m_filter->setText({}); });
    connect(m_filter, &FilterBar::filterChanged, this, [this](const Filter &filter) {
        m_rows->setFilter(filter);
        m_table->forgetNewcomers(); // what enters now is not new
        m_shownEvents->setFilter(filter);
        m_eventArea->setFiltering(!filter.empty());
        possible()->setFilter(filter);
        showPhase();
        showCounts();
    });
    connect(m_filter, &FilterBar::possibleWanted, this, [this] { showPossible(!m_area->showsPossible()); });
    connect(m_area, &TableArea::possibleWanted, this, [this] { showPossible(true); });
    connect(m_filter, &FilterBar::leftDownwards, m_area, &TableArea::focusContents);
    connect(m_table, &LockTableView::filterTermChosen, m_filter, &FilterBar::addTerm);
    connect(m_table, &LockTableView::currentLockChanged, this, &MonitorPage::selectionMoved);
    m_table->setOwnerLight(m_light);
    connect(m_light, &OwnerLight::changed, m_timeline, [this] { m_timeline->setLit(m_light->lit()); });
    m_details->setColours([this](const LockId &id, const Bytes &owner) { return m_timeline->feed().colourOf(id, owner); });
    m_details->setIncidents(m_incidents);
    connect(m_details, &DetailsPanel::lockChosen, this, &MonitorPage::choose);
    connect(m_details->overview(), &OverviewPanel::incidentsWanted, m_incidentArea, &IncidentArea::open);
    connect(m_details, &DetailsPanel::previewWanted, m_releases, &Releases::preview);
    connect(m_releases, &Releases::previewed, m_details, &DetailsPanel::showPreview);
    connect(m_tiles, &TileRow::filterWanted, m_filter, &FilterBar::setText);
    connect(m_tiles, &TileRow::incidentsWanted, m_incidentArea, &IncidentArea::open);
    connect(m_tiles, &TileRow::worstFirstWanted, this, [this] {
        m_table->sortByColumn(LockModel::State, Qt::AscendingOrder);
        m_table->scrollToTop();
    });
    connect(m_rows, &LockSortFilter::orderChanged, this, &MonitorPage::showCounts);
    connect(m_header, &HeaderBar::incidentsWanted, m_incidentArea, &IncidentArea::open);
    connect(m_incidents, &IncidentStore::changed, this, &MonitorPage::showIncidents);
    connect(m_incidents, &IncidentStore::trouble, this, &MonitorPage::showMessage);
    connect(m_incidentArea, &IncidentArea::told, this, &MonitorPage::showMessage);
    connect(m_incidentArea, &IncidentArea::momentWanted, this, &MonitorPage::showMoment);
    connect(m_header, &HeaderBar::noticesWanted, m_notices, &NoticeBanner::open);
    connect(m_notices, &NoticeBanner::openChanged, m_header, &HeaderBar::setNoticesOpen);
    connect(m_attention, &AttentionMenu::chosen, this, &MonitorPage::attentionAfterChosen);
    m_ticking.setInterval(tickInterval);
    connect(&m_ticking, &QTimer::timeout, this, &MonitorPage::tick);
}

void MonitorPage::joinHistory()
{
    m_events->setPace(eventInterval);
    connect(m_eventList, &EventList::momentWanted, this, [this](const LockEvent &event) {
        choose(event.id);
        m_timeline->showMoment(event.time, eventText(event.type));
    });
    connect(m_traces, &Traces::found, m_incidents, [this](const std::vector<TraceItem> &items) {
        for (const auto &item : items) {
            if (const auto *finding = std::get_if<TracedFinding>(&item))
                m_incidents->apply(*finding);
        }
    });
    connect(m_traces, &Traces::learned, this, [this] {
        m_eventList->showTraced(m_traces->record().hasChanges());
        m_shownEvents->reconsider();
        m_timeline->view()->refresh();
    });
    connect(m_traces, &Traces::filterTermChosen, m_filter, &FilterBar::addTerm);
    connect(m_eventList, &EventList::traceWanted, m_traces, &Traces::ask);
    connect(m_eventList, &EventList::filterTermChosen, m_filter, &FilterBar::addTerm);
    connect(m_eventArea->filterAction(), &QAction::toggled, m_shownEvents, &ShownEvents::setObeying);
    connect(m_eventArea->renewalsAction(), &QAction::toggled, m_shownEvents, &ShownEvents::setHidingRenewals);
    connect(m_timeline, &TimelineArea::lockChosen, this, &MonitorPage::choose);
    addAction(m_timeline->tableAction());
    m_details->setStatistics(&m_statistics);
    m_byPrefix->setObjectName(u"statistics"_s);
    m_byPrefix->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_S);
    connect(m_byPrefix, &QAction::triggered, this, &MonitorPage::showStatistics);
    addAction(m_eventsAction);
    connect(m_eventsAction, &QAction::toggled, this, [this](bool shows) {
        if (!shows && m_eventArea->isAncestorOf(window()->focusWidget()))
            m_table->setFocus();
        m_eventArea->setVisible(shows);
    });
    connect(m_areas, &QSplitter::splitterMoved, this, [this] { m_areasAreUsers = true; });
    m_freezeAction->setCheckable(true);
    m_freezeButton->setCheckable(true);
    connect(m_freezeAction, &QAction::toggled, m_freeze, &Freeze::setFrozen);
    connect(m_freezeButton, &QPushButton::toggled, m_freeze, &Freeze::setFrozen);
    connect(m_freeze, &Freeze::resumed, this, &MonitorPage::catchUp);
    connect(m_freeze, &Freeze::changed, this, [this](bool frozen) {
        m_freezeAction->setChecked(frozen);
        m_freezeButton->setChecked(frozen);
        m_freezeButton->setWords(frozen ? tr("Resume") : tr("Freeze"));
        m_incidentArea->setFrozen(frozen);
        showNumbers(); // also for the snapshot: they are up to a quarter of a second old
        tick();
        showPhase();
    });
}

PossibleArea *MonitorPage::possible() const { return m_area->possible(); }

const LockInfo *MonitorPage::lastKnown(const LockId &id) const
{
    const int row = m_locks->rowOf(id);
    const auto *gone = row < 0 ? m_timeline->feed().findGone(id) : nullptr;
    return row >= 0 ? &m_locks->row(row).lock : gone ? &gone->last : nullptr;
}

void MonitorPage::showServer(const Target &target, LockStory story)
{
    m_endpoint = target.endpoint;
    m_incidents->begin(target);
    nameServer(target);
    m_notices->begin(target.own ? QString() : QString::fromStdString(toString(target.endpoint)));
    m_freeze->setFrozen(false);
    m_locks->clear();
    m_events->clear();
    m_timeline->clear();
    m_renewals.clear();
    m_choosesWorst = static_cast<bool>(story);
    m_statistics.clear();
    m_details->setStory(std::move(story));
    showDetails(std::nullopt);
    m_state = {};
    m_state.phase = Phase::Connecting;
    m_shown = m_state;
    m_area->setShowsPossible(false);
    showPhase();
    tick();
}

void MonitorPage::nameServer(const Target &target)
{
    const auto address = shownText(shortName(target.endpoint));
    m_header->setServer(target.name.isEmpty() ? address : target.name, address, target.production);
    m_traces->heed(target);
}

// What acts on the server, and what a person must not miss, goes on while the page is frozen.
void MonitorPage::apply(const MonitorChange &change)
{
    m_state = change.state;
    if (m_freeze->isFrozen())
        m_freeze->collect(change);
    else
        showChange(change);
    m_releases->apply(change);
    m_incidents->apply(change);
    m_renewals.count(change.events, change.at);
}

void MonitorPage::catchUp(const MissedChanges &missed)
{
    m_timeline->catchUp(missed);
    for (const auto &wait : missed.waits)
        m_details->noteWait(wait);
    showChange(missed.change);
    m_releases->selectionMoved();
}

void MonitorPage::showChange(const MonitorChange &change)
{
    m_locks->apply(change);
    m_statistics.apply(change);
    m_events->append(change.events);
    const auto now = m_locks->serverNow(); // one time for what has no time of its own
    m_timeline->apply(change, now);
    m_details->apply(change, now);
    if (const auto &shown = m_details->shown(); shown && !m_table->selectionModel()->hasSelection()) // it had ended, and may be back
        m_table->select(LockId(*shown));
    const bool stateChanged = !(m_shown == change.state);
    m_shown = change.state;
    m_stateAt = m_locks->moment();
    if (stateChanged || !change.changed.empty() || !change.gone.empty())
        showPhase();
    if (m_choosesWorst)
        chooseWorst();
    lightOwners();
}

// The eye cannot follow sixty updates a second: numbers and words change four times a second.
void MonitorPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_ticking.start();
}

void MonitorPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_ticking.stop();
}

void MonitorPage::tick()
{
    m_header->showState(m_state, m_endpoint);
    m_status->showState(m_state);
    m_header->showFrozen(m_freeze->isFrozen() ? m_freeze->words() : QString());
    if (!m_freeze->isFrozen())
        showNumbers();
}

void MonitorPage::showNumbers()
{
    showTiles();
    m_notices->setNotices(m_state.notices);
    m_details->refresh();
    m_traces->refresh();
    fitAreas();
    showCounts();
    if (m_state.phase == Phase::Lost || m_rows->rowCount() == 0 || !m_area->showsTable())
        showPhase();
}

void MonitorPage::showTiles()
{
    auto tally = tallyOf(*m_locks);
    tally.incidents = incidentsBeside(*m_locks, *m_incidents);
    m_tiles->showTally(tally, m_renewals.perSecond(m_locks->moment()));
}

// The table takes what its rows need, up to its share, and the timeline the rest: no white space under a short table. It grows by a few rows
// at a time, and shrinks only by more, so that the line between them rests while locks come and go.
void MonitorPage::fitAreas()
{
    constexpr int step = 4, mostSlack = 8; // rows
    if (m_areasAreUsers || m_history->isHidden() || !m_area->showsTable())
        return;
    const int rows = (m_rows->rowCount() + step) / step * step;
    if (rows <= m_roomyRows && rows + mostSlack > m_roomyRows && m_fittedHeight == m_areas->height())
        return;
    m_roomyRows = rows;
    m_fittedHeight = m_areas->height();
    const int needed = m_area->heightFor(rows), share = m_fittedHeight * 3 / 5;
    auto sizes = m_areas->sizes();
    const int total = sizes[0] + sizes[2];
    sizes[0] = qMin(needed, qMin(share, total));
    sizes[2] = total - sizes[0];
    m_areas->setSizes(sizes);
}

void MonitorPage::showCounts()
{
    const bool held = m_rows->holding() && m_rows->outOfOrder() && m_rows->rowCount() > 1;
    m_filter->showCounts(m_rows->living(), m_locks->living(), held, m_rows->newcomers()); // as the tiles count
    m_filter->showPossible(m_shown.possible);
    if (m_area->showsPossible())
        possible()->show(m_shown.possible, m_locks->serverNow());
}

void MonitorPage::showPossible(bool shows)
{
    if (shows) // before it takes the focus
        possible()->show(m_shown.possible, m_locks->serverNow());
    m_area->setShowsPossible(shows);
}

void MonitorPage::showStatistics()
{
    if (!m_statisticsDialog) {
        m_statisticsDialog = new StatisticsDialog([this] { return m_statistics.byKind(m_locks->serverNow()); }, this);
        connect(m_statisticsDialog, &StatisticsDialog::filterTermChosen, m_filter, &FilterBar::setText);
    }
    m_statisticsDialog->show();
    m_statisticsDialog->raise();
    m_statisticsDialog->activateWindow();
}

void MonitorPage::showIncidents()
{
    const auto isDanger = [](const Incident &incident) { return !incident.acknowledged && toneOf(incident) == Tone::Danger; };
    const auto open = m_incidents->list().open();
    m_header->showIncidents(open, std::ranges::any_of(m_incidents->list().all(), isDanger));
    m_details->overview()->showIncidents(open);
    if (!m_freeze->isFrozen())
        showTiles(); // at the same time as the header
}

void MonitorPage::showMoment(const Incident &incident)
{
    if (!m_incidents->isOf(incident))
        return showMessage(tr("That was on %1: this timeline is of another server.").arg(incidentPlace(incident)));
    if (!incident.id.key.empty()) {
        choose(incident.id);
        m_details->showIncident(incident);
    }
    if (m_timeline->begin() && incident.last < *m_timeline->begin())
        return showMessage(tr("That was at %1, before this timeline begins.").arg(timeText(incident.last)));
    m_timeline->showMoment(incident.last, incidentText(incident.kind));
}

void MonitorPage::showPhase()
{
    m_area->showState(m_shown, m_endpoint, std::chrono::duration_cast<Milliseconds>(m_locks->moment() - m_stateAt));
    showSurroundings();
}

// While there is nothing to filter, count or look at, one sentence fills the page.
void MonitorPage::showSurroundings()
{
    const auto phase = m_shown.phase;
    const bool found = phase == Phase::FirstSweep || phase == Phase::Live || phase == Phase::Lost;
    const bool useful = found && (m_locks->used() > 0 || m_events->rowCount() > 0);
    for (auto *widget : std::initializer_list<QWidget *>{m_tools, m_history, m_details, m_freezeButton}) {
        if (widget->isHidden() == useful)
            widget->setVisible(useful);
    }
    m_freezeAction->setEnabled(useful);
}

void MonitorPage::selectionMoved()
{
    const auto current = m_table->currentIndex();
    const auto *row = m_table->selectionModel()->isSelected(current) ? m_rows->rowAt(current) : nullptr;
    const auto id = row && row->used ? std::optional(row->lock.id) : std::nullopt;
    m_choosesWorst = m_choosesWorst && !id;
    lightOwners();
    showDetails(id);
    m_timeline->setCurrent(id);
    emit lockSelected(id);
    showCounts();
}

// Also a lock that has ended can be asked about: it may be acquired again.
void MonitorPage::showDetails(const std::optional<LockId> &id)
{
    m_details->showLock(id);
    m_releases->setShown(id);
    m_traces->choose(id);
}

std::vector<Bytes> MonitorPage::livingKeys() const
{
    std::vector<Bytes> keys;
    for (int row = 0; row < m_locks->rowCount(); ++row) {
        if (const auto &known = m_locks->row(row); known.used && !known.gone())
            keys.push_back(known.lock.id.key);
    }
    return keys;
}

void MonitorPage::lightOwners()
{
    constexpr std::size_t most = 20;
    std::vector<Bytes> owners;
    if (const auto *lock = selectedLock()) {
        for (const auto &holder : lock->holders | std::views::take(most))
            owners.push_back(holder.owner);
    }
    m_light->select(std::move(owners));
}

void MonitorPage::addLockAction(QAction *action)
{
    for (auto *widget : {static_cast<QWidget *>(m_table), static_cast<QWidget *>(m_timeline->view()), static_cast<QWidget *>(m_details)})
        widget->addAction(action);
}

const LockInfo *MonitorPage::selectedLock() const
{
    const auto selected = m_table->selectionModel()->selectedRows();
    const auto *row = selected.size() == 1 ? m_rows->rowAt(selected.front()) : nullptr;
    return row && row->used ? &row->lock : nullptr;
}

void MonitorPage::showMessage(const QString &sentence) { m_status->showMessage(sentence); }

void MonitorPage::showLock(const LockId &id)
{
    if (m_locks->rowOf(id) < 0)
        return showMessage(tr("It is not in the table: it has ended, or was not seen yet."));
    m_area->setShowsPossible(false);
    if (!m_table->select(id))
        m_filter->setText({});
    choose(id);
    window()->activateWindow();
    m_table->setFocus(Qt::OtherFocusReason);
}

// An ended lock has no row, but still has its lane and its history.
void MonitorPage::choose(const LockId &id)
{
    if (m_table->select(id))
        return;
    m_table->clearSelection();
    m_timeline->setCurrent(id);
    showDetails(id);
    if (!lastKnown(id))
        showMessage(tr("Nothing more is known of %1: it ended too long ago.").arg(shownText(id.key, 60)));
}

void MonitorPage::chooseWorst()
{
    if (const auto worst = worstOf(*m_locks); !worst.empty())
        m_table->select(LockId(worst.front()->id));
}

// The focused widget gets the key first: a button is pressed, a field takes a space.
void MonitorPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && m_freezeAction->isEnabled())
        m_freezeAction->toggle();
    else
        QWidget::keyPressEvent(event);
}

QList<QAction *> MonitorPage::viewActions() const
{
    return QList{m_freezeAction,
                 m_timeline->tableAction(),
                 m_eventsAction,
                 m_eventArea->filterAction(),
                 m_eventArea->renewalsAction(),
                 m_signs,
                 m_byPrefix,
                 m_attention->menuAction()}
           + m_incidentArea->actions();
}

Milliseconds MonitorPage::attentionAfter() const { return m_attention->after(); }

void MonitorPage::setRights(ConnectionRights *rights, QAction *readOnly)
{
    m_details->setRights(rights, readOnly);
    m_releases->setRights(rights, readOnly);
}

void MonitorPage::focusFilter() { m_filter->focusField(); }

void MonitorPage::save(QSettings &settings) const
{
    m_attention->save(settings);
    m_notices->save(settings);
    settings.setValue(u"monitor/columns"_s, m_table->columnState());
    settings.setValue(u"monitor/timelineAsTable"_s, m_timeline->tableAction()->isChecked());
    settings.setValue(u"monitor/eventsObeyFilter"_s, m_eventArea->filterAction()->isChecked());
    settings.setValue(u"monitor/hideRenewals"_s, m_eventArea->renewalsAction()->isChecked());
    settings.setValue(u"monitor/sort"_s, m_table->sorting());
    settings.setValue(u"monitor/details"_s, m_columns->saveState());
    settings.setValue(u"monitor/areas"_s, m_areasAreUsers ? m_areas->saveState() : QByteArray());
    settings.setValue(u"monitor/events"_s, m_eventsAction->isChecked());
    settings.setValue(u"monitor/timeline"_s, m_history->saveState());
}

void MonitorPage::restore(QSettings &settings)
{
    m_attention->restore(settings);
    m_notices->restore(settings);
    m_table->restoreColumnState(settings.value(u"monitor/columns"_s).toByteArray());
    m_table->setSorting(settings.value(u"monitor/sort"_s).toInt());
    m_timeline->tableAction()->setChecked(settings.value(u"monitor/timelineAsTable"_s).toBool());
    m_eventArea->filterAction()->setChecked(settings.value(u"monitor/eventsObeyFilter"_s, true).toBool());
    m_eventArea->renewalsAction()->setChecked(settings.value(u"monitor/hideRenewals"_s).toBool());
    m_columns->restoreState(settings.value(u"monitor/details"_s).toByteArray());
    m_areasAreUsers = m_areas->restoreState(settings.value(u"monitor/areas"_s).toByteArray());
    m_eventsAction->setChecked(settings.value(u"monitor/events"_s).toBool());
    m_history->restoreState(settings.value(u"monitor/timeline"_s).toByteArray());
}

} // namespace lockscope
