// SPDX-License-Identifier: MIT
// All colours of the program are in ui/colours, in one table with a row per appearance. Widgets use the palette's roles. For other colours,
// shadesOf() finds the table row from the palette, so that Qt's PaletteChange is the only notification that a widget needs. GUI thread.
#pragma once

#include <QColor>
#include <QPalette>
#include <QStringList>

namespace lockscope {

enum class Appearance { System, Light, Dark, HighContrastLight, HighContrastDark };

/// The desktop's preferences for all programs; see DesktopWishes.
struct SystemWishes
{
    enum class Scheme { Unsaid, Light, Dark };

    Scheme scheme = Scheme::Unsaid;
    bool moreContrast = false;
    bool lessMotion = false;

    bool operator==(const SystemWishes &) const = default;
};

/// Colours without a palette role. Each except `track`, `line` and the fills is readable (4.5 : 1) on Base and on `selected`.
struct Shades
{
    QColor secondary; ///< units, evidence, captions
    QColor faint;     ///< ended locks; placeholders
    QColor line;      ///< between areas
    QColor hairline;  ///< between rows
    QColor pill;      ///< behind a pill, and under the pointer
    QColor track;     ///< the spent part of a lease bar
    QColor selected;  ///< behind a selected row
    QColor warning;   ///< amber: something is about to happen
    QColor danger;    ///< vermilion: violation, danger
    QColor good;      ///< a good verdict
    QColor accent;    ///< links, and the current item
    bool dark = false;
};

const Shades &shadesOf(const QPalette &palette);

/// The palette of an appearance. System: what the desktop prefers; without a preference, light or dark like the platform's own palette at
/// the first call.
QPalette paletteOf(Appearance appearance);

/// For fields and their containers. The style's outline is hardly visible on a dark background, so there they get a different one. On a
/// light background they would look disabled with it.
QPalette paletteOfFields(const QPalette &palette);

/// Sets the application's palette.
void applyAppearance(Appearance appearance);

/// Stores the preferences. If the appearance is System, the application's palette follows them.
void heedSystem(const SystemWishes &wishes);

QString toString(Appearance appearance); ///< for settings: system light dark high-contrast-light high-contrast-dark
Appearance appearanceFrom(const QString &text);

/// Okabe-Ito without black and vermilion (reserved for danger); repeats after the last one.
QColor ownerColour(const QPalette &palette, int index);

/// WCAG 2: from 1 (no contrast) to 21.
double contrastRatio(const QColor &a, const QColor &b);

/// Whether the system asks for reduced motion. The answer may change at any time.
bool wantsLessMotion();

namespace grid {
inline constexpr int unit = 4;
inline constexpr int spacing = 8;
inline constexpr int group = 16;
} // namespace grid

} // namespace lockscope
