// SPDX-License-Identifier: MIT
#include "monitor/header_bar.h"

#include "widgets/buttons.h"
#include "widgets/captions.h"
#include "widgets/figures.h"
#include "widgets/pill.h"
#include "widgets/theme.h"
#include "words/monitor_words.h"
#include "words/shown_text.h"

#include <QHBoxLayout>

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

// A pill names it; the whole sentence is in its tooltip.
QString shortNotice(Notice::Kind kind)
{
    switch (kind) {
    case Notice::Kind::Replica: return HeaderBar::tr("a replica: lags behind");
    case Notice::Kind::MasterLinkDown: return HeaderBar::tr("primary lost: may be old");
    case Notice::Kind::ClusterNode: return HeaderBar::tr("one node's slots only");
    case Notice::Kind::EvictsLocks: return HeaderBar::tr("may evict locks");
    case Notice::Kind::NoPersistence: return HeaderBar::tr("a restart forgets locks");
    case Notice::Kind::LaggingReplicas: return HeaderBar::tr("replicas lag");
    case Notice::Kind::Restarted: return HeaderBar::tr("was restarted");
    case Notice::Kind::DeniedKeys: return HeaderBar::tr("some keys not permitted");
    case Notice::Kind::DeniedCommand: return HeaderBar::tr("a command not permitted");
    case Notice::Kind::ClockDiffers: return HeaderBar::tr("clocks differ");
    case Notice::Kind::DeepOffered: return HeaderBar::tr("more locks with --deep");
    case Notice::Kind::Busy: return HeaderBar::tr("server is busy");
    case Notice::Kind::WaitersNotPolled: return HeaderBar::tr("waiters not asked");
    }
    return {};
}

} // namespace

HeaderBar::HeaderBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
    , m_name(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_address(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_server(new Pill(this))
    , m_feed(new Pill(this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_name->setFont(strong);
    m_address->setFont(fixedFont(font()));
    m_address->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layout->setContentsMargins(grid::group, grid::spacing + 2, grid::group, grid::spacing + 2);
    m_layout->setSpacing(grid::spacing + grid::unit);
    for (QWidget *widget : {static_cast<QWidget *>(m_name), static_cast<QWidget *>(m_address),
                            static_cast<QWidget *>(m_server), static_cast<QWidget *>(m_feed)})
        m_layout->addWidget(widget);
    m_stretch = m_layout->count();
    m_layout->addStretch(1);
    m_server->hide();
    m_feed->hide();
}

void HeaderBar::setServer(const QString &name, const QString &address)
{
    m_name->setText(name);
    m_address->setText(address);
    m_address->setVisible(address != name);
}

void HeaderBar::addButton(QAction *action)
{
    m_layout->addWidget(makeButton(action, this));
}

void HeaderBar::show(const MonitorState &state)
{
    const auto &server = state.server;
    QStringList facts;
    for (const auto &fact : {server.role, server.version, server.mode == "standalone" ? std::string() : server.mode}) {
        if (!fact.empty())
            facts << shownText(fact, 24);
    }
    m_server->set(facts.join(u' '));
    m_server->setVisible(!facts.isEmpty());
    auto explanation = shownText(state.feedReason);
    if (!state.blindSpots.empty())
        explanation += (explanation.isEmpty() ? u""_s : u"\n"_s) + paragraphs(state.blindSpots);
    m_feed->set(feedText(state), state.feed == MonitorState::Feed::Polling ? Pill::Tone::Warning : Pill::Tone::Plain, explanation);
    m_feed->setVisible(state.feed != MonitorState::Feed::None && state.phase == MonitorState::Phase::Live);
    showNotices(state.notices);
}

void HeaderBar::showNotices(const std::vector<Notice> &notices)
{
    const auto wanted = static_cast<qsizetype>(notices.size());
    while (m_notices.size() < wanted) {
        auto *pill = new Pill(this);
        m_layout->insertWidget(m_stretch++, pill);
        m_notices << pill;
    }
    for (qsizetype i = 0; i < m_notices.size(); ++i) {
        m_notices[i]->setVisible(i < wanted);
        if (i < wanted) {
            const auto &notice = notices[static_cast<std::size_t>(i)];
            m_notices[i]->set(shortNotice(notice.kind), Pill::Tone::Warning, noticeText(notice));
        }
    }
}

} // namespace lockscope
