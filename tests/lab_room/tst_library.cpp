// SPDX-License-Identifier: MIT
// The scenario library: chapters, search, what was seen last, files of one's own, earlier runs.
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/chapters.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "ui/lab/library/library_delegate.h"
#include "ui/lab/library/library_filter.h"
#include "ui/lab/library/library_tree.h"
#include "ui/lab/library/library_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QDir>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

Scenario own(const std::string &title)
{
    auto scenario = builtInScenarios().front();
    scenario.title = title;
    scenario.twin.clear();
    return scenario;
}

} // namespace

class TestLibrary final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void chapters_areInTheirOrder();
    void emptyChapters_areNotShown();
    void search_data();
    void search();
    void search_opensClosedChapters();
    void search_choosesNothing();
    void choiceWhileSearching_isVisible();
    void result_isKeptBySettings();
    void ownScenario_hasItsOwnResults();
    void newFile_isShown();
    void changedFile_keepsTheSelection();
    void tabIntoList_showsTheFocus();
    void wrongFile_isExplained();
    void unknownBytes_areEscaped();
    void removal_asks();
    void removal_selectsAnotherAndNamesTheFile();
    void unreadableFile_isReportedWhenChosen();
    void runs_areUpdatedByDifference();
    void keys_chooseAndActivate();
    void click_choosesOnceAndAgain();
    void closedChapter_staysClosed();
    void control_hasItsName();
    void longText_isElided();
    void summary_keepsItsHeight();
    void builtInStories_containNoMarkup();
    void title_makesAFileName();

private:
    QModelIndex chapter(const QString &title) const;
    QStringList titles(const QModelIndex &parent = {}) const;
    void write(const QString &file, const std::string &text) const;
    void open();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<OwnScenarios> m_own;
    std::unique_ptr<LibraryView> m_view;
    std::unique_ptr<QAbstractItemModelTester> m_tester, m_filterTester;
    LibraryTree *m_tree = nullptr;
};

void TestLibrary::init()
{
    m_filterTester.reset();
    m_tester.reset();
    m_view.reset();
    m_own.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<QSettings>(m_folder->filePath(u"x.ini"_s), QSettings::IniFormat);
    open();
}

void TestLibrary::open()
{
    m_filterTester.reset();
    m_tester.reset();
    m_view.reset();
    m_own = std::make_unique<OwnScenarios>(m_folder->filePath(u"own/scenarios"_s));
    m_view = std::make_unique<LibraryView>(m_own.get(), m_settings.get());
    m_view->resize(260, 700);
    m_view->show();
    m_tree = m_view->findChild<LibraryTree *>();
    const auto mode = QAbstractItemModelTester::FailureReportingMode::QtTest;
    m_tester = std::make_unique<QAbstractItemModelTester>(m_view->model(), mode);
    m_filterTester = std::make_unique<QAbstractItemModelTester>(m_tree->model(), mode);
    m_view->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

// They are shown in the list, in the report and in a terminal; none of these knows Markdown.
void TestLibrary::builtInStories_containNoMarkup()
{
    const auto all = builtInScenarios();
    QVERIFY(all.size() > 50);
    for (const auto &scenario : all) {
        const auto text = scenario.title + scenario.story;
        QVERIFY2(text.find_first_of("`*\\") == std::string::npos, text.c_str());
    }
}

QStringList TestLibrary::titles(const QModelIndex &parent) const
{
    QStringList titles;
    for (int row = 0; row < m_tree->model()->rowCount(parent); ++row)
        titles << m_tree->model()->index(row, 0, parent).data().toString();
    return titles;
}

QModelIndex TestLibrary::chapter(const QString &title) const
{
    const auto row = static_cast<int>(titles().indexOf(title));
    return row < 0 ? QModelIndex() : m_tree->model()->index(row, 0);
}

void TestLibrary::write(const QString &file, const std::string &text) const
{
    QVERIFY(QDir().mkpath(m_own->folder()));
    QFile out(m_own->folder() + u'/' + file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray::fromStdString(text));
}

void TestLibrary::chapters_areInTheirOrder()
{
    QStringList expected;
    for (const auto name : chapters())
        expected << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    QCOMPARE(titles(), expected);
    QCOMPARE(titles(chapter(u"Whose lock"_s)).front(), u"A plain DEL removes somebody else's lock"_s);
    int stories = 0;
    for (const auto &title : expected)
        stories += m_tree->model()->rowCount(chapter(title));
    QCOMPARE(stories, static_cast<int>(builtInScenarios().size()));
}

void TestLibrary::emptyChapters_areNotShown()
{
    QVERIFY(!chapter(u"Earlier runs"_s).isValid());
    m_view->setRuns({{u"/tmp/x"_s, u"A run"_s, QDateTime::currentDateTime(), Seen::Held}});
    QVERIFY(chapter(u"Earlier runs"_s).isValid());
    QVERIFY(m_tree->isExpanded(chapter(u"Earlier runs"_s)));
    m_view->setRuns({});
    QVERIFY(!chapter(u"Earlier runs"_s).isValid());
}

void TestLibrary::search_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("title");
    QTest::newRow("title") << u"plain DEL"_s << u"A plain DEL removes somebody else's lock"_s;
    QTest::newRow("case") << u"PLAIN del"_s << u"A plain DEL removes somebody else's lock"_s;
    QTest::newRow("pitfall") << u"R14 wakes lost"_s << u"The message that wakes the waiter is lost"_s;
    QTest::newRow("pitfall's title") << u"catalogue lock orphan"_s << QString();
    QTest::newRow("protocol and chapter") << u"redlock many restarts with its"_s << u"Redlock, and a server that restarts with its data"_s;
    QTest::newRow("story") << u"garbage collection"_s << u"A pause that is longer than the lease"_s;
    QTest::newRow("nothing") << u"xyzzy"_s << QString();
}

void TestLibrary::search()
{
    QFETCH(QString, text);
    QFETCH(QString, title);
    m_view->findChild<QLineEdit *>(u"librarySearch"_s)->setText(text);
    QStringList found;
    for (int row = 0; row < m_tree->model()->rowCount(); ++row)
        found += titles(m_tree->model()->index(row, 0));
    if (title.isEmpty())
        QCOMPARE(found, QStringList());
    else
        QVERIFY2(found.contains(title) && found.size() <= 3, qPrintable(found.join(u'\n')));
    m_view->findChild<QLineEdit *>(u"librarySearch"_s)->clear();
    QCOMPARE(titles().size(), static_cast<qsizetype>(chapters().size()));
}

void TestLibrary::search_opensClosedChapters()
{
    m_tree->collapse(chapter(u"Whose lock"_s));
    auto *field = m_view->findChild<QLineEdit *>(u"librarySearch"_s);
    QTest::keyClicks(field, u"plain DEL"_s);
    QVERIFY(m_tree->isExpanded(chapter(u"Whose lock"_s)));
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen);
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(m_view->current()->name, std::string("plain-del-after-expiry"));
    QCOMPARE(chosen.size(), 0); // only looked at
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), QString());
    QVERIFY(!m_tree->isExpanded(chapter(u"Whose lock"_s)));
    QVERIFY(m_view->select(u"token-after-expiry"_s)); // a selected story is visible
    QVERIFY(m_tree->isExpanded(chapter(u"Whose lock"_s)));
}

void TestLibrary::search_choosesNothing()
{
    QVERIFY(m_view->select(u"wake-up"_s));
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen), activated(m_view.get(), &LibraryView::scenarioActivated);
    auto *field = m_view->findChild<QLineEdit *>(u"librarySearch"_s);
    field->setFocus();
    QTest::keyClicks(field, u"eviction"_s); // hides the current row
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(m_tree, Qt::Key_Down);
    QTest::keyClick(m_tree, Qt::Key_Up);
    QCOMPARE(chosen.size(), 0);
    QTest::keyClick(m_tree, Qt::Key_Return); // plays it
    QCOMPARE(activated.size(), 1);
    const auto played = activated.first().first().value<Scenario>().name;
    field->setText(u"nothing has this"_s);
    field->clear();
    QCOMPARE(m_view->current()->name, played);
    field->setText(u"plain DEL"_s);
    QTest::keyClick(field, Qt::Key_Down);
    field->clear();
    QCOMPARE(m_view->current()->name, played); // back to what was chosen
    QCOMPARE(chosen.size(), 0);
    field->setText(u"plain DEL"_s);
    const auto row = m_tree->model()->index(0, 0, m_tree->model()->index(0, 0));
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(row).center());
    QCOMPARE(chosen.size(), 1); // a click is a choice
}

// All rows come back at once, and become higher when the scroll bar takes some of their width.
void TestLibrary::choiceWhileSearching_isVisible()
{
    auto *const search = m_view->findChild<QLineEdit *>(u"librarySearch"_s);
    search->setText(u"eviction"_s);
    QTRY_VERIFY(!m_tree->verticalScrollBar()->isVisible());
    QVERIFY(m_view->select(u"wake-up"_s));
    QVERIFY(search->text().isEmpty());
    QTRY_VERIFY(m_tree->verticalScrollBar()->isVisible());
    QTest::qWait(100);                                                  // until nothing moves any more
    const auto sight = m_tree->viewport()->rect().adjusted(0, 0, 0, 1); // scrollTo() leaves out a pixel
    QVERIFY(sight.contains(m_tree->visualRect(m_tree->currentIndex())));
    m_tree->verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
    m_tree->doItemsLayout();
    QCOMPARE(m_tree->verticalScrollBar()->value(), 0); // the person has scrolled away
}

void TestLibrary::result_isKeptBySettings()
{
    const auto scenario = *m_view->model()->builtIn("plain-del-after-expiry");
    const auto seen = [&] { return m_view->model()->find(u"plain-del-after-expiry"_s).data(LibraryModel::SeenRole).toInt(); };
    QCOMPARE(seen(), static_cast<int>(Seen::Never));
    m_view->noteResult(scenario, Seen::Violated);
    QCOMPARE(seen(), static_cast<int>(Seen::Violated));
    m_settings->sync();
    open();
    QCOMPARE(seen(), static_cast<int>(Seen::Violated));
    QVERIFY(m_view->model()->find(u"plain-del-after-expiry"_s).data(Qt::AccessibleTextRole).toString().contains(u"violated"_s));
    m_settings->setValue(u"lab/seen/plain-del-after-expiry"_s, u"nonsense"_s);
    open();
    QCOMPARE(seen(), static_cast<int>(Seen::Never));
}

void TestLibrary::ownScenario_hasItsOwnResults()
{
    QVERIFY(m_own->write(m_own->folder() + u"/plain-del-after-expiry.json"_s, textOf(own("Mine"))).ok());
    const auto mine = m_view->model()->find(u"plain-del-after-expiry"_s, true);
    QVERIFY(mine.isValid());
    m_view->noteResult(*m_view->model()->row(mine)->scenario, Seen::Held);
    QCOMPARE(m_view->model()->find(u"plain-del-after-expiry"_s).data(LibraryModel::SeenRole).toInt(), static_cast<int>(Seen::Never));
    QCOMPARE(m_view->model()->find(u"plain-del-after-expiry"_s, true).data(LibraryModel::SeenRole).toInt(), static_cast<int>(Seen::Held));
}

// At first neither the folder nor its parent exists.
void TestLibrary::newFile_isShown()
{
    write(u"b.json"_s, textOf(own("Second")));
    QTRY_COMPARE(titles(chapter(u"Your scenarios"_s)), QStringList{u"Second"_s});
    write(u"a.json"_s, textOf(own("First")));
    QTRY_COMPARE(titles(chapter(u"Your scenarios"_s)), (QStringList{u"First"_s, u"Second"_s}));
    QVERIFY(QFile::remove(m_own->folder() + u"/b.json"_s));
    QTRY_COMPARE(titles(chapter(u"Your scenarios"_s)), QStringList{u"First"_s});
}

void TestLibrary::changedFile_keepsTheSelection()
{
    QVERIFY(m_own->write(m_own->folder() + u"/a.json"_s, textOf(own("Ape"))).ok());
    QVERIFY(m_own->write(m_own->folder() + u"/b.json"_s, textOf(own("Bear"))).ok());
    QVERIFY(m_view->select(u"b"_s, true));
    write(u"a.json"_s, textOf(own("Zebra"))); // moves behind the other
    QTRY_COMPARE(titles(chapter(u"Your scenarios"_s)), (QStringList{u"Bear"_s, u"Zebra"_s}));
    QCOMPARE(m_view->current()->name, std::string("b"));
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen);
    write(u"b.json"_s, textOf(own("Bee")));
    QTRY_COMPARE(titles(chapter(u"Your scenarios"_s)), (QStringList{u"Bee"_s, u"Zebra"_s}));
    QCOMPARE(m_view->current()->title, std::string("Bee"));
    QCOMPARE(chosen.size(), 1); // otherwise the page would play the old content of the file
    QCOMPARE(chosen.front().front().value<Scenario>().title, std::string("Bee"));
    m_view->noteResult(*m_view->current(), Seen::Held);
    QCOMPARE(chosen.size(), 1); // its contents are the same
}

void TestLibrary::tabIntoList_showsTheFocus()
{
    QVERIFY(m_view->select(u"plain-del-after-expiry"_s));
    m_view->focusSearch();
    m_view->findChild<QLineEdit *>()->setText(u"watchdog"_s);
    m_tree->setFocus(Qt::TabFocusReason);
    QVERIFY(m_view->current());
    QVERIFY(m_tree->selectionModel()->isSelected(m_tree->currentIndex()));
}

void TestLibrary::wrongFile_isExplained()
{
    QVERIFY(m_own->write(m_own->folder() + u"/bad.json"_s, "{\n\"title\": 3}").ok());
    const auto index = m_tree->model()->index(0, 0, chapter(u"Your scenarios"_s));
    QCOMPARE(index.data().toString(), u"bad.json"_s);
    const auto why = index.data(LibraryModel::SummaryRole).toString();
    QVERIFY2(why.startsWith(u"Line "_s), qPrintable(why));
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen);
    m_tree->select(index);
    QCOMPARE(chosen.size(), 0);
    QVERIFY(!m_view->current());
    QVERIFY(m_own->write(m_own->folder() + u"/large.json"_s, std::string(OwnScenarios::mostBytes + 1, ' ')).ok());
    QVERIFY(m_tree->model()->index(1, 0, chapter(u"Your scenarios"_s)).data(LibraryModel::SummaryRole).toString().contains(u"1 MiB"_s));
}

void TestLibrary::unknownBytes_areEscaped()
{
    QVERIFY(m_own->write(m_own->folder() + u"/a.json"_s, textOf(own("A \x1b[31m title"))).ok());
    const auto title = titles(chapter(u"Your scenarios"_s)).front();
    QVERIFY2(title.contains(u"\\x1b"_s), qPrintable(title));
}

void TestLibrary::removal_asks()
{
    QVERIFY(m_own->write(m_own->folder() + u"/a.json"_s, textOf(own("Mine"))).ok());
    QVERIFY(m_view->select(u"plain-del-after-expiry"_s));
    m_tree->setFocus();
    QTest::keyClick(m_tree, Qt::Key_Delete);
    QVERIFY(!m_view->findChild<QMessageBox *>()); // a built-in one stays
    QVERIFY(m_view->select(u"a"_s, true));
    QTest::keyClick(m_tree, Qt::Key_Delete);
    auto *question = m_view->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY(question->width() >= question->fontMetrics().averageCharWidth() * 60); // its sentence is no column of words
    question->reject();
    QVERIFY(QFile::exists(m_own->folder() + u"/a.json"_s));
}

void TestLibrary::removal_selectsAnotherAndNamesTheFile()
{
    qputenv("XDG_DATA_HOME", m_folder->filePath(u"data"_s).toUtf8()); // for the trash
    const auto current =
        QDir::currentPath(); // to which Qt 6.4 moves the file where it does not know the file system, as in some containers
    QDir::setCurrent(m_folder->path());
    const auto back = qScopeGuard([&] { QDir::setCurrent(current); });
    for (const auto *name : {"a", "b"})
        QVERIFY(m_own->write(m_own->folder() + u'/' + QLatin1StringView(name) + u".json"_s, textOf(own(name))).ok());
    QSignalSpy removed(m_view.get(), &LibraryView::removed);
    QVERIFY(m_view->select(u"a"_s, true));
    for (const auto *name : {"a", "b"}) {
        const auto file = m_own->folder() + u'/' + QLatin1StringView(name) + u".json"_s;
        QCOMPARE(QString::fromStdString(m_view->current()->file), file);
        for (auto *action : m_tree->actions()) {
            if (action->shortcut() == QKeySequence::Delete)
                action->trigger();
        }
        const auto questions = m_view->findChildren<QMessageBox *>();
        QVERIFY(!questions.isEmpty());
        for (auto *button : questions.back()->buttons()) {
            if (button->text() == u"Delete"_s)
                button->click();
        }
        QVERIFY(!QFile::exists(file));
        QVERIFY(m_view->current()); // after the last one, a built-in one
        QVERIFY(removed.takeFirst().value(0).toString().startsWith(u"“%1” is "_s.arg(QLatin1StringView(name))));
    }
}

void TestLibrary::unreadableFile_isReportedWhenChosen()
{
    write(u"broken.json"_s, "{");
    open();
    QSignalSpy unreadable(m_view.get(), &LibraryView::unreadableChosen);
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen);
    m_tree->select(m_tree->model()->index(0, 0, chapter(u"Your scenarios"_s)));
    QCOMPARE(unreadable.size(), 1);
    QVERIFY(unreadable.front().value(1).toString().contains(u"this is not valid JSON"_s));
    QCOMPARE(chosen.size(), 0);
}

void TestLibrary::runs_areUpdatedByDifference()
{
    const auto now = QDateTime::currentDateTime();
    const EarlierRun a{u"/r/a"_s, u"a"_s, now, Seen::Held}, b{u"/r/b"_s, u"b"_s, now, Seen::Violated},
        c{u"/r/c"_s, u"c"_s, now, Seen::Outlived};
    m_view->setRuns({a, b});
    QSignalSpy chosen(m_view.get(), &LibraryView::runChosen);
    m_tree->select(m_tree->model()->index(1, 0, chapter(u"Earlier runs"_s)));
    QCOMPARE(chosen.size(), 0); // a run is opened when it is meant
    QTest::keyClick(m_tree, Qt::Key_Return);
    QCOMPARE(chosen.value(0).value(0).toString(), u"/r/b"_s);
    m_view->setRuns({c, b, a});
    QCOMPARE(titles(chapter(u"Earlier runs"_s)), (QStringList{u"c"_s, u"b"_s, u"a"_s}));
    m_view->setRuns({b});
    QCOMPARE(titles(chapter(u"Earlier runs"_s)), QStringList{u"b"_s});
    QCOMPARE(m_tree->currentIndex().data().toString(), u"b"_s);
}

void TestLibrary::keys_chooseAndActivate()
{
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen), activated(m_view.get(), &LibraryView::scenarioActivated);
    QSignalSpy edit(m_view.get(), &LibraryView::editWanted);
    m_tree->setFocus();
    QVERIFY(m_view->select(u"plain-del-after-expiry"_s));
    QTest::keyClick(m_tree, Qt::Key_Down);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen.last().first().value<Scenario>().name, std::string("token-after-expiry"));
    QTest::keyClick(m_tree, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    const auto actions = m_tree->actions();
    const auto copy = std::ranges::find_if(actions, [](const QAction *action) { return action->text().contains(u"Duplicate"_s); });
    QVERIFY(copy != actions.end());
    (*copy)->trigger();
    QCOMPARE(edit.size(), 1);
    QCOMPARE(edit.first().value(1).toBool(), true);
    QTest::keyClick(m_tree, Qt::Key_Left); // to its chapter, which it closes
    QTest::keyClick(m_tree, Qt::Key_Left);
    QVERIFY(!m_tree->isExpanded(chapter(u"Whose lock"_s)));
    QTest::keyClick(m_tree, Qt::Key_Return);
    QVERIFY(m_tree->isExpanded(chapter(u"Whose lock"_s)));
}

void TestLibrary::click_choosesOnceAndAgain()
{
    QSignalSpy chosen(m_view.get(), &LibraryView::scenarioChosen);
    const auto story = m_tree->model()->index(0, 0, chapter(u"Two commands"_s));
    const auto click = [&] { QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(story).center()); };
    click();
    QCOMPARE(chosen.size(), 1);
    click();
    QCOMPARE(chosen.size(), 2);
}

void TestLibrary::closedChapter_staysClosed()
{
    const auto first = chapter(u"Two commands"_s);
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(first).center());
    QVERIFY(!m_tree->isExpanded(first));
    open();
    QVERIFY(!m_tree->isExpanded(chapter(u"Two commands"_s)));
    QVERIFY(m_tree->isExpanded(chapter(u"Whose lock"_s)));
}

void TestLibrary::control_hasItsName()
{
    for (auto *widget : std::initializer_list<QWidget *>{m_tree, m_view->findChild<QLineEdit *>(u"librarySearch"_s)})
        QVERIFY(!QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name).isEmpty());
}

void TestLibrary::longText_isElided()
{
    const auto words = u"one two three four five six seven eight nine ten"_s;
    const QFontMetrics metrics(m_view->font());
    const int width = metrics.horizontalAdvance(u"one two three four"_s);
    const auto lines = wrappedLines(words, m_view->font(), width, 2);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.last().endsWith(u'…'));
    for (const auto &line : lines)
        QVERIFY(metrics.horizontalAdvance(line) <= width);
    QCOMPARE(wrappedLines(words, m_view->font(), 10'000, 2), QStringList{words});
    QCOMPARE(wrappedLines({}, m_view->font(), 100, 2), QStringList());
    const auto shorter = wrappedLines(words, m_view->font(), width, 2, width / 2);
    QVERIFY(metrics.horizontalAdvance(shorter.last()) <= width / 2 + 1);
}

void TestLibrary::summary_keepsItsHeight()
{
    const auto index = m_tree->model()->index(0, 0, chapter(u"Two commands"_s));
    const int before = m_tree->visualRect(index).height();
    m_view->noteResult(*m_view->model()->builtIn("crash-before-expire"), Seen::Violated);
    QCOMPARE(m_tree->visualRect(index).height(), before);
    m_tree->select(index);
    QCOMPARE(m_tree->visualRect(index).height(), before);
}

void TestLibrary::title_makesAFileName()
{
    const auto name = [&](const QString &title) { return QFileInfo(m_own->pathFor(title)).fileName(); };
    QCOMPARE(name(u"A plain DEL removes B's lock"_s), u"a-plain-del-removes-bs-lock.json"_s);
    QCOMPARE(name(u"Über  ../../etc/passwd!"_s), u"uber-etc-passwd.json"_s);
    QCOMPARE(name(u"鎖"_s), u"scenario.json"_s);
    QVERIFY(name(QString(300, u'x')).size() < 80);
}

LOCKSCOPE_TEST(TestLibrary)
#include "tst_library.moc"
