// SPDX-License-Identifier: MIT
// Shows which server this is, what it is, how it is watched, and what to know about it.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QWidget>

#include <array>

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
    void setNoticesOpen(bool open);         ///< shown by the banner, so not repeated here
    void addButton(QPushButton *button);    ///< at the right end
    void setAddressAction(QAction *action); ///< for the address's menu

    QSize minimumSizeHint() const override;

signals:
    void noticesWanted();

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showNotices(const std::vector<lockcore::Notice> &notices);
    void fit();
    std::array<QWidget *, 5> yielding() const; ///< the first one shrinks first

    QHBoxLayout *m_layout;
    ElidedLabel *m_name;
    ElidedLabel *m_address;
    Pill *m_server;
    Pill *m_feed;
    Pill *m_production;
    PillButton *m_notices;
    bool m_noticesOpen = false;
};

} // namespace lockscope
