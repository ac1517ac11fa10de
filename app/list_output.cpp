// SPDX-License-Identifier: MIT
#include "app/list_output.h"

#include "app/exit_codes.h"
#include "app/lock_table_text.h"
#include "ui/export/lock_csv.h"
#include "ui/export/lock_json.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::LockInfo;
using lockcore::MonitorChange;
using lockcore::MonitorState;

namespace {

struct ListWords
{
    Q_DECLARE_TR_FUNCTIONS(ListWords)
};

QString foundText(std::int64_t count)
{
    return count == 0 ? ListWords::tr("no locks") : count == 1 ? ListWords::tr("1 lock") : ListWords::tr("%1 locks").arg(numberText(count));
}

QString unsureText(std::int64_t unread)
{
    return unread == 1
               ? ListWords::tr("Nothing matches --fail-if-any, but 1 key that may be a lock could not be read. The exit code is %1.")
                     .arg(exitNotComplete)
               : ListWords::tr("Nothing matches --fail-if-any, but %2 keys that may be locks could not be read. The exit code is %1.")
                     .arg(exitNotComplete)
                     .arg(numberText(unread));
}

// The deadline of some has passed since the Monitor's last look, or does before it is printed: they are gone, or their renewal is not known yet.
LockPointers stillThere(const MonitorChange &change)
{
    auto locks = pointersTo(change.changed);
    std::erase_if(locks, [&](const LockInfo *lock) {
        const auto left = timeLeft(*lock, change.serverNow);
        return left && left->count() <= 0;
    });
    return locks;
}

} // namespace

CommandOutput ListOutput::feed(const MonitorChange &change) const
{
    switch (change.state.phase) {
    case MonitorState::Phase::Live: return complete(change);
    case MonitorState::Phase::Lost: // half a list would look like a complete one
    case MonitorState::Phase::Failed: {
        const auto error = change.state.error.value_or(lockcore::Error{});
        const auto sentence = errorSentence(error, m_options.endpoint, m_options.timeout);
        return {{}, u"lockscope: %1\n"_s.arg(sentence).toUtf8(), exitNoConnection};
    }
    case MonitorState::Phase::Idle:
    case MonitorState::Phase::Connecting:
    case MonitorState::Phase::FirstSweep: break;
    }
    return {};
}

CommandOutput ListOutput::complete(const MonitorChange &change) const
{
    auto locks = stillThere(change);
    const auto all = locks.size();
    std::erase_if(locks, [&](const LockInfo *lock) { return !m_options.filter.matches(*lock, change.serverNow); });
    std::ranges::sort(locks, {}, [](const LockInfo *lock) -> const lockcore::LockId & { return lock->id; });
    CommandOutput output;
    // What could not be read may be what --fail-if-any looks for.
    const bool unsure = m_options.failIfAny && locks.empty() && change.state.locksUnread > 0;
    output.exitCode = unsure ? exitNotComplete : m_options.failIfAny && !locks.empty() ? exitFoundSome : exitYes;
    if (m_options.json || m_options.csv) {
        output.out = m_options.csv ? locksAsCsv(locks, change.serverNow) : locksAsJson(locks, change.serverNow);
        for (const auto &notice : change.state.notices)
            output.err += u"lockscope: %1\n"_s.arg(noticeText(notice)).toUtf8();
    } else {
        output.out = table(locks, all, change).toUtf8();
    }
    if (unsure)
        output.err += u"lockscope: %1\n"_s.arg(unsureText(change.state.locksUnread)).toUtf8();
    return output;
}

QString ListOutput::table(const LockPointers &locks, std::size_t all, const MonitorChange &change) const
{
    auto text = locks.empty() ? QString() : lockTableText(locks, change.serverNow, m_style) + u'\n';
    text += totals(locks.size(), all, change);
    for (const auto &notice : change.state.notices)
        text += coloured(u"! "_s, u"33"_s, m_style) + fitted(noticeText(notice), m_style.width, 2) + u'\n';
    return text;
}

QString ListOutput::totals(std::size_t shown, std::size_t all, const MonitorChange &change) const
{
    const auto where = shownText(shortName(m_options.endpoint), 120);
    const auto found = foundText(static_cast<std::int64_t>(all));
    const auto line = m_options.filter.empty()
                          ? ListWords::tr("%1 at %2; %3").arg(found, where, sweepText(change.state))
                          : ListWords::tr("%4 of %1 at %2 match the filter; %3")
                                .arg(found, where, sweepText(change.state), numberText(static_cast<std::int64_t>(shown)));
    return fitted(line.at(0).toUpper() + line.mid(1), m_style.width) + u'\n';
}

} // namespace lockscope
