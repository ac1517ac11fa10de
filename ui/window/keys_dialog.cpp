// SPDX-License-Identifier: MIT
#include "ui/window/keys_dialog.h"

#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>

#include <utility>

namespace lockscope {

namespace {

QList<KeyHelp> linesOf(const KeySection &section)
{
    QList<KeyHelp> lines;
    for (const auto *action : section.actions) {
        if (action->shortcut().isEmpty())
            continue;
        const auto what = action->text().remove(u'&').remove(u'…');
        lines.append(
            {keyText(action->shortcut()), action->whatsThis().isEmpty() ? what : KeysDialog::tr("%1 (%2)").arg(what, action->whatsThis())});
    }
    return lines + section.others;
}

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

void addTitle(QGridLayout &grid, const QString &title)
{
    const int row = grid.rowCount();
    if (row > 1)
        grid.setRowMinimumHeight(row, grid::spacing);
    grid.addWidget(makeCaption(title), row + 1, 0, 1, 2);
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

KeysDialog::KeysDialog(const QList<KeySection> &sections, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    constexpr qsizetype titleHeight = 2; // lines
    qsizetype all = 0;
    for (const auto &section : sections)
        all += linesOf(section).size() + (section.title.isEmpty() ? 0 : titleHeight);
    auto *columns = new QHBoxLayout; // two columns, because a small screen could not show all lines in one
    columns->setSpacing(2 * grid::group);
    QGridLayout *column = nullptr;
    qsizetype done = 0;
    for (const auto &section : sections) {
        auto title = section.title;
        for (const auto &line : linesOf(section)) {
            if (!column || (columns->count() == 1 && done >= (all + 1) / 2)) {
                columns->addLayout(column = makeColumn());
                title = section.title; // again, if the section goes on in the next column
            }
            if (!title.isEmpty()) {
                addTitle(*column, std::exchange(title, {}));
                done += titleHeight;
            }
            addLine(*column, line);
            ++done;
        }
    }
    for (auto *one : columns->findChildren<QGridLayout *>())
        one->setRowStretch(one->rowCount(), 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::group);
    layout->addLayout(columns);
    layout->addWidget(buttons);
}

} // namespace lockscope
