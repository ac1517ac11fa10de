// SPDX-License-Identifier: MIT
// The words of the editor: titles of its columns, what an empty cell means, and what can be typed into a cell. Pure; GUI thread.
#pragma once

#include "ui/lab/scenario/scenario_draft.h"

namespace lockscope {

/// A word of the file, and how it is shown.
struct WordChoice
{
    QString word, text;
};

QStringList workerTitles();
QStringList workerHints();
QStringList faultTitles();
QStringList faultHints();

QStringList workerCompletions(const ScenarioDraft &draft, int column);
QStringList faultCompletions(const ScenarioDraft &draft, int column);

QStringList protocolNames(); ///< `external` last
QList<WordChoice> propertyChoices();
QList<WordChoice> outcomeChoices(); ///< the first one: nothing is expected

} // namespace lockscope
