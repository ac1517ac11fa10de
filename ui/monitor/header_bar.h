// SPDX-License-Identifier: MIT
// Which server this is, what it is, how it is watched, and what should be known of it.
#pragma once

#include "monitor/monitor.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace lockscope {

class Pill;
class PillButton;
class ShadedLabel;

class HeaderBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeaderBar)

public:
    explicit HeaderBar(QWidget *parent = nullptr);

    void setServer(const QString &name, const QString &address, bool production);
    void show(const lockcore::MonitorState &state);
    void setNoticesOpen(bool open); ///< the banner shows them: they need not stand here, too
    void addButton(QPushButton *button); ///< at the right end

signals:
    void noticesWanted();

private:
    void showNotices(const std::vector<lockcore::Notice> &notices);

    QHBoxLayout *m_layout;
    int m_stretch = 0; ///< where it is: notices stand before it
    ShadedLabel *m_name;
    ShadedLabel *m_address;
    Pill *m_server;
    Pill *m_feed;
    Pill *m_production;
    PillButton *m_notices;
    bool m_noticesOpen = false;
};

} // namespace lockscope
