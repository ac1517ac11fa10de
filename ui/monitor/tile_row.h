// SPDX-License-Identifier: MIT
// The numbers that show the state of the locks at a glance; a click shows the locks behind a number.
#pragma once

#include "ui/monitor/lock_tally.h"

#include <QWidget>

namespace lockscope {

class Tile;

class TileRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TileRow)

public:
    explicit TileRow(QWidget *parent = nullptr);

    void showTally(const LockTally &tally, double renewalsPerSecond);

signals:
    void filterWanted(const QString &expression);
    void worstFirstWanted();
    void incidentsWanted(); ///< what needs attention is nothing but incidents

private:
    void showContended(const LockTally &tally);
    void showNeed(const LockTally &tally);
    Tile *add(const QString &name, const QString &meaning, const QString &filter);

    Tile *m_held;
    Tile *m_contended;
    Tile *m_expiring;
    Tile *m_noLease;
    Tile *m_renewals;
    Tile *m_needLook;
    bool m_onlyIncidents = false;
};

} // namespace lockscope
