// SPDX-License-Identifier: MIT
// Which server this is, what it is, how it is watched, and what should be known of it.
#pragma once

#include "monitor/monitor.h"

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace lockscope {

class Pill;
class ShadedLabel;

class HeaderBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeaderBar)

public:
    explicit HeaderBar(QWidget *parent = nullptr);

    void setServer(const QString &name, const QString &address);
    void show(const lockcore::MonitorState &state);
    void addButton(QAction *action); ///< at the right, after those that are there

private:
    void showNotices(const std::vector<lockcore::Notice> &notices);

    QHBoxLayout *m_layout;
    int m_stretch = 0; ///< where it is: notices stand before it
    ShadedLabel *m_name;
    ShadedLabel *m_address;
    Pill *m_server;
    Pill *m_feed;
    QList<Pill *> m_notices;
};

} // namespace lockscope
