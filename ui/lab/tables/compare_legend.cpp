// SPDX-License-Identifier: MIT
#include "ui/lab/tables/compare_legend.h"

#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr double sampleWidth = 22;

auto sign(const QString &text, Ink ink)
{
    return [=](Canvas &canvas, double x, double y) {
        canvas.line(x + 8, y - 11, x + 8, y + 2, ink, 2);
        canvas.label({x + 11, y, text, ink});
    };
}

} // namespace

std::vector<LegendSample> compareLegend()
{
    return {{Words::tr("holds the lock in Redis"),
             [](Canvas &canvas, double x, double y) {
                 canvas.bar({x, y - 9, sampleWidth, 10, Ink::Owner0});
             }},
            {Words::tr("is in the critical section"),
             [](Canvas &canvas, double x, double y) {
                 canvas.bar({x, y - 5, sampleWidth, 3, Ink::Owner0});
             }},
            {Words::tr("all runs are aligned here"),
             [](Canvas &canvas, double x, double y) { canvas.line(x + 11, y - 11, x + 11, y + 2, Ink::Secondary, 1, 1, true); }},
            {Words::tr("violated"), sign(u"✗"_s, Ink::Danger)},
            {Words::tr("prevented"), sign(u"✓"_s, Ink::Good)},
            {Words::tr("not begun, or over"), [](Canvas &canvas, double x, double y) {
                 canvas.bar({x, y - 9, sampleWidth, 10, Ink::Pill});
             }}};
}

} // namespace lockscope
