// SPDX-License-Identifier: MIT
#include "ui/lab/change/command_question.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"

#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

CommandQuestion::CommandQuestion(const CommandFacts &facts, bool changedSince, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Run your command?"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    const auto add = [&](const QString &text, const QFont &face, ShadedLabel::Shade shade, const QString &name) {
        auto *label = new WrappedText(this);
        label->setAccessibleName(name);
        label->showText(text, face, shade);
        layout->addWidget(label);
        return label;
    };
    const auto fixed = fixedFont(font());
    add(changedSince
            ? tr("You have run this command before, but a file of it has changed since. It runs with your rights, once for each worker.")
            : tr("Lockscope did not write this command. It runs with your rights, once for each worker."),
        font(), changedSince ? ShadedLabel::Shade::Warning : ShadedLabel::Shade::Text, tr("What it is"));
    layout->addWidget(makeCaption(tr("Command"), this));
    add(commandLineOf(facts.words), fixed, ShadedLabel::Shade::Text, tr("Command"))->setObjectName(u"command"_s);
    layout->addWidget(makeCaption(tr("Files that it runs"), this));
    for (const auto &file : facts.files)
        add(shownText(file.path.toStdString()) + u"\nSHA-256 "_s + file.hash, fixed, ShadedLabel::Shade::Secondary, tr("File"));
    add(tr("If you agree, you are asked again only when these files change."), font(), ShadedLabel::Shade::Secondary, tr("Next time"));
    layout->addStretch(1);
    auto *cancel = makeButton(tr("Cancel"), this);
    auto *run = makeButton(tr("Run it"), this);
    run->setObjectName(u"runIt"_s);
    run->setAutoDefault(true);       // Enter on this button presses it, not the default button
    cancel->setDefault(true);        // Enter must not run an unread command
    auto *buttons = new QHBoxLayout; // a QDialogButtonBox has a different order for Tab
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(run);
    layout->addLayout(buttons);
    connect(run, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    constexpr int hashColumns = 76; // a SHA-256 hash and its name, on one line
    const int wide = QFontMetrics(fixed).averageCharWidth() * hashColumns + 2 * grid::group;
    setMinimumWidth(wide);
    resize(wide, layout->totalHeightForWidth(wide));
    cancel->setFocus();
}

void askForCommand(const std::vector<std::string> &command, QSettings *settings, QWidget *parent, std::function<void()> run)
{
    const auto facts = commandFacts(command);
    if (!facts)
        return (new MessageBox(QMessageBox::Warning, CommandQuestion::tr("Your command"), asSentence(facts.error().text), QMessageBox::Ok,
                               parent))
            ->open();
    if (CommandConsent(settings).has(*facts))
        return run();
    auto *question = new CommandQuestion(*facts, CommandConsent(settings).hasOther(*facts), parent);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(question, &QDialog::accepted, question, [facts = *facts, settings, run = std::move(run)] {
        CommandConsent(settings).give(facts);
        run();
    });
    question->open();
}

} // namespace lockscope
