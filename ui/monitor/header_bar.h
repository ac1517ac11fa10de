// SPDX-License-Identifier: MIT
// Shows the server, its version, how it is watched, and warnings about it.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QPushButton;

namespace lockscope {

class ElidedLabel;
class Pill;
class PillButton;

class HeaderBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeaderBar)

public:
    explicit HeaderBar(QWidget *parent = nullptr);

    void setServer(const QString &name, const QString &address, bool production);
    void showState(const lockcore::MonitorState &state, const lockcore::Endpoint &endpoint);
    void showIncidents(std::size_t open, bool anyDanger); ///< how many are not acknowledged
    void showFrozen(const QString &words);                ///< empty: it is not frozen
    void setNoticesOpen(bool open);                       ///< true: the banner shows the notices, so the header does not repeat them
    void addButton(QPushButton *button);                  ///< at the right end
    void addButton(QPushButton *button, QAction *action); ///< and before it, while the action is disabled, why
    void setAddressAction(QAction *action);               ///< the menu of the address

    QSize minimumSizeHint() const override;

signals:
    void noticesWanted();
    void incidentsWanted();
    void databaseWanted(int db); ///< the user chose another database of this server
    void clusterWanted();        ///< the user wants all nodes of the cluster, of which this server is one

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showDatabases(const lockcore::MonitorState &state, const lockcore::Endpoint &endpoint);
    void showCluster(const std::vector<lockcore::Notice> &notices);
    void showNotices(const std::vector<lockcore::Notice> &notices);
    void fit();
    QList<QWidget *> yielding() const; ///< in the order in which they shrink

    QHBoxLayout *m_layout;
    ElidedLabel *m_name;
    ElidedLabel *m_address;
    Pill *m_server;
    Pill *m_feed;
    PillButton *m_databases;
    PillButton *m_cluster;
    std::vector<std::pair<int, std::int64_t>> m_others; ///< databases with keys that are not watched
    Pill *m_production;
    Pill *m_frozen;
    PillButton *m_incidents;
    PillButton *m_notices;
    QList<QWidget *> m_reasons; ///< why a button is disabled
    bool m_noticesOpen = false;
};

} // namespace lockscope
