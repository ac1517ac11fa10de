// SPDX-License-Identifier: MIT
#include "ui/window/exporter.h"

#include "ui/export/lock_csv.h"
#include "ui/export/lock_json.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/runs/files.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::LockEvent;
using lockcore::LockInfo;
using lockcore::Result;

namespace {

const QString folderKey = u"window/exportFolder"_s;

// The same content as `list`: without lingering locks, in the order of the names.
std::vector<LockInfo> inOrder(std::vector<LockInfo> locks)
{
    std::ranges::sort(locks, {}, &LockInfo::id);
    return locks;
}

void addIfThere(std::vector<LockInfo> &locks, const LockRow *row)
{
    if (row && row->used && !row->gone())
        locks.push_back(row->lock);
}

} // namespace

Exporter::Exporter(MonitorPage *page, FileChooser choose, QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_page(page)
    , m_choose(std::move(choose))
    , m_settings(settings)
    , m_shown(addAction(tr("&Locks that pass the filter…"), Qt::CTRL | Qt::Key_E, &Exporter::exportShown))
    , m_all(addAction(tr("&All locks…"), Qt::CTRL | Qt::SHIFT | Qt::Key_A, &Exporter::exportAll))
    , m_events(addAction(tr("&Events…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, &Exporter::exportEvents))
{
    m_shown->setIconText(tr("Export…"));
    m_shown->setToolTip(tr("Write the locks that pass the filter to a file, as JSON or CSV"));
    m_all->setToolTip(tr("Write all locks to a file, as JSON or CSV"));
    m_events->setToolTip(tr("Write the events to a file, as JSON lines or CSV"));
    showEnabled();
}

Exporter::~Exporter()
{
    if (m_writing)
        m_writing->wait();
}

QAction *Exporter::addAction(const QString &text, const QKeySequence &key, void (Exporter::*act)())
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    action->setWhatsThis(tr("export")); // the list of keys does not show the submenu
    connect(action, &QAction::triggered, this, act);
    return action;
}

void Exporter::setEnabled(bool enabled)
{
    m_enabled = enabled;
    showEnabled();
}

void Exporter::showEnabled()
{
    for (auto *action : actions())
        action->setEnabled(m_enabled && !m_isWriting);
}

void Exporter::exportShown()
{
    std::vector<LockInfo> locks;
    const auto *rows = m_page->rows();
    for (int row = 0; row < rows->rowCount(); ++row)
        addIfThere(locks, rows->rowAt(rows->index(row, 0)));
    exportLocks(std::move(locks), tr("Export the locks that pass the filter"));
}

void Exporter::exportAll()
{
    std::vector<LockInfo> locks;
    const auto *model = m_page->locks();
    for (int row = 0; row < model->rowCount(); ++row)
        addIfThere(locks, &model->row(row));
    exportLocks(std::move(locks), tr("Export all locks"));
}

void Exporter::exportLocks(std::vector<LockInfo> locks, const QString &title)
{
    const auto count = std::ssize(locks);
    const auto now = m_page->locks()->serverNow();
    ask(title, u"locks"_s, count, [locks = inOrder(std::move(locks)), now](bool csv) {
        return csv ? locksAsCsv(pointersTo(locks), now) : locksAsJson(pointersTo(locks), now);
    });
}

void Exporter::exportEvents()
{
    std::vector<LockEvent> events;
    const auto *model = m_page->events();
    for (int row = 0; row < model->rowCount(); ++row)
        events.push_back(model->eventAt(row));
    const auto count = std::ssize(events);
    ask(tr("Export the events"), u"events"_s, count,
        [events = std::move(events)](bool csv) { return csv ? eventsAsCsv(events) : eventsAsJson(events); });
}

void Exporter::ask(const QString &title, const QString &name, qsizetype count, const Content &content)
{
    const auto stamp = QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss"_s);
    const auto suggestion =
        QDir(folderToWrite(m_settings->value(folderKey).toString())).filePath(u"lockscope-%1-%2.json"_s.arg(name, stamp));
    const auto path = m_choose({title, suggestion, {u"JSON (*.json)"_s, u"CSV (*.csv)"_s}}, m_page->window());
    if (path.isEmpty())
        return;
    m_settings->setValue(folderKey, QFileInfo(path).absolutePath());
    write(path, count, content);
}

void Exporter::write(const QString &path, qsizetype count, const Content &content)
{
    if (m_writing)
        m_writing->wait(); // the previous write, if it is not finished
    m_isWriting = true;
    showEnabled();
    m_writing.reset(QThread::create([this, path, count, content] {
        const auto written = writeFile(path, content(path.endsWith(u".csv"_s, Qt::CaseInsensitive)));
        QMetaObject::invokeMethod(
            this, [this, path, count, written] { finish(path, count, written); }, Qt::QueuedConnection);
    }));
    m_writing->start();
}

void Exporter::finish(const QString &path, qsizetype count, const Result<void> &written)
{
    m_isWriting = false;
    showEnabled();
    const auto file = QDir::toNativeSeparators(path);
    if (!written)
        emit failed(tr("%1. The previous file is unchanged.").arg(shownText(written.error().text)));
    else
        emit done(count == 1 ? tr("Wrote 1 entry to %1").arg(file) : tr("Wrote %1 entries to %2").arg(numberText(count), file));
}

} // namespace lockscope
