// SPDX-License-Identifier: MIT
// Every colour of the program stands in theme.cpp, in one table with a row for each appearance. Widgets take the palette's
// roles; what a palette has no role for comes from shadesOf(), which finds the row by the palette itself, so that a
// widget needs no other notice of a change than Qt's PaletteChange. GUI thread.
#pragma once

#include <QColor>
#include <QPalette>
#include <QStringList>

namespace lockscope {

enum class Appearance { System, Light, Dark, HighContrastLight, HighContrastDark };

/// What a desktop wishes of every program; see DesktopWishes.
struct SystemWishes
{
    enum class Scheme { Unsaid, Light, Dark };

    Scheme scheme = Scheme::Unsaid;
    bool moreContrast = false;
    bool lessMotion = false;

    bool operator==(const SystemWishes &) const = default;
};

/// What a palette has no role for. Each but `track`, `line` and the fills is readable (4.5 : 1) on Base and on `selected`.
struct Shades
{
    QColor secondary; ///< units, evidence, captions
    QColor faint;     ///< what is gone; placeholders
    QColor line;      ///< between areas
    QColor hairline;  ///< between rows
    QColor pill;      ///< behind a pill, and under the pointer
    QColor track;     ///< the spent part of a lease bar
    QColor selected;  ///< behind a selected row
    QColor warning;   ///< amber: about to
    QColor danger;    ///< vermilion: violation, danger
    QColor good;      ///< a verdict
    QColor accent;    ///< links, what is current
    bool dark = false;
};

const Shades &shadesOf(const QPalette &palette);

/// The palette of an appearance. System: as the desktop wishes; where it says nothing, light or dark as the platform's own palette
/// was at the first call.
QPalette paletteOf(Appearance appearance);

/// For fields and what holds them: the style's outline can hardly be seen on a dark ground, so they have a ground of their own.
QPalette paletteOfFields(const QPalette &palette);

/// Makes it the application's palette.
void applyAppearance(Appearance appearance);

/// From now on. Where the appearance is System, the application's palette changes with it.
void heedSystem(const SystemWishes &wishes);

QString toString(Appearance appearance); ///< for settings: system light dark high-contrast-light high-contrast-dark
Appearance appearanceFrom(const QString &text);

/// Okabe-Ito without black and vermilion (kept for danger); starts again after the last one.
QColor ownerColour(const QPalette &palette, int index);

/// WCAG 2: 1 (none) … 21.
double contrastRatio(const QColor &a, const QColor &b);

/// Has the system asked for less motion? It may be another answer a moment later.
bool wantsLessMotion();

namespace grid {
inline constexpr int unit = 4;
inline constexpr int spacing = 8;
inline constexpr int group = 16;
} // namespace grid

} // namespace lockscope
