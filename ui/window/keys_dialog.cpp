// SPDX-License-Identifier: MIT
#include "window/keys_dialog.h"

#include "widgets/captions.h"
#include "widgets/figures.h"
#include "widgets/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>

namespace lockscope {

namespace {

void addLine(QGridLayout &grid, const QString &keys, const QString &what)
{
    auto *key = new ShadedLabel(ShadedLabel::Shade::Text);
    key->setFont(fixedFont(key->font()));
    key->setText(keys);
    auto *text = new ShadedLabel(ShadedLabel::Shade::Secondary);
    text->setText(what);
    const int row = grid.rowCount();
    grid.addWidget(key, row, 0);
    grid.addWidget(text, row, 1);
}

} // namespace

KeysDialog::KeysDialog(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    auto *lines = new QGridLayout;
    lines->setHorizontalSpacing(grid::group);
    lines->setVerticalSpacing(grid::unit);
    for (const auto *action : actions) {
        if (!action->shortcut().isEmpty())
            addLine(*lines, action->shortcut().toString(QKeySequence::NativeText), action->text().remove(u'&').remove(u'…'));
    }
    addLine(*lines, QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText),
            tr("Clear the filter; let go of the selected lock"));
    addLine(*lines, QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText), tr("Copy the selected lock's name"));
    addLine(*lines, QKeySequence(Qt::Key_Menu).toString(QKeySequence::NativeText),
            tr("On a lock: only this, not this, copy, release"));
    addLine(*lines, QKeySequence(Qt::Key_Return).toString(QKeySequence::NativeText), tr("On a profile: connect; on an event: go to its lock"));
    addLine(*lines, QKeySequence(Qt::Key_Space).toString(QKeySequence::NativeText),
            tr("Freeze what is shown, and thaw it; what happens is collected all the same"));
    addLine(*lines, tr("F · N"), tr("On the timeline: show all of it · follow the present"));
    addLine(*lines, tr(", · ."), tr("On the timeline: the event before · the next one, of the selected lock or of all"));
    addLine(*lines, tr("+ − ← →"), tr("On the timeline: zoom and pan"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::group);
    layout->addLayout(lines);
    layout->addWidget(buttons);
}

} // namespace lockscope
