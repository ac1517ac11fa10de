// SPDX-License-Identifier: MIT
#include "ui/monitor/header_bar.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/monitor_words.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QMap>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

QString paragraphs(const std::vector<std::string> &sentences)
{
    QStringList lines;
    for (const auto &sentence : sentences)
        lines << shownText(sentence);
    return lines.join(u'\n');
}

QString databaseText(int db, std::int64_t keys)
{
    const auto count = keys == 1 ? HeaderBar::tr("1 key") : HeaderBar::tr("%1 keys").arg(QLocale().toString(static_cast<qlonglong>(keys)));
    return HeaderBar::tr("db %1: %2").arg(db).arg(count);
}

} // namespace

HeaderBar::HeaderBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
    , m_name(new ElidedLabel(ShadedLabel::Shade::Text, this))
    , m_address(new ElidedLabel(ShadedLabel::Shade::Secondary, this))
    , m_server(new Pill(this))
    , m_feed(new Pill(this))
    , m_databases(new PillButton(this))
    , m_cluster(new PillButton(this))
    , m_production(new Pill(this))
    , m_frozen(new Pill(this))
    , m_incidents(new PillButton(this))
    , m_notices(new PillButton(this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_name->setFont(strong);
    m_name->setFewest(24);
    m_address->setFont(fixedFont(font()));
    m_layout->setContentsMargins(grid::group, grid::spacing + 2, grid::group, grid::spacing + 2);
    m_layout->setSpacing(grid::spacing + grid::unit);
    for (QWidget *widget : {static_cast<QWidget *>(m_name), static_cast<QWidget *>(m_address), static_cast<QWidget *>(m_production),
                            static_cast<QWidget *>(m_incidents), static_cast<QWidget *>(m_databases), static_cast<QWidget *>(m_cluster),
                            static_cast<QWidget *>(m_server), static_cast<QWidget *>(m_feed), static_cast<QWidget *>(m_notices)})
        m_layout->addWidget(widget);
    m_layout->addStretch(1);
    m_layout->addWidget(m_frozen);
    m_frozen->setObjectName(u"frozen"_s);
    m_frozen->hide();
    m_server->hide();
    m_feed->hide();
    m_databases->hide();
    m_cluster->hide();
    m_cluster->setObjectName(u"cluster"_s);
    connect(m_cluster, &PillButton::clicked, this, &HeaderBar::clusterWanted);
    m_databases->setObjectName(u"databases"_s);
    connect(m_databases, &PillButton::clicked, this, [this] {
        QMenu menu(this);
        for (const auto &[db, keys] : m_others)
            menu.addAction(tr("Watch %1").arg(databaseText(db, keys)), this, [this, db = db] { emit databaseWanted(db); });
        menu.exec(m_databases->mapToGlobal(QPoint(0, m_databases->height())));
    });
    m_production->set(tr("production"), Pill::Tone::Danger, tr("This profile is marked as production."));
    m_production->hide();
    m_notices->hide();
    m_notices->setObjectName(u"noticeCount"_s);
    m_incidents->setObjectName(u"incidentCount"_s);
    m_incidents->hide();
    connect(m_notices, &PillButton::clicked, this, &HeaderBar::noticesWanted);
    connect(m_incidents, &PillButton::clicked, this, &HeaderBar::incidentsWanted);
}

void HeaderBar::setServer(const QString &name, const QString &address, bool production)
{
    m_production->setVisible(production);
    m_name->setText(name);
    m_address->setText(address);
    m_address->setVisible(address != name);
    setPlainToolTip(m_name, address == name ? name : name + u'\n' + address);
}

void HeaderBar::setAddressAction(QAction *action)
{
    m_address->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_address->addAction(action);
}

// First, long texts are shortened; then parts that are also shown elsewhere are hidden. The buttons and the production mark stay.
void HeaderBar::fit()
{
    const auto margins = m_layout->contentsMargins();
    int over = margins.left() + margins.right() - m_layout->spacing() - width();
    for (int i = 0; i < m_layout->count(); ++i) {
        const auto *item = m_layout->itemAt(i);
        if (!item->isEmpty())
            over += item->widget()->sizeHint().width() + m_layout->spacing();
    }
    QMap<QWidget *, int> widths;
    const auto take = [&](QWidget *part, int least) {
        if (part->isHidden())
            return;
        const int before = widths.value(part, part->sizeHint().width());
        widths[part] = before - std::clamp(over, 0, std::max(0, before - least));
        over -= before - widths[part];
    };
    for (QWidget *part : yielding()) {
        if (part != m_notices && !m_reasons.contains(part))
            take(part, part->minimumSizeHint().width());
    }
    for (QWidget *part : std::initializer_list<QWidget *>{m_address, m_server, m_feed, m_databases, m_cluster})
        take(part, 0);
    for (auto *reason : std::as_const(m_reasons))
        take(reason, 0);
    take(m_notices, m_notices->minimumSizeHint().width());
    take(m_name, 0);
    for (auto part = widths.begin(); part != widths.end(); ++part)
        part.key()->setFixedWidth(part.value());
}

QList<QWidget *> HeaderBar::yielding() const
{
    return m_reasons + QList<QWidget *>{m_address, m_name, m_feed, m_server, m_databases, m_cluster, m_notices};
}

bool HeaderBar::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::event(event);
}

void HeaderBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

QSize HeaderBar::minimumSizeHint() const
{
    auto size = QWidget::minimumSizeHint(); // with the actual widths of the parts
    for (const auto *part : yielding()) {
        if (!part->isHidden())
            size.rwidth() -= part->minimumWidth();
    }
    return size;
}

void HeaderBar::addButton(QPushButton *button) { m_layout->addWidget(button); }

void HeaderBar::addButton(QPushButton *button, QAction *action)
{
    auto *reason = new ElidedLabel(ShadedLabel::Shade::Secondary, this);
    reason->setObjectName(u"whyNot"_s);
    const auto follow = [reason, action] {
        reason->setText(action->isEnabled() ? QString() : action->toolTip());
        reason->setVisible(!action->isEnabled());
    };
    connect(action, &QAction::changed, reason, follow);
    m_reasons << reason;
    m_layout->addWidget(reason);
    m_layout->addWidget(button);
    follow();
}

void HeaderBar::showState(const MonitorState &state, const Endpoint &endpoint)
{
    const auto &server = state.server;
    QStringList facts;
    for (const auto &fact : {server.role, state.primary, server.version, server.mode == "standalone" ? std::string() : server.mode}) {
        if (!fact.empty())
            facts << shownText(fact, 24);
    }
    if (state.cluster)
        m_server->set(clusterText(*state.cluster),
                      state.cluster->slotsServed == ClusterState::allSlots ? Pill::Tone::Plain : Pill::Tone::Warning,
                      nodeLines(*state.cluster).join(u'\n'));
    else
        m_server->set(facts.join(u' '), Pill::Tone::Plain, tr("What this server reports about itself"));
    m_server->setVisible(!facts.isEmpty());
    auto explanation = state.feedReason.empty() ? tr("How changes are detected") : feedReasonText(state, endpoint);
    if (!state.blindSpots.empty())
        explanation += (explanation.isEmpty() ? u""_s : u"\n"_s) + paragraphs(state.blindSpots);
    m_feed->set(feedText(state), state.feed == MonitorState::Feed::Polling ? Pill::Tone::Warning : Pill::Tone::Plain, explanation);
    m_feed->setVisible(state.feed != MonitorState::Feed::None && state.phase == MonitorState::Phase::Live);
    showDatabases(state, endpoint);
    showCluster(state.notices);
    showNotices(state.notices);
}

// Only the keys of the watched database are looked at, so the others are named as soon as they have keys.
void HeaderBar::showDatabases(const MonitorState &state, const Endpoint &endpoint)
{
    m_others = state.server.databases;
    std::erase_if(m_others, [&](const auto &database) { return database.first == endpoint.db; });
    m_databases->setVisible(!m_others.empty());
    if (m_others.empty())
        return;
    QStringList all;
    for (const auto &[db, keys] : m_others)
        all << databaseText(db, keys);
    m_databases->set(
        all.size() == 1 ? all.front() : tr("%1 and %2 more").arg(all.front()).arg(all.size() - 1), Pill::Tone::Plain,
        tr("Keys in other databases of this server, which are not watched here:\n%1\nClick to watch one of them.").arg(all.join(u'\n')));
}

// A node whose address is known leads to all of them.
void HeaderBar::showCluster(const std::vector<Notice> &notices)
{
    const auto node = std::ranges::find(notices, Notice::Kind::ClusterNode, &Notice::kind);
    const bool known = node != notices.end() && !node->text.empty();
    m_cluster->setVisible(known);
    if (known)
        m_cluster->set(tr("This is a cluster: open all of it"), Pill::Tone::Plain,
                       tr("Only the locks in this node's slots are visible here. All of it: %1").arg(shownText(node->text, 120)));
}

void HeaderBar::showIncidents(std::size_t open, bool anyDanger)
{
    m_incidents->setVisible(open > 0);
    const auto text = open == 1 ? tr("1 incident") : tr("%Ln incidents", nullptr, static_cast<int>(open));
    m_incidents->set(text, anyDanger ? Pill::Tone::Danger : Pill::Tone::Warning,
                     tr("What went wrong with locks and is not acknowledged yet"));
}

void HeaderBar::showFrozen(const QString &words)
{
    m_frozen->set(words, Pill::Tone::Warning,
                  tr("Everything below is as it was at this moment. What happens meanwhile is collected. Resume shows it."));
    m_frozen->setVisible(!words.isEmpty());
}

// One button for all notices; its banner shows the texts.
void HeaderBar::showNotices(const std::vector<Notice> &notices)
{
    m_notices->setVisible(!notices.empty() && !m_noticesOpen);
    if (notices.empty())
        return m_notices->set({}, Pill::Tone::Plain, {});
    QStringList sentences;
    for (const auto &notice : notices)
        sentences << noticeText(notice);
    m_notices->set(notices.size() == 1 ? noticeBrief(notices.front().kind) : tr("%Ln warnings", nullptr, static_cast<int>(notices.size())),
                   Pill::Tone::Warning, sentences.join(u'\n'));
}

void HeaderBar::setNoticesOpen(bool open)
{
    m_noticesOpen = open;
    m_notices->setVisible(!open && !m_notices->text().isEmpty());
}

} // namespace lockscope
