// SPDX-License-Identifier: MIT
// The Server menu's actions for the connection: begin, save and end it, and the switch between reading and releasing. GUI thread.
#pragma once

#include <QObject>

class QAction;
class QMenu;

namespace lockscope {

class ConnectionPage;
class ServerLink;

class ServerMenu final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerMenu)

public:
    /// Adds its actions to `menu`, which owns this object.
    ServerMenu(QMenu *menu, ServerLink *link, ConnectionPage *page);

    QAction *readOnly() const { return m_readOnly; } ///< also shown in the header, where its text is the current state
    QAction *copyAddress() const { return m_copyAddress; }

    void showRights(); ///< call it also after a change of the palette

private:
    void addConnecting(QMenu *menu);
    void addConnected(QMenu *menu);
    void showTarget();
    void switchRights();

    ServerLink *m_link;
    ConnectionPage *m_page;
    QAction *m_save;
    QAction *m_copyAddress;
    QAction *m_tryAgain;
    QAction *m_disconnect;
    QAction *m_readOnly;
};

} // namespace lockscope
