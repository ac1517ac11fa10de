// SPDX-License-Identifier: MIT
// A scenario of one's own, written in a form.
#include "support/built_in_scenario.h"
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "ui/lab/editor/draft_table.h"
#include "ui/lab/editor/editor_dialog.h"
#include "ui/lab/editor/editor_words.h"
#include "ui/lab/scenario/own_scenarios.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using lockcore::test::builtIn;
using namespace Qt::Literals::StringLiterals;

namespace {

void answer(QWidget *dialog, bool yes)
{
    auto *box = dialog->findChild<QMessageBox *>();
    QVERIFY(box);
    for (auto *button : box->buttons()) {
        if ((box->buttonRole(button) == QMessageBox::AcceptRole) != yes)
            continue;
        button->click();
        return QCoreApplication::processEvents(); // the form acts once the question has gone
    }
}

} // namespace

class TestEditor final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void everyBuiltIn_survivesTheForm();
    void mistake_namesItsField_data();
    void mistake_namesItsField();
    void rows_areAddedAndRemoved();
    void completions_nameTheWorkers();
    void completion_completesTheLastCondition();
    void copy_isSavedAsANewFile();
    void existingFile_isNotReplacedSilently();
    void edit_replacesItsOwnFile();
    void edit_keepsTheOrderOfTheFile();
    void foreignChange_asks();
    void wrongForm_isNotSaved();
    void typing_isChecked();
    void errors_useTheFormsWords_data();
    void errors_useTheFormsWords();
    void closingWithChanges_asks();
    void control_hasItsName();
    void tab_movesThroughTheFormAndOut_data();
    void tab_movesThroughTheFormAndOut();

private:
    EditorDialog &open(const std::string &name);
    DraftTable *table(const QString &name) const { return m_editor->findChild<DraftTable *>(name); }
    QPushButton *save() const { return m_editor->findChild<QPushButton *>(u"save"_s); }
    QLineEdit *line(const QString &name) const { return m_editor->findChild<QLineEdit *>(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<OwnScenarios> m_own;
    std::unique_ptr<EditorDialog> m_editor;
};

void TestEditor::init()
{
    m_editor.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_own = std::make_unique<OwnScenarios>(m_folder->filePath(u"own"_s));
}

EditorDialog &TestEditor::open(const std::string &name)
{
    m_editor = std::make_unique<EditorDialog>(m_own.get(), builtIn(name), EditorDialog::Purpose::Copy);
    m_editor->show();
    return *m_editor;
}

void TestEditor::everyBuiltIn_survivesTheForm()
{
    for (const auto &scenario : builtInScenarios()) {
        const ScenarioDraft draft(scenario);
        auto check = draft.check();
        QVERIFY2(check.scenario, qPrintable(QString::fromStdString(scenario.name) + check.sentence));
        check.scenario->name = scenario.name;
        check.scenario->file = scenario.file;
        QVERIFY2(*check.scenario == scenario, scenario.name.c_str());
        QCOMPARE(draft.text().toStdString(), textOf(scenario));
    }
}

void TestEditor::mistake_namesItsField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no number") << u"lease_ms"_s << u"soon"_s << u"lease_ms"_s;
    QTest::newRow("too long") << u"lease_ms"_s << u"99999999"_s << u"lease_ms"_s;
    QTest::newRow("no title") << u"title"_s << QString() << u"title"_s;
    QTest::newRow("worker's name") << u"workers/1/name"_s << u"B B"_s << u"letters"_s;
    QTest::newRow("no condition") << u"workers/1/after"_s << u"A insid"_s << u"A insid"_s;
    QTest::newRow("second condition") << u"workers/1/after"_s << u"A inside, C inside"_s << u"\"C\""_s;
    QTest::newRow("releases") << u"workers/0/releases"_s << u"perhaps"_s << u"perhaps"_s;
    QTest::newRow("no action") << u"script/0/do"_s << u"tickle"_s << u"tickle"_s;
    QTest::newRow("no when") << u"script/0/when"_s << QString() << u"condition"_s;
    QTest::newRow("by nobody") << u"script/0/by_ms"_s << u"5"_s << u"by_ms"_s;
}

void TestEditor::mistake_namesItsField()
{
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, sentence);
    auto scenario = builtIn("plain-del-after-expiry");
    auto &fault = scenario.script.emplace_back();
    fault.when = {{Happening::Inside, "A", 1}};
    fault.action = Action::Pause;
    fault.who = "A";
    ScenarioDraft draft(scenario);
    QVERIFY2(draft.check().scenario, qPrintable(draft.check().sentence));
    const auto parts = field.split(u'/');
    if (parts.size() == 1) {
        draft.values[field] = typed;
    } else {
        const bool worker = parts[0] == u"workers"_s;
        const auto fields = worker ? ScenarioDraft::workerFields() : ScenarioDraft::faultFields();
        auto &rows = worker ? draft.workers : draft.faults;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (parts[2] == QLatin1String(fields[i].name))
                rows[parts[1].toInt()].cells[static_cast<qsizetype>(i)] = typed;
        }
    }
    const auto check = draft.check();
    QVERIFY(!check.scenario);
    QVERIFY2(check.sentence.contains(sentence) && !check.sentence.contains(u"line "_s), qPrintable(check.sentence));
    const bool ofItsRow = field == u"script/0/by_ms"_s; // the reader finds a contradiction in the row
    QCOMPARE(check.field, ofItsRow ? u"script/0"_s : field);
    QVERIFY(!draft.text().isEmpty());
}

void TestEditor::rows_areAddedAndRemoved()
{
    open("plain-del-after-expiry");
    auto *model = table(u"workers"_s)->model();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto press = [&](const QString &name, const QString &text) {
        for (auto *button : table(name)->findChildren<QPushButton *>()) {
            if (button->text() == text)
                button->click();
        }
    };
    press(u"workers"_s, u"Add a worker"_s);
    QCOMPARE(model->rowCount(), 3);
    QCOMPARE(m_editor->draft().workers.last().cells.front(), u"C"_s);
    QCOMPARE(m_editor->complaint(), QString());
    press(u"faults"_s, u"Add a fault"_s);
    QVERIFY(m_editor->complaint().startsWith(u"Fault 1"_s));
    press(u"faults"_s, u"Remove"_s);
    QCOMPARE(m_editor->complaint(), QString());
    table(u"workers"_s)->view()->setCurrentIndex(model->index(0, 0));
    press(u"workers"_s, u"Remove"_s); // B waits for what A does
    QVERIFY2(m_editor->complaint().startsWith(u"Worker B"_s), qPrintable(m_editor->complaint()));
}

void TestEditor::completions_nameTheWorkers()
{
    const ScenarioDraft draft(builtIn("plain-del-after-expiry"));
    const auto conditions = workerCompletions(draft, ScenarioDraft::After);
    QVERIFY(conditions.contains(u"A inside"_s) && conditions.contains(u"B's key expired"_s) && conditions.contains(u"lock free"_s));
    QVERIFY(!conditions.contains(u"A start"_s));
    QCOMPARE(faultCompletions(draft, ScenarioDraft::Who), (QStringList{u"A"_s, u"B"_s}));
    QVERIFY(faultCompletions(draft, ScenarioDraft::Do).contains(u"hold reply"_s));
    QVERIFY(workerCompletions(draft, ScenarioDraft::Rounds).isEmpty());
    QVERIFY(!conditions.contains(u"A inside stock"_s)); // there is one lock
    const ScenarioDraft two(builtIn("lock-order"));
    const auto named = workerCompletions(two, ScenarioDraft::After);
    QVERIFY(named.contains(u"A inside"_s) && named.contains(u"A inside ledger"_s) && named.contains(u"B's key ledger expired"_s)
            && named.contains(u"lock accounts free"_s) && !named.contains(u"A dead ledger"_s));
    QCOMPARE(workerCompletions(two, ScenarioDraft::Lock), (QStringList{u"accounts"_s, u"ledger"_s}));
}

void TestEditor::completion_completesTheLastCondition()
{
    open("plain-del-after-expiry");
    auto *view = table(u"workers"_s)->view();
    table(u"workers"_s)->showCell(1, ScenarioDraft::After);
    auto *field = view->viewport()->findChild<QLineEdit *>();
    QVERIFY(field && field->completer());
    field->selectAll();
    QTest::keyClicks(field, u"A inside, b's key exp"_s);
    QCOMPARE(field->completer()->currentCompletion(), u"A inside, B's key expired"_s);
    QCOMPARE(m_editor->draft().workers[1].cells[ScenarioDraft::After], u"A inside, b's key exp"_s); // checked as it is typed
    QVERIFY(!m_editor->complaint().isEmpty());
}

void TestEditor::copy_isSavedAsANewFile()
{
    auto &editor = open("plain-del-after-expiry");
    QSignalSpy saved(&editor, &EditorDialog::saved);
    line(u"title"_s)->setText(u"My lock"_s);
    line(u"lease_ms"_s)->setText(u"250"_s);
    save()->click();
    QCOMPARE(saved.size(), 1);
    QCOMPARE(m_own->all().size(), std::size_t(1));
    const auto &mine = *m_own->all().front().scenario;
    QCOMPARE(mine.name, std::string("my-lock"));
    QCOMPARE(mine.lease, Milliseconds(250));
    QVERIFY(mine.twin.empty());
    QVERIFY(mine.workers == builtIn("plain-del-after-expiry").workers);
}

void TestEditor::existingFile_isNotReplacedSilently()
{
    QVERIFY(m_own->write(m_own->pathFor(u"My lock"_s), "kept").ok());
    auto &editor = open("plain-del-after-expiry");
    const auto content = [&] {
        QFile file(m_own->pathFor(u"My lock"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    line(u"title"_s)->setText(u"My lock"_s);
    save()->click();
    answer(&editor, false);
    QCOMPARE(content(), QByteArray("kept"));
    QVERIFY(editor.isVisible());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    save()->click();
    answer(&editor, true);
    QVERIFY(content().contains("My lock"));
    QVERIFY(!editor.isVisible());
}

void TestEditor::edit_replacesItsOwnFile()
{
    const auto path = m_own->pathFor(u"mine"_s);
    QVERIFY(m_own->write(path, textOf(builtIn("re-entry"))).ok());
    m_editor = std::make_unique<EditorDialog>(m_own.get(), *m_own->all().front().scenario, EditorDialog::Purpose::Edit);
    line(u"title"_s)->setText(u"Another title"_s);
    m_editor->accept();
    QCOMPARE(m_own->all().size(), std::size_t(1));
    QCOMPARE(m_own->all().front().path, path);
    QCOMPARE(m_own->all().front().scenario->title, std::string("Another title"));
}

void TestEditor::edit_keepsTheOrderOfTheFile()
{
    const QByteArray text = R"({
    "story": "What happens.",
    "lockscope_scenario": 1,
    "workers": [
        {"work_ms": 10, "name": "B"},
        {"wait_ms": 50, "name": "A", "after": ["B read", "B inside"]}
    ],
    "sources": ["https://z.example/", "https://a.example/"],
    "expect": {"resource": "held", "mutual-exclusion": "held"},
    "lease_ms": 300,
    "title": "Mine",
    "protocol": "token"
}
)";
    QVERIFY(m_own->write(m_own->pathFor(u"Mine"_s), text.toStdString()));
    m_editor = std::make_unique<EditorDialog>(m_own.get(), *m_own->all().front().scenario, EditorDialog::Purpose::Edit);
    line(u"lease_ms"_s)->setText(u"500"_s);
    line(u"stock"_s)->setText(u"7"_s); // the file had none
    m_editor->accept();
    QFile file(m_own->pathFor(u"Mine"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto saved = QString::fromUtf8(file.readAll());
    qsizetype at = -1;
    for (const auto &part : {"story", "lockscope_scenario", "workers", "work_ms", "\"B\"", "wait_ms", "\"A\"", "B read", "B inside",
                             "z.example", "a.example", "resource", "mutual-exclusion", "\"lease_ms\": 500", "title", "protocol"}) {
        const auto next = saved.indexOf(QLatin1String(part), at + 1);
        QVERIFY2(next > at, qPrintable(QLatin1String(part) + u" in\n"_s + saved));
        at = next;
    }
    QVERIFY(saved.contains(u"\"stock\": 7"_s));
}

void TestEditor::foreignChange_asks()
{
    const auto path = m_own->pathFor(u"mine"_s);
    QVERIFY(m_own->write(path, textOf(builtIn("re-entry"))).ok());
    m_editor = std::make_unique<EditorDialog>(m_own.get(), *m_own->all().front().scenario, EditorDialog::Purpose::Edit);
    m_editor->show();
    QVERIFY(m_own->write(path, textOf(builtIn("herd"))).ok());
    line(u"title"_s)->setText(u"Another title"_s);
    save()->click();
    answer(m_editor.get(), false);
    QCOMPARE(m_own->all().front().scenario->title, builtIn("herd").title);
}

void TestEditor::wrongForm_isNotSaved()
{
    auto &editor = open("plain-del-after-expiry");
    line(u"lease_ms"_s)->setText(u"soon"_s);
    QVERIFY(!save()->isEnabled());
    editor.accept();
    QVERIFY(editor.isVisible());
    QVERIFY(m_own->all().empty());
}

void TestEditor::typing_isChecked()
{
    auto &editor = open("plain-del-after-expiry");
    auto *lease = line(u"lease_ms"_s);
    const auto plain = lease->palette().color(QPalette::Text);
    lease->setText(u"4o0"_s);
    QVERIFY2(editor.complaint().startsWith(u"Lease, ms: "_s), qPrintable(editor.complaint()));
    QVERIFY(lease->palette().color(QPalette::Text) != plain);
    lease->setText(u"450"_s);
    QCOMPARE(editor.complaint(), QString());
    QCOMPARE(lease->palette().color(QPalette::Text), plain);
    QVERIFY(editor.findChild<QPlainTextEdit *>(u"preview"_s)->toPlainText().contains(u"\"lease_ms\": 450"_s));
    auto *cluster = editor.findChild<QAbstractButton *>(u"cluster"_s);
    cluster->click();
    QVERIFY(editor.draft().check().scenario->cluster);
    cluster->click();
    QVERIFY(!editor.draft().check().scenario->cluster);
    auto *expect = editor.findChild<QComboBox *>(u"expect/fairness"_s);
    expect->setCurrentIndex(expect->findData(u"held"_s));
    QVERIFY(editor.draft().check().scenario->expected.contains(Property::Fairness));
    expect->setCurrentIndex(0);
    QVERIFY(!editor.draft().check().scenario->expected.contains(Property::Fairness));
}

void TestEditor::errors_useTheFormsWords_data()
{
    QTest::addColumn<QString>("place"); // a field, or a table with row and column
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("field") << u"lease_ms"_s << u"soon"_s << u"Lease, ms: must be a whole number from 1 to"_s;
    QTest::newRow("missing") << u"title"_s << u""_s << u"Title: A scenario needs the field “Title”"_s;
    QTest::newRow("cell") << u"workers/0/%1"_s.arg(ScenarioDraft::Wait) << u"x"_s << u"Worker A, Waits, ms: must be a whole number from"_s;
    QTest::newRow("two fields") << u"workers/0/%1"_s.arg(ScenarioDraft::Work) << u"20000"_s
                                << u"Worker A: “Works, ms” is longer than “Time limit, ms” lets"_s;
    QTest::newRow("what was typed") << u"workers/0/%1"_s.arg(ScenarioDraft::After) << u"stock"_s
                                    << u"Worker A, Starts after: \"stock\" is no condition"_s;
}

void TestEditor::errors_useTheFormsWords()
{
    QFETCH(QString, place);
    QFETCH(QString, typed);
    QFETCH(QString, complaint);
    auto &editor = open("plain-del-after-expiry");
    const auto parts = place.split(u'/');
    if (parts.size() == 1) {
        line(place)->setText(typed);
    } else {
        auto *model = table(parts[0])->model();
        QVERIFY(model->setData(model->index(parts[1].toInt(), parts[2].toInt()), typed, Qt::EditRole));
    }
    QVERIFY2(editor.complaint().startsWith(complaint), qPrintable(editor.complaint()));
}

void TestEditor::closingWithChanges_asks()
{
    auto &editor = open("plain-del-after-expiry");
    line(u"title"_s)->setText(u"x"_s);
    editor.reject();
    QVERIFY(editor.isVisible());
    answer(&editor, true);
    QVERIFY(!editor.isVisible());
    open("plain-del-after-expiry").reject();
    QVERIFY(!m_editor->isVisible());
}

void TestEditor::control_hasItsName()
{
    auto &editor = open("plain-del-after-expiry");
    for (auto *widget : editor.findChildren<QWidget *>()) {
        const bool isControl = qobject_cast<QAbstractButton *>(widget) || qobject_cast<QLineEdit *>(widget)
                               || qobject_cast<QComboBox *>(widget) || qobject_cast<QTableView *>(widget)
                               || qobject_cast<QPlainTextEdit *>(widget);
        if (!isControl || !widget->isVisible() || widget->inherits("QTableCornerButton"))
            continue;
        const auto *interface = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(interface && !interface->text(QAccessible::Name).trimmed().isEmpty(), qPrintable(widget->objectName()));
    }
}

void TestEditor::tab_movesThroughTheFormAndOut_data()
{
    QTest::addColumn<bool>("forward");
    QTest::newRow("tab") << true;
    QTest::newRow("back") << false;
}

// The tables have more than twenty cells, which Tab goes through, too.
void TestEditor::tab_movesThroughTheFormAndOut()
{
    QFETCH(bool, forward);
    auto &editor = open("plain-del-after-expiry");
    editor.show();
    editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    QCOMPARE(QApplication::focusWidget()->objectName(), u"title"_s);
    QStringList names;
    for (int i = 0; i < 80 && (i == 0 || QApplication::focusWidget()->objectName() != u"title"_s); ++i) {
        names << QApplication::focusWidget()->objectName();
        QTest::keyClick(QApplication::focusWidget(), forward ? Qt::Key_Tab : Qt::Key_Backtab, forward ? Qt::NoModifier : Qt::ShiftModifier);
    }
    QCOMPARE(QApplication::focusWidget()->objectName(), u"title"_s);
    if (!forward)
        std::reverse(names.begin() + 1, names.end());
    names.removeAll(QString());
    names.removeDuplicates();
    const QStringList read{u"title"_s,   u"story"_s, u"protocol"_s, u"lease_ms"_s, u"stock"_s, u"expect/mutual-exclusion"_s,
                           u"preview"_s, u"save"_s};
    qsizetype last = -1;
    for (const auto &name : read) {
        QVERIFY2(names.indexOf(name) > last, qPrintable(name + u" in "_s + names.join(u' ')));
        last = names.indexOf(name);
    }
}

LOCKSCOPE_TEST(TestEditor)
#include "tst_editor.moc"
