// SPDX-License-Identifier: MIT
#include "ui/monitor/release_facts.h"

#include "ui/monitor/details_facts.h"
#include "ui/words/lock_words.h"
#include "ui/words/release_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

using Kind = ReleaseWarning::Kind;
using Stage = ReleaseAttempt::Stage;
using Since = ReleaseAttempt::Since;

constexpr std::size_t longestLine = 600; // characters of a command on the screen; copying gives the full text
constexpr std::size_t longestWord = 4000;
constexpr std::size_t longestNameInFacts = 28; // characters in a button
constexpr qsizetype longestTyped = 64;
constexpr qsizetype endTyped = 12;

// Whether the warning is about damage, not just inconvenience.
bool endangers(Kind kind)
{
    switch (kind) {
    case Kind::HolderRenews:
    case Kind::HolderExtended:
    case Kind::Resurrects:
    case Kind::DeletesNextOwners:
    case Kind::TransactionCommits: return true;
    default: return false;
    }
}

QString outcomeWord(const ReleaseReport &report)
{
    switch (report.outcome) {
    case ReleaseOutcome::Released:
        switch (report.order.wish.action) {
        case ReleaseAction::Release: return Words::tr("released");
        case ReleaseAction::GiveLease: return Words::tr("has a lease");
        case ReleaseAction::DropDeadHead: return Words::tr("first waiter dropped");
        }
        break;
    case ReleaseOutcome::ReleasedUntold: return Words::tr("released, nobody was notified");
    case ReleaseOutcome::Changed: return Words::tr("refused: it changed");
    case ReleaseOutcome::NotThere: return Words::tr("not there");
    case ReleaseOutcome::NotPermitted: // the connection may also have ended before
        return !report.error || report.error->is("NOPERM") ? Words::tr("not permitted") : Words::tr("not done");
    case ReleaseOutcome::Unknown: return Words::tr("not known");
    }
    return {};
}

QString aftermathWord(Aftermath aftermath)
{
    switch (aftermath) {
    case Aftermath::StillFree: return Words::tr("still free");
    case Aftermath::NewOwner: return Words::tr("new owner");
    case Aftermath::Resurrected: return Words::tr("resurrected");
    case Aftermath::NotWatched: break;
    }
    return {};
}

QList<Fact> warnings(const ReleasePlan &plan, bool aboutLife)
{
    QList<Fact> facts;
    for (auto warning : plan.warnings) {
        if (warning.kind == Kind::HolderRenews)
            warning.period.reset(); // the number is shown next to the holder
        if (isAboutLife(warning.kind) == aboutLife)
            facts.append(
                {{}, u"▲ "_s + warningText(warning), endangers(warning.kind) ? Fact::KeySnapshot::Danger : Fact::KeySnapshot::Warning, -1});
    }
    return facts;
}

void addLines(QList<Fact> &facts, const QString &label, const std::vector<std::string> &lines)
{
    for (std::size_t i = 0; i < lines.size(); ++i)
        facts.append(
            {i == 0 ? label : QString(), QString::fromStdString(elidedInMiddle(lines[i], longestLine)), Fact::KeySnapshot::Key, -1});
}

void addText(QString &text, const QString &label, const std::vector<std::string> &lines)
{
    if (lines.empty())
        return;
    text += u"# "_s + label + u'\n';
    for (const auto &line : lines)
        text += QString::fromStdString(line) + u'\n';
}

Fact sinceFact(const ReleaseAttempt &attempt)
{
    const auto life = lifeIn(*attempt.plan());
    switch (attempt.since()) {
    case Since::Nothing: break;
    case Since::Renewed:
        return {{},
                Words::tr("▲ Its deadline has moved since this was shown. %1The release as shown would be refused.")
                    .arg(life ? lifeText(*life) + u' ' : QString()),
                Fact::KeySnapshot::Danger,
                -1};
    case Since::OtherHolders:
        return {{},
                Words::tr("▲ Its holders have changed since this was shown. The release would be refused."),
                Fact::KeySnapshot::Warning,
                -1};
    case Since::Gone:
        return {{}, Words::tr("▲ It has ended since this was shown. There is nothing to release."), Fact::KeySnapshot::Warning, -1};
    }
    return {};
}

Fact::KeySnapshot lookOf(ReleaseOutcome outcome)
{
    switch (outcome) {
    case ReleaseOutcome::Released:
    case ReleaseOutcome::NotThere: return Fact::KeySnapshot::Plain;
    case ReleaseOutcome::ReleasedUntold:
    case ReleaseOutcome::Changed:
    case ReleaseOutcome::NotPermitted: return Fact::KeySnapshot::Warning;
    case ReleaseOutcome::Unknown: return Fact::KeySnapshot::Danger;
    }
    return Fact::KeySnapshot::Plain;
}

QString glyphOf(Fact::KeySnapshot look, bool done)
{
    if (look == Fact::KeySnapshot::Plain)
        return done ? u"✓ "_s : u"○ "_s;
    return u"▲ "_s;
}

void addReport(QList<Fact> &facts, const ReleaseAttempt &attempt, const Endpoint &endpoint)
{
    const auto &report = *attempt.report();
    const auto look = lookOf(report.outcome);
    facts.append({{}, glyphOf(look, report.done()) + outcomeText(report, endpoint), look, -1});
    if (report.byTransaction)
        facts.append({{},
                      Words::tr("Scripts are not permitted here. It ran as a transaction with the same comparisons."),
                      Fact::KeySnapshot::Light,
                      -1});
    if (const auto &aftermath = attempt.aftermath()) {
        const bool back = aftermath->how == Aftermath::Resurrected;
        const auto text = aftermathText(*aftermath, endpoint);
        if (!text.isEmpty())
            facts.append({{},
                          (back                                    ? u"▲ "_s
                           : aftermath->how == Aftermath::NewOwner ? u"↷ "_s
                                                                   : u"○ "_s)
                              + text,
                          back ? Fact::KeySnapshot::Danger : Fact::KeySnapshot::Plain,
                          -1});
    }
    if (!report.auditFile.empty())
        facts.append({{}, Words::tr("Recorded in %1.").arg(shownText(report.auditFile)), Fact::KeySnapshot::Light, -1});
}

} // namespace

LockRow plannedRow(const ReleasePlan &plan)
{
    LockRow row;
    row.used = true;
    row.lock = plan.order.lock;
    row.name = shownText(row.lock.id.key);
    if (!plan.freed.empty())
        row.lock.holders = plan.freed;
    return row;
}

QList<Fact> aliveFacts(const ReleasePlan &plan)
{
    if (plan.order.wish.action != ReleaseAction::DropDeadHead)
        return warnings(plan, true);
    return {{{},
             Words::tr("▲ Nothing shows whether this waiter's process is gone. If it is alive, it loses its place."),
             Fact::KeySnapshot::Warning,
             -1}};
}

QList<Fact> firstWaiterFacts(const ReleasePlan &plan)
{
    QList<Fact> facts;
    for (const auto &guard : plan.guards) {
        if (guard.difference == Difference::Queue && guard.answer && facts.isEmpty())
            facts.append({Words::tr("waiter"), shownText(*guard.answer, longestLine), Fact::KeySnapshot::Key, -1});
    }
    return facts;
}

QList<Fact> warningFacts(const ReleasePlan &plan) { return warnings(plan, false); }

QList<Fact> commandFacts(const ReleasePlan &plan)
{
    QList<Fact> facts;
    addLines(facts, Words::tr("compared"), plan.compared);
    addLines(facts, Words::tr("changed"), plan.changes);
    addLines(facts, Words::tr("notified"), plan.wakeUps);
    return facts;
}

QList<Fact> previewFacts(const ReleasePlan &plan, const Endpoint &endpoint, const QString &whyNot)
{
    QList<Fact> facts;
    if (!plan.possible()) {
        facts.append({{}, u"▲ "_s + hindranceText(plan, endpoint), Fact::KeySnapshot::Warning, -1});
        return facts;
    }
    facts += aliveFacts(plan);
    facts.append({{}, Words::tr("If everything is still as shown here, in one step:"), Fact::KeySnapshot::Light, -1});
    addLines(facts, {}, plan.changes);
    addLines(facts, {}, plan.wakeUps);
    if (!whyNot.isEmpty())
        facts.append({{}, whyNot, Fact::KeySnapshot::Light, -1});
    return facts;
}

QString commandsText(const ReleasePlan &plan)
{
    QString text;
    addText(text, Words::tr("compared"), plan.compared);
    addText(text, Words::tr("changed"), plan.changes);
    addText(text, Words::tr("notified"), plan.wakeUps);
    return text;
}

QString scriptText(const ReleasePlan &plan)
{
    auto text = QString::fromStdString(plan.script).trimmed() + u"\n\n"_s;
    const auto add = [&](QStringView name, const std::vector<Bytes> &words) {
        for (std::size_t i = 0; i < words.size(); ++i)
            text += u"-- %1[%2]  %3\n"_s.arg(name).arg(i + 1).arg(shownText(words[i], longestWord));
    };
    add(u"KEYS", plan.keys);
    add(u"ARGV", plan.arguments);
    return text;
}

QList<Fact> waiterFacts(const ReleasePlan &plan)
{
    const auto &lock = plan.order.lock;
    auto facts = waitingFacts(lock, plan.order.look.at);
    if (!lock.waiters.why.empty())
        facts.append({{}, asSentence(lock.waiters.why), Fact::KeySnapshot::Light, -1});
    if (plan.order.wish.action == ReleaseAction::GiveLease)
        return facts;
    facts.append({{},
                  plan.wakeUps.empty() ? Words::tr("Nothing is sent to them.")
                                       : Words::tr("They are notified in the same step, the way their library does it."),
                  Fact::KeySnapshot::Plain,
                  -1});
    return facts;
}

QList<Fact> leftAloneFacts(const ReleasePlan &plan)
{
    QList<Fact> facts;
    for (const auto &companion : plan.mustStay) {
        facts.append({{}, shownText(companion.key, longestLine), Fact::KeySnapshot::Key, -1});
        QStringList said = {shownText(companion.role), shownText(companion.summary)};
        said.removeAll({});
        if (!said.isEmpty())
            facts.append({{}, said.join(u" · "_s), Fact::KeySnapshot::Light, -1});
    }
    return facts;
}

QList<Fact> verdictFacts(const ReleaseAttempt &attempt, const Endpoint &endpoint)
{
    QList<Fact> facts;
    switch (attempt.stage()) {
    case Stage::Looking: facts.append({{}, Words::tr("Looking at it …"), Fact::KeySnapshot::Light, -1}); break;
    case Stage::Impossible: facts.append({{}, u"▲ "_s + hindranceText(*attempt.plan(), endpoint), Fact::KeySnapshot::Warning, -1}); break;
    case Stage::Shown:
        if (attempt.since() != Since::Nothing)
            facts.append(sinceFact(attempt));
        break;
    case Stage::Sent: facts.append({{}, Words::tr("Sent; waiting for the answer …"), Fact::KeySnapshot::Light, -1}); break;
    case Stage::Watching:
    case Stage::Ended: addReport(facts, attempt, endpoint); break;
    case Stage::CutOff:
        facts.append({{},
                      Words::tr("▲ The connection was closed before an answer came. It is not known whether a release that "
                                "was already sent was carried out; the audit says what was sent."),
                      Fact::KeySnapshot::Danger,
                      -1});
        break;
    }
    return facts;
}

QString stageWord(const ReleaseAttempt &attempt)
{
    switch (attempt.stage()) {
    case Stage::Looking: return Words::tr("looking …");
    case Stage::Impossible: return Words::tr("▲ not possible");
    case Stage::Shown:
        return attempt.since() != Since::Nothing               ? Words::tr("▲ changed since")
               : lifeIn(*attempt.plan()) == Kind::HolderRenews ? Words::tr("▲ ready; its holder was seen renewing")
                                                               : Words::tr("ready");
    case Stage::Sent: return Words::tr("sent …");
    case Stage::Watching: return Words::tr("%1, watching …").arg(outcomeWord(*attempt.report()));
    case Stage::CutOff: return Words::tr("▲ no answer");
    case Stage::Ended: break;
    }
    const auto &aftermath = attempt.aftermath();
    const auto word = outcomeWord(*attempt.report());
    const bool said = aftermath && aftermath->how != Aftermath::NotWatched;
    return said ? word + u", "_s + aftermathWord(aftermath->how) : word;
}

QString confirmationOf(const LockId &id)
{
    const auto name = shownText(id.key).trimmed();
    if (name.isEmpty())
        return u"\"\""_s; // Redis permits an empty key, but typing nothing would not be a confirmation
    return name.size() <= longestTyped ? name : name.right(endTyped).trimmed();
}

bool isWholeName(const LockId &id, const QString &confirmation)
{
    const auto name = shownText(id.key).trimmed();
    return name.isEmpty() || name == confirmation;
}

QString deedText(const ReleaseRequest &wish)
{
    const auto name = shownText(wish.id.key, longestNameInFacts);
    switch (wish.action) {
    case ReleaseAction::Release: return Words::tr("Release %1").arg(name);
    case ReleaseAction::GiveLease: return Words::tr("Give %1 a lease of %2").arg(name, spanText(wish.lease));
    case ReleaseAction::DropDeadHead: return Words::tr("Drop the first waiter of %1").arg(name);
    }
    return {};
}

} // namespace lockscope
