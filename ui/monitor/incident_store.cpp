// SPDX-License-Identifier: MIT
#include "ui/monitor/incident_store.h"

#include "lockcore/base/bytes.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace lockcore;

namespace {

constexpr int writeAfter = 1000; // ms
constexpr int pace = 250;        // ms; a list that changes more often cannot be read

Incident::Kind kindOf(TraceFinding::Kind kind)
{
    switch (kind) {
    case TraceFinding::Kind::RemovedWhileHeld: break;
    case TraceFinding::Kind::RenewedByAnother: return Incident::Kind::RenewedByAnother;
    case TraceFinding::Kind::TakenWhileHeld: return Incident::Kind::TakenWhileHeld;
    }
    return Incident::Kind::RemovedWhileHeld;
}

std::string nameOf(const TraceClient &client)
{
    const auto name = client.name();
    return escaped(name.empty() ? client.actor.address : name + " (" + client.actor.address + ')');
}

// What is written is the same in every language.
Incident incidentOf(const TracedFinding &traced)
{
    const auto &finding = traced.finding;
    Incident incident;
    incident.kind = kindOf(finding.kind);
    incident.id = finding.id;
    incident.owner = finding.owner;
    incident.first = incident.last = std::chrono::floor<Milliseconds>(finding.at);
    incident.unproved = !finding.proved;
    incident.why = (finding.proved ? "proved: " : "unproved: ") + escaped(finding.command) + " of " + nameOf(traced.by);
    if (traced.holder)
        incident.why += ", the holder was " + nameOf(*traced.holder);
    for (const auto &why : finding.why)
        incident.why += "; " + why;
    return incident;
}

} // namespace

IncidentStore::IncidentStore(QObject *parent)
    : QObject(parent)
{
    m_writers.setMaxThreadCount(1);
    m_writing.setSingleShot(true);
    m_writing.setInterval(writeAfter);
    connect(&m_writing, &QTimer::timeout, this, &IncidentStore::write);
    m_pace.setSingleShot(true);
    m_pace.setInterval(pace);
    connect(&m_pace, &QTimer::timeout, this, &IncidentStore::flush);
}

IncidentStore::~IncidentStore()
{
    m_writers.waitForDone();
    if (m_unwritten)
        static_cast<void>(IncidentFile(m_path).save(kept()));
}

void IncidentStore::keepIn(const QString &path)
{
    m_path = path;
    const auto content = IncidentFile(path).load();
    if (!content)
        return emit trouble(asSentence(content.error().text));
    m_list.merge(content->incidents);
    if (content->unreadable > 0)
        emit trouble(tr("Lines of %1 that are not incidents were left out: %2.").arg(shownPath(path)).arg(content->unreadable));
    emit changed();
}

void IncidentStore::begin(const Target &target)
{
    if (m_own)
        dropOwn(m_list);
    const auto address = shortName(target.endpoint);
    m_own = target.own;
    m_node = address;
    m_nodes = {address};
    m_server = target.name.isEmpty() ? address : target.name.toStdString();
    m_finder = IncidentFinder(m_server, address);
    m_traced.clear();
    emit changed();
}

void IncidentStore::apply(const MonitorChange &change)
{
    const auto known = m_nodes.size();
    for (const auto &node : change.state.cluster ? change.state.cluster->primaries : std::vector<NodeState>())
        m_nodes.insert(node.address);
    auto found = m_finder.find(change);
    if (found.empty()) {
        if (m_nodes.size() != known) // incidents that were kept may be of these
            emit changed();
        return;
    }
    for (auto &incident : found) {
        m_nodes.insert(incident.node);
        m_list.add(std::move(incident));
    }
    noteUnwritten();
    m_untold = true;
    if (!m_pace.isActive())
        flush();
}

void IncidentStore::apply(const TracedFinding &traced)
{
    auto incident = incidentOf(traced);
    incident.server = m_server;
    incident.node = m_node;
    if (!m_traced.emplace(traced.finding.number, traced.finding.at).second)
        incident.times = 0; // news of one that is in the list
    m_list.add(std::move(incident));
    noteChange();
}

const Incident *IncidentStore::lastOf(const LockId &id) const
{
    const Incident *last = nullptr;
    for (const auto &incident : m_list.all()) {
        if (incident.id == id && !incident.acknowledged && !isState(incident.kind) && isOf(incident)
            && (!last || last->last <= incident.last))
            last = &incident;
    }
    return last;
}

void IncidentStore::acknowledge(const Incident &incident)
{
    m_list.acknowledge(incident);
    noteChange();
}

void IncidentStore::acknowledgeAll()
{
    m_list.acknowledgeAll();
    noteChange();
}

void IncidentStore::noteChange()
{
    noteUnwritten();
    tell();
}

void IncidentStore::noteUnwritten()
{
    if (m_path.isEmpty())
        return;
    m_unwritten = true;
    if (!m_writing.isActive())
        m_writing.start();
}

void IncidentStore::tell()
{
    m_untold = false;
    m_pace.start();
    emit changed();
}

void IncidentStore::flush()
{
    if (m_untold)
        tell();
}

IncidentList IncidentStore::kept() const
{
    auto list = m_list;
    if (m_own)
        dropOwn(list);
    return list;
}

void IncidentStore::dropOwn(IncidentList &list) const
{
    for (const auto &node : m_nodes)
        list.dropNode(node);
}

void IncidentStore::write()
{
    m_unwritten = false;
    m_writers.start([this, path = m_path, list = kept()] {
        auto saved = IncidentFile(path).save(list);
        QMetaObject::invokeMethod(
            this,
            [this, saved = std::move(saved)] {
                if (!saved)
                    return emit trouble(asSentence(saved.error().text));
                const auto before = m_list;
                m_list.merge(*saved); // of other windows
                if (!(before == m_list))
                    emit changed();
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockscope
