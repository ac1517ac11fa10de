// SPDX-License-Identifier: MIT
#include "ui/widgets/theme.h"

#include "ui/colours/colour_table.h"
#include "ui/widgets/framed_style.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QStyle>
#include <QToolTip>

#include <array>
#include <cmath>
#include <utility>

namespace lockscope {

namespace {

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto part = [&](float x, float y) { return static_cast<float>(x + (y - x) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

ColourScheme schemeOf(const QPalette &palette)
{
    const auto text = palette.color(QPalette::Active, QPalette::WindowText);
    const bool isDark = palette.color(QPalette::Active, QPalette::Window).lightness() < 128;
    if (text == QColor(Qt::black) || text == QColor(Qt::white))
        return isDark ? ColourScheme::ContrastDark : ColourScheme::ContrastLight;
    return isDark ? ColourScheme::Dark : ColourScheme::Light;
}

Shades shadesFrom(const ColourRow &row)
{
    return {row.secondary, row.faint,   row.line,   row.hairline, row.pill,   row.track,
            row.selected,  row.warning, row.danger, row.good,     row.accent, row.dark};
}

QPalette paletteFrom(const ColourRow &row)
{
    const QColor base(row.base), text(row.text), button(row.button);
    QPalette palette(text, button, mixed(base, text, 0.06), mixed(base, text, 0.45), mixed(base, text, 0.25), text, base);
    palette.setColor(QPalette::Window, base);
    palette.setColor(QPalette::AlternateBase, mixed(base, text, 0.03));
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::ToolTipBase, mixed(base, text, row.dark ? 0.12 : 0.0));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, row.faint);
    palette.setColor(QPalette::BrightText, row.danger);
    palette.setColor(QPalette::Link, row.accent);
    palette.setColor(QPalette::LinkVisited, row.accent);
    palette.setColor(QPalette::Highlight, row.accent);
    palette.setColor(QPalette::HighlightedText, row.onHighlight);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, row.faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, row.pill);
    return palette;
}

struct Name
{
    Appearance appearance;
    const char16_t *text;
};
constexpr std::array<Name, 5> names = {{{Appearance::System, u"system"},
                                        {Appearance::Light, u"light"},
                                        {Appearance::Dark, u"dark"},
                                        {Appearance::HighContrastLight, u"high-contrast-light"},
                                        {Appearance::HighContrastDark, u"high-contrast-dark"}}};

// The application has one palette, and therefore one value of each.
SystemWishes wished;
Appearance applied = Appearance::System;

bool systemIsDark()
{
    static const bool platformIsDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    return wished.scheme == SystemWishes::Scheme::Unsaid ? platformIsDark : wished.scheme == SystemWishes::Scheme::Dark;
}

double luminance(const QColor &colour)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(static_cast<double>(colour.redF())) + 0.7152 * linear(static_cast<double>(colour.greenF()))
           + 0.0722 * linear(static_cast<double>(colour.blueF()));
}

} // namespace

const Shades &shadesOf(const QPalette &palette)
{
    static const auto shadesIn = [](ColourScheme scheme) { return shadesFrom(colourRow(scheme)); };
    static const std::array<Shades, 4> shades = {shadesIn(ColourScheme::Light), shadesIn(ColourScheme::Dark),
                                                 shadesIn(ColourScheme::ContrastLight), shadesIn(ColourScheme::ContrastDark)};
    return shades[static_cast<std::size_t>(schemeOf(palette))];
}

QPalette paletteOf(Appearance appearance)
{
    const bool isDark = systemIsDark(); // before the platform's palette is replaced
    switch (appearance) {
    case Appearance::System: break;
    case Appearance::Light: return paletteFrom(colourRow(ColourScheme::Light));
    case Appearance::Dark: return paletteFrom(colourRow(ColourScheme::Dark));
    case Appearance::HighContrastLight: return paletteFrom(colourRow(ColourScheme::ContrastLight));
    case Appearance::HighContrastDark: return paletteFrom(colourRow(ColourScheme::ContrastDark));
    }
    if (wished.moreContrast)
        return paletteFrom(colourRow(isDark ? ColourScheme::ContrastDark : ColourScheme::ContrastLight));
    return paletteFrom(colourRow(isDark ? ColourScheme::Dark : ColourScheme::Light));
}

QPalette paletteOfFields(const QPalette &palette)
{
    QPalette fields;
    if (colourRow(schemeOf(palette)).dark)
        fields.setColor(QPalette::Base, shadesOf(palette).pill);
    return fields;
}

void applyAppearance(Appearance appearance)
{
    const auto palette = paletteOf(appearance);
    applied = appearance;
    if (static bool framed = false; !std::exchange(framed, true))
        QApplication::setStyle(new FramedStyle);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

void heedSystem(const SystemWishes &wishes)
{
    wished = wishes;
    if (applied == Appearance::System)
        applyAppearance(applied);
}

QString toString(Appearance appearance)
{
    for (const auto &name : names) {
        if (name.appearance == appearance)
            return QString::fromUtf16(name.text);
    }
    return {};
}

Appearance appearanceFrom(const QString &text)
{
    for (const auto &name : names) {
        if (text == QString::fromUtf16(name.text))
            return name.appearance;
    }
    return Appearance::System;
}

QColor ownerColour(const QPalette &palette, int index) { return ownerShade(colourRow(schemeOf(palette)), static_cast<std::size_t>(index)); }

double contrastRatio(const QColor &a, const QColor &b)
{
    const auto first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

// Qt 6.4 has no query for this, and its UiEffects are off on every desktop except KDE. So the portal is used, and also the configuration
// files of the desktops.
bool wantsLessMotion()
{
    static const bool inFiles = [] {
        const auto value = [](const QString &file, const QString &key) {
            const auto path = QStandardPaths::locate(QStandardPaths::GenericConfigLocation, file);
            return path.isEmpty() ? QVariant() : QSettings(path, QSettings::IniFormat).value(key);
        };
        const auto kde = value(QStringLiteral("kdeglobals"), QStringLiteral("KDE/AnimationDurationFactor"));
        const auto gtk3 = value(QStringLiteral("gtk-3.0/settings.ini"), QStringLiteral("Settings/gtk-enable-animations"));
        const auto gtk4 = value(QStringLiteral("gtk-4.0/settings.ini"), QStringLiteral("Settings/gtk-enable-animations"));
        return (kde.isValid() && kde.toDouble() == 0) || (gtk3.isValid() && !gtk3.toBool()) || (gtk4.isValid() && !gtk4.toBool());
    }();
    return wished.lessMotion || inFiles || qEnvironmentVariableIntValue("LOCKSCOPE_LESS_MOTION") != 0;
}

} // namespace lockscope
