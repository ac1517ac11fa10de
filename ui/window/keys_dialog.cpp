// SPDX-License-Identifier: MIT
#include "ui/window/keys_dialog.h"

#include "ui/monitor/lock_table_view.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>

namespace lockscope {

namespace {

struct Line
{
    QString keys;
    QString what;
};

void addLine(QGridLayout &grid, const Line &line)
{
    auto *key = new ShadedLabel(ShadedLabel::Shade::Text);
    key->setFont(fixedFont(key->font()));
    key->setText(line.keys);
    auto *text = new ShadedLabel(ShadedLabel::Shade::Secondary);
    text->setText(line.what);
    const int row = grid.rowCount();
    grid.addWidget(key, row, 0);
    grid.addWidget(text, row, 1);
}

QGridLayout *makeColumn()
{
    auto *lines = new QGridLayout;
    lines->setHorizontalSpacing(grid::group);
    lines->setVerticalSpacing(grid::unit);
    lines->setColumnStretch(1, 1);
    return lines;
}

QString shown(const QKeySequence &key) { return key.toString(QKeySequence::NativeText); }

} // namespace

KeysDialog::KeysDialog(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    QList<Line> lines;
    for (const auto *action : actions) {
        if (action->shortcut().isEmpty())
            continue;
        const auto what = action->text().remove(u'&').remove(u'…');
        lines.append({shown(action->shortcut()), action->whatsThis().isEmpty() ? what : tr("%1 (%2)").arg(what, action->whatsThis())});
    }
    lines += QList<Line>{
        {shown(Qt::Key_Escape), tr("Clear the filter; deselect the lock")},
        {shown(QKeySequence::Copy), tr("Copy the selected locks' names, the event, or the whole filter")},
        {shown(LockTableView::copyOwnerKey), tr("Copy the selected lock's owner")},
        {shown(Qt::Key_Menu), tr("On a lock: only this, not this, copy, release")},
        {shown(Qt::Key_Return), tr("On a profile: connect; on an event: go to its lock")},
        {shown(Qt::Key_Space), tr("Freeze what is shown, and resume; collecting continues")},
        {shown(Qt::Key_Return), tr("In the filter: turn the typed text into pills")},
        {tr("← · Backspace"), tr("In the filter: move to the pills · turn the last one into text")},
        {shown(QKeySequence::SelectAll), tr("In the filter: turn all pills into text")},
        {tr("F · N"), tr("On the timeline: show all of it · follow the present")},
        {tr(", · ."), tr("On the timeline: the event before · the next one")},
        {tr("+ − ← →"), tr("On the timeline: zoom and pan")},
    };
    auto *columns = new QHBoxLayout; // two columns, otherwise a small screen could not show them
    columns->setSpacing(2 * grid::group);
    const auto half = (lines.size() + 1) / 2;
    for (const auto &part : {lines.first(half), lines.sliced(half)}) {
        auto *column = makeColumn();
        for (const auto &line : part)
            addLine(*column, line);
        column->setRowStretch(column->rowCount(), 1);
        columns->addLayout(column);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::group);
    layout->addLayout(columns);
    layout->addWidget(buttons);
}

} // namespace lockscope
