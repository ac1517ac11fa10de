// SPDX-License-Identifier: MIT
#include "ui/explore/words/explore_steps.h"

#include "lockcore/base/ascii.h"
#include "ui/explore/words/explore_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::Bytes;
using Kind = Move::Kind;

namespace {

constexpr qsizetype longestValue = 120;
constexpr std::string_view locksFolder = "lockcore/locks/";

QString commandText(const std::vector<Bytes> &words)
{
    const auto name = words.empty() ? Bytes() : lockcore::asciiLower(words.front());
    QStringList shown;
    for (std::size_t i = 0; i < words.size(); ++i)
        shown += i == 1 && name == "eval" ? u"…"_s : shownText(words[i], longestValue);
    return shown.join(u' ');
}

QString replyText(const lockcore::Reply &reply) { return shownText(toString(reply), longestValue); }

QString executed(const TraceStep &step)
{
    auto text = commandText(step.request.words);
    if (step.servers.size() > 1)
        text += Words::tr(" on server %1").arg(step.request.server + 1);
    return step.reply ? text + u" → "_s + replyText(*step.reply) : text;
}

QString waitedText(const TraceStep &step)
{
    const auto time = step.request.duration.count();
    return step.request.isWork ? Words::tr("has worked for %1 ms").arg(time) : Words::tr("has waited for %1 ms").arg(time);
}

QString happened(const TraceStep &step)
{
    switch (step.kind) {
    case Kind::Arrives: return Words::tr("wants the lock");
    case Kind::Executes: return executed(step);
    case Kind::Receives: return Words::tr("reads the reply %1").arg(replyText(*step.reply));
    case Kind::Timer: return waitedText(step);
    case Kind::Subscribes: return Words::tr("subscribes to %1").arg(commandText(step.request.words));
    case Kind::Hears: return Words::tr("hears a message");
    case Kind::HearsNothing: return Words::tr("has heard nothing for %1 ms").arg(step.request.duration.count());
    case Kind::Resumes: return Words::tr("continues");
    case Kind::LateExecutes: return Words::tr("its late request executes: %1").arg(executed(step));
    case Kind::NoticesLoss: return Words::tr("learns that no answer comes");
    case Kind::Crashes: return Words::tr("CRASHES");
    case Kind::Pauses: return Words::tr("IS PAUSED");
    case Kind::ReplyLost: return Words::tr("%1, and THE REPLY IS LOST").arg(executed(step));
    case Kind::RequestLost: return Words::tr("%1: THE REQUEST IS LOST").arg(executed(step));
    case Kind::RequestLate: return Words::tr("%1: THE REQUEST IS LATE").arg(executed(step));
    case Kind::Throws: return Words::tr("ITS WORK THROWS: nobody releases the lock");
    case Kind::ServerForgets: return Words::tr("THE SERVER FORGETS ALL KEYS");
    case Kind::ForceRelease: return Words::tr("AN OPERATOR DELETES THE LOCK");
    case Kind::TimePasses: return {};
    }
    return {};
}

bool isFault(Kind kind) { return kind >= Kind::Crashes && kind < Kind::TimePasses; }

class StepMaker
{
public:
    explicit StepMaker(Oracle &oracle)
        : m_oracle(oracle)
    { }

    QList<ExploreStep> steps(const Trace &trace)
    {
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const auto &step = trace[i];
            const auto keys = keysOf(step.servers);
            m_events += step.kind == Kind::TimePasses ? 0 : 1;
            const bool isReply =
                step.kind == Kind::Receives && i > 0 && trace[i - 1].worker == step.worker && trace[i - 1].kind == Kind::Executes;
            if (step.kind == Kind::TimePasses && !differ(m_steps.isEmpty() ? QList<ExploreKey>() : m_steps.back().keys, keys))
                continue;
            if (!isReply)
                m_steps << begun(step, i);
            auto &shown = m_steps.back();
            shown.changesKeys = shown.changesKeys || differ(shown.keys, keys);
            shown.changesInside = shown.changesInside || shown.inside != step.inside;
            shown.keys = keys;
            shown.inside = step.inside;
            shown.event = m_events;
        }
        for (qsizetype i = 0; i < m_steps.size(); ++i)
            m_steps[i].why = why(i);
        return std::move(m_steps);
    }

private:
    QList<ExploreKey> keysOf(const std::vector<Keyspace> &servers)
    {
        QList<ExploreKey> all;
        for (std::size_t server = 0; server < servers.size(); ++server) {
            for (const auto &key : servers[server]) {
                auto &value = m_values[key.dump];
                if (value.isEmpty())
                    value = shownText(m_oracle.shown(key), longestValue);
                all << ExploreKey{static_cast<int>(server), shownText(key.name, longestValue), value, key.left};
            }
        }
        return all;
    }

    // Beyond the time that is left.
    static bool differ(const QList<ExploreKey> &before, const QList<ExploreKey> &after)
    {
        return !std::ranges::equal(before, after, [](const ExploreKey &one, const ExploreKey &other) {
            const bool isForEver = one.left == StoredKey::noDeadline;
            return one.server == other.server && one.name == other.name && one.value == other.value
                   && isForEver == (other.left == StoredKey::noDeadline);
        });
    }

    // Before it has an effect.
    ExploreStep begun(const TraceStep &step, std::size_t place) const
    {
        ExploreStep shown;
        shown.first = place;
        shown.at = step.at;
        shown.worker = step.worker;
        shown.kind = step.kind;
        shown.what = happened(step);
        shown.isFault = isFault(step.kind);
        if (step.worker != TraceStep::nobody && !step.request.words.empty()) {
            shown.command = commandText(step.request.words);
            shown.reply = step.reply ? replyText(*step.reply) : QString();
        }
        const std::string_view file = step.request.where.file_name();
        if (const auto at = file.find(locksFolder); step.worker != TraceStep::nobody && at != file.npos) {
            shown.file = file.substr(at);
            shown.line = static_cast<int>(step.request.where.line());
        }
        if (!m_steps.isEmpty()) {
            shown.keys = m_steps.back().keys;
            shown.inside = m_steps.back().inside;
        }
        return shown;
    }

    static const ExploreKey *lockIn(const QList<ExploreKey> &keys)
    {
        const auto name = QString::fromStdString(lockKey);
        const auto found = std::ranges::find(keys, name, &ExploreKey::name);
        return found == keys.end() ? nullptr : &*found;
    }

    static QString others(const std::vector<int> &inside, int worker)
    {
        QStringList names;
        for (const int other : inside) {
            if (other != worker)
                names << workerLetter(other);
        }
        return names.join(Words::tr(" and "));
    }

    // Of a lock on one server: whose key it is, Redis says; who made it, the steps before.
    QString why(qsizetype i)
    {
        const auto &step = m_steps[i];
        static const ExploreStep nothing;
        const auto &before = i == 0 ? nothing : m_steps[i - 1];
        const auto *const was = lockIn(before.keys);
        const auto *const is = lockIn(step.keys);
        const auto beside = others(step.inside, step.worker);
        const auto who = step.worker == TraceStep::nobody ? QString() : workerLetter(step.worker);
        if (step.inside.size() > 1 && before.inside.size() <= 1)
            return Words::tr("%1: the lock excludes nobody any more.").arg(insideWords(step.inside));
        if (step.kind == Kind::ReplyLost && is && (!was || was->value != is->value))
            return Words::tr("The key is written, and %1 does not know it.").arg(who);
        if (was && !is && step.kind == Kind::TimePasses)
            return beside.isEmpty() ? Words::tr("The lease is over.") : Words::tr("The lease is over, and %1 is still inside.").arg(beside);
        if (was && !is && !beside.isEmpty())
            return Words::tr("The key is gone, and %1 is still inside.").arg(beside);
        if (is && (!was || was->value != is->value) && !beside.isEmpty())
            return Words::tr("%1 has the key, and %2 is still inside.").arg(who.isEmpty() ? Words::tr("Somebody") : who, beside);
        if (step.kind == Kind::Crashes && is && is->left == StoredKey::noDeadline)
            return Words::tr("The key has no deadline: only its holder would delete it, and that is dead.");
        if (step.kind == Kind::Pauses && !step.inside.empty() && std::ranges::count(step.inside, step.worker) > 0)
            return Words::tr("%1 is inside, and its lease goes on.").arg(who);
        return {};
    }

    Oracle &m_oracle;
    std::map<Bytes, QString> m_values; // of each DUMP
    QList<ExploreStep> m_steps;
    int m_events = 0;
};

} // namespace

QList<ExploreStep> stepsFor(const Trace &trace, Oracle &oracle) { return StepMaker(oracle).steps(trace); }

QString placeWords(const ExploreStep &step)
{
    return step.file.empty() ? QString() : QString::fromStdString(step.file).section(u'/', -1) + u':' + QString::number(step.line);
}

QString keysWords(const QList<ExploreKey> &keys, bool manyServers)
{
    QStringList all;
    for (const auto &key : keys) {
        const auto time = key.left == StoredKey::noDeadline ? Words::tr("no deadline") : Words::tr("%1 ms left").arg(key.left);
        const auto place = manyServers ? Words::tr("server %1: ").arg(key.server + 1) : QString();
        all += Words::tr("%1%2 = %3, %4").arg(place, key.name, key.value, time);
    }
    return all.isEmpty() ? Words::tr("no keys") : all.join(u"; "_s);
}

} // namespace lockscope
