// SPDX-License-Identifier: MIT
#include "ui/monitor/tile_row.h"

#include "ui/widgets/theme.h"
#include "ui/widgets/tile.h"

#include <QHBoxLayout>
#include <QLocale>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

TileRow::TileRow(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group - grid::unit, grid::spacing, grid::group, grid::spacing);
    layout->setSpacing(grid::group);
    m_held = add(u"held"_s, tr("held"), u""_s);
    m_contended = add(u"contended"_s, tr("contended"), u"waiters>0"_s);
    m_expiring = add(u"expiring"_s, tr("expiring"), u"state:expiring"_s);
    m_noLease = add(u"noLease"_s, tr("no expiry"), u"state:no-lease"_s);
    m_renewals = add(u"renewals"_s, tr("renewals"), {});
    m_needLook = add(u"needLook"_s, tr("needs attention"), {});
    m_expiring->setToolTip(tr("Less than 5 s and less than a quarter of the lease are left. %1").arg(m_expiring->toolTip()));
    m_renewals->setEnabled(false);
    m_renewals->setToolTip(tr("Renewals seen, averaged over the last seconds"));
    connect(m_needLook, &Tile::clicked, this, [this] {
        if (m_onlyIncidents)
            emit incidentsWanted();
        else
            emit worstFirstWanted();
    });
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

void TileRow::showTally(const LockTally &tally, double renewalsPerSecond)
{
    using Shade = FigureLabel::Shade;
    const QLocale locale;
    m_held->set(locale.toString(tally.held));
    showContended(tally);
    m_expiring->set(locale.toString(tally.expiring), tally.expiring > 0 ? Shade::Warning : Shade::Text);
    m_noLease->set(locale.toString(tally.noLease));
    m_renewals->set(tr("%1/s").arg(locale.toString(renewalsPerSecond, 'f', renewalsPerSecond < 10 ? 1 : 0)));
    showNeed(tally);
}

// What went wrong and nobody has acknowledged needs attention, too: the number is not 0 while the header counts an incident.
void TileRow::showNeed(const LockTally &tally)
{
    const int all = tally.needAttention + tally.incidents;
    m_onlyIncidents = tally.needAttention == 0 && tally.incidents > 0;
    m_needLook->set(QLocale().toString(all), all > 0 ? FigureLabel::Shade::Danger : FigureLabel::Shade::Text);
    m_needLook->setToolTip(m_onlyIncidents ? tr("Show the incidents: no lock is in trouble now") : tr("Sort by state: these come first"));
    QStringList parts;
    const auto name = [&](int count, const QString &text) {
        if (count > 0)
            parts << text;
    };
    name(tally.immortal, tr("%n immortal", nullptr, tally.immortal));
    name(tally.stale, tr("%n stale", nullptr, tally.stale));
    name(tally.overdue, tr("%n renewal overdue", nullptr, tally.overdue));
    name(tally.tooLong, tr("%n held too long", nullptr, tally.tooLong));
    name(tally.stillNoLease, tr("%n still without expiry", nullptr, tally.stillNoLease));
    const bool others = tally.needAttention > 0; // the header also counts those of the locks above
    name(tally.incidents, tally.incidents == 1 ? others ? tr("1 other incident") : tr("1 incident")
                          : others ? tr("%n other incidents", nullptr, tally.incidents)
                                               : tr("%n incidents", nullptr, tally.incidents));
    m_needLook->setMeaning(parts.isEmpty() ? tr("needs attention") : tr("needs attention: %1").arg(parts.join(u", "_s)));
}

// An unknown number is not shown as 0.
void TileRow::showContended(const LockTally &tally)
{
    const auto number = QLocale().toString(tally.contended);
    m_contended->set(tally.waitersUnknown == 0 ? number : tally.contended == 0 ? u"?"_s : u"≥ "_s + number);
    auto tip = tr("Show only these: %1").arg(u"waiters>0"_s);
    if (tally.waitersUnknown > 0)
        tip += u'\n'
               + (tally.waitersUnknown == 1 ? tr("Of 1 lock it is not known whether somebody waits.")
                                            : tr("Of %Ln locks it is not known whether somebody waits.", nullptr, tally.waitersUnknown));
    m_contended->setToolTip(tip);
}

} // namespace lockscope
