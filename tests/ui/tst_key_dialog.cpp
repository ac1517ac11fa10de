// SPDX-License-Identifier: MIT
// Ctrl+G in the real window: the dialog asks the Monitor, and shows its answer.
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/driven_window.h"
#include "ui/fake_window.h"

#include "ui/widgets/wrapped_text.h"
#include "ui/window/key_dialog.h"

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using What = KeyFinding::What;

class KeyDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        m_window = std::make_unique<DrivenWindow>(std::move(services));
        m_window->get()->connectTo({});
        emit source()->changed(fake::Scene().first());
        m_window->press(Qt::Key_G, Qt::ControlModifier);
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
    }
    void cleanup() { m_window.reset(); }

    void lock_isExplainedAndShownInTheTable()
    {
        m_window->filter()->setText(u"nothing-matches"_s);
        QTRY_COMPARE(m_window->rows()->rowCount(), 0);
        ask(u"order:{4711}"_s);
        QCOMPARE(source()->lookups.back().second, Bytes("order:{4711}"));
        KeyFinding finding;
        finding.what = What::Lock;
        finding.lock = fake::lock("order:{4711}", std::chrono::seconds(30));
        finding.lock.confidence = 4;
        finding.lock.why = {"a field shaped like Redisson's"};
        answer(finding);
        QVERIFY2(text().contains(u"A lock:"_s) && text().contains(u"sure: 4 of 5"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"A field shaped like Redisson's."_s), qPrintable(text()));
        QVERIFY(!button(u"declareKey"_s)->isEnabled());
        button(u"showKey"_s)->click();
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}")); // although the filter hid it
    }

    void noLock_saysWhyAndCanBeDeclared()
    {
        ask(u"greeting\\x00"_s);
        QCOMPARE(source()->lookups.back().second, Bytes("greeting\0", 9)); // bytes as the table shows them
        KeyFinding finding;
        finding.what = What::NoLock;
        finding.lock.id.key = "greeting";
        finding.lock.why = {"it has no TTL"};
        finding.type = "string";
        answer(finding);
        QVERIFY2(text().contains(u"Probably not a lock"_s) && text().contains(u"It has no TTL."_s), qPrintable(text()));
        QVERIFY(button(u"declareKey"_s)->isEnabled() && !button(u"showKey"_s)->isEnabled());
    }

    void olderAnswer_isIgnored()
    {
        ask(u"first"_s);
        const auto first = source()->lookups.back().first;
        ask(u"second"_s);
        KeyFinding finding;
        finding.what = What::Missing;
        emit source()->lookedUp(first, finding);
        QVERIFY2(text().contains(u"Looking"_s), qPrintable(text()));
        answer(finding);
        QVERIFY2(text().contains(u"There is no such key in database 0"_s), qPrintable(text()));
    }

private:
    fake::Source *source() const { return m_sources.back(); }
    KeyDialog *dialog() const { return m_window->get()->findChild<KeyDialog *>(); }
    QPushButton *button(const QString &name) const { return dialog()->findChild<QPushButton *>(name); }

    void ask(const QString &key)
    {
        auto *field = dialog()->findChild<QLineEdit *>(u"key"_s);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, key);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void answer(const KeyFinding &finding) { emit source()->lookedUp(source()->lookups.back().first, finding); }

    QString text() const
    {
        QStringList all;
        for (const auto *part : dialog()->findChildren<WrappedText *>()) {
            if (part->isVisible())
                all << part->toPlainText();
        }
        return all.join(u'\n');
    }

    QList<fake::Source *> m_sources;
    std::unique_ptr<DrivenWindow> m_window;
};

LOCKSCOPE_TEST(KeyDialogTest)
#include "tst_key_dialog.moc"
