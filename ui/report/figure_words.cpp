// SPDX-License-Identifier: MIT
#include "ui/report/figure_words.h"

#include "ui/words/tr.h"

namespace lockscope {

QString handOverText(const lockcore::RunFigures &figures)
{
    if (figures.handOvers == 0 || !figures.commands)
        return {};
    if (figures.handOvers == 1)
        return Words::tr("%1 commands for 1 hand-over").arg(*figures.commands);
    const auto each = QString::number(static_cast<double>(*figures.commands) / static_cast<double>(figures.handOvers), 'f', 1);
    return Words::tr("%1 commands for each of %2 hand-overs").arg(each, QString::number(figures.handOvers));
}

} // namespace lockscope
