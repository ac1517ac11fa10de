// SPDX-License-Identifier: MIT
#include "ui/monitor/notice_banner.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"

#include <QCryptographicHash>
#include <QPushButton>
#include <QSettings>
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
    case Notice::Kind::FailedOver:
    case Notice::Kind::Exchanged:
    case Notice::Kind::DeniedKeys:
    case Notice::Kind::KeysElsewhere:
    case Notice::Kind::KeysFailed:
    case Notice::Kind::NoReads:
    case Notice::Kind::DeniedCommand:
    case Notice::Kind::UnknownCommand:
    case Notice::Kind::Unmeasured:
    case Notice::Kind::TooLarge:
    case Notice::Kind::NodeLost:
    case Notice::Kind::SlotsUncovered:
    case Notice::Kind::Busy: return true;
    case Notice::Kind::ClusterNode:
    case Notice::Kind::OtherDatabases:
    case Notice::Kind::ClockDiffers:
    case Notice::Kind::ClockJumped:
    case Notice::Kind::DeepOffered:
    case Notice::Kind::SlotsMoving:
    case Notice::Kind::WaitersNotPolled: break;
    }
    return false;
}

// Only the measured number changes again and again.
bool isMeasured(Notice::Kind kind)
{
    return kind == Notice::Kind::LaggingReplicas || kind == Notice::Kind::DeniedKeys || kind == Notice::Kind::KeysElsewhere
           || kind == Notice::Kind::KeysFailed || kind == Notice::Kind::Unmeasured || kind == Notice::Kind::ClockDiffers;
}

// Short, and safe in a file of settings whatever the server said.
QString mark(QByteArray text) { return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex().left(16)); }

QString contentOf(const Notice &notice)
{
    auto text = QByteArray::number(static_cast<int>(notice.kind)) + ' ';
    for (const char c : notice.text) {
        if (!isMeasured(notice.kind) || c < '0' || c > '9')
            text += c;
    }
    return mark(text);
}

constexpr qsizetype mostServers = 100;
constexpr auto closedKey = "monitor/closedNotices";

QString capital(const QString &text) { return text.left(1).toUpper() + text.mid(1); }

} // namespace

NoticeBanner::NoticeBanner(QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(Banner::Tone::Warning, this))
    , m_details(m_banner->addStep(tr("Details")))
    , m_close(m_banner->addStep(tr("Close")))
{
    m_details->setCheckable(true);
    m_close->setToolTip(tr("Hidden for this server until it says something else. The warning in the header shows it again."));
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

void NoticeBanner::begin(const QString &server)
{
    m_server = server.isEmpty() ? QString() : mark(server.toUtf8());
    m_closed.remove({});
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
    auto &closed = m_closed[m_server];
    closed.clear();
    for (const auto &notice : m_notices)
        closed << contentOf(notice);
    m_wanted = false;
    m_details->setChecked(false);
    refresh();
}

void NoticeBanner::save(QSettings &settings) const
{
    QVariantMap kept;
    for (auto server = m_closed.begin(); server != m_closed.end() && kept.size() < mostServers; ++server) {
        if (!server.key().isEmpty())
            kept[server.key()] = server.value();
    }
    settings.setValue(QLatin1String(closedKey), kept);
}

void NoticeBanner::restore(QSettings &settings)
{
    const auto kept = settings.value(QLatin1String(closedKey)).toMap();
    for (auto server = kept.begin(); server != kept.end(); ++server)
        m_closed[server.key()] = server.value().toStringList();
}

void NoticeBanner::refresh()
{
    const auto closed = m_closed.value(m_server);
    const bool grave =
        std::ranges::any_of(m_notices, [&](const auto &notice) { return isGrave(notice.kind) && !closed.contains(contentOf(notice)); });
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
