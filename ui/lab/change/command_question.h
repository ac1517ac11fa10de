// SPDX-License-Identifier: MIT
// Shows a command from outside in full, with the files that it runs, and asks before it is run. GUI thread.
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

/// Calls `run` at once if the person agreed to this command and its files are the same; otherwise after they have agreed. A command that
/// cannot be run is explained, and `run` is not called. `settings` must live until then.
void askForCommand(const std::vector<std::string> &command, QSettings *settings, QWidget *parent, std::function<void()> run);

} // namespace lockscope
