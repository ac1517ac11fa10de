// SPDX-License-Identifier: MIT
// The question before a command from outside is run, answered with keys alone.
#include "support/test_program.h"

#include "ui/lab/change/command_question.h"
#include "ui/widgets/wrapped_text.h"

#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class TestCommandQuestion final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tab_reachesBothButtons();
    void tab_reachesButtonsAndTexts();
    void escape_runsNothing();
    void enterElsewhere_runsNothing();
    void enterOnRunIt_runsTheCommand();

private:
    QPushButton *runIt() const { return m_question->findChild<QPushButton *>(u"runIt"_s); }
    QWidget *focus() const { return m_question->focusWidget(); }
    void tabTo(QWidget *widget);

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<QWidget> m_window;
    CommandQuestion *m_question = nullptr;
    int m_runs = 0;
};

void TestCommandQuestion::init()
{
    m_runs = 0;
    m_settings = std::make_unique<QSettings>(m_folder.filePath(u"%1.ini"_s.arg(QString::fromLatin1(QTest::currentTestFunction()))),
                                             QSettings::IniFormat);
    m_window = std::make_unique<QWidget>();
    m_window->resize(900, 600);
    m_window->show();
    askForCommand({"/bin/true", "x"}, m_settings.get(), m_window.get(), [this] { ++m_runs; });
    m_question = m_window->findChild<CommandQuestion *>();
    QVERIFY(m_question);
    QVERIFY(QTest::qWaitForWindowActive(m_question));
}

void TestCommandQuestion::cleanup()
{
    m_window.reset();
    m_settings.reset();
}

// Each control that has the focus gets the key, as from a keyboard.
void TestCommandQuestion::tabTo(QWidget *widget)
{
    for (int i = 0; i < 20 && focus() != widget; ++i)
        QTest::keyClick(focus(), Qt::Key_Tab);
    QCOMPARE(focus(), widget);
}

void TestCommandQuestion::tab_reachesBothButtons()
{
    auto *cancel = focus();
    QVERIFY(qobject_cast<QPushButton *>(cancel) && cancel != runIt());
    tabTo(runIt());
    tabTo(cancel);
}

// One Tab leads to the other button, not into the texts between them.
void TestCommandQuestion::tab_reachesButtonsAndTexts()
{
    auto *cancel = focus();
    QList<QWidget *> order;
    do {
        order << focus();
        QTest::keyClick(focus(), Qt::Key_Tab);
    } while (focus() != cancel && order.size() < 20);
    QCOMPARE(order.value(1), runIt());
    QList<QWidget *> texts;
    for (auto *text : m_question->findChildren<WrappedText *>())
        texts << text;
    QCOMPARE(order.mid(2), texts);
    QTest::keyClick(focus(), Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(focus(), texts.last());
}

void TestCommandQuestion::escape_runsNothing()
{
    for (int tabs = 0; tabs < 6; ++tabs) {
        if (tabs > 0) {
            askForCommand({"/bin/true", "x"}, m_settings.get(), m_window.get(), [this] { ++m_runs; });
            m_question = m_window->findChild<CommandQuestion *>();
            QVERIFY(m_question && QTest::qWaitForWindowActive(m_question));
        }
        for (int i = 0; i < tabs; ++i)
            QTest::keyClick(focus(), Qt::Key_Tab);
        QTest::keyClick(focus(), Qt::Key_Escape);
        QVERIFY(!m_question->isVisible());
        delete m_question;
    }
    QCOMPARE(m_runs, 0);
}

void TestCommandQuestion::enterElsewhere_runsNothing()
{
    QTest::keyClick(m_question, Qt::Key_Return);
    QCOMPARE(m_runs, 0);
    QVERIFY(!m_question->isVisible());
}

void TestCommandQuestion::enterOnRunIt_runsTheCommand()
{
    tabTo(runIt());
    QTest::keyClick(runIt(), Qt::Key_Return);
    QCOMPARE(m_runs, 1);
}

LOCKSCOPE_TEST(TestCommandQuestion)
#include "tst_command_question.moc"
