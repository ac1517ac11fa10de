// SPDX-License-Identifier: MIT
// *My lock formats* in the real window: what is typed is checked, tried on the server, and saved.
#include "driven_window.h"
#include "fake_window.h"
#include "lockcore/monitor/reading/user_format_file.h"
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/profiles/formats_file.h"
#include "ui/window/format_preview.h"
#include "ui/window/formats_dialog.h"

#include <QComboBox>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QStackedWidget>

using namespace lockcore;
using namespace Qt::StringLiterals;

namespace lockscope {

class FormatsDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        m_window = std::make_unique<DrivenWindow>(std::move(services));
    }

    void cleanup()
    {
        m_window.reset();
        QVERIFY(m_sources.isEmpty());
    }

    void typedFormat_isTriedAndSavedAndUsed()
    {
        connectTo();
        open();
        QVERIFY(!field<QPushButton>(u"save"_s)->isEnabled());
        click(u"add"_s);
        QCOMPARE(field<QLabel>(u"nameComplaint"_s)->text(), u"Give it a name, like ledger."_s);
        field<QLineEdit>(u"name"_s)->setText(u"ledger"_s);
        QCOMPARE(field<QLabel>(u"keysComplaint"_s)->text(), u"Say which keys are such locks, like ledger:*:busy."_s);
        QVERIFY(source()->trials.empty());
        field<QPlainTextEdit>(u"keys"_s)->setPlainText(u"*"_s);
        QVERIFY(field<QLabel>(u"keysComplaint"_s)->text().contains(u"any key a lock"_s));
        field<QPlainTextEdit>(u"keys"_s)->setPlainText(u"ledger:*\nold-ledger"_s);
        field<QLineEdit>(u"value"_s)->setText(u"{host}{pid}"_s);
        QVERIFY(!field<QPushButton>(u"save"_s)->isEnabled());
        QVERIFY(field<QLabel>(u"valueComplaint"_s)->isVisible());
        field<QLineEdit>(u"value"_s)->setText(u"{host}:{pid}"_s);
        field<QComboBox>(u"lease"_s)->setCurrentIndex(1);
        QVERIFY(field<QLabel>(u"valueComplaint"_s)->isHidden());

        QTRY_COMPARE(source()->trials.size(), 1u);
        QVERIFY((source()->trials.front().row.keys == std::vector<std::string>{"ledger:*", "old-ledger"}));
        auto trial = trialWith("ledger:7");
        emit source()->tried(source()->trials.front().id, trial);
        auto *table = field<QTableView>(u"preview"_s);
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"ledger:7"_s);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"redisson RLock"_s); // it takes precedence
        QCOMPARE(table->model()->index(0, 3).data().toString(), u"host web-3"_s);
        QCOMPARE(status(), u"One lock; looked at 1,200 keys of 10.0.0.7:6379/0 so far"_s);
        trial.locks.push_back(trial.locks.front());
        trial.locks.back().info.library = "ledger";
        trial.ended = trial.wholeDatabase = true;
        emit source()->tried(source()->trials.front().id, trial);
        QCOMPARE(status(), u"2 locks; 1 more by name alone; looked at all keys (1,200) of 10.0.0.7:6379/0"_s);
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->index(1, 1).data().toString(), u"this format"_s);
        trial.error = Error{ErrorKind::Server, "NOPERM no SCAN", "NOPERM"};
        emit source()->tried(source()->trials.front().id, trial);
        QVERIFY(status().contains(u"no SCAN"_s));

        click(u"save"_s);
        QTRY_VERIFY(!dialog());
        const auto saved = FormatsFile(m_window->formatsFile()).load();
        QVERIFY(saved.ok() && saved->size() == 1);
        QVERIFY(saved->front().name == "ledger" && saved->front().lease == "always");
        QVERIFY(source()->patterns && source()->patterns->size() == 1 && source()->patterns->front().library == "ledger");
        QCOMPARE(source()->endedTrials, 1);
        QCOMPARE(m_sources.size(), 1); // it is the same connection
    }

    void savedFormats_areUsedByTheNextConnection()
    {
        write({named("ledger")});
        connectTo();
        QCOMPARE(source()->target().patterns.size(), 1u);
        QVERIFY(source()->target().patterns.front().library == "ledger");
    }

    void brokenFile_isSaidAndNeverReplaced()
    {
        QFile file(m_window->formatsFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"lock_formats\": 1,\n \"formats\": [{\"name\": 7}]}");
        file.close();
        connectTo();
        auto *box = m_window->get()->findChild<QMessageBox *>();
        QVERIFY(box && box->text().contains(u"formats.json, line 2"_s));
        box->close();
        QVERIFY(source()->target().patterns.empty());
        open();
        QVERIFY(!field<QPushButton>(u"add"_s)->isEnabled() && !field<QPushButton>(u"save"_s)->isEnabled());
        QVERIFY(shownWords().contains(u"line 2"_s));
        dialog()->reject();
    }

    void list_addsDuplicatesAndRemoves()
    {
        write({named("ledger"), named("stock")});
        open();
        auto *list = field<QListWidget>(u"formatList"_s);
        QCOMPARE(list->count(), 2);
        QVERIFY(status().contains(u"Not connected"_s));
        click(u"duplicate"_s);
        QCOMPARE(field<QLineEdit>(u"name"_s)->text(), u"ledger-2"_s);
        field<QLineEdit>(u"name"_s)->setText(u"stock"_s);
        QVERIFY(field<QLabel>(u"nameComplaint"_s)->text().contains(u"another format with this name"_s));
        click(u"remove"_s);
        list->setCurrentRow(0);
        click(u"remove"_s);
        QCOMPARE(list->count(), 1);
        click(u"save"_s);
        QTRY_VERIFY(!dialog());
        const auto saved = FormatsFile(m_window->formatsFile()).load();
        QVERIFY(saved->size() == 1 && saved->front().name == "stock");
    }

    void anotherProgramsChange_isNotReplacedUnasked()
    {
        open();
        click(u"add"_s);
        field<QLineEdit>(u"name"_s)->setText(u"ledger"_s);
        field<QPlainTextEdit>(u"keys"_s)->setPlainText(u"ledger:*"_s);
        write({named("stock")});
        click(u"save"_s);
        auto *box = dialog()->findChild<QMessageBox *>();
        QVERIFY(box && dialog());
        box->buttons().back()->click();
        for (auto *button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        QTRY_VERIFY(!dialog());
        QVERIFY(FormatsFile(m_window->formatsFile()).load()->front().name == "ledger");
    }

    void unsavedFormats_areNotLostUnasked()
    {
        open();
        click(u"add"_s);
        dialog()->reject();
        auto *box = dialog()->findChild<QMessageBox *>();
        QVERIFY(box && dialog()->isVisible());
        for (auto *button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        QTRY_VERIFY(!dialog());
        QVERIFY(!QFile::exists(m_window->formatsFile()));
    }

    void treatAsALock_proposesAFormat()
    {
        connectTo();
        MonitorChange change;
        change.state = fake::liveState();
        auto doubtful = fake::lock("orders:17", std::chrono::seconds(20));
        doubtful.library = unknownLibrary;
        doubtful.confidence = 2;
        doubtful.structure = "string, 41 bytes";
        doubtful.holders.front().owner = "web-3:17:0123456789abcdef0123456789abcdef";
        auto known = fake::lock("known", std::chrono::seconds(20));
        known.library = "redisson";
        known.confidence = 4;
        change.changed = {doubtful, known};
        emit source()->changed(change);
        auto *declare = m_window->get()->findChild<QAction *>(u"declare"_s);
        QVERIFY(!declare->isEnabled());
        m_window->table()->setCurrentIndex(m_window->rowOf(known.id));
        QVERIFY(!declare->isEnabled());
        m_window->table()->setCurrentIndex(m_window->rowOf(doubtful.id));
        QVERIFY(declare->isEnabled() && m_window->table()->actions().contains(declare));
        declare->trigger();
        QCOMPARE(field<QLineEdit>(u"name"_s)->text(), u"orders"_s);
        QCOMPARE(field<QPlainTextEdit>(u"keys"_s)->toPlainText(), u"orders:*"_s);
        QCOMPARE(field<QLineEdit>(u"value"_s)->text(), u"{host}:{number}:{token:hex32}"_s);
        QTRY_COMPARE(source()->trials.size(), 1u);
        QCOMPARE(source()->trials.front().first, Bytes("orders:17"));
        click(u"save"_s);
        QTRY_VERIFY(!dialog());
        QVERIFY(source()->patterns->front().library == "orders");
    }

private:
    fake::Source *source() const { return m_sources.back(); }
    FormatsDialog *dialog() const { return m_window->get()->findChild<FormatsDialog *>(); }

    template <class Widget>
    Widget *field(const QString &name) const
    {
        auto *widget = dialog()->findChild<Widget *>(name);
        if (!widget)
            qFatal("there is no %s", qPrintable(name));
        return widget;
    }

    void click(const QString &name) { QTest::mouseClick(field<QPushButton>(name), Qt::LeftButton); }

    QString status() const { return dialog()->findChild<FormatPreview *>()->status(); }

    QString shownWords() const
    {
        QStringList words;
        for (const auto *label : dialog()->findChildren<QLabel *>())
            words << label->text();
        return words.join(u'\n');
    }

    void connectTo()
    {
        m_window->get()->connectTo(targetAt(*Endpoint::parse("redis://10.0.0.7")));
        source()->tell(MonitorState::Phase::Live);
    }

    void open()
    {
        m_window->get()->findChild<QAction *>(u"formats"_s)->trigger();
        QVERIFY(QTest::qWaitForWindowExposed(dialog()));
    }

    void write(const std::vector<UserFormat> &formats)
    {
        FormatsFile file(m_window->formatsFile());
        file.overrule();
        QVERIFY(file.save(formats).ok());
    }

    static UserFormat named(const std::string &name)
    {
        UserFormat format;
        format.name = name;
        format.keys = {name + ":*"};
        return format;
    }

    static FormatTrial trialWith(const Bytes &key)
    {
        FormatTrial trial;
        trial.keysSeen = 1200;
        trial.named = 3;
        FormatTrial::Lock lock;
        lock.at = fake::serverTime({});
        lock.info = fake::lock(key, std::chrono::seconds(20));
        lock.info.library = "redisson";
        lock.info.variant = "RLock";
        lock.info.holders.front().facts = std::vector<OwnerFact>{{"host", "web-3"}};
        trial.locks.push_back(lock);
        return trial;
    }

    QList<fake::Source *> m_sources;
    std::unique_ptr<DrivenWindow> m_window;
};

} // namespace lockscope

using lockscope::FormatsDialogTest;
LOCKSCOPE_TEST(FormatsDialogTest)
#include "tst_formats_dialog.moc"
