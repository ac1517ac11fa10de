// SPDX-License-Identifier: MIT
#include "ui/monitor/overview_panel.h"

#include "ui/monitor/legend.h"
#include "ui/monitor/lock_model.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/glossary.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t longestInOverview = 24;

} // namespace

OverviewPanel::OverviewPanel(const LockModel *locks, QWidget *parent)
    : QWidget(parent)
    , m_locks(locks)
    , m_summary(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_list(new QVBoxLayout)
    , m_incidents(new LinkButton({}, this))
{
    auto *what = new ShadedLabel(ShadedLabel::Shade::Text, this);
    what->setText(tr("A distributed lock lets only one of many programs work on something at a time. It is a key in Redis that names its "
                     "holder, usually with a lease: after that time it is free, even if the holder has died."));
    what->setWordWrap(true);
    auto *words = new LinkButton(tr("All words: glossary"), this);
    connect(words, &QAbstractButton::clicked, this, [this] { GlossaryDialog::open(this); });
    m_list->setSpacing(grid::unit);
    m_list->addWidget(m_incidents);
    m_list->addWidget(m_summary);
    m_incidents->setObjectName(u"openIncidents"_s);
    m_incidents->hide();
    connect(m_incidents, &QAbstractButton::clicked, this, &OverviewPanel::incidentsWanted);
    m_summary->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    layout->addWidget(what);
    layout->addSpacing(grid::spacing);
    layout->addWidget(makeCaption(tr("Needs attention"), this));
    layout->addLayout(m_list);
    layout->addSpacing(grid::spacing);
    layout->addWidget(makeCaption(tr("Signs"), this));
    layout->addWidget(new Legend(this));
    layout->addWidget(words);
}

void OverviewPanel::refresh()
{
    const auto worst = worstOf(*m_locks);
    std::vector<LockId> listed;
    for (std::size_t i = 0; i < std::min(worst.size(), mostNamed); ++i)
        listed.push_back(worst[i]->id);
    while (m_names.size() < static_cast<qsizetype>(listed.size())) {
        auto *name = new LinkButton({}, this);
        const auto at = static_cast<std::size_t>(m_names.size());
        connect(name, &QAbstractButton::clicked, this, [this, at] { emit lockChosen(LockId(m_worst[at])); });
        m_list->insertWidget(m_list->count() - 2, name); // before the incidents and the summary
        m_names << name;
    }
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        const bool used = i < static_cast<qsizetype>(listed.size());
        m_names[i]->setVisible(used);
        if (!used)
            continue;
        const auto &lock = *worst[static_cast<std::size_t>(i)];
        const auto name = shownText(lock.id.key, longestInOverview);
        m_names[i]->setText(u"%1 · %2"_s.arg(name, stateText(lock)));
        m_names[i]->setShortcut({}); // an "&" in the name is no mnemonic
        m_names[i]->setAccessibleName(tr("%1: %2").arg(stateText(lock), name));
        setPlainToolTip(m_names[i], u"%1\n%2"_s.arg(shownText(lock.id.key), stateText(lock)));
    }
    m_worst = std::move(listed);
    const auto more = static_cast<int>(worst.size() - m_worst.size());
    m_summary->setText(worst.empty() ? tr("No lock needs it now. Select any lock to see its story.")
                       : more > 0    ? tr("and %Ln more", nullptr, more)
                                     : QString());
    m_summary->setVisible(!m_summary->text().isEmpty());
}

void OverviewPanel::showIncidents(std::size_t open)
{
    m_incidents->setText(open == 1 ? tr("1 incident") : tr("%Ln incidents", nullptr, static_cast<int>(open)));
    m_incidents->setVisible(open > 0);
}

std::vector<const LockInfo *> worstOf(const LockModel &locks)
{
    std::vector<const LockInfo *> worst;
    for (int i = 0; i < locks.rowCount(); ++i) {
        const auto &row = locks.row(i);
        if (row.used && !row.gone() && needsAttention(row.lock))
            worst.push_back(&row.lock);
    }
    std::ranges::sort(
        worst, [](const LockInfo *a, const LockInfo *b) { return rankOf(*a) != rankOf(*b) ? rankOf(*a) < rankOf(*b) : a->id < b->id; });
    return worst;
}

} // namespace lockscope
