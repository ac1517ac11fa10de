// SPDX-License-Identifier: MIT
#include "ui/monitor/monitor_status.h"

#include "ui/widgets/captions.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLocale>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int messageStays = 10'000; // ms

QString feedName(MonitorState::Feed feed)
{
    switch (feed) {
    case MonitorState::Feed::None: break;
    case MonitorState::Feed::Tracking: return MonitorStatus::tr("tracking");
    case MonitorState::Feed::KeyspaceEvents: return MonitorStatus::tr("keyspace events");
    case MonitorState::Feed::Polling: return MonitorStatus::tr("polling");
    }
    return {};
}

QString sweepPart(const MonitorState &state)
{
    if (state.sweeping && state.phase == MonitorState::Phase::FirstSweep)
        return sweepText(state);
    auto done = state.keysSeen == 1 ? MonitorStatus::tr("1 key seen") : MonitorStatus::tr("%1 keys seen").arg(numberText(state.keysSeen));
    if (!state.nextSweepIn && !state.sweeping)
        return done;
    // A small database is swept every second, so a countdown would only flicker.
    if (state.sweepInterval && *state.sweepInterval <= Milliseconds(1500))
        return MonitorStatus::tr("%1 · swept every second").arg(done);
    if (state.sweeping)
        return MonitorStatus::tr("%1 · sweeping").arg(done);
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*state.nextSweepIn);
    return MonitorStatus::tr("%1 · next sweep in %2 s").arg(done, numberText(seconds.count()));
}

QString roundTripText(Microseconds time)
{
    return QLocale().toString(static_cast<double>(time.count()) / 1000.0, 'f', time < Milliseconds(100) ? 1 : 0);
}

} // namespace

MonitorStatus::MonitorStatus(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group, 6, grid::group, 6);
    layout->setSpacing(grid::group + grid::spacing);
    m_feed = addPart(tr("How changes are detected, and whether the last heartbeat arrived"));
    m_cost = addPart(tr("The commands that Lockscope sends to this server"));
    m_roundTrip = addPart(tr("From a command to its answer"));
    m_sweep = addPart(tr("The next sweep finds new locks that nothing announces"));
    m_unread = addPart({});
    m_unread->setObjectName(u"unread"_s);
    m_unread->setShade(FigureLabel::Shade::Warning);
    m_unread->hide();
    m_message = new ShadedLabel(ShadedLabel::Shade::Text, this);
    m_message->setObjectName(u"message"_s);
    m_message->setFont(m_feed->font());
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_message->hide();
    layout->addWidget(m_message, 1);
    layout->addStretch(1);
    m_locks = addPart(tr("Known locks, and the memory of this program"));
}

FigureLabel *MonitorStatus::addPart(const QString &explanation)
{
    auto *label = new FigureLabel(this);
    QFont small = label->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    label->setFont(small);
    label->setShade(FigureLabel::Shade::Secondary);
    label->setToolTip(explanation);
    layout()->addWidget(label);
    return label;
}

void MonitorStatus::showMessage(const QString &sentence)
{
    m_message->setText(sentence);
    setPlainToolTip(m_message, sentence);
    m_message->show();
    for (auto *part : {m_feed, m_cost, m_roundTrip, m_sweep, m_unread})
        part->hide();
    m_messageTime.start(messageStays, this);
}

void MonitorStatus::timerEvent(QTimerEvent *)
{
    m_messageTime.stop();
    m_message->hide();
}

void MonitorStatus::showState(const MonitorState &state)
{
    const bool live = state.phase == MonitorState::Phase::Live || state.phase == MonitorState::Phase::FirstSweep;
    const bool room = live && !m_messageTime.isActive();
    const bool fed = room && state.feed != MonitorState::Feed::None;
    m_feed->setVisible(fed);
    if (fed) {
        const bool polls = state.feed == MonitorState::Feed::Polling;
        m_feed->setText(polls               ? feedName(state.feed)
                        : state.heartbeatOk ? tr("%1 · heartbeat ok").arg(feedName(state.feed))
                                            : tr("%1 · no heartbeat").arg(feedName(state.feed)));
        m_feed->setShade(polls || state.heartbeatOk ? FigureLabel::Shade::Secondary : FigureLabel::Shade::Warning);
    }
    m_cost->setVisible(room);
    m_cost->setText(tr("sends %1 commands/s").arg(QLocale().toString(state.commandsPerSecond, 'f', 0)));
    m_roundTrip->setVisible(room && state.roundTrip);
    if (state.roundTrip)
        m_roundTrip->setText(tr("round trip %1 ms").arg(roundTripText(*state.roundTrip)));
    m_sweep->setVisible(room && state.keysTotal + state.keysSeen > 0);
    m_sweep->setText(sweepPart(state));
    const auto unread = unreadText(state.coverage);
    m_unread->setVisible(room && !unread.isEmpty());
    m_unread->setText(unread);
    m_unread->setToolTip(tr("Keys that the last sweep met and could not read, so locks may be missing:") + u'\n'
                         + unreadReasons(state.coverage));
    const auto locks = state.locks == 1 ? tr("1 lock") : tr("%Ln locks", nullptr, static_cast<int>(state.locks));
    const auto memory = ownMemory();
    const bool known = live || state.phase == MonitorState::Phase::Lost;
    if (!known)
        m_locks->setText(memory ? tr("%1 MB").arg(numberText(*memory >> 20)) : QString());
    else
        m_locks->setText(memory ? tr("%1 · %2 MB").arg(locks, QLocale().toString(static_cast<qlonglong>(*memory >> 20))) : locks);
}

std::optional<std::int64_t> ownMemory()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const auto parts = file.readAll().split(' ');
    bool ok = false;
    const auto pages = parts.value(1).toLongLong(&ok);
    if (!ok)
        return std::nullopt;
    return pages * sysconf(_SC_PAGESIZE);
}

} // namespace lockscope
