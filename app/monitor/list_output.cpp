// SPDX-License-Identifier: MIT
#include "app/monitor/list_output.h"

#include "app/command/exit_codes.h"
#include "app/monitor/lock_table_text.h"
#include "ui/export/lock_csv.h"
#include "ui/export/lock_json.h"
#include "ui/words/cluster_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"
#include "ui/words/verdict_words.h"

#include <algorithm>
#include <chrono>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Coverage;
using lockcore::LockInfo;
using lockcore::MonitorChange;
using lockcore::MonitorState;
using lockcore::ServerTime;

namespace {

// "no locks" is printed only if Lockscope could read everything: in unread places there may be locks.
QString foundText(std::int64_t count, const Coverage &coverage)
{
    if (count == 0 && coverage.notReadable() > 0)
        return Words::tr("no readable locks");
    if (count == 0 && !coverage.provesAbsence())
        return Words::tr("no locks known");
    return count == 0 ? Words::tr("no locks") : count == 1 ? Words::tr("1 lock") : Words::tr("%1 locks").arg(numberText(count));
}

QString unsureText(const Coverage &coverage)
{
    const auto suspects = coverage.suspects();
    const auto why = suspects == 0   ? Words::tr("what this replica shows may be old")
                     : suspects == 1 ? Words::tr("1 key that may be a lock could not be read")
                                     : Words::tr("%1 keys that may be locks could not be read").arg(numberText(suspects));
    return Words::tr("Nothing matches --fail-if-any, but %1. The exit code is %2.").arg(why).arg(exitNotComplete);
}

QByteArray asLines(const QStringList &sentences)
{
    QByteArray lines;
    for (const auto &sentence : sentences)
        lines += u"lockscope: %1\n"_s.arg(sentence).toUtf8();
    return lines;
}

QStringList nodeSentencesOf(const MonitorState &state, const Options &options)
{
    return state.cluster ? nodeSentences(*state.cluster, options.endpoint, options.timeout) : QStringList();
}

// Half a list would look like a complete one. Empty: every primary was read.
QString notReadText(const std::optional<lockcore::ClusterState> &cluster)
{
    QStringList lost;
    for (const auto &node : cluster ? cluster->primaries : std::vector<lockcore::NodeState>()) {
        if (node.isLost())
            lost << shownText(node.address, 120);
    }
    return lost.isEmpty() ? QString()
                          : Words::tr("The list is not complete: nothing could be read at %1. The exit code is %2.")
                                .arg(lost.join(u", "_s))
                                .arg(exitNotComplete);
}

// A node that could not be read was named before the locks.
std::vector<lockcore::Notice> saidLast(const MonitorState &state)
{
    auto notices = state.notices;
    std::erase_if(notices, [](const lockcore::Notice &notice) { return notice.kind == lockcore::Notice::Kind::NodeLost; });
    return notices;
}

// Leaves out locks whose deadline has passed since the Monitor's last look, or will have passed when they are printed. They are gone, or
// their renewal is not known yet.
LockPointers stillThere(LockPointers locks, ServerTime printed)
{
    std::erase_if(locks, [&](const LockInfo *lock) {
        const auto left = timeLeft(*lock, printed);
        return left && left->count() <= 0;
    });
    return locks;
}

// The last line of a long list is written long after the first one. Estimates the total time from the first locks.
template <class Write>
lockcore::Microseconds timeToWrite(const LockPointers &locks, Write write)
{
    constexpr std::size_t few = 200;
    if (locks.size() <= few)
        return {};
    const LockPointers first(locks.begin(), locks.begin() + few);
    write(first); // warm-up: the first time takes longer
    const auto begin = std::chrono::steady_clock::now();
    write(first);
    const auto each = (std::chrono::steady_clock::now() - begin) / few;
    return std::chrono::duration_cast<lockcore::Microseconds>(each * locks.size());
}

} // namespace

CommandOutput ListOutput::feed(const MonitorChange &change) const
{
    switch (change.state.phase) {
    case MonitorState::Phase::Live: return complete(change);
    case MonitorState::Phase::Lost: // half a list would look like a complete one
    case MonitorState::Phase::Failed: {
        auto sentences = nodeSentencesOf(change.state, m_options);
        if (sentences.isEmpty())
            sentences << errorSentence(change.state.error.value_or(lockcore::Error{}), m_options.endpoint, m_options.timeout);
        return {{}, asLines(sentences), exitNoConnection};
    }
    case MonitorState::Phase::Idle:
    case MonitorState::Phase::Connecting:
    case MonitorState::Phase::FirstSweep: break;
    }
    return {};
}

CommandOutput ListOutput::complete(const MonitorChange &change) const
{
    const auto write = [&](const LockPointers &locks, ServerTime at) {
        return m_options.json ? locksAsJson(locks, at) : m_options.csv ? locksAsCsv(locks, at) : lockTableText(locks, at, m_style).toUtf8();
    };
    const auto printed = change.serverNow + timeToWrite(pointersTo(change.changed), [&](const LockPointers &locks) {
                             return write(locks, change.serverNow);
                         });
    auto locks = stillThere(pointersTo(change.changed), printed);
    const auto all = locks.size();
    const auto matches = [&](const LockInfo *lock) { return m_options.filter.matches(*lock, printed); };
    std::erase_if(locks, std::not_fn(matches));
    std::ranges::sort(locks, {}, [](const LockInfo *lock) -> const lockcore::LockId & { return lock->id; });
    auto possible = stillThere(pointersTo(change.state.possible.locks), printed);
    std::erase_if(possible, std::not_fn(matches));
    auto listed = locks;
    if (m_options.possible)
        listed.insert(listed.end(), possible.begin(), possible.end());
    CommandOutput output;
    // A key that could not be read may be a lock for --fail-if-any.
    const bool unsure = m_options.failIfAny && locks.empty() && !change.state.coverage.provesAbsence();
    const auto notRead = notReadText(change.state.cluster);
    const bool incomplete = unsure || !notRead.isEmpty();
    output.exitCode = m_options.failIfAny && !locks.empty() ? exitFoundSome : incomplete ? exitNotComplete : exitYes;
    if (!notRead.isEmpty())
        output.err += u"lockscope: %1\n"_s.arg(notRead).toUtf8();
    output.err += asLines(nodeSentencesOf(change.state, m_options));
    if (m_options.json || m_options.csv) {
        output.out = write(listed, printed);
        for (const auto &notice : saidLast(change.state))
            output.err += u"lockscope: %1\n"_s.arg(noticeText(notice)).toUtf8();
        for (const auto &note : m_options.possible ? possibleNotes(change.state.possible) : QStringList())
            output.err += u"lockscope: %1\n"_s.arg(note).toUtf8();
    } else {
        if (!listed.empty())
            output.out = write(listed, printed) + '\n' + verdict(listed, printed).toUtf8() + ageNotKnown(locks).toUtf8();
        output.out += (totals(locks.size(), all, change) + ofPossible(possible.size(), change.state.possible) + notices(change)).toUtf8();
    }
    if (unsure)
        output.err += u"lockscope: %1\n"_s.arg(unsureText(change.state.coverage)).toUtf8();
    return output;
}

// A list of one lock is the answer to a question about it.
QString ListOutput::verdict(const LockPointers &listed, ServerTime printed) const
{
    return listed.size() == 1 ? fitted(verdictText(*listed.front(), printed), m_style.width) + u'\n' : QString();
}

// One sweep sees a lock once, and Redis does not say when a key was written.
QString ListOutput::ageNotKnown(const LockPointers &locks) const
{
    const auto count = std::ranges::count(locks, lockcore::LockState::NoLease, &LockInfo::state);
    if (count == 0)
        return {};
    const auto these = count == 1 ? Words::tr("1 lock without expiry: age not known.")
                                  : Words::tr("%1 locks without expiry: age not known.").arg(numberText(count));
    return fitted(Words::tr("%1 The window and `lockscope watch` say when one stays so for %2.")
                      .arg(these, spanText(lockcore::usualAttentionAfter)),
                  m_style.width)
           + u'\n';
}

QString ListOutput::ofPossible(std::size_t count, const lockcore::PossibleLocks &possible) const
{
    QStringList sentences;
    if (m_options.possible)
        sentences << (count == 0 ? Words::tr("No possible locks.") : possibleText(count) + u'.') << possibleNotes(possible);
    else if (count > 0)
        sentences << Words::tr("%1: --possible shows %2.").arg(possibleText(count), count == 1 ? Words::tr("it") : Words::tr("them"));
    else if (possible.freeNamesUnread)
        sentences << freeNamesText();
    QString text;
    for (const auto &sentence : sentences)
        text += fitted(sentence, m_style.width) + u'\n';
    return text;
}

QString ListOutput::notices(const MonitorChange &change) const
{
    QString text;
    for (const auto &notice : saidLast(change.state))
        text += coloured(u"! "_s, u"33"_s, m_style) + fitted(noticeText(notice), m_style.width, 2) + u'\n';
    return text;
}

QString ListOutput::totals(std::size_t shown, std::size_t all, const MonitorChange &change) const
{
    const auto where = shownText(shortName(m_options.endpoint), 120);
    const auto found = foundText(static_cast<std::int64_t>(all), change.state.coverage);
    const auto unread = unreadText(change.state.coverage);
    const auto seen = sweepText(change.state) + (unread.isEmpty() ? QString() : u"; "_s + unread);
    const auto line =
        m_options.filter.empty()
            ? Words::tr("%1 at %2; %3").arg(found, where, seen)
            : Words::tr("%4 of %1 at %2 match the filter; %3").arg(found, where, seen, numberText(static_cast<std::int64_t>(shown)));
    return fitted(line.at(0).toUpper() + line.mid(1), m_style.width) + u'\n';
}

} // namespace lockscope
