// SPDX-License-Identifier: MIT
#include "app/release/release_output.h"

#include "app/command/exit_codes.h"
#include "lockcore/json/json_bytes.h"
#include "lockcore/monitor/release/ttl_json.h"
#include "ui/export/lock_json.h"
#include "ui/words/release_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Milliseconds;
using lockcore::ReleaseOutcome;

namespace {

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

// `lines` contain only printable characters.
QString part(const QString &title, const std::vector<std::string> &lines)
{
    if (lines.empty())
        return {};
    QString all = title + u'\n';
    for (const auto &line : lines)
        all += u"  "_s + text(line) + u'\n';
    return all;
}

QJsonArray texts(const std::vector<std::string> &lines)
{
    QJsonArray array;
    for (const auto &line : lines)
        array.append(text(line));
    return array;
}

QJsonArray holdersArray(const std::vector<lockcore::Holder> &holders)
{
    QJsonArray array;
    for (const auto &holder : holders) {
        QJsonObject object{{u"count"_s, static_cast<qint64>(holder.count)}, {u"mode"_s, text(toString(holder.mode))}};
        lockcore::insertBytes(object, u"owner"_s, holder.owner);
        array.append(object);
    }
    return array;
}

QJsonObject warningObject(const lockcore::ReleaseWarning &warning)
{
    QJsonObject object{{u"warning"_s, text(toString(warning.kind))}};
    if (!warning.text.empty())
        object.insert(u"text"_s, text(warning.text));
    if (warning.period)
        object.insert(u"period_ms"_s, static_cast<qint64>(warning.period->count()));
    if (warning.holders > 0)
        object.insert(u"holders"_s, static_cast<qint64>(warning.holders));
    return object;
}

QJsonObject planObject(const lockcore::ReleasePlan &plan)
{
    QJsonArray warnings;
    for (const auto &warning : plan.warnings)
        warnings.append(warningObject(warning));
    QJsonArray stays;
    for (const auto &companion : plan.mustStay) {
        QJsonObject object{{u"role"_s, text(companion.role)}};
        lockcore::insertBytes(object, u"key"_s, companion.key);
        stays.append(object);
    }
    const bool frees = plan.order.wish.action == lockcore::ReleaseAction::Release;
    return {{u"freed"_s, holdersArray(frees ? plan.freed : std::vector<lockcore::Holder>())},
            {u"compared"_s, texts(plan.compared)},
            {u"changes"_s, texts(plan.changes)},
            {u"wake_ups"_s, texts(plan.wakeUps)},
            {u"stays"_s, stays},
            {u"warnings"_s, warnings}};
}

QJsonObject nowObject(const lockcore::ReleaseReport &report)
{
    QJsonObject object{{u"type"_s, text(toString(report.now->value.type))}, {u"holders"_s, holdersArray(report.holdersNow)}};
    insertTtl(object, *report.now);
    return object;
}

void insertReport(QJsonObject &object, const lockcore::ReleaseReport &report)
{
    object.insert(u"outcome"_s, text(toString(report.outcome)));
    object.insert(u"told"_s, static_cast<qint64>(report.told));
    object.insert(u"ran"_s, text(report.ran));
    if (report.changed)
        object.insert(u"changed"_s, text(toString(*report.changed)));
    if (report.now)
        object.insert(u"now"_s, nowObject(report));
    if (report.error)
        object.insert(u"error"_s, text(report.error->text));
    if (!report.auditFile.empty())
        object.insert(u"audit"_s, text(report.auditFile));
    if (report.auditError)
        object.insert(u"audit_error"_s, text(report.auditError->text));
}

bool isNoConnection(const lockcore::Error &error)
{
    return error.kind == lockcore::ErrorKind::Transport || error.kind == lockcore::ErrorKind::Timeout
           || error.kind == lockcore::ErrorKind::Protocol || error.is("NOAUTH") || error.is("WRONGPASS");
}

int exitCodeOf(ReleaseOutcome outcome, const std::optional<lockcore::Error> &error)
{
    switch (outcome) {
    case ReleaseOutcome::Released: return exitYes;
    case ReleaseOutcome::ReleasedUntold: return exitUntold;
    case ReleaseOutcome::Changed:
    case ReleaseOutcome::Unknown: return exitNotComplete;
    case ReleaseOutcome::NotThere: return exitNotThere;
    case ReleaseOutcome::NotPermitted: break;
    }
    if (error && error->kind == lockcore::ErrorKind::Cancelled)
        return exitNotComplete;
    return error && isNoConnection(*error) ? exitNoConnection : exitNotPermitted;
}

} // namespace

QString warningsText(const lockcore::ReleasePlan &plan)
{
    QString all;
    for (const auto &warning : plan.warnings)
        all += u"! "_s + warningText(warning) + u'\n';
    return all;
}

QString planText(const lockcore::ReleasePlan &plan)
{
    QString all = releaseTitle(plan) + u'\n' + warningsText(plan);
    all += part(Words::tr("Only if"), plan.compared);
    all += part(Words::tr("Change"), plan.changes);
    all += part(Words::tr("Wake up"), plan.wakeUps);
    std::vector<std::string> stays;
    for (const auto &companion : plan.mustStay)
        stays.push_back(lockcore::escaped(companion.key) + " (" + companion.role + ')');
    return all + part(Words::tr("Left alone"), stays);
}

QByteArray releaseJson(const lockcore::ReleasePlan &plan, const lockcore::ReleaseReport *report,
                       const lockcore::ReleaseAftermath *aftermath)
{
    const auto &wish = plan.order.wish;
    QJsonObject object{{u"db"_s, wish.id.db},
                       {u"action"_s, text(toString(wish.action))},
                       {u"library"_s, text(plan.order.match.library)},
                       {u"confidence"_s, plan.order.match.confidence}};
    lockcore::insertBytes(object, u"key"_s, wish.id.key);
    if (plan.hindrance) {
        object.insert(u"outcome"_s, text(toString(plan.hindrance->outcome)));
        object.insert(u"error"_s, text(plan.hindrance->text));
    } else {
        object.insert(u"plan"_s, planObject(plan));
    }
    if (report) {
        object.insert(u"dry_run"_s, report->dry);
        insertReport(object, *report);
    }
    if (aftermath) {
        QJsonObject then{{u"what"_s, text(toString(aftermath->how))},
                         {u"watched_ms"_s, static_cast<qint64>(aftermath->watched.count())},
                         {u"holders"_s, holdersArray(aftermath->holders)}};
        object.insert(u"afterwards"_s, then);
    }
    return compact(object) + '\n';
}

int exitCodeOf(const lockcore::ReleasePlan &plan) { return exitCodeOf(plan.hindrance->outcome, plan.hindrance->error); }

int exitCodeOf(const lockcore::ReleaseReport &report) { return exitCodeOf(report.outcome, report.error); }

} // namespace lockscope
