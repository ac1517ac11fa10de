// SPDX-License-Identifier: MIT
#include "ui/lab/draft_text.h"

#include "lockcore/lab/scenario_file.h"
#include "ui/words/shown_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

const std::string fileName = "scenario";

// One value, on one line.
QString written(const QJsonValue &value)
{
    const auto list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

} // namespace

void DraftText::line(const QString &text, const QString &field)
{
    m_text += text.toUtf8() + '\n';
    m_fields << field;
}

// A comma before each but the first; the first field of a scenario is its version.
void DraftText::lines(const QJsonObject &fields, const QString &path, const QString &indent)
{
    bool first = true;
    for (auto field = fields.begin(); field != fields.end(); ++field) {
        line(indent + (first ? u"  "_s : u", "_s) + written(field.key()) + u": "_s + written(field.value()), path + field.key());
        first = false;
    }
}

void DraftText::begin(const QJsonObject &fields)
{
    line(u"{"_s, {});
    auto rest = fields;
    rest[u"lockscope_scenario"_s] = static_cast<qint64>(lockcore::scenarioVersion);
    lines(rest, {}, {});
}

void DraftText::add(const QJsonObject &fields)
{
    if (fields.isEmpty())
        return;
    for (auto field = fields.begin(); field != fields.end(); ++field)
        line(u", "_s + written(field.key()) + u": "_s + written(field.value()), field.key());
}

void DraftText::add(const QString &name, const QList<QJsonObject> &rows)
{
    line(u", "_s + written(name) + u": ["_s, name);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const auto path = name + u'/' + QString::number(i);
        line(i == 0 ? u"{"_s : u", {"_s, path);
        lines(rows[i], path + u'/', u"  "_s);
        line(u"}"_s, path);
    }
    line(u"]"_s, name);
}

void DraftText::add(const QString &name, const QJsonObject &fields)
{
    line(u", "_s + written(name) + u": {"_s, name);
    lines(fields, name + u'/', u"  "_s);
    line(u"}"_s, name);
}

void DraftText::end() { line(u"}"_s, {}); }

DraftCheck DraftText::read() const
{
    DraftCheck check;
    auto read = lockcore::scenarioOf(m_text.toStdString(), fileName);
    if (read) {
        check.scenario = *std::move(read);
        check.scenario->name.clear();
        check.scenario->file.clear();
        return check;
    }
    // "scenario, line 7: …"
    static const QRegularExpression place(u"^scenario, line (\\d+): "_s);
    auto sentence = QString::fromStdString(read.error().text);
    if (const auto match = place.match(sentence); match.hasMatch()) {
        check.field = m_fields.value(match.captured(1).toInt() - 1);
        sentence.remove(0, match.capturedLength());
    }
    static const QRegularExpression missing(u"needs the field \"(\\w+)\""_s);
    if (const auto match = missing.match(sentence); match.hasMatch())
        check.field += (check.field.isEmpty() ? QString() : u"/"_s) + match.captured(1);
    check.sentence = asSentence(sentence.toStdString());
    return check;
}

} // namespace lockscope
