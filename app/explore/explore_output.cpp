// SPDX-License-Identifier: MIT
#include "app/explore/explore_output.h"

#include "app/command/text_columns.h"
#include "lockcore/base/ascii.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::Bytes;
using Kind = Move::Kind;
using What = FrontierRow::What;

namespace {

constexpr int columns = 80;
constexpr int stepIndent = 13; // "  12345 ms  A  "
constexpr qsizetype longestValue = 120;

QString text(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

QString nameOfWorker(int worker) { return QString(QChar(u'A' + static_cast<char16_t>(worker))); }

QString propertyText(Property property)
{
    return property == Property::MutualExclusion ? Words::tr("mutual exclusion") : Words::tr("no immortal lock");
}

QString verdictText(Verdict verdict)
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

QString whatText(const FrontierRow &row)
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

QString placeOf(const TraceStep &step)
{
    const auto file = text(step.request.where.file_name());
    const bool isOfALock = step.worker != TraceStep::nobody && file.contains("lockcore/locks/"_L1);
    return isOfALock ? file.section(u'/', -1) + u':' + QString::number(step.request.where.line()) : QString();
}

QString keysText(const std::vector<Keyspace> &servers, Oracle &oracle)
{
    QStringList all;
    for (std::size_t server = 0; server < servers.size(); ++server) {
        for (const auto &key : servers[server]) {
            const auto time = key.left == StoredKey::noDeadline ? Words::tr("no deadline") : Words::tr("%1 ms left").arg(key.left);
            const auto place = servers.size() > 1 ? Words::tr("server %1: ").arg(server + 1) : QString();
            all +=
                Words::tr("%1%2 = %3, %4").arg(place, shownText(key.name, longestValue), shownText(oracle.shown(key), longestValue), time);
        }
    }
    return all.isEmpty() ? Words::tr("no keys") : all.join(u"; "_s);
}

QString insideText(const std::vector<int> &inside)
{
    QStringList names;
    for (const int worker : inside)
        names += nameOfWorker(worker);
    return inside.size() > 1    ? Words::tr("%1 are inside at once").arg(names.join(Words::tr(" and ")))
           : inside.size() == 1 ? Words::tr("%1 is inside").arg(names.front())
                                : Words::tr("nobody is inside");
}

// The reply of a command that the same worker has just sent needs no line.
bool isObvious(const std::vector<TraceStep> &trace, std::size_t at)
{
    return trace[at].kind == Kind::TimePasses
           || (trace[at].kind == Kind::Receives && at > 0 && trace[at - 1].worker == trace[at].worker
               && trace[at - 1].kind == Kind::Executes);
}

bool differ(const std::vector<Keyspace> &before, const std::vector<Keyspace> &after)
{
    const auto withoutTime = [](std::vector<Keyspace> servers) {
        for (auto &keys : servers) {
            for (auto &key : keys)
                key.left = key.left == StoredKey::noDeadline ? key.left : 0;
        }
        return servers;
    };
    return withoutTime(before) != withoutTime(after);
}

QString traceText(const Violation &violation, Oracle &oracle)
{
    QString all;
    const auto addLine = [&](const QString &begin, const QString &line) { all += begin + fitted(line, columns, stepIndent) + u'\n'; };
    const auto &trace = violation.trace;
    std::vector<Keyspace> shown(trace.empty() ? 0 : trace.front().servers.size());
    std::vector<int> inside;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const auto &step = trace[i];
        const auto who = step.worker == TraceStep::nobody ? u" "_s : nameOfWorker(step.worker);
        const auto place = placeOf(step);
        const bool isObviousStep = isObvious(trace, i);
        if (!isObviousStep)
            addLine(u"%1 ms  %2  "_s.arg(step.at, 5).arg(who), happened(step) + (place.isEmpty() ? QString() : u" ("_s + place + u')'));
        const bool isReported = i + 1 == trace.size() || !isObvious(trace, i + 1) || trace[i + 1].kind == Kind::TimePasses;
        if (isReported && differ(shown, step.servers)) {
            shown = step.servers;
            const auto when = isObviousStep ? u"%1 ms     "_s.arg(step.at, 5) : QString(stepIndent, u' ');
            addLine(when, keysText(shown, oracle));
        }
        if (step.inside != inside) {
            inside = step.inside;
            addLine(QString(stepIndent, u' '), insideText(inside));
        }
    }
    return all;
}

QString boundsText(const Bounds &bounds, bool isUsual)
{
    auto sentence = Words::tr("%1 workers, rounds: %2, lease %3 ms, work %4 ms, poll %5 ms")
                        .arg(bounds.workers)
                        .arg(bounds.rounds)
                        .arg(bounds.lease.count())
                        .arg(bounds.work.count())
                        .arg(bounds.poll.count());
    if (!bounds.givesLease)
        sentence += Words::tr(", the lease is the watchdog's");
    if (bounds.servers > 1)
        sentence += Words::tr(", %1 servers").arg(bounds.servers);
    if (bounds.careful)
        sentence += Words::tr(", a careful driver");
    if (bounds.horizon.count() > 0)
        sentence += Words::tr(", the first %1 ms").arg(bounds.horizon.count());
    if (isUsual)
        return sentence + Words::tr("; no fault, or any one of crash, lost reply, lost request, late request");
    return sentence + Words::tr("; faults: %1").arg(text(toString(bounds.faults, bounds.pause)));
}

QStringList brokenBy(const FrontierRow &row)
{
    QStringList broken;
    for (const auto &[property, finding] : row.findings) {
        if (finding.violation)
            broken += propertyText(property);
    }
    return broken;
}

QString frontierText(const ExploreReport &report)
{
    QString all = u'\n' + Words::tr("What else breaks it:") + u'\n';
    for (const auto &row : report.frontier) {
        const auto broken = brokenBy(row);
        const auto what = broken.isEmpty() ? (row.complete ? u"–"_s : Words::tr("not complete")) : broken.join(u", "_s);
        constexpr int nameWidth = 36;
        all += u"  "_s + padded(whatText(row), nameWidth) + what + u'\n';
    }
    return all;
}

QJsonObject boundsJson(const Bounds &bounds, bool isUsual)
{
    return {{u"workers"_s, bounds.workers},
            {u"rounds"_s, bounds.rounds},
            {u"servers"_s, bounds.servers},
            {u"lease_ms"_s, qint64(bounds.lease.count())},
            {u"work_ms"_s, qint64(bounds.work.count())},
            {u"poll_ms"_s, qint64(bounds.poll.count())},
            {u"command_timeout_ms"_s, qint64(bounds.commandTimeout.count())},
            {u"gives_lease"_s, bounds.givesLease},
            {u"driver"_s, bounds.careful ? u"careful"_s : u"naive"_s},
            {u"horizon_ms"_s, bounds.horizon.count() > 0 ? QJsonValue(qint64(bounds.horizon.count())) : QJsonValue()},
            {u"faults"_s, text(toString(bounds.faults, bounds.pause))},
            {u"faults_at_once"_s, isUsual ? 1 : bounds.faults.total()}};
}

QJsonArray traceJson(const Violation &violation, Oracle &oracle)
{
    QJsonArray steps;
    for (const auto &step : violation.trace) {
        if (step.kind == Kind::TimePasses)
            continue;
        QJsonObject object = {{u"at_ms"_s, step.at}, {u"what"_s, happened(step)}};
        if (step.worker != TraceStep::nobody)
            object[u"worker"_s] = nameOfWorker(step.worker);
        if (const auto place = placeOf(step); !place.isEmpty())
            object[u"source"_s] = place;
        object[u"keys"_s] = keysText(step.servers, oracle);
        QJsonArray inside;
        for (const int worker : step.inside)
            inside.append(nameOfWorker(worker));
        object[u"inside"_s] = inside;
        steps.append(object);
    }
    return steps;
}

QJsonArray findingsJson(const std::map<Property, Finding> &findings, lockcore::Milliseconds pause, Oracle *oracle)
{
    QJsonArray all;
    for (const auto &[property, finding] : findings) {
        QJsonObject object = {{u"name"_s, text(nameOf(property))}, {u"verdict"_s, text(verdictWord(finding.verdict))}};
        if (finding.violation) {
            object[u"faults"_s] = text(toString(finding.violation->faults, pause));
            if (oracle)
                object[u"trace"_s] = traceJson(*finding.violation, *oracle);
        }
        all.append(object);
    }
    return all;
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

QJsonArray frontierJson(const std::vector<FrontierRow> &rows)
{
    QJsonArray all;
    for (const auto &row : rows) {
        QJsonObject object = {{u"what"_s, text(wordOfWhat(row.what))},
                              {u"complete"_s, row.complete},
                              {u"properties"_s, findingsJson(row.findings, row.bounds.pause, nullptr)}};
        if (row.what == What::Pause)
            object[u"shortest_pause_ms"_s] = row.shortestPause ? QJsonValue(qint64(row.shortestPause->count())) : QJsonValue();
        if (row.what == What::LongWork)
            object[u"work_ms"_s] = qint64(row.bounds.work.count());
        all.append(object);
    }
    return all;
}

} // namespace

namespace {

QStringList remarks(const ExploreReport &report)
{
    const auto &exploration = report.exploration;
    QStringList sentences;
    if (exploration.findings.at(Property::NoImmortalLock).verdict == Verdict::NotExercised)
        sentences += exploration.bounds.scripts
                         ? Words::tr("A worker that is alone never gets the lock: does --acquired-when say what the script answers?")
                         : Words::tr("A worker that is alone never gets the lock within these bounds.");
    if (report.sameInReplay)
        sentences += *report.sameInReplay
                         ? Words::tr("Run once more from the beginning on a fresh server: the same replies, the same keys.")
                         : Words::tr("A RUN FROM THE BEGINNING ON A FRESH SERVER GAVE ANOTHER RESULT: this is a fault of "
                                     "Lockscope. Please report it.");
    if (!exploration.complete)
        sentences += exploration.cancelled ? Words::tr("Interrupted: not every order of events was examined.")
                                           : Words::tr("Not complete: too many states. Choose smaller bounds.");
    return sentences;
}

} // namespace

QString exploreText(const ExploreReport &report, Oracle &oracle)
{
    const auto &exploration = report.exploration;
    auto all = fitted(Words::tr("%1 on %2: %3. States: %4 in %5 s.")
                          .arg(text(exploration.bounds.protocol), text(report.server), boundsText(exploration.bounds, report.isUsual))
                          .arg(QLocale(QLocale::English).toString(qlonglong(exploration.states)))
                          .arg(report.seconds, 0, 'f', 1),
                      columns)
               + u"\n\n"_s;
    for (const auto &[property, finding] : exploration.findings) {
        constexpr int nameWidth = 20;
        auto verdict = verdictText(finding.verdict);
        if (finding.violation)
            verdict += finding.violation->faults.total() == 0
                           ? Words::tr(", without any fault")
                           : Words::tr(", with %1").arg(text(toString(finding.violation->faults, exploration.bounds.pause)));
        all += padded(propertyText(property), nameWidth) + verdict + u'\n';
    }
    for (const auto &[property, finding] : exploration.findings) {
        if (finding.violation)
            all += u'\n' + Words::tr("How: %1").arg(propertyText(property)) + u'\n' + traceText(*finding.violation, oracle);
    }
    for (const auto &sentence : remarks(report))
        all += u'\n' + fitted(sentence, columns) + u'\n';
    return report.isUsual ? all + frontierText(report) : all;
}

QJsonObject exploreJson(const ExploreReport &report, Oracle &oracle)
{
    const auto &exploration = report.exploration;
    auto object = QJsonObject{{u"protocol"_s, text(exploration.bounds.protocol)},
                              {u"redis"_s, text(report.server)},
                              {u"bounds"_s, boundsJson(exploration.bounds, report.isUsual)},
                              {u"complete"_s, exploration.complete},
                              {u"states"_s, qint64(exploration.states)},
                              {u"transitions"_s, qint64(exploration.transitions)},
                              {u"seconds"_s, report.seconds},
                              {u"properties"_s, findingsJson(exploration.findings, exploration.bounds.pause, &oracle)}};
    if (report.sameInReplay)
        object[u"same_in_replay"_s] = *report.sameInReplay;
    if (report.isUsual)
        object[u"frontier"_s] = frontierJson(report.frontier);
    return object;
}

QString exploreTable(const std::vector<ExploreTableRow> &rows, const std::string &server)
{
    constexpr int nameWidth = 20;
    constexpr int cellWidth = 6;
    const QStringList heads = {Words::tr("none"), Words::tr("crash"), Words::tr("reply"), Words::tr("req."),  Words::tr("req."),
                               Words::tr("work"), Words::tr("pause"), Words::tr("loss"),  Words::tr("throw"), Words::tr("server")};
    const QStringList under = {QString(),          QString(),          Words::tr("lost"), Words::tr("lost"), Words::tr("late"),
                               Words::tr("30 ms"), Words::tr("of ms"), Words::tr("late"), QString(),         Words::tr("forgets")};
    QString all =
        fitted(Words::tr("What breaks each protocol within its usual bounds, on %1. M: mutual exclusion; I: a lock becomes immortal; "
                         "the shortest pause.")
                   .arg(text(server)),
               columns)
        + u"\n\n"_s;
    for (const auto &line : {heads, under}) {
        QString row(nameWidth, u' ');
        for (const auto &head : line)
            row += padded(head, cellWidth);
        while (row.endsWith(u' '))
            row.chop(1);
        all += row + u'\n';
    }
    for (const auto &row : rows) {
        QString line = padded(text(row.protocol), nameWidth);
        for (const auto &cell : row.cells) {
            QString broken;
            for (const auto &[property, finding] : cell.findings)
                broken += finding.violation ? (property == Property::MutualExclusion ? u"M"_s : u"I"_s) : QString();
            if (cell.what == What::Pause && cell.shortestPause)
                broken = QString::number(cell.shortestPause->count());
            line += padded(broken.isEmpty() ? (cell.complete ? u"–"_s : u"?"_s) : broken, cellWidth);
        }
        if (!row.error.empty())
            line += Words::tr("cannot be examined yet");
        while (line.endsWith(u' '))
            line.chop(1);
        all += line + u'\n';
    }
    return all;
}

QJsonObject exploreTableJson(const std::vector<ExploreTableRow> &rows, const std::string &server)
{
    QJsonArray all;
    for (const auto &row : rows) {
        QJsonObject object = {{u"protocol"_s, text(row.protocol)}, {u"cells"_s, frontierJson(row.cells)}};
        if (!row.error.empty())
            object[u"error"_s] = text(row.error);
        all.append(object);
    }
    return {{u"redis"_s, text(server)}, {u"protocols"_s, all}};
}

} // namespace lockscope
