// SPDX-License-Identifier: MIT
// The Monitor as a room of the window: its page follows the connection, its exports are in the Server menu, and the user cannot leave it
// without a question while a release is unanswered. GUI thread.
#pragma once

#include "ui/monitor/lock_story.h"
#include "ui/window/file_chooser.h"
#include "ui/window/room.h"

#include <QPointer>

namespace lockcore {
struct MonitorChange;
}

namespace lockscope {

class Exporter;
class KeyDialog;
class LeavingQuestion;
class MonitorPage;
class ReleaseLogDialog;
class ServerLink;
class ServerMenu;
struct WindowServices;

class MonitorRoom final : public Room
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorRoom)

public:
    /// `settings` must outlive this object. The page is a child of `window`.
    MonitorRoom(ServerLink *link, const ServerMenu &server, const WindowServices &services, QSettings *settings, QWidget *window);

    MonitorPage *monitorPage() const { return m_page; }

    QString name() const override { return tr("Monitor"); }
    QString symbol() const override { return QStringLiteral("monitor"); }
    QWidget *page() const override;
    bool needsServer() const override { return true; }
    RoomActions actions() const override;
    QList<KeyHelp> keys() const override;
    void save(QSettings &settings) const override;
    void restore(QSettings &settings) override;
    bool mayLeave(std::function<void()> leave) override;

private:
    void joinPage();
    void joinLink();
    void begin();
    void end();
    void apply(const lockcore::MonitorChange &change);
    void enableDeclaring();
    void showReleaseLog();
    void lookUpKey();

    ServerLink *m_link;
    MonitorPage *m_page;
    Exporter *m_exporter;
    QAction *m_filter;
    QAction *m_lookUp;
    QAction *m_declare;
    QAction *m_releaseLog;
    QAction *m_readOnly;
    LockStory m_demoStory;
    QPointer<LeavingQuestion> m_question;
    QPointer<ReleaseLogDialog> m_log;
    QPointer<KeyDialog> m_key;
    const std::string m_auditDirectory;
    const FileChooser m_chooseFile;
    bool m_leaving = false; ///< the user agreed to leave although a release is unanswered
};

} // namespace lockscope
