// SPDX-License-Identifier: MIT
#include "ui/monitor/notice_banner.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

// Only grave notices get a line above the table.
bool isGrave(Notice::Kind kind)
{
    switch (kind) {
    case Notice::Kind::Replica:
    case Notice::Kind::MasterLinkDown:
    case Notice::Kind::EvictsLocks:
    case Notice::Kind::NoPersistence:
    case Notice::Kind::LaggingReplicas:
    case Notice::Kind::Restarted:
    case Notice::Kind::Exchanged:
    case Notice::Kind::DeniedKeys:
    case Notice::Kind::KeysElsewhere:
    case Notice::Kind::KeysFailed:
    case Notice::Kind::NoReads:
    case Notice::Kind::DeniedCommand:
    case Notice::Kind::UnknownCommand:
    case Notice::Kind::Unmeasured:
    case Notice::Kind::TooLarge:
    case Notice::Kind::Busy: return true;
    case Notice::Kind::ClusterNode:
    case Notice::Kind::OtherDatabases:
    case Notice::Kind::ClockDiffers:
    case Notice::Kind::ClockJumped:
    case Notice::Kind::DeepOffered:
    case Notice::Kind::WaitersNotPolled: break;
    }
    return false;
}

QString capital(const QString &text) { return text.left(1).toUpper() + text.mid(1); }

} // namespace

NoticeBanner::NoticeBanner(QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(Banner::Tone::Warning, this))
    , m_details(m_banner->addStep(tr("Details")))
    , m_close(m_banner->addStep(tr("Close")))
{
    m_details->setCheckable(true);
    m_close->setToolTip(tr("Hidden for this connection. The warning in the header shows it again."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_banner);
    connect(m_details, &QPushButton::toggled, this, [this](bool detailed) {
        m_detailed = detailed;
        setButtonText(m_details, detailed ? tr("In brief") : tr("Details"));
        refresh();
    });
    connect(m_close, &QPushButton::clicked, this, &NoticeBanner::close);
    hide();
}

void NoticeBanner::begin()
{
    m_closed.clear();
    m_wanted = false;
    m_details->setChecked(false);
    setNotices({});
}

void NoticeBanner::setNotices(const std::vector<Notice> &notices)
{
    if (notices == m_notices)
        return;
    m_notices = notices;
    std::ranges::stable_sort(m_notices, std::greater<>(), [](const auto &notice) { return isGrave(notice.kind); });
    refresh();
}

void NoticeBanner::open()
{
    m_wanted = true;
    refresh();
}

void NoticeBanner::close()
{
    for (const auto &notice : m_notices)
        m_closed.insert(notice.kind);
    m_wanted = false;
    m_details->setChecked(false);
    refresh();
}

void NoticeBanner::refresh()
{
    const bool grave =
        std::ranges::any_of(m_notices, [this](const auto &notice) { return isGrave(notice.kind) && !m_closed.contains(notice.kind); });
    const bool open = !m_notices.empty() && (grave || m_wanted);
    if (open == isHidden()) {
        setVisible(open);
        emit openChanged(open);
    }
    if (m_notices.empty())
        return;
    QStringList briefs, sentences;
    for (const auto &notice : m_notices) {
        if (const auto brief = noticeBrief(notice.kind); !briefs.contains(brief)) // one kind may have several reasons
            briefs << brief;
        sentences << noticeText(notice);
    }
    const bool several = m_notices.size() > 1;
    m_details->setVisible(several);
    m_banner->setWords(several ? tr("%Ln warnings", nullptr, static_cast<int>(m_notices.size())) : capital(briefs.front()),
                       !several || m_detailed ? sentences.join(u'\n') : briefs.join(u" · "_s));
}

QString NoticeBanner::text() const { return m_banner->text(); }

} // namespace lockscope
