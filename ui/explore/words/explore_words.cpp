// SPDX-License-Identifier: MIT
#include "ui/explore/words/explore_words.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QLocale>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using What = FrontierRow::What;

namespace {

constexpr qsizetype longestReply = 300;

QString rough(double number)
{
    constexpr double million = 1e6, milliard = 1e9, mostSaid = 1e12;
    if (number >= mostSaid)
        return Words::tr("more than 1,000,000 million");
    if (number >= milliard)
        return Words::tr("%1,000 million").arg(qRound64(number / milliard));
    return number >= million ? Words::tr("%1 million").arg(qRound64(number / million))
                             : QLocale(QLocale::English).toString(qRound64(number));
}

QString roughTime(double seconds)
{
    constexpr double minute = 60, hour = 3'600, day = 86'400, year = 365 * day;
    if (seconds >= year)
        return Words::tr("years");
    if (seconds >= 2 * day)
        return Words::tr("%1 days").arg(qRound(seconds / day));
    if (seconds >= 2 * hour)
        return Words::tr("%1 hours").arg(qRound(seconds / hour));
    return seconds >= 2 * minute ? Words::tr("%1 minutes").arg(qRound(seconds / minute)) : Words::tr("%1 s").arg(qRound(seconds));
}

} // namespace

QString explorerText(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

QString workerLetter(int worker) { return QString(QChar(u'A' + static_cast<char16_t>(worker))); }

QString propertyWords(Property property)
{
    switch (property) {
    case Property::MutualExclusion: return Words::tr("mutual exclusion");
    case Property::Ownership: return Words::tr("ownership");
    case Property::NoImmortalLock: return Words::tr("no immortal lock");
    case Property::NoLostUpdate: return Words::tr("no lost update");
    case Property::NoStaleWrite: return Words::tr("no stale write");
    case Property::Reentry: return Words::tr("re-entry");
    }
    return {};
}

QString verdictWords(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Held: return Words::tr("held");
    case Verdict::Violated: return Words::tr("violated");
    case Verdict::NotExercised: return Words::tr("not put to the test");
    }
    return {};
}

std::string_view verdictWord(Verdict verdict)
{
    return verdict == Verdict::Held ? "held" : verdict == Verdict::Violated ? "violated" : "not-exercised";
}

QString insideWords(const std::vector<int> &inside)
{
    QStringList names;
    for (const int worker : inside)
        names += workerLetter(worker);
    return inside.size() > 1    ? Words::tr("%1 are inside at once").arg(names.join(Words::tr(" and ")))
           : inside.size() == 1 ? Words::tr("%1 is inside").arg(names.front())
                                : Words::tr("nobody is inside");
}

QString findingWords(const Finding &finding, lockcore::Milliseconds pause)
{
    const auto verdict = verdictWords(finding.verdict);
    if (!finding.violation)
        return verdict;
    return finding.violation->faults.total() == 0
               ? Words::tr("%1, without any fault").arg(verdict)
               : Words::tr("%1, with %2").arg(verdict, explorerText(toString(finding.violation->faults, pause)));
}

QString violationWords(Property property)
{
    switch (property) {
    case Property::MutualExclusion: return {};
    case Property::Ownership: return Words::tr("That was the lock of another worker.");
    case Property::NoImmortalLock: return Words::tr("Nobody who comes now ever gets the lock.");
    case Property::NoLostUpdate: return Words::tr("It had read before another wrote: that update is lost.");
    case Property::NoStaleWrite: return Words::tr("It writes although another has got the lock since.");
    case Property::Reentry: return Words::tr("The hold count is wrong.");
    }
    return {};
}

QString boundsWords(const Bounds &bounds, bool isUsual)
{
    auto sentence = Words::tr("%1 workers, rounds: %2, lease %3 ms").arg(bounds.workers).arg(bounds.rounds).arg(bounds.lease.count());
    sentence += bounds.otherWork ? Words::tr(", work %1 or %2 ms").arg(bounds.otherWork->count()).arg(bounds.work.count())
                                 : Words::tr(", work %1 ms").arg(bounds.work.count());
    sentence += Words::tr(", poll %1 ms").arg(bounds.poll.count());
    if (!bounds.givesLease)
        sentence += Words::tr(", the lease is the watchdog's");
    if (bounds.servers > 1)
        sentence += Words::tr(", %1 servers").arg(bounds.servers);
    if (bounds.careful)
        sentence += Words::tr(", a careful driver");
    if (bounds.skew.count() != 0)
        sentence += Words::tr(", the clock of B is %1 ms ahead").arg(bounds.skew.count());
    if (bounds.tick.count() != 1)
        sentence += Words::tr(", events every %1 ms").arg(bounds.tick.count());
    if (bounds.horizon.count() > 0)
        sentence += Words::tr(", the first %1 ms").arg(bounds.horizon.count());
    if (isUsual)
        return sentence + Words::tr("; no fault, or any one of crash, lost reply, lost request, late request");
    return sentence + Words::tr("; faults: %1").arg(explorerText(toString(bounds.faults, bounds.pause)));
}

QString whatWords(const FrontierRow &row)
{
    switch (row.what) {
    case What::Nothing: return Words::tr("no fault");
    case What::Crash: return Words::tr("a crash");
    case What::LostReply: return Words::tr("a lost reply");
    case What::LostReplyNoticedLate: return Words::tr("a lost reply, noticed late");
    case What::LostRequest: return Words::tr("a lost request");
    case What::LateRequest: return Words::tr("a late request");
    case What::Pause:
        return row.shortestPause ? Words::tr("a pause of %1 ms or more").arg(row.shortestPause->count())
                                 : Words::tr("a pause of up to %1 ms").arg(row.bounds.pause.count());
    case What::LongWork: return Words::tr("work of %1 ms").arg(row.bounds.work.count());
    case What::Exception: return Words::tr("work that throws, and no release");
    case What::ServerForgets: return Words::tr("a server that forgets");
    case What::ForceRelease: return Words::tr("an operator's DEL");
    }
    return {};
}

std::string_view wordOfWhat(What what)
{
    switch (what) {
    case What::Nothing: return "none";
    case What::Crash: return "crash";
    case What::LostReply: return "lost-reply";
    case What::LostReplyNoticedLate: return "lost-reply,late-loss";
    case What::LostRequest: return "lost-request";
    case What::LateRequest: return "late-request";
    case What::Pause: return "pause";
    case What::LongWork: return "long-work";
    case What::Exception: return "exception";
    case What::ServerForgets: return "server-forgets";
    case What::ForceRelease: return "force-release";
    }
    return {};
}

QString brokenWords(const FrontierRow &row)
{
    QStringList broken;
    for (const auto &[property, finding] : row.findings) {
        if (finding.violation)
            broken += propertyWords(property);
    }
    return !broken.isEmpty() ? broken.join(u", "_s) : row.complete ? u"–"_s : Words::tr("not complete");
}

QStringList remarksOn(const lockcore::Examination &examination)
{
    const auto &exploration = examination.exploration;
    QStringList sentences;
    if (exploration.complete && exploration.findings.at(Property::NoImmortalLock).verdict == Verdict::NotExercised)
        sentences +=
            examination.aloneReply
                ? Words::tr(
                      "A worker that is alone never gets the lock: the script answers %1, but only %2 counts as acquired (--acquired-when).")
                      .arg(shownText(toString(*examination.aloneReply), longestReply),
                           explorerText(exploration.bounds.scripts->acquiredWhen))
                : Words::tr("A worker that is alone never gets the lock within these bounds.");
    if (examination.sameInReplay)
        sentences += *examination.sameInReplay
                         ? Words::tr("Run once more from the beginning on a fresh server: the same replies, the same keys.")
                         : Words::tr("A RUN FROM THE BEGINNING ON A FRESH SERVER GAVE ANOTHER RESULT: this is a fault of "
                                     "Lockscope. Please report it.");
    if (!exploration.complete)
        sentences += exploration.cancelled
                         ? Words::tr("Interrupted: not every order of events was examined.")
                         : Words::tr("Not complete: more states than %1 MB hold. Choose smaller bounds, or give more with --memory.")
                               .arg(exploration.bounds.mostMemory >> 20);
    return sentences;
}

QStringList violatedOn(const Walk &walk)
{
    QStringList violated;
    for (const auto &[property, finding] : walk.findings) {
        if (finding.violation)
            violated += Words::tr("%1: violated").arg(propertyWords(property));
    }
    return violated;
}

QString replayWords(const lockcore::RouteReplayed &replayed, bool inRealTime)
{
    if (replayed.isCancelled)
        return Words::tr("Interrupted.");
    if (replayed.isSame)
        return inRealTime ? Words::tr("In real time, on a server whose clock nobody holds: the same replies, the same keys.")
                          : Words::tr("On a fresh server: the same replies, the same keys.");
    const auto difference = Words::tr("event %1: %2").arg(replayed.difference->step + 1).arg(explorerText(replayed.difference->what));
    if (replayed.isTooLate)
        return Words::tr("This machine was too slow for real time: a step came too late, and then things were different (%1). Try again.")
            .arg(difference);
    return Words::tr("IT WENT ANOTHER WAY (%1): this is a fault of Lockscope. Please report it.").arg(difference);
}

QString estimateWords(const Estimate &estimate, const Bounds &bounds)
{
    const auto amount = estimate.isAtLeast ? Words::tr("more than %1 states").arg(rough(estimate.states))
                                           : Words::tr("about %1 states, %2").arg(rough(estimate.states), roughTime(estimate.seconds));
    auto text = Words::tr("this search has %1").arg(amount);
    if (estimate.grantedLease)
        text +=
            Words::tr(
                "; the script gives a lease of %1 ms where %2 ms were asked for: if it counts in seconds, choose steps of time of 1 s (--tick "
                "1s) with a lease, work and poll of whole seconds")
                .arg(estimate.grantedLease->count())
                .arg(bounds.lease.count());
    return text;
}

QString propertyMark(Property property)
{
    switch (property) {
    case Property::MutualExclusion: return u"M"_s;
    case Property::Ownership: return u"O"_s;
    case Property::NoImmortalLock: return u"I"_s;
    case Property::NoLostUpdate: return u"U"_s;
    case Property::NoStaleWrite: return u"S"_s;
    case Property::Reentry: return u"R"_s;
    }
    return {};
}

QString columnWords(What what)
{
    switch (what) {
    case What::Pause: return Words::tr("pause of ms");
    case What::LongWork: return Words::tr("work of 30 ms");
    case What::Exception: return Words::tr("work throws");
    case What::ServerForgets: return Words::tr("server forgets");
    case What::LostReplyNoticedLate: return Words::tr("reply lost, noticed late");
    case What::LostReply: return Words::tr("reply lost");
    case What::LostRequest: return Words::tr("request lost");
    case What::LateRequest: return Words::tr("request late");
    case What::Crash: return Words::tr("crash");
    case What::Nothing: return Words::tr("no fault");
    case What::ForceRelease: return Words::tr("operator's DEL");
    }
    return {};
}

} // namespace lockscope
