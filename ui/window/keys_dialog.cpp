// SPDX-License-Identifier: MIT
#include "ui/window/keys_dialog.h"

#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>

namespace lockscope {

namespace {

void addLine(QGridLayout &grid, const KeyHelp &line)
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

} // namespace

QString keyText(const QKeySequence &key) { return key.toString(QKeySequence::NativeText); }

KeysDialog::KeysDialog(const QList<QAction *> &actions, const QList<KeyHelp> &others, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    QList<KeyHelp> lines;
    for (const auto *action : actions) {
        if (action->shortcut().isEmpty())
            continue;
        const auto what = action->text().remove(u'&').remove(u'…');
        lines.append({keyText(action->shortcut()), action->whatsThis().isEmpty() ? what : tr("%1 (%2)").arg(what, action->whatsThis())});
    }
    lines += others;
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
