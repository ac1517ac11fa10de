// SPDX-License-Identifier: MIT
// What the details show while no lock is selected: what a distributed lock is, which locks and incidents need attention, and what the signs
// mean. GUI thread.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <QWidget>

class QVBoxLayout;

namespace lockscope {

class LinkButton;
class LockModel;
class ShadedLabel;

class OverviewPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OverviewPanel)

public:
    explicit OverviewPanel(const LockModel *locks, QWidget *parent = nullptr);

    void refresh();
    void showIncidents(std::size_t open); ///< how many are not acknowledged

signals:
    void lockChosen(const lockcore::LockId &id);
    void incidentsWanted();

private:
    static constexpr std::size_t mostNamed = 5;

    const LockModel *m_locks;
    ShadedLabel *m_summary;
    QVBoxLayout *m_list;
    LinkButton *m_incidents;
    QList<LinkButton *> m_names;
    std::vector<lockcore::LockId> m_worst; ///< as listed
};

/// The locks that need attention, the worst first; of equal ones, by name.
std::vector<const lockcore::LockInfo *> worstOf(const LockModel &locks);

} // namespace lockscope
