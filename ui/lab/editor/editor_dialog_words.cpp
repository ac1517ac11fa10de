// SPDX-License-Identifier: MIT
// What the editor says about a field: in the words of the form, as nobody sees the names of the file there.
#include "ui/lab/editor/draft_table.h"
#include "ui/lab/editor/editor_dialog.h"

#include <QRegularExpression>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString EditorDialog::fieldText(const QString &field) const
{
    if (m_labels.contains(field))
        return m_labels.value(field);
    const auto parts = field.split(u'/');
    const auto *const table = tableOf(field);
    if (!table || parts.size() < 2)
        return table ? tr("Workers") : QString();
    const int row = parts[1].toInt();
    const auto name = table == m_workers ? m_draft.workers.value(row).cells.value(ScenarioDraft::WorkerName) : QString::number(row + 1);
    const auto who = table == m_workers ? tr("Worker %1").arg(name) : tr("Fault %1").arg(name);
    const int column = table->model()->columnOf(parts.value(2));
    return column < 0 ? who : tr("%1, %2").arg(who, table->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
}

DraftTable *EditorDialog::tableOf(const QString &field) const
{
    const auto list = field.section(u'/', 0, 0);
    return list == u"workers"_s ? m_workers : list == u"script"_s ? m_faults : nullptr;
}

// In a row, a name is first that of its column, and else that of a field of the scenario.
QString EditorDialog::labelOf(const QString &name, const QString &field) const
{
    const auto *const table = tableOf(field);
    const int column = table ? table->model()->columnOf(name) : -1;
    if (column >= 0)
        return table->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    return table && field.section(u'/', 2) == name ? QString() : m_labels.value(name);
}

bool EditorDialog::isTyped(const QString &text, const QString &field) const
{
    const auto *const table = tableOf(field);
    if (!table)
        return m_draft.values.value(field).contains(text);
    const auto &rows = table == m_workers ? m_draft.workers : m_draft.faults;
    const auto cells = rows.value(field.section(u'/', 1, 1).toInt()).cells;
    return cells.join(u'\n').contains(text);
}

// The reader puts the names of the file in quotation marks, and what was typed, too.
QString EditorDialog::complaintText(const DraftCheck &check) const
{
    const auto where = fieldText(check.field);
    auto sentence = check.sentence;
    if (const auto own = u"\"%1\" "_s.arg(check.field.section(u'/', -1)); !where.isEmpty() && sentence.startsWith(own + u"must"_s))
        sentence.remove(0, own.size());
    static const QRegularExpression quoted(u"\"(\\w+)\""_s);
    qsizetype from = 0;
    for (auto match = quoted.match(sentence); match.hasMatch(); match = quoted.match(sentence, from)) {
        const auto name = match.captured(1);
        const auto label = isTyped(name, check.field) ? QString() : labelOf(name, check.field);
        const auto shown = label.isEmpty() ? match.captured() : u'“' + label + u'”';
        sentence.replace(match.capturedStart(), match.capturedLength(), shown);
        from = match.capturedStart() + shown.size();
    }
    return where.isEmpty() ? sentence : tr("%1: %2").arg(where, sentence);
}

} // namespace lockscope
