// SPDX-License-Identifier: MIT
#include "ui/report/timeline_parts.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::LaneMark;

namespace {

constexpr double together = 9; // pixels; closer marks share one label
constexpr double apart = 3;

QString textOf(const std::vector<const LaneMark *> &marks)
{
    const auto number = [](const LaneMark *mark) { return QString::number(mark->number); };
    if (marks.size() == 1)
        return (marks.front()->kind == lockcore::Decisive::Protection ? u"✓ #"_s : u"#"_s) + number(marks.front());
    if (marks.size() == 2)
        return u'#' + number(marks.front()) + u" #"_s + number(marks.back());
    return u'#' + number(marks.front()) + u'–' + number(marks.back());
}

double pillWidth(const Canvas &canvas, const QString &text) { return canvas.widthOf(text, 10, true, true) + 8; }

void fit(MarkPill &pill, const Canvas &canvas, const TimeAxis &axis)
{
    pill.text = textOf(pill.marks);
    pill.width = pillWidth(canvas, pill.text);
    pill.left = std::clamp(pill.x - pill.width / 2, axis.left() - 8, std::max(axis.right() + 8 - pill.width, axis.left()));
}

// Widens the pill to the right only, because its left neighbours already have their places.
void widen(MarkPill &pill, const Canvas &canvas, const TimeAxis &axis)
{
    const auto room = axis.right() + 16 - pill.left;
    pill.text = textOf(pill.marks);
    if (pillWidth(canvas, pill.text) > room)
        pill.text = u'#' + QString::number(pill.marks.front()->number) + u'…';
    pill.width = std::max(pill.width, pillWidth(canvas, pill.text));
}

} // namespace

std::vector<MarkPill> markPills(const Canvas &canvas, const TimeAxis &axis, const std::vector<LaneMark> &marks, std::size_t mostRows)
{
    std::vector<MarkPill> pills;
    std::vector<double> taken;
    const auto rowFor = [&](const MarkPill &pill) {
        const auto free = std::ranges::find_if(taken, [&](double right) { return right + apart <= pill.left; });
        return static_cast<std::size_t>(free - taken.begin());
    };
    for (const auto &mark : marks) { // in time order
        if (!axis.shows(mark.at))
            continue;
        MarkPill pill{{&mark}, axis.xOf(mark.at), 0, 0, 0, {}};
        fit(pill, canvas, axis);
        pill.row = rowFor(pill);
        const bool joins = !pills.empty() && (pill.x - pills.back().x < together || pill.row >= mostRows);
        if (joins) {
            auto &last = pills.back();
            last.marks.push_back(&mark);
            widen(last, canvas, axis);
            taken[last.row] = last.left + last.width;
            continue;
        }
        taken.resize(std::max(taken.size(), pill.row + 1));
        taken[pill.row] = pill.left + pill.width;
        pills.push_back(std::move(pill));
    }
    return pills;
}

} // namespace lockscope
