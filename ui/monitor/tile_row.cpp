// SPDX-License-Identifier: MIT
#include "ui/monitor/tile_row.h"

#include "ui/widgets/figures.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>

#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

Tile::Tile(const QString &meaning, QWidget *parent)
    : QAbstractButton(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setMeaning(meaning);
}

void Tile::set(const QString &number, FigureLabel::Shade shade)
{
    if (number == m_number && shade == m_shade)
        return;
    m_number = number;
    m_shade = shade;
    setAccessibleName(u"%1 %2"_s.arg(m_number, text()));
    updateGeometry();
    update();
}

void Tile::setMeaning(const QString &meaning)
{
    if (meaning == text())
        return;
    setText(meaning);
    setAccessibleName(u"%1 %2"_s.arg(m_number, meaning));
    updateGeometry();
}

QFont Tile::numberFont() const
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setWeight(QFont::DemiBold);
    return large;
}

QFont Tile::meaningFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    return small;
}

QSize Tile::sizeHint() const
{
    const QFontMetricsF number(numberFont()), meaning(meaningFont());
    const auto width = static_cast<int>(std::ceil(qMax(figuresWidth(number, m_number), figuresWidth(meaning, text()))));
    // Grows at once and shrinks only in steps: a tile must not push its neighbours back and forth.
    if (width > m_width || width < m_width - 24)
        m_width = width;
    return {m_width + grid::spacing, static_cast<int>(std::ceil(number.height() + meaning.height())) + grid::unit};
}

void Tile::paintEvent(QPaintEvent *)
{
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    if (isEnabled() && (underMouse() || hasFocus())) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(shades.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(shades.pill);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QFont large = numberFont(), small = meaningFont();
    const QRectF inner = QRectF(rect()).adjusted(grid::unit, 2, -grid::unit, -2);
    const qreal numberHeight = QFontMetricsF(large).height();
    painter.setFont(large);
    painter.setPen(m_shade == FigureLabel::Shade::Warning     ? shades.warning
                   : m_shade == FigureLabel::Shade::Danger    ? shades.danger
                   : m_shade == FigureLabel::Shade::Secondary ? shades.secondary
                                                              : palette().color(QPalette::Active, QPalette::WindowText));
    drawFigures(painter, QRectF(inner.topLeft(), QSizeF(inner.width(), numberHeight)), Qt::AlignLeft, m_number);
    painter.setFont(small);
    painter.setPen(shades.secondary);
    drawFigures(painter, inner.adjusted(0, numberHeight, 0, 0), Qt::AlignLeft, text());
}

TileRow::TileRow(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group - grid::unit, grid::spacing, grid::group, grid::spacing);
    layout->setSpacing(grid::group);
    m_held = add(u"held"_s, tr("held"), u""_s);
    m_contended = add(u"contended"_s, tr("contended"), u"waiters>0"_s);
    m_expiring = add(u"expiring"_s, tr("expiring"), u"state:expiring"_s);
    m_noLease = add(u"noLease"_s, tr("no lease"), u"state:no-lease"_s);
    m_renewals = add(u"renewals"_s, tr("renewals"), {});
    m_needLook = add(u"needLook"_s, tr("needs attention"), {});
    m_expiring->setToolTip(tr("Less than 5 s and less than a quarter of the lease are left. %1").arg(m_expiring->toolTip()));
    m_renewals->setEnabled(false);
    m_renewals->setToolTip(tr("Renewals seen, averaged over the last seconds"));
    m_needLook->setToolTip(tr("Sort by state: these come first"));
    connect(m_needLook, &Tile::clicked, this, &TileRow::worstFirstWanted);
    layout->addStretch();
}

Tile *TileRow::add(const QString &name, const QString &meaning, const QString &filter)
{
    auto *tile = new Tile(meaning, this);
    tile->setObjectName(name);
    layout()->addWidget(tile);
    if (!filter.isNull()) {
        tile->setToolTip(filter.isEmpty() ? tr("Show all locks") : tr("Show only these: %1").arg(filter));
        connect(tile, &Tile::clicked, this, [this, filter] { emit filterWanted(filter); });
    }
    return tile;
}

void TileRow::show(const LockTally &tally, double renewalsPerSecond)
{
    using Shade = FigureLabel::Shade;
    const QLocale locale;
    m_held->set(locale.toString(tally.held));
    m_contended->set(locale.toString(tally.contended));
    m_expiring->set(locale.toString(tally.expiring), tally.expiring > 0 ? Shade::Warning : Shade::Text);
    m_noLease->set(locale.toString(tally.noLease));
    m_renewals->set(tr("%1/s").arg(locale.toString(renewalsPerSecond, 'f', renewalsPerSecond < 10 ? 1 : 0)));
    m_needLook->set(locale.toString(tally.needLook()), tally.needLook() > 0 ? Shade::Danger : Shade::Text);
    QStringList parts;
    const auto name = [&](int count, const QString &text) {
        if (count > 0)
            parts << text;
    };
    name(tally.immortal, tr("%n immortal", nullptr, tally.immortal));
    name(tally.stale, tr("%n stale", nullptr, tally.stale));
    name(tally.overdue, tr("%n renewal overdue", nullptr, tally.overdue));
    name(tally.tooLong, tr("%n held too long", nullptr, tally.tooLong));
    m_needLook->setMeaning(parts.isEmpty() ? tr("needs attention") : tr("needs attention: %1").arg(parts.join(u", "_s)));
}

} // namespace lockscope
