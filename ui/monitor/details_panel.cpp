// SPDX-License-Identifier: MIT
#include "ui/monitor/details_panel.h"

#include "lockcore/monitor/statistics/recent_statistics.h"
#include "ui/monitor/connection_rights.h"
#include "ui/monitor/details_facts.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/incident_facts.h"
#include "ui/monitor/incident_store.h"
#include "ui/monitor/overview_panel.h"
#include "ui/monitor/timeline_feed.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/confidence_dots.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"

#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

DetailsPanel::DetailsPanel(LockModel *locks, EventModel *events, const TimelineFeed &feed, QWidget *parent)
    : QScrollArea(parent)
    , m_locks(locks)
    , m_events(events)
    , m_feed(feed)
{
    setAccessibleName(tr("Details of the selected lock"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUp();
    leaveRoom();
    showLock(std::nullopt);
    new FocusRing(this);
}

void DetailsPanel::setUp()
{
    auto *content = new QWidget(this);
    m_overview = new OverviewPanel(m_locks, content);
    connect(m_overview, &OverviewPanel::lockChosen, this, &DetailsPanel::lockChosen);
    m_body = new QWidget(content);
    m_name = new WrappedText(m_body);
    m_subtitle = new WrappedText(m_body);
    m_verdict = new WrappedText(m_body);
    m_outlook = new WrappedText(m_body);
    m_incident = new DetailsSection(tr("Incident"), m_body);
    m_story = new DetailsSection(tr("What happens here"), m_body);
    m_holder = new DetailsSection(tr("Holder"), m_body);
    m_trace = new LinkButton(tr("Who does this?…"), m_body);
    m_trace->setObjectName(u"whoDoesThisLink"_s);
    m_client = new LinkButton(tr("Filter this client"), m_body);
    m_client->setObjectName(u"filterThisClientLink"_s);
    m_lease = new DetailsSection(tr("Lease"), m_body);
    m_why = new DetailsSection(tr("How it was recognised"), m_body);
    m_release = new DetailsSection(tr("If you release it"), m_body);
    m_history = new DetailsSection(tr("History"), m_body);
    m_statistics = new DetailsSection(tr("How busy it is"), m_body);
    m_companions = new DetailsSection(tr("Related keys"), m_body);
    m_structure = new DetailsSection(tr("Raw structure"), m_body);
    const std::pair<DetailsSection *, QString> terms[] = {{m_incident, u"incident"_s},    {m_holder, u"holder"_s},
                                                          {m_lease, u"lease"_s},          {m_release, u"force release"_s},
                                                          {m_companions, u"companion"_s}, {m_why, u"confidence"_s}};
    for (const auto &[section, term] : terms)
        section->setCaptionTerm(term);
    m_dots = new ConfidenceDots(m_why);
    m_why->setCaptionWidget(m_dots);

    m_holder->setCaptionWidget(m_trace);

    for (auto *section : {m_incident, m_holder, m_lease, m_release, m_story, m_history, m_statistics, m_companions, m_structure, m_why})
        section->setPassedByTab(); // otherwise Tab would stop thirty times between the table and the next widget
    for (auto *text : {m_verdict, m_outlook})
        text->setOnlyGrowing(); // they change every few seconds, and the links below must not move under the pointer
    for (auto *text : {m_name, m_subtitle, m_verdict, m_outlook})
        text->setFocusPolicy(Qt::ClickFocus);

    auto *body = new QVBoxLayout(m_body);
    body->setContentsMargins({});
    body->setSpacing(grid::unit / 2);
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_name, m_subtitle, m_verdict, m_outlook, m_incident, m_holder, m_client, m_lease, m_release,
                                          m_note = makeNote(), m_story, m_history, m_statistics, m_companions, m_structure, m_why})
        body->addWidget(part);
    body->insertSpacing(body->indexOf(m_verdict), grid::unit);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::group);
    layout->addWidget(m_overview);
    layout->addWidget(m_body);
    layout->addStretch(1);
    setWidget(content);
}

// The texts break where necessary, but captions and labels do not. The panel does not scroll horizontally, so it must be wide enough for
// them.
void DetailsPanel::leaveRoom()
{
    const int longestLabel = fontMetrics().averageCharWidth() * 28; // width of a date and a time
    setMinimumWidth(qMax(longestLabel + 2 * grid::group, widget()->minimumSizeHint().width()) + verticalScrollBar()->sizeHint().width());
}

QWidget *DetailsPanel::makeNote()
{
    auto *note = new QWidget(m_body);
    m_noteText = new ElidedLabel(ShadedLabel::Shade::Secondary, note);
    m_switch = new LinkButton(tr("Allow releasing…"), note);
    m_switch->setObjectName(u"allowReleasing"_s);
    auto *line = new FlowLayout(note);
    line->setContentsMargins(0, grid::unit, 0, 0);
    line->setSpacing(grid::unit);
    line->insertWidget(0, m_noteText);
    line->insertWidget(1, m_switch);
    note->hide();
    return note;
}

void DetailsPanel::setTrace(QAction *trace, QAction *filter, const TraceRecord &record)
{
    m_trace->setAction(trace);
    m_client->setAction(filter);
    m_client->setVisible(filter->isEnabled());
    connect(filter, &QAction::changed, m_client, [this, filter] { m_client->setVisible(filter->isEnabled()); });
    m_traced = &record;
}

void DetailsPanel::setRights(const ConnectionRights *rights, QAction *readOnly)
{
    m_rights = rights;
    m_switch->setAction(readOnly);
    connect(rights, &ConnectionRights::changed, this, &DetailsPanel::showNote);
    showNote();
}

void DetailsPanel::showNote()
{
    const bool wanted = m_rights && !m_rights->mayWrite() && !m_release->isHidden();
    if (wanted)
        m_noteText->setText(m_rights->canSwitch() ? tr("This connection is read-only.") : tr("This profile is marked read-only."));
    m_note->setVisible(wanted);
}

void DetailsPanel::showLock(const std::optional<lockcore::LockId> &id)
{
    if (id != m_id) {
        m_chosenIncident.reset();
        m_verdict->forgetGrowth();
        m_outlook->forgetGrowth();
        m_previewed.reset();
        verticalScrollBar()->setValue(0);
        m_release->setFacts({});
        const int lane = id ? m_feed.laneOf(*id) : -1;
        if (id)
            m_past.begin(*id, *m_events, lane < 0 ? nullptr : &m_feed.history().lane(lane));
    }
    m_id = id;
    if (!id || (m_locks->rowOf(*id) < 0 && !m_feed.findGone(*id))) {
        m_overview->show();
        m_body->hide();
    }
    refresh();
}

void DetailsPanel::showIncident(const lockcore::Incident &incident)
{
    if (incident.id != m_id)
        return;
    m_chosenIncident = incident;
    verticalScrollBar()->setValue(0);
    refresh();
}

void DetailsPanel::showPreview(const lockcore::LockId &id, const QList<Fact> &facts)
{
    if (id == m_id && m_previewed)
        m_release->setFacts(facts);
    showNote();
}

void DetailsPanel::setStory(LockStory story) { m_storyOf = std::move(story); }

void DetailsPanel::setColours(ColourOf colourOf) { m_colourOf = std::move(colourOf); }

void DetailsPanel::apply(const lockcore::MonitorChange &change, lockcore::ServerTime now)
{
    if (m_id)
        m_past.apply(change, now);
}

// A lock that is gone stays here as last seen, until another lock is selected.
void DetailsPanel::refresh()
{
    const int row = m_id ? m_locks->rowOf(*m_id) : -1;
    const auto *gone = m_id && row < 0 ? m_feed.findGone(*m_id) : nullptr;
    if (row < 0 && !gone && m_chosenIncident) {
        fillForgotten(*m_chosenIncident);
    } else if (row < 0 && !gone) {
        if (m_overview->isVisibleTo(widget()))
            m_overview->refresh();
        return;
    } else {
        fill(gone ? goneRow(*gone) : m_locks->row(row));
    }
    m_overview->hide();
    m_body->show();
}

void DetailsPanel::showName(const QString &name, bool gone)
{
    QFont strong = fixedFont(font());
    strong.setWeight(QFont::DemiBold);
    strong.setPointSizeF(strong.pointSizeF() * 1.1);
    strong.setStrikeOut(gone);
    m_name->showText(name.left(1000), strong, ShadedLabel::Shade::Text);
    m_name->setAccessibleName(tr("Lock: %1").arg(name));
}

void DetailsPanel::showIncidentOf(const LockRow *row)
{
    const auto *incident = m_chosenIncident ? &*m_chosenIncident : m_incidents && m_id ? m_incidents->lastOf(*m_id) : nullptr;
    const auto colourOf = [this](const lockcore::Bytes &owner) { return m_colourOf && m_id ? m_colourOf(*m_id, owner) : -1; };
    m_incident->setFacts(incident ? incidentFacts(*incident, row, colourOf) : QList<Fact>());
}

// Only the incident is still known of a lock that ended long ago.
void DetailsPanel::fillForgotten(const lockcore::Incident &incident)
{
    showName(shownText(incident.id.key), true);
    m_subtitle->showText(tr("gone · nothing else is known of it any more"), font(), ShadedLabel::Shade::Secondary);
    m_verdict->hide();
    m_outlook->hide();
    for (auto *section : {m_holder, m_lease, m_release, m_story, m_history, m_statistics, m_companions, m_structure, m_why})
        section->setFacts({});
    m_previewed.reset();
    showNote();
    showIncidentOf(nullptr);
}

void DetailsPanel::fill(const LockRow &row)
{
    const auto &lock = row.lock;
    showName(row.name, row.gone());
    m_subtitle->setAccessibleName(tr("State, kind and database"));
    m_subtitle->showText(detailsSubtitle(row), font(), ShadedLabel::Shade::Secondary);
    showVerdict(row);
    showIncidentOf(&row);
    const auto story = m_storyOf ? m_storyOf(lock.id.key) : QString();
    m_story->setFacts(story.isEmpty() ? QList<Fact>() : QList<Fact>{{{}, story}});
    m_holder->setCaption(lock.holders.size() > 1 ? tr("%Ln holders", nullptr, static_cast<int>(lock.holders.size())) : tr("Holder"));
    const auto colourOf = [this, &lock](const lockcore::Bytes &owner) { return m_colourOf ? m_colourOf(lock.id, owner) : -1; };
    const auto now = m_locks->serverNow();
    const auto traced = [&](const lockcore::Bytes &owner) { return m_traced ? m_traced->holderFacts(lock, owner, now) : QList<Fact>(); };
    m_holder->setFacts(holderFacts(row, now, colourOf, traced));
    m_lease->setFacts(leaseFacts(row, m_locks->serverNow()) + waitingFacts(lock, m_locks->serverNow()));
    if (row.gone()) {
        m_previewed.reset();
        m_release->setFacts({});
    } else if (m_previewed != lock) {
        m_previewed = lock;
        emit previewWanted(lock.id);
    }
    showNote();
    m_dots->setConfidence(lock.confidence);
    auto why = whyFacts(lock);
    if (!lock.waiters.why.empty())
        why.append({{}, tr("Waiters: %1").arg(asSentence(lock.waiters.why)), Fact::KeySnapshot::Light, -1});
    m_why->setFacts(why);
    m_history->setFacts(m_past.facts(colourOf, m_traced));
    if (m_recent)
        m_statistics->setFacts(statisticsFacts(m_recent->of(lock.id, m_locks->serverNow())));
    m_companions->setFacts(companionFacts(lock));
    m_structure->setFacts(structureFacts(lock));
}

void DetailsPanel::showVerdict(const LockRow &row)
{
    using Shade = ShadedLabel::Shade;
    const auto tone = row.gone() ? Tone::Plain : toneOf(row.lock);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_verdict->show();
    m_verdict->showText(verdictOf(row, m_locks->serverNow()), strong,
                        tone == Tone::Danger    ? Shade::Danger
                        : tone == Tone::Warning ? Shade::Warning
                                                : Shade::Text);
    const auto outlook = outlookOf(row);
    m_outlook->showText(outlook, font(), Shade::Text);
    m_outlook->setVisible(!outlook.isEmpty());
}

QList<WrappedText *> DetailsPanel::texts() const
{
    auto texts = widget()->findChildren<WrappedText *>();
    texts.removeIf([this](const WrappedText *text) { return !text->isVisibleTo(widget()); });
    std::ranges::stable_sort(texts, {}, [this](const WrappedText *text) { return text->mapTo(widget(), QPoint()).y(); });
    return texts;
}

// The panel is one stop of Tab. Up and Down move from text to text in it, Escape returns to the panel.
void DetailsPanel::keyPressEvent(QKeyEvent *event)
{
    const int step = event->modifiers() != Qt::NoModifier ? 0 : event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const auto here = texts();
    const auto at = here.indexOf(qobject_cast<WrappedText *>(QApplication::focusWidget())); // -1: the panel itself has the focus
    if (event->key() == Qt::Key_Escape && at >= 0)
        return setFocus();
    const auto next = at + step;
    if (step == 0 || next < -1 || next >= here.size())
        return QScrollArea::keyPressEvent(event);
    if (next < 0)
        return setFocus();
    here[next]->setFocus();
    ensureWidgetVisible(here[next], 0, grid::spacing);
}

QString DetailsPanel::text() const
{
    QStringList lines;
    for (const auto *part : texts())
        lines << part->toPlainText();
    if (!m_note->isHidden())
        lines << m_noteText->text();
    return lines.join(u'\n');
}

bool DetailsPanel::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        leaveRoom();
        refresh();
    }
    return QScrollArea::event(event);
}

} // namespace lockscope
