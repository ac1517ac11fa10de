// SPDX-License-Identifier: MIT
// All colours of the program are in ui/colours, in one table with a row per appearance. Widgets use the palette's roles. For
// everything else, shadesOf() finds the row by the palette itself, so a widget needs no other notice of a change than Qt's
// PaletteChange. GUI thread.
#pragma once

#include <QColor>
#include <QPalette>
#include <QStringList>

namespace lockscope {

enum class Appearance { System, Light, Dark, HighContrastLight, HighContrastDark };

/// The desktop's preferences for every program; see DesktopWishes.
struct SystemWishes
{
    enum class Scheme { Unsaid, Light, Dark };

    Scheme scheme = Scheme::Unsaid;
    bool moreContrast = false;
    bool lessMotion = false;

    bool operator==(const SystemWishes &) const = default;
};

/// What a palette has no role for. Each except `track`, `line` and the fills is readable (4.5 : 1) on Base and on `selected`.
struct Shades
{
    QColor secondary; ///< units, evidence, captions
    QColor faint;     ///< ended locks; placeholders
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

/// The palette of an appearance. System: as the desktop prefers; without a preference, light or dark as the platform's own
/// palette was at the first call.
QPalette paletteOf(Appearance appearance);

/// For fields and their containers: the style's outline is hardly visible on a dark ground, so there they have their own. On a light
/// one they would look disabled.
QPalette paletteOfFields(const QPalette &palette);

/// Makes it the application's palette.
void applyAppearance(Appearance appearance);

/// Applies from now on. If the appearance is System, the application's palette follows.
void heedSystem(const SystemWishes &wishes);

QString toString(Appearance appearance); ///< for settings: system light dark high-contrast-light high-contrast-dark
Appearance appearanceFrom(const QString &text);

/// Okabe-Ito without black and vermilion (reserved for danger); repeats after the last one.
QColor ownerColour(const QPalette &palette, int index);

/// WCAG 2: 1 (none) … 21.
double contrastRatio(const QColor &a, const QColor &b);

/// Has the system asked for reduced motion? The answer may change at any time.
bool wantsLessMotion();

namespace grid {
inline constexpr int unit = 4;
inline constexpr int spacing = 8;
inline constexpr int group = 16;
} // namespace grid

} // namespace lockscope
