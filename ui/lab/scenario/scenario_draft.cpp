// SPDX-License-Identifier: MIT
#include "ui/lab/scenario/scenario_draft.h"

#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "ui/lab/scenario/draft_text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Scenario;

namespace {

/// Those of a scenario's file that the form has, in its order.
template <class Object>
std::vector<DraftField> draftFields(std::initializer_list<std::string_view> names)
{
    std::vector<DraftField> fields;
    for (const auto name : names)
        fields.push_back({name});
    Object::each([&]<class Value, class Owner>(const char *name, Value Owner::*, const lockcore::FieldRule & = {}) {
        const auto found = std::ranges::find(fields, std::string_view(name), &DraftField::name);
        if (found == fields.end())
            return;
        if constexpr (lockcore::HasWords<Value>)
            found->words = lockcore::wordsOf<Value>;
        else if constexpr (std::is_same_v<Value, bool>)
            found->kind = DraftKind::Flag;
        else if constexpr (std::is_same_v<Value, std::vector<lockcore::Condition>>)
            found->kind = DraftKind::Conditions;
        else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
            found->kind = DraftKind::Texts;
        else if constexpr (!std::is_same_v<Value, std::string>)
            found->kind = DraftKind::Number;
    });
    return fields;
}

QString textOfWord(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

QString nameOf(const DraftField &field) { return textOfWord(field.name); }

QString typedText(const QJsonValue &value)
{
    if (value.isArray()) {
        QStringList parts;
        for (const auto &part : value.toArray())
            parts << part.toString();
        return parts.join(u", "_s);
    }
    if (value.isBool())
        return value.toBool() ? u"yes"_s : u"no"_s;
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

QStringList textsOf(const QString &typed)
{
    QStringList texts;
    for (const auto &part : typed.split(u',', Qt::SkipEmptyParts)) {
        if (const auto text = part.simplified(); !text.isEmpty())
            texts << text;
    }
    return texts;
}

QJsonValue conditionsOf(const QStringList &conditions)
{
    return conditions.size() == 1 ? QJsonValue(conditions.first()) : QJsonArray::fromStringList(conditions);
}

// What is no number stays what was typed: the reader says that it is none.
QJsonValue jsonOf(const QString &typed, DraftKind kind)
{
    const auto text = typed.trimmed();
    bool isNumber = false;
    const auto number = text.toLongLong(&isNumber);
    switch (kind) {
    case DraftKind::Text: break;
    case DraftKind::Number: return isNumber ? QJsonValue(number) : QJsonValue(text);
    case DraftKind::Texts: return QJsonArray::fromStringList(textsOf(text));
    case DraftKind::Conditions: return conditionsOf(textsOf(text));
    case DraftKind::Flag: return text == u"yes"_s || text == u"no"_s ? QJsonValue(text == u"yes"_s) : QJsonValue(text);
    }
    return text;
}

void put(QJsonObject &object, const DraftField &field, const QString &typed)
{
    if (!typed.trimmed().isEmpty())
        object[nameOf(field)] = jsonOf(typed, field.kind);
}

QStringList takeCells(QJsonObject &object, std::span<const DraftField> fields)
{
    QStringList cells;
    for (const auto &field : fields)
        cells << typedText(object.take(nameOf(field)));
    return cells;
}

QJsonObject jsonOf(const DraftRow &row, std::span<const DraftField> fields)
{
    auto object = row.rest;
    for (std::size_t i = 0; i < fields.size(); ++i)
        put(object, fields[i], row.cells.value(static_cast<qsizetype>(i)));
    return object;
}

QJsonObject jsonOfFault(const DraftRow &row)
{
    auto object = jsonOf(row, ScenarioDraft::faultFields());
    const auto who = object.take(u"who"_s).toString();
    auto action = object[u"do"_s].toString();
    if (!who.isEmpty())
        action += u' ' + who;
    object[u"do"_s] = action;
    if (!object.contains(u"when"_s))
        object[u"when"_s] = QString(); // the reader says what a condition is
    return object;
}

} // namespace

std::span<const DraftField> ScenarioDraft::fields()
{
    static const auto fields = draftFields<Scenario>({"title", "story", "protocol", "locks", "lease_ms", "retry_ms", "limit_ms", "stock",
                                                      "servers", "replicas", "cluster", "fenced", "fresh", "once_more", "warm_up"});
    return fields;
}

std::span<const DraftField> ScenarioDraft::workerFields()
{
    static const auto fields =
        draftFields<lockcore::ScenarioWorker>({"name", "lock", "after", "again", "rounds", "wait_ms", "work_ms", "work_until", "releases"});
    return fields;
}

std::span<const DraftField> ScenarioDraft::faultFields()
{
    static const auto fields = draftFields<lockcore::Fault>({"when", "after_ms", "do", "who", "of", "by_ms"});
    return fields;
}

ScenarioDraft::ScenarioDraft(const Scenario &scenario, const QByteArray &like)
    : m_like(like.toStdString())
{
    auto root = QJsonDocument::fromJson(QByteArray::fromStdString(lockcore::textOf(scenario))).object();
    for (const auto &field : fields())
        values[nameOf(field)] = typedText(root.take(nameOf(field)));
    for (const auto &value : root.take(u"workers"_s).toArray()) {
        auto rest = value.toObject();
        auto cells = takeCells(rest, ScenarioDraft::workerFields());
        workers << DraftRow{std::move(cells), std::move(rest)};
    }
    const auto script = root.take(u"script"_s).toArray();
    for (qsizetype i = 0; i < script.size(); ++i) {
        const auto &fault = scenario.script[static_cast<std::size_t>(i)];
        auto rest = script[i].toObject();
        auto cells = takeCells(rest, ScenarioDraft::faultFields());
        cells[Do] = textOfWord(lockcore::wordOf(fault.action));
        cells[Who] = QString::fromStdString(fault.who);
        faults << DraftRow{std::move(cells), std::move(rest)};
    }
    const auto expect = root.take(u"expect"_s).toObject();
    for (auto one = expect.begin(); one != expect.end(); ++one)
        expected[one.key()] = one.value().toString();
    m_rest = root;
}

QStringList ScenarioDraft::workerNames() const
{
    QStringList names;
    for (const auto &worker : workers)
        names << worker.cells.value(WorkerName).trimmed();
    names.removeAll(QString());
    return names;
}

QStringList ScenarioDraft::lockNames() const { return textsOf(values.value(u"locks"_s)); }

DraftRow ScenarioDraft::newWorker() const
{
    const auto names = workerNames();
    QString name;
    for (char16_t letter = u'A'; letter <= u'Z' && name.isEmpty(); ++letter) {
        if (!names.contains(QString(letter)))
            name = letter;
    }
    for (qsizetype number = names.size() + 1; name.isEmpty(); ++number) {
        if (const auto next = u'W' + QString::number(number); !names.contains(next))
            name = next;
    }
    DraftRow row;
    row.cells = QStringList(static_cast<qsizetype>(workerFields().size()));
    row.cells[WorkerName] = name;
    row.cells[Work] = u"100"_s;
    return row;
}

DraftRow ScenarioDraft::newFault()
{
    DraftRow row;
    row.cells = QStringList(static_cast<qsizetype>(faultFields().size()));
    return row;
}

DraftCheck ScenarioDraft::check() const { return written().read(); }

DraftText ScenarioDraft::written() const
{
    DraftText text;
    text.begin(m_rest);
    QJsonObject fieldsNow;
    for (const auto &field : fields())
        put(fieldsNow, field, values.value(nameOf(field)));
    text.add(fieldsNow);
    QList<QJsonObject> workersNow, faultsNow;
    for (const auto &row : workers)
        workersNow << jsonOf(row, ScenarioDraft::workerFields());
    for (const auto &row : faults)
        faultsNow << jsonOfFault(row);
    text.add(u"workers"_s, workersNow);
    if (!faults.isEmpty())
        text.add(u"script"_s, faultsNow);
    QJsonObject expectNow;
    for (auto one = expected.begin(); one != expected.end(); ++one) {
        if (!one.value().isEmpty())
            expectNow[one.key()] = one.value();
    }
    text.add(u"expect"_s, expectNow);
    text.end();
    return text;
}

QString ScenarioDraft::text() const
{
    const auto text = written();
    const auto checked = text.read();
    return checked.scenario ? QString::fromStdString(lockcore::textOf(*checked.scenario, m_like)) : QString::fromUtf8(text.bytes());
}

} // namespace lockscope
