// SPDX-License-Identifier: MIT
// Writes the run that the Lab shows to a file: the report for mail, the timeline as a picture, or the history for another judgement. GUI
// thread; the content is created on another thread, because a long run takes seconds.
#pragma once

#include "ui/lab/player/shown_run.h"
#include "ui/window/file_chooser.h"

#include <QObject>
#include <QThreadPool>

class QAction;

namespace lockscope {

class LabDesk;

class LabExporter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabExporter)

public:
    /// `desk` must outlive this object.
    LabExporter(LabDesk *desk, FileChooser choose, QWidget *page);
    ~LabExporter() override; ///< waits for the current write

    QList<QAction *> actions() const { return {m_report, m_timeline, m_history}; }

signals:
    void done(const QString &sentence);
    void failed(const QString &sentence);

private:
    using Content = QByteArray (*)(const ShownRun &run);

    QAction *addAction(const QString &text, const QString &file, const QString &filter, Content content);
    void write(const QString &path, const ShownRunPtr &run, Content content);
    void showEnabled();

    LabDesk *m_desk;
    FileChooser m_choose;
    QWidget *m_page;
    QAction *m_report;
    QAction *m_timeline;
    QAction *m_history;
    QThreadPool m_writers;
};

} // namespace lockscope
