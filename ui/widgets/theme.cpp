// SPDX-License-Identifier: MIT
#include "ui/widgets/theme.h"

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

struct Row
{
    QRgb base, text, button, onHighlight;
    QRgb secondary, faint, line, hairline, pill, track, selected, warning, danger, good, accent;
    std::array<QRgb, 6> owners;
    bool dark;
};

enum RowIndex { light, dark, contrastLight, contrastDark };

// Blue, orange, bluish green, reddish purple, sky blue, yellow. Yellow is darkened where it would disappear on white.
constexpr std::array<QRgb, 6> ownersOnDark = {0x2f8fd0, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xf0e442};
constexpr std::array<QRgb, 6> ownersOnLight = {0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0x8f7a00};

constexpr std::array<Row, 4> table = {{
    // base, text, button, onHighlight,
    // secondary, faint, line, hairline, pill, track, selected, warning, danger, good, accent
    {0xffffff, 0x1a1e23, 0xffffff, 0xffffff, 0x59636e, 0x8a939c, 0xdde1e6, 0xeef0f3, 0xeef0f3, 0xe6e9ed, 0xe2edfa, 0x8f5900, 0xb83a00,
     0x00714f, 0x155fc0, ownersOnLight, false},
    {0x1b1e22, 0xe7eaee, 0x24282d, 0x10151c, 0xa3adb8, 0x747e89, 0x31363c, 0x25292e, 0x2a2f35, 0x30353b, 0x20344f, 0xe5a838, 0xff8152,
     0x3cc79a, 0x84b6ff, ownersOnDark, true},
    {0xffffff, 0x000000, 0xffffff, 0xffffff, 0x000000, 0x404040, 0x000000, 0x808080, 0xe8e8e8, 0xd0d0d0, 0xcfe4ff, 0x6b3f00, 0x8f2600,
     0x00523a, 0x0038a8, ownersOnLight, false},
    {0x000000, 0xffffff, 0x000000, 0x000000, 0xffffff, 0xc0c0c0, 0xffffff, 0x808080, 0x303030, 0x404040, 0x003a80, 0xffc14d, 0xffa07a,
     0x7fe8c3, 0xa8cdff, ownersOnDark, true},
}};

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto part = [&](float x, float y) { return static_cast<float>(x + (y - x) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

std::size_t rowOf(const QPalette &palette)
{
    const auto text = palette.color(QPalette::Active, QPalette::WindowText);
    const bool isDark = palette.color(QPalette::Active, QPalette::Window).lightness() < 128;
    if (text == QColor(Qt::black) || text == QColor(Qt::white))
        return isDark ? contrastDark : contrastLight;
    return isDark ? dark : light;
}

Shades shadesFrom(const Row &row)
{
    return {row.secondary, row.faint,   row.line,   row.hairline, row.pill,   row.track,
            row.selected,  row.warning, row.danger, row.good,     row.accent, row.dark};
}

QPalette paletteFrom(const Row &row)
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

// The application has one palette, and therefore one of each.
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
    static const std::array<Shades, 4> shades = {shadesFrom(table[light]), shadesFrom(table[dark]), shadesFrom(table[contrastLight]),
                                                 shadesFrom(table[contrastDark])};
    return shades[rowOf(palette)];
}

QPalette paletteOf(Appearance appearance)
{
    const bool isDark = systemIsDark(); // before the platform's palette is replaced
    switch (appearance) {
    case Appearance::System: break;
    case Appearance::Light: return paletteFrom(table[light]);
    case Appearance::Dark: return paletteFrom(table[dark]);
    case Appearance::HighContrastLight: return paletteFrom(table[contrastLight]);
    case Appearance::HighContrastDark: return paletteFrom(table[contrastDark]);
    }
    if (wished.moreContrast)
        return paletteFrom(table[isDark ? contrastDark : contrastLight]);
    return paletteFrom(table[isDark ? dark : light]);
}

QPalette paletteOfFields(const QPalette &palette)
{
    QPalette fields;
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

QColor ownerColour(const QPalette &palette, int index)
{
    const auto &owners = table[rowOf(palette)].owners;
    return owners[static_cast<std::size_t>(index) % owners.size()];
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const auto first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

// Qt 6.4 has no query for it, and its own UiEffects are off on every desktop except KDE: so besides the portal, the desktops'
// files are read.
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
