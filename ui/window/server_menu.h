// SPDX-License-Identifier: MIT
// What the Server menu offers for the connection: to begin it, to save it, to end it, and the switch between reading and
// releasing. GUI thread.
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
    /// Adds its actions to `menu`, which owns it.
    ServerMenu(QMenu *menu, ServerLink *link, ConnectionPage *page);

    QAction *readOnly() const { return m_readOnly; } ///< the header shows it, too, where its text is the current state
    QAction *copyAddress() const { return m_copyAddress; }

    void showRights(); ///< also after a change of the palette

private:
    void addConnecting(QMenu *menu);
    void addConnected(QMenu *menu);
    void showTarget();

    ServerLink *m_link;
    ConnectionPage *m_page;
    QAction *m_save;
    QAction *m_copyAddress;
    QAction *m_tryAgain;
    QAction *m_disconnect;
    QAction *m_readOnly;
};

} // namespace lockscope
