// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster_monitor.h"

#include "lockcore/monitor/cluster/time_shift.h"
#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto tick = 1s;
constexpr int perQuestion = 2; // while a node is lost: its replica may be promoted at any moment
constexpr int mostLookUps = 4;

} // namespace

ClusterMonitor::ClusterMonitor(Endpoint cluster, MonitorOptions options, EventLoop &loop, Clock &clock)
    : m_cluster(std::move(cluster))
    , m_options(std::move(options))
    , m_loop(loop)
    , m_clock(clock)
    , m_topology(m_cluster, m_options.timeout, loop, clock)
    , m_view(!m_options.watch, m_options.watch ? m_options.eventRing : 0)
    , m_desk(m_view, m_topology, loop)
    , m_trials([this](RequestId id, const FormatTrial &trial) { emit tried(id, trial); })
    , m_scope(loop)
{
    m_options.isOneOfMany = true;
    m_options.nodeAt = [this](const HostPort &announced) { return m_topology.endpointAt(announced); };
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, &ClusterMonitor::tell);
    connect(&m_topology, &TopologyWatch::changed, this, [this](const ClusterTopology &before) {
        layOut();
        readAgain(before);
    });
    connect(&m_topology, &TopologyWatch::answered, this, [this] { m_view.setError({}); });
    connect(&m_desk, &ReleaseDesk::reported, this, [this](RequestId, const ReleaseReport &report) {
        m_view.takeRelease(report);
        tellSoon();
    });
    connect(&m_topology, &TopologyWatch::failed, this, [this](const Error &error) { m_view.setError(error); });
}

ClusterMonitor::~ClusterMonitor() { stop(); }

void ClusterMonitor::start()
{
    m_scope.cancel();
    m_view.setError({});
    for (const auto &monitor : m_monitors)
        monitor->start();
    m_scope.start(run());
    tellSoon();
}

void ClusterMonitor::stop()
{
    m_scope.cancel();
    m_desk.cancel();
    m_trials.end();
    m_lookUps.clear();
    m_frame.stop();
    for (const auto &monitor : m_monitors)
        monitor->stop();
}

Task<void> ClusterMonitor::run()
{
    if (m_topology.topology().nodes.empty()) {
        if (const auto opened = co_await m_topology.open(); !opened) {
            m_view.setError(opened.error());
            m_frame.start(0);
            co_return;
        }
        layOut();
    }
    for (int n = 1;; ++n) {
        co_await m_clock.after(tick);
        for (auto &[node, keys] : m_view.lookFor(m_clock.now()))
            m_monitors[node]->lookFor(std::move(keys));
        if (m_view.isAnyLost() && n % perQuestion == 0)
            m_topology.askSoon();
        if (m_view.isAnyOnItsWay() || m_view.isAnyLost()) // time alone changes what is said
            tellSoon();
    }
}

void ClusterMonitor::layOut()
{
    const auto &topology = m_topology.topology();
    const auto change = m_numbers.set(topology);
    m_view.setLayout(m_numbers.layout(), m_clock.now());
    for (const auto node : change.removed)
        m_monitors[node]->retire();
    for (const auto node : change.promoted)
        m_monitors[node]->failOver(m_topology.endpointOf(*topology.nodeWith(m_numbers.idOf(node))));
    for (const auto node : change.added)
        add(node, m_topology.endpointOf(*topology.nodeWith(m_numbers.idOf(node)))).start();
    for (const auto &[node, numbers] : change.came)
        m_monitors[node]->slotsCome(numbers);
    for (auto &[node, keys] : m_view.lookFor(m_clock.now()))
        m_monitors[node]->lookFor(std::move(keys));
    selectAgain();
    tellSoon();
}

// The cluster says that it is back: its monitor may wait for many seconds more.
void ClusterMonitor::readAgain(const ClusterTopology &before)
{
    for (const auto *node : m_topology.topology().primaries()) {
        const auto *was = before.nodeWith(node->id);
        const auto number = m_numbers.numberOf(node->id);
        if (number && node->healthy && was && !was->healthy)
            m_monitors[*number]->retryNow();
    }
}

ServerMonitor &ClusterMonitor::add(std::size_t node, const Endpoint &endpoint)
{
    auto &monitor = *m_monitors.emplace_back(std::make_unique<ServerMonitor>(endpoint, m_options, m_loop, m_clock));
    m_listed.push_back(false);
    connect(&monitor, &MonitorEngine::changed, this, [this, node](const MonitorChange &change) { take(node, change); });
    connect(&monitor, &MonitorEngine::tried, this, [this, node](RequestId id, FormatTrial trial) {
        for (auto &lock : trial.locks) {
            shift(lock.info, m_view.shiftOf(node));
            lock.at = shifted(lock.at, m_view.shiftOf(node));
            lock.info.node = m_view.addressOf(node);
        }
        m_trials.take(node, id, trial);
    });
    connect(&monitor, &MonitorEngine::lookedUp, this,
            [this, node](RequestId id, const KeyFinding &finding) { takeLookUp(node, id, finding); });
    m_desk.addNode(node, monitor.desk());
    return monitor;
}

void ClusterMonitor::take(std::size_t node, const MonitorChange &change)
{
    m_view.take(node, change);
    if (m_view.takeDoubt())
        m_topology.askSoon();
    const auto phase = change.state.phase;
    m_listed[node] = phase == MonitorPhase::Live || phase == MonitorPhase::Failed || phase == MonitorPhase::Lost;
    if (m_options.watch || isListed())
        tellSoon();
}

bool ClusterMonitor::isListed() const { return std::ranges::find(m_listed, false) == m_listed.end(); }

// At most once in a frame, from the event loop. A list is reported once.
void ClusterMonitor::tellSoon()
{
    if (m_frame.isActive() || (!m_options.watch && !(isListed() && !m_listed.empty())))
        return;
    const auto since = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_told);
    m_frame.start(std::max(Milliseconds(0), m_options.frame - since));
}

void ClusterMonitor::tell()
{
    m_told = m_clock.now();
    emit changed(m_view.takeChange(m_told));
}

void ClusterMonitor::retryNow()
{
    if (m_monitors.empty()) {
        start();
        return;
    }
    m_topology.askSoon();
    for (const auto &monitor : m_monitors)
        monitor->retryNow();
}

void ClusterMonitor::select(const std::optional<LockId> &id)
{
    m_selected = id;
    selectAgain();
}

void ClusterMonitor::selectAgain()
{
    const auto node = m_selected ? m_view.nodeOf(m_selected->key) : std::nullopt;
    for (std::size_t i = 0; i < m_monitors.size(); ++i)
        m_monitors[i]->select(node == i ? m_selected : std::nullopt);
}

void ClusterMonitor::setAttentionAfter(Milliseconds after)
{
    m_options.attentionAfter = after;
    for (const auto &monitor : m_monitors)
        monitor->setAttentionAfter(after);
}

void ClusterMonitor::setPatterns(const std::vector<UserPattern> &patterns)
{
    m_options.patterns = patterns;
    for (const auto &monitor : m_monitors)
        monitor->setPatterns(patterns);
}

void ClusterMonitor::tryFormat(RequestId id, const FormatRow &row, const Bytes &first)
{
    ClusterTrials::Monitors monitors;
    for (std::size_t node = 0; node < m_monitors.size(); ++node) {
        if (!m_numbers.idOf(node).empty())
            monitors.emplace_back(node, m_monitors[node].get());
    }
    const auto home = m_view.nodeOf(first);
    m_trials.begin(
        id, row, [&](std::size_t node) { return home == node ? first : Bytes(); }, std::move(monitors));
}

void ClusterMonitor::lookUp(RequestId id, const Bytes &key)
{
    m_lookUps[id] = {key, 0};
    ask(id);
}

void ClusterMonitor::ask(RequestId id)
{
    auto &[key, asked] = m_lookUps.at(id);
    ++asked;
    if (const auto node = m_view.nodeOf(key)) {
        m_monitors[*node]->lookUp(id, key);
        return;
    }
    KeyFinding finding;
    finding.lock.id.key = key;
    finding.error = noNode();
    m_lookUps.erase(id);
    QMetaObject::invokeMethod(
        this, [this, id, finding] { emit lookedUp(id, finding); }, Qt::QueuedConnection);
}

Task<void> ClusterMonitor::askAgain(RequestId id)
{
    auto asked = m_topology.askedAgain();
    co_await asked;
    ask(id);
}

void ClusterMonitor::takeLookUp(std::size_t node, RequestId id, KeyFinding finding)
{
    const auto asked = m_lookUps.find(id);
    if (asked == m_lookUps.end())
        return;
    if (finding.error && isElsewhere(*finding.error) && asked->second.second < mostLookUps) {
        m_scope.start(askAgain(id));
        return;
    }
    m_lookUps.erase(asked);
    shift(finding.lock, m_view.shiftOf(node));
    finding.at = shifted(finding.at, m_view.shiftOf(node));
    finding.lock.node = m_view.addressOf(node);
    emit lookedUp(id, finding);
}

} // namespace lockcore
