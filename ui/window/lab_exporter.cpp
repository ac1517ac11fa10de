// SPDX-License-Identifier: MIT
#include "ui/window/lab_exporter.h"

#include "lockcore/lab/record/history_file.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/report/report_page.h"
#include "ui/report/timeline_svg.h"
#include "ui/runs/files.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QDir>
#include <QWidget>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray reportText(const ShownRun &run) { return reportPage(run.report, run.lanes); }

QByteArray timelineText(const ShownRun &run) { return timelineSvg(run.lanes, shownText(run.report.scenario.title)).toUtf8(); }

QByteArray historyText(const ShownRun &run)
{
    const auto &history = run.report.history;
    auto text = lockcore::lineOf(history.header) + '\n';
    for (const auto &entry : history.entries)
        text += lockcore::lineOf(entry) + '\n';
    return QByteArray::fromStdString(text);
}

} // namespace

LabExporter::LabExporter(LabDesk *desk, FileChooser choose, QWidget *page)
    : QObject(page)
    , m_desk(desk)
    , m_choose(std::move(choose))
    , m_page(page)
    , m_report(addAction(tr("&Report…"), u"report.html"_s, tr("Page (*.html)"), reportText))
    , m_timeline(addAction(tr("&Timeline…"), u"timeline.svg"_s, tr("Picture (*.svg)"), timelineText))
    , m_history(addAction(tr("&History…"), u"history.jsonl"_s, tr("JSON lines (*.jsonl)"), historyText))
{
    m_writers.setMaxThreadCount(1);
    connect(desk, &LabDesk::shownChanged, this, &LabExporter::showEnabled);
    showEnabled();
}

LabExporter::~LabExporter() { m_writers.waitForDone(); }

QAction *LabExporter::addAction(const QString &text, const QString &file, const QString &filter, Content content)
{
    auto *action = new QAction(text, this);
    connect(action, &QAction::triggered, this, [this, text, file, filter, content] {
        const auto run = m_desk->upper();
        const auto name = QString::fromStdString(run->report.scenario.name) + u'-' + file;
        const QDir place(folderToWrite());
        const auto path = m_choose({QString(text).remove(u'&').remove(u'…'), place.filePath(name), {filter}}, m_page);
        if (!path.isEmpty())
            write(path, run, content);
    });
    return action;
}

void LabExporter::write(const QString &path, const ShownRunPtr &run, Content content)
{
    m_writers.start([this, path, run, content] {
        const auto written = writeFile(path, content(*run));
        QMetaObject::invokeMethod(
            this,
            [this, path, written] {
                if (written)
                    emit done(tr("Wrote %1").arg(QDir::toNativeSeparators(path)));
                else
                    emit failed(asSentence(written.error().text));
            },
            Qt::QueuedConnection);
    });
}

void LabExporter::showEnabled()
{
    for (auto *action : actions())
        action->setEnabled(m_desk->upper() != nullptr);
}

} // namespace lockscope
