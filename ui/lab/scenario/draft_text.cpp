// SPDX-License-Identifier: MIT
#include "ui/lab/scenario/draft_text.h"

#include "lockcore/lab/scenario/scenario_file.h"
#include "ui/words/shown_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

const std::string fileName = "scenario";
const QString inset = u"    "_s;

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

void DraftText::next(const QString &text, const QString &field)
{
    m_text.insert(m_text.size() - 1, ',');
    line(text, field);
}

void DraftText::lines(const QJsonObject &fields, const QString &path, const QString &indent)
{
    for (auto field = fields.begin(); field != fields.end(); ++field) {
        const auto text = indent + written(field.key()) + u": "_s + written(field.value());
        if (field == fields.begin())
            line(text, path + field.key());
        else
            next(text, path + field.key());
    }
}

void DraftText::begin(const QJsonObject &fields)
{
    line(u"{"_s, {});
    auto rest = fields;
    rest[u"lockscope_scenario"_s] = static_cast<qint64>(lockcore::scenarioVersion);
    lines(rest, {}, inset);
}

void DraftText::add(const QJsonObject &fields)
{
    for (auto field = fields.begin(); field != fields.end(); ++field)
        next(inset + written(field.key()) + u": "_s + written(field.value()), field.key());
}

void DraftText::add(const QString &name, const QList<QJsonObject> &rows)
{
    next(inset + written(name) + u": ["_s, name);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const auto path = name + u'/' + QString::number(i);
        if (i == 0)
            line(inset + inset + u'{', path);
        else
            next(inset + inset + u'{', path);
        lines(rows[i], path + u'/', inset + inset + inset);
        line(inset + inset + u'}', path);
    }
    line(inset + u']', name);
}

void DraftText::add(const QString &name, const QJsonObject &fields)
{
    next(inset + written(name) + u": {"_s, name);
    lines(fields, name + u'/', inset + inset);
    line(inset + u'}', name);
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
