// SPDX-License-Identifier: MIT
// What the window writes to files: the real window, and a chooser that answers at once.
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/fake_window.h"

#include "ui/export/lock_json.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

class ExportingTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        services.profilesFile = m_folder->filePath(u"profiles.json"_s);
        services.chooseFile = [this](const FileQuestion &question, QWidget *) {
            m_question = question;
            return m_answer;
        };
        m_window = std::make_unique<MainWindow>(std::move(services),
                                                std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_answer.clear();
        m_question = {};
    }

    void cleanup() { m_window.reset(); }

    void notConnected_nothingToExport()
    {
        QVERIFY(!action(u"Events…"_s)->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY(m_question.title.isEmpty());
        m_window->connectTo(targetAt({}));
        QVERIFY(!action(u"Events…"_s)->isEnabled()); // it is only connecting
        m_sources.front()->tell(MonitorState::Phase::Failed, Error{ErrorKind::Transport, "refused", "refused"});
        QVERIFY(!action(u"Events…"_s)->isEnabled());
        m_sources.front()->tell(MonitorState::Phase::FirstSweep);
        QVERIFY(action(u"Events…"_s)->isEnabled());
    }

    void disconnectedWhileWriting_nothingToExport()
    {
        connectWithLocks();
        m_answer = m_folder->filePath(u"some.json"_s);
        action(u"All locks…"_s)->trigger();
        action(u"Disconnect"_s)->trigger();
        auto *message = m_window->findChild<QLabel *>(u"message"_s);
        QTRY_VERIFY2(message->text().contains(u"Wrote"_s), qPrintable(message->text()));
        QVERIFY(!action(u"All locks…"_s)->isEnabled());
    }

    void deletedFolder_isNotOffered()
    {
        connectWithLocks();
        QVERIFY(QDir(m_folder->path()).mkdir(u"mine"_s));
        m_answer = m_folder->filePath(u"mine/a.json"_s);
        action(u"All locks…"_s)->trigger();
        QTRY_VERIFY(QFile::exists(m_answer));
        QTRY_VERIFY(action(u"All locks…"_s)->isEnabled());
        QVERIFY(QDir(m_folder->filePath(u"mine"_s)).removeRecursively());
        m_answer.clear();
        action(u"All locks…"_s)->trigger();
        QVERIFY2(QFileInfo(QFileInfo(m_question.suggestion).path()).isDir(), qPrintable(m_question.suggestion));
    }

    void controlE_writesFilteredLocksLikeList()
    {
        const auto change = connectWithLocks();
        m_window->monitorPage()->findChild<FilterBar *>()->setText(u"waiters>0"_s);
        m_answer = m_folder->filePath(u"some.json"_s);
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(QFile::exists(m_answer));
        QVERIFY(m_question.suggestion.contains(u"lockscope-locks-"_s));
        std::vector<LockInfo> expected;
        const auto filter = Filter::parse("waiters>0");
        for (const auto &lock : change.changed) {
            if (filter->matches(lock, change.serverNow))
                expected.push_back(lock);
        }
        std::ranges::sort(expected, {}, &LockInfo::id);
        QCOMPARE(keys(content()), keys(locksAsJson(pointersTo(expected), change.serverNow)));
        auto *message = m_window->findChild<QLabel *>(u"message"_s);
        QTRY_VERIFY2(message->text().contains(u"Wrote 3 entries"_s), qPrintable(message->text()));
    }

    void allLocks_ignoreFilterAndOmitGoneLocks()
    {
        connectWithLocks();
        fake::Scene scene;
        auto change = scene.advance(1s); // one has expired, and is still shown
        QVERIFY(!change.gone.empty());
        emit m_sources.front()->changed(change);
        m_window->monitorPage()->findChild<FilterBar *>()->setText(u"name:nothing"_s);
        m_answer = m_folder->filePath(u"all.json"_s);
        action(u"All locks…"_s)->trigger();
        QTRY_VERIFY(QFile::exists(m_answer));
        QCOMPARE(keys(content()).size(), 11);
        QVERIFY(!keys(content()).contains(u"redlock:settle"_s));
    }

    void headerButton_writesCsvByFileExtension()
    {
        connectWithLocks();
        m_answer = m_folder->filePath(u"locks.CSV"_s);
        for (auto *button : m_window->monitorPage()->findChildren<QPushButton *>()) {
            if (button->text() == u"Export…"_s)
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QTRY_VERIFY(QFile::exists(m_answer));
        QVERIFY(content().startsWith("db,key,"));
        QCOMPARE(content().count("\r\n"), 13);
    }

    void events_areLinesLikeWatch()
    {
        const auto change = connectWithLocks();
        m_answer = m_folder->filePath(u"events.json"_s);
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(QFile::exists(m_answer));
        QCOMPARE(content(), eventsAsJson(change.events));
    }

    void cannotBeWritten_isReportedAndOldFileStays()
    {
        connectWithLocks();
        m_answer = m_folder->filePath(u"no/such/folder/x.json"_s);
        action(u"All locks…"_s)->trigger();
        QTRY_VERIFY(m_window->findChild<QMessageBox *>());
        const auto text = m_window->findChild<QMessageBox *>()->text();
        QVERIFY2(text.contains(u"cannot be written"_s) && text.contains(u"x.json"_s), qPrintable(text));
        QVERIFY(action(u"All locks…"_s)->isEnabled());
    }

    void cancelled_writesNothing()
    {
        connectWithLocks();
        const auto before = QDir(m_folder->path()).entryList(QDir::Files);
        action(u"All locks…"_s)->trigger();
        QVERIFY(!m_question.title.isEmpty());
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), before);
    }

    void nextExport_offersSameFolder()
    {
        connectWithLocks();
        QVERIFY(QDir(m_folder->path()).mkdir(u"mine"_s));
        m_answer = m_folder->filePath(u"mine/a.json"_s);
        action(u"All locks…"_s)->trigger();
        QTRY_VERIFY(QFile::exists(m_answer));
        m_answer.clear();
        QTRY_VERIFY(action(u"All locks…"_s)->isEnabled());
        action(u"All locks…"_s)->trigger();
        QCOMPARE(QFileInfo(m_question.suggestion).path(), m_folder->filePath(u"mine"_s));
    }

private:
    MonitorChange connectWithLocks()
    {
        m_window->connectTo(targetAt({}));
        auto change = fake::Scene().first();
        emit m_sources.front()->changed(change);
        return change;
    }

    QByteArray content() const
    {
        QFile file(m_answer);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static QStringList keys(const QByteArray &json)
    {
        QStringList keys;
        for (const auto &lock : QJsonDocument::fromJson(json).array())
            keys << lock.toObject()[u"key"_s].toString();
        return keys;
    }

    QAction *action(const QString &text) const
    {
        for (auto *candidate : m_window->findChildren<QAction *>()) {
            if (candidate->text().remove(u'&') == text)
                return candidate;
        }
        return nullptr;
    }

    std::optional<QTemporaryDir> m_folder;
    QList<fake::Source *> m_sources;
    FileQuestion m_question;
    QString m_answer;
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(ExportingTest)
#include "tst_exporting.moc"
