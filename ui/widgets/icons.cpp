// SPDX-License-Identifier: MIT
#include "ui/widgets/icons.h"

#include "ui/widgets/theme.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

// The linker drops the resources of a static library unless code uses them. (The macro must be in the global namespace.)
static void makeResourcesKnown()
{
    static const bool once = [] {
        Q_INIT_RESOURCE(lockscope);
        return true;
    }();
    Q_UNUSED(once);
}

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QPixmap drawn(const QByteArray &svg, const QColor &colour, int size)
{
    QByteArray coloured = svg;
    coloured.replace("#000", colour.name().toLatin1());
    QSvgRenderer renderer(coloured);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon symbolIcon(const QString &name, const QPalette &palette)
{
    makeResourcesKnown();
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto svg = file.readAll();
    const auto &shades = shadesOf(palette);
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 40, 48, 64}) {
        icon.addPixmap(drawn(svg, shades.secondary, size), QIcon::Normal, QIcon::Off);
        icon.addPixmap(drawn(svg, shades.accent, size), QIcon::Normal, QIcon::On);
        icon.addPixmap(drawn(svg, shades.faint, size), QIcon::Disabled, QIcon::Off);
    }
    return icon;
}

QIcon themedIcon(const QString &themeName, const QString &fallback, const QPalette &palette)
{
    return QIcon::fromTheme(themeName, symbolIcon(fallback, palette));
}

QIcon applicationIcon()
{
    makeResourcesKnown();
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(size < 24 ? u":/icons/lockscope-small.svg"_s : u":/icons/lockscope.svg"_s).render(&painter);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace lockscope
