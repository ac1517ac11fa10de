// SPDX-License-Identifier: MIT
// Shows an external command in full, with the files that it runs, and asks the user before it is run. GUI thread.
#pragma once

#include "ui/lab/change/command_consent.h"

#include <QDialog>

#include <functional>

namespace lockscope {

class CommandQuestion final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandQuestion)

public:
    CommandQuestion(const CommandFacts &facts, bool changedSince, QWidget *parent = nullptr);
};

/// Calls `run` at once if the user agreed to this command before and its files have not changed; otherwise after the user agrees. If the
/// command cannot be run, the reason is shown and `run` is not called. `settings` must live until then.
void askForCommand(const std::vector<std::string> &command, QSettings *settings, QWidget *parent, std::function<void()> run);

} // namespace lockscope
