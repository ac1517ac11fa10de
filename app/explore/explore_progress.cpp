// SPDX-License-Identifier: MIT
#include "app/explore/explore_progress.h"

#include "app/command/standard_output.h"
#include "ui/words/refused.h"
#include "ui/words/tr.h"

#include <QLocale>

#include <poll.h>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;

namespace {

constexpr int interval = 250; // ms

QString grouped(qint64 number) { return QLocale(QLocale::English).toString(number); }

} // namespace

ExploreProgress::ExploreProgress(const Control &control)
    : m_control(control)
{
    m_since.start();
    connect(&m_timer, &QTimer::timeout, this, &ExploreProgress::show);
    if (::isatty(STDERR_FILENO) == 1)
        m_timer.start(interval);
}

ExploreProgress::~ExploreProgress()
{
    if (m_isShown)
        writeAll(STDERR_FILENO, "\r\033[K");
}

void ExploreProgress::show()
{
    const qint64 states = m_control.states;
    const auto passed = std::max<qint64>(1, m_since.restart());
    const qint64 rate = std::max<qint64>(0, states - m_before) * 1'000 / passed; // a new search begins at 0
    m_before = states;
    if (m_control.isAsking || states == 0)
        return;
    m_isShown = true;
    writeAll(STDERR_FILENO, (u"\r\033[K"_s
                             + Words::tr("%1 states, %2/s, depth %3, frontier %4")
                                   .arg(grouped(states), grouped(rate), QString::number(m_control.depth), grouped(m_control.frontier)))
                                .toUtf8());
}

lockcore::Result<bool> wantsSearch(const QString &estimate, const std::atomic<bool> &cancelled)
{
    if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1)
        return refused(Words::tr("%1: choose smaller bounds, or say --yes").arg(estimate));
    writeAll(STDERR_FILENO, (u"\r\033[K"_s + Words::tr("Lockscope: %1. Go on? [y/N] ").arg(estimate)).toUtf8());
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!cancelled && ::poll(&input, 1, interval) <= 0) { }
    char answer = 'n';
    if (cancelled || ::read(STDIN_FILENO, &answer, 1) != 1)
        writeAll(STDERR_FILENO, "\n");
    return answer == 'y' || answer == 'Y';
}

} // namespace lockscope
