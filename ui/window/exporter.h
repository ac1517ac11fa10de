// SPDX-License-Identifier: MIT
// Writes what the Monitor shows to a file: the locks that pass the filter, all locks, or the events, as JSON or CSV. The file contains the
// state at the time of the request, is written on a separate thread, and exists as a whole or not at all. GUI thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/event.h"
#include "ui/window/file_chooser.h"

#include <QObject>
#include <QThread>

#include <memory>

class QAction;
class QSettings;

namespace lockscope {

class MonitorPage;

class Exporter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Exporter)

public:
    /// `settings` stores the last folder; both must outlive this object.
    Exporter(MonitorPage *page, FileChooser choose, QSettings *settings, QObject *parent = nullptr);
    ~Exporter() override; ///< waits for the current write

    QList<QAction *> actions() const { return {m_shown, m_all, m_events}; }
    void setEnabled(bool enabled); ///< true: there is data of a server

signals:
    void done(const QString &sentence);
    void failed(const QString &sentence);

private:
    using Content = std::function<QByteArray(bool csv)>;

    QAction *addAction(const QString &text, const QKeySequence &key, void (Exporter::*act)());
    void exportShown();
    void exportAll();
    void exportEvents();
    void exportLocks(std::vector<lockcore::LockInfo> locks, const QString &title);
    void ask(const QString &title, const QString &name, qsizetype count, const Content &content);
    void showEnabled();
    void write(const QString &path, qsizetype count, const Content &content);
    void finish(const QString &path, qsizetype count, const lockcore::Result<void> &written);

    MonitorPage *m_page;
    FileChooser m_choose;
    QSettings *m_settings;
    QAction *m_shown;
    QAction *m_all;
    QAction *m_events;
    bool m_enabled = false;
    bool m_isWriting = false;
    std::unique_ptr<QThread> m_writing;
};

} // namespace lockscope
