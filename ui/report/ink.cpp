// SPDX-License-Identifier: MIT
#include "ui/report/ink.h"

#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::array names = {"base", "text",     "secondary", "faint",  "line", "hairline",
                              "pill", "selected", "warning",   "danger", "good", "accent"};
constexpr auto owners = static_cast<std::size_t>(Ink::Owner0);
constexpr auto inks = static_cast<std::size_t>(Ink::LastOwner) + 1;
static_assert(names.size() == owners);

Rgb colourOf(Ink ink, const ColourRow &row)
{
    switch (ink) {
    case Ink::Base: return row.base;
    case Ink::Text: return row.text;
    case Ink::Secondary: return row.secondary;
    case Ink::Faint: return row.faint;
    case Ink::Line: return row.line;
    case Ink::Hairline: return row.hairline;
    case Ink::Pill: return row.pill;
    case Ink::Selected: return row.selected;
    case Ink::Warning: return row.warning;
    case Ink::Danger: return row.danger;
    case Ink::Good: return row.good;
    case Ink::Accent: return row.accent;
    default: return ownerShade(row, static_cast<std::size_t>(ink) - owners);
    }
}

QString hex(Rgb colour) { return u'#' + QString::number(colour, 16).rightJustified(6, u'0'); }

QString variables(ColourScheme scheme)
{
    QString text;
    for (std::size_t i = 0; i < inks; ++i)
        text += u"--%1:%2;"_s.arg(nameOf(static_cast<Ink>(i)), hex(colourOf(static_cast<Ink>(i), colourRow(scheme))));
    return text;
}

} // namespace

Ink ownerInk(std::size_t index) { return static_cast<Ink>(owners + index % ownerShades); }

int ownerRound(Ink ink)
{
    const auto index = static_cast<std::size_t>(ink);
    return index < owners ? 0 : static_cast<int>((index - owners) / ColourRow().owners.size());
}

QString nameOf(Ink ink)
{
    const auto index = static_cast<std::size_t>(ink);
    return index < names.size() ? QString::fromLatin1(names[index]) : u"owner%1"_s.arg(index - owners);
}

QString lightOf(Ink ink) { return hex(colourOf(ink, colourRow(ColourScheme::Light))); }

QString inkStyle()
{
    auto text = u":root{color-scheme:light dark;"_s + variables(ColourScheme::Light) + u"}\n"_s;
    text += u"@media (prefers-color-scheme:dark){:root{"_s + variables(ColourScheme::Dark) + u"}}\n"_s;
    for (std::size_t i = 0; i < inks; ++i)
        text += u".f-%1{fill:var(--%1)}.s-%1{stroke:var(--%1)}\n"_s.arg(nameOf(static_cast<Ink>(i)));
    return text;
}

} // namespace lockscope
