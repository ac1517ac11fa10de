// SPDX-License-Identifier: MIT
#include "monitor/header_bar.h"

#include "widgets/buttons.h"
#include "widgets/captions.h"
#include "widgets/figures.h"
#include "widgets/pill.h"
#include "widgets/theme.h"
#include "words/lock_words.h"
#include "words/monitor_words.h"
#include "words/shown_text.h"

#include <QHBoxLayout>
#include <QPushButton>

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

} // namespace

HeaderBar::HeaderBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
    , m_name(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_address(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_server(new Pill(this))
    , m_feed(new Pill(this))
    , m_production(new Pill(this))
    , m_notices(new PillButton(this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_name->setFont(strong);
    m_address->setFont(fixedFont(font()));
    m_address->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layout->setContentsMargins(grid::group, grid::spacing + 2, grid::group, grid::spacing + 2);
    m_layout->setSpacing(grid::spacing + grid::unit);
    for (QWidget *widget : {static_cast<QWidget *>(m_name), static_cast<QWidget *>(m_address),
                            static_cast<QWidget *>(m_production), static_cast<QWidget *>(m_server),
                            static_cast<QWidget *>(m_feed), static_cast<QWidget *>(m_notices)})
        m_layout->addWidget(widget);
    m_layout->addStretch(1);
    m_server->hide();
    m_feed->hide();
    m_production->set(tr("production"), Pill::Tone::Danger, tr("This profile is marked as production."));
    m_production->hide();
    m_notices->hide();
    connect(m_notices, &PillButton::clicked, this, &HeaderBar::noticesWanted);
}

void HeaderBar::setServer(const QString &name, const QString &address, bool production)
{
    m_production->setVisible(production);
    m_name->setText(name);
    m_address->setText(address);
    m_address->setVisible(address != name);
}

void HeaderBar::addButton(QPushButton *button)
{
    m_layout->addWidget(button);
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

// One button, however many there are: what they say is in the banner that it opens.
void HeaderBar::showNotices(const std::vector<Notice> &notices)
{
    m_notices->setVisible(!notices.empty() && !m_noticesOpen);
    if (notices.empty())
        return m_notices->set({}, Pill::Tone::Plain, {});
    QStringList sentences;
    for (const auto &notice : notices)
        sentences << noticeText(notice);
    m_notices->set(notices.size() == 1 ? noticeBrief(notices.front().kind)
                                       : tr("%1 warnings").arg(numberText(std::ssize(notices))),
                   Pill::Tone::Warning, sentences.join(u'\n'));
}

void HeaderBar::setNoticesOpen(bool open)
{
    m_noticesOpen = open;
    m_notices->setVisible(!open && !m_notices->text().isEmpty());
}

} // namespace lockscope
