// SPDX-License-Identifier: MIT
// The source view: what is light in five languages, lit lines and marks, texts that are no texts; and which file the panel shows when.
#include "story_run.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/hanging_layout.h"
#include "ui/widgets/source_view.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::tests;
using namespace Qt::Literals::StringLiterals;

namespace {

// `k:return s:"x" c:// y`
QString toned(SourceLanguage language, const QString &text)
{
    QStringList parts;
    int state = 0;
    for (const auto &line : text.split(u'\n')) {
        for (const auto &stretch : stretchesOf(language, line, state)) {
            const auto tone = stretch.tone == SourceTone::Keyword ? u"k:"_s : stretch.tone == SourceTone::String ? u"s:"_s : u"c:"_s;
            parts << tone + line.mid(stretch.begin, stretch.length);
        }
    }
    return parts.join(u' ');
}

QByteArray numbered(int lines)
{
    QByteArray text;
    for (int i = 1; i <= lines; ++i)
        text += "line " + QByteArray::number(i) + "\n";
    return text;
}

ShownRunPtr locatedRun()
{
    lockcore::test::HistoryBuilder story;
    story.worker("A").worker("B").at(5).add(entry::Begun{});
    story.at(10).add(entry::Located{{"A", 1}, "lock.py", 3}).gets("A").at(20).add(entry::Located{{"B", 1}, "queue.lua", 2}).acquire("B");
    story.at(320)
        .expires("A")
        .takes("B")
        .ok("B")
        .at(330)
        .add(entry::Located{{"A", 1}, "lock.py", 7})
        .release("A")
        .removes("A", "B")
        .ok("A");
    story.at(340).add(entry::Located{{"B", 1}, "gone.py", 1}).release("B");
    auto run = std::make_shared<ShownRun>(*runOf(story.at(350).end()));
    run->report.sources = {{"lock.py", u"src/lock.py"_s, numbered(40)}, {"queue.lua", u"src/queue.lua"_s, "local x\nreturn x\n"}};
    return run;
}

/// A takes the lock of `token` and works, and sends its script as the last.
ShownRunPtr tokenRun()
{
    const auto &lines = protocolSources().at("lockcore/locks/token.cpp");
    const auto at = [&](const std::string &part) {
        const auto found = std::ranges::find_if(lines, [&](const auto &line) { return line.find(part) != line.npos; });
        return entry::Located{{"A", 1}, "lockcore/locks/token.cpp", found - lines.begin() + 1};
    };
    lockcore::test::HistoryBuilder story;
    story.header.protocol = "token";
    story.worker("A").worker("B").at(5).add(entry::Begun{});
    story.at(10).add(at("\"SET\"")).gets("A").at(20).enter("A").acquire("B").at(320).expires("A").takes("B").ok("B");
    story.at(330).exit("A").add(at("compareAndDelete")).release("A").removes("A", "B").ok("A");
    auto run = std::make_shared<ShownRun>(*runOf(story.at(350).end()));
    QByteArray text;
    for (const auto &line : lines)
        text += QByteArray::fromStdString(line) + '\n';
    run->report.sources = {{"lockcore/locks/token.cpp", u"lockcore/locks/token.cpp"_s, text}};
    return run;
}

QString lineText(const SourceView *view, std::int64_t line)
{
    return view->document()->findBlockByNumber(static_cast<int>(line - 1)).text();
}

} // namespace

class TestSourceView final : public QObject
{
    Q_OBJECT

private slots:
    void languages_areRecognisedBySuffix();
    void light_data();
    void light();
    void multilineTokens_continueInTheNextLine();
    void lines_areHighlightedAndScrolledTo();
    void litLine_isFilledToTheEdge();
    void marks_areDescribed();
    void binary_isNotSource();
    void longTexts_areCut();
    void invisibleCharacters_areShown();
    void hugeText_doesNotStall();
    void panel_showsTheActingWorkersFile();
    void panel_keepsTheChosenFile();
    void panel_reportsMissingSource();
    void panel_marksTheLinesOfTheVerdicts();
    void panel_followsAProtocolInThreeViews();
    void panel_namesThePurposeOfACommand();
    void panel_hasNoPseudocodeOfOtherWorkers();
    void wrappedLines_hang_data();
    void wrappedLines_hang();
    void wrappedLines_areLaidOutSo();
    void source_isDedented();
    void controls_haveNames();
};

void TestSourceView::languages_areRecognisedBySuffix()
{
    QVERIFY(languageOf(u"a/b.cpp"_s) == SourceLanguage::Cpp);
    QVERIFY(languageOf(u"worker.PY"_s) == SourceLanguage::Python);
    QVERIFY(languageOf(u"x.mjs"_s) == SourceLanguage::JavaScript);
    QVERIFY(languageOf(u"x.lua"_s) == SourceLanguage::Lua);
    QVERIFY(languageOf(u"x.go"_s) == SourceLanguage::Go);
    QVERIFY(languageOf(u"Makefile"_s) == SourceLanguage::Plain);
}

void TestSourceView::light_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, SourceLanguage language, const QString &text, const QString &expected) {
        QTest::newRow(name) << static_cast<int>(language) << text << expected;
    };
    using enum SourceLanguage;
    row("C++", Cpp, uR"(co_return f("a \" b", 'x'); // "no")"_s, uR"(k:co_return s:"a \" b" c:// "no")"_s);
    row("not in a word", Cpp, u"iffy if_ if"_s, u"k:if"_s);
    row("Python", Python, u"def f(): return 'it''s' # x"_s, u"k:def k:return s:'it' s:'s' c:# x"_s);
    row("JavaScript", JavaScript, u"const a = `x ${b}`; /* y */ let"_s, u"k:const s:`x ${b}` c:/* y */ k:let"_s);
    row("Lua", Lua, u"local s = [[x]] -- y"_s, u"k:local s:[[x]] c:-- y"_s);
    row("Go", Go, u"func f() { return \"x\" }"_s, u"k:func k:return s:\"x\""_s);
    row("plain", Plain, u"if \"x\" // y"_s, QString());
    row("unfinished string", Python, u"x = 'open"_s, u"s:'open"_s);
}

void TestSourceView::light()
{
    QFETCH(int, language);
    QFETCH(QString, text);
    QTEST(toned(static_cast<SourceLanguage>(language), text), "expected");
}

void TestSourceView::multilineTokens_continueInTheNextLine()
{
    QCOMPARE(toned(SourceLanguage::Cpp, u"/* a\nif b\nc */ if"_s), u"c:/* a c:if b c:c */ k:if"_s);
    QCOMPARE(toned(SourceLanguage::Python, u"'''a\nb''' if"_s), u"s:'''a s:b''' k:if"_s);
    QCOMPARE(toned(SourceLanguage::Cpp, u"R\"(a\n\"b)\" if"_s), u"s:R\"(a s:\"b)\" k:if"_s);
}

void TestSourceView::lines_areHighlightedAndScrolledTo()
{
    SourceView view;
    view.resize(400, 200);
    view.show();
    QVERIFY(view.showSource(u"x.py"_s, numbered(300)));
    QCOMPARE(view.blockCount(), 300);
    view.setLit({{200, 0, u"A"_s}, {2, 1, u"B"_s}, {999, 2, u"C"_s}});
    QVERIFY(view.verticalScrollBar()->value() > 150 && view.verticalScrollBar()->value() < 200);
    QCOMPARE(view.extraSelections().size(), 2);
    QCOMPARE(view.accessibleDescription(), u"A is at line 200; B is at line 2"_s);
    const auto before = view.verticalScrollBar()->value();
    view.setLit({{201, 0, u"A"_s}});
    QCOMPARE(view.verticalScrollBar()->value(), before); // it is visible: nothing moves
}

void TestSourceView::litLine_isFilledToTheEdge()
{
    SourceView view;
    view.resize(300, 200);
    view.show();
    view.showSource(u"a.txt"_s, "first line\nlast line of the text, which is so long that it is wrapped\n");
    view.setLit({{1, 0, u"A"_s}, {2, 1, u"B"_s}});
    const auto image = view.viewport()->grab().toImage();
    const auto atTheEdge = [&](int number, bool below) { // of the first part of the line, or of the last
        const auto block = view.document()->findBlockByNumber(number);
        const auto text = QTextCursor(block).block();
        QTextCursor cursor(text);
        if (below)
            cursor.movePosition(QTextCursor::EndOfBlock);
        return image.pixelColor(image.width() - grid::spacing, view.cursorRect(cursor).center().y());
    };
    const auto ground = view.palette().color(QPalette::Base);
    QVERIFY(atTheEdge(0, false) != ground);
    QVERIFY(atTheEdge(1, false) != ground && atTheEdge(1, false) != atTheEdge(0, false));
    QVERIFY(view.document()->findBlockByNumber(1).layout()->lineCount() > 1);
    QCOMPARE(atTheEdge(1, true), atTheEdge(1, false)); // though no line break follows it
}

void TestSourceView::marks_areDescribed()
{
    SourceView view;
    view.resize(400, 200);
    view.show();
    QVERIFY(view.showSource(u"x.py"_s, numbered(5)));
    view.setMarks({{1, u"Named by a verdict: #9"_s}});
    view.setLit({{1, 0, u"A"_s}, {1, 1, u"B"_s}});
    QCOMPARE(view.lineText(3), u"A is here\nB is here\nNamed by a verdict: #9"_s);
    QVERIFY(view.accessibleDescription().endsWith(u"line 1: Named by a verdict: #9"_s));
}

void TestSourceView::binary_isNotSource()
{
    SourceView view;
    QVERIFY(!view.showSource(u"x"_s, QByteArray("a\0b", 3)));
    QVERIFY(!view.showSource(u"x"_s, "\xff\xfe"));
    QVERIFY(view.toPlainText().isEmpty());
    QVERIFY(view.showSource(u"x"_s, {}));
}

void TestSourceView::longTexts_areCut()
{
    SourceView view;
    QVERIFY(view.showSource(u"x.py"_s, "ä" + QByteArray(5000, 'x') + "\nshort\n"));
    QVERIFY(view.isCut());
    QVERIFY(view.toPlainText().section(u'\n', 0, 0).size() < 1100);
    QVERIFY(view.showSource(u"x.py"_s, numbered(30'000)));
    QCOMPARE(view.blockCount(), SourceView::mostLines);
    QVERIFY(view.showSource(u"x.py"_s, QByteArray("ääääääää\n").repeated(100'000)));
    QVERIFY(view.isCut());
    QVERIFY(view.showSource(u"x.py"_s, "short"));
    QVERIFY(!view.isCut());
}

void TestSourceView::invisibleCharacters_areShown()
{
    SourceView view;
    QVERIFY(view.showSource(u"x.py"_s, QByteArray("a\x1b"
                                                  "b\xe2\x80\xae"
                                                  "c\td\r\n")));
    QCOMPARE(view.toPlainText(), u"a·b·c    d"_s);
}

void TestSourceView::hugeText_doesNotStall()
{
    SourceView view;
    view.resize(600, 400);
    view.show();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(view.showSource(u"x.cpp"_s, QByteArray("    if (x) return \"abc\"; // y\n").repeated(25'000)));
    QCoreApplication::processEvents();
    const auto shown = timer.restart();
    for (int i = 1; i <= 100; ++i) {
        view.setLit({{i * 150, 0, u"A"_s}});
        view.grab();
    }
    qInfo("shown in %lld ms, 100 other lines in %lld ms", shown, timer.elapsed());
    QVERIFY(timer.elapsed() < 20'000);
}

void TestSourceView::panel_showsTheActingWorkersFile()
{
    SourcePanel panel;
    panel.resize(400, 400);
    panel.show();
    const auto run = locatedRun();
    panel.showRun(run);
    panel.showMoment(momentOf(run, 12));
    QCOMPARE(panel.file(), std::string("lock.py"));
    QCOMPARE(panel.view()->lit(), QList<SourceView::Lit>({{3, 0, u"A"_s}}));
    panel.showMoment(momentOf(run, 25));
    QCOMPARE(panel.file(), std::string("queue.lua"));
    QCOMPARE(panel.view()->lit(), QList<SourceView::Lit>({{2, 1, u"B"_s}}));
    panel.followWorker(u"A"_s);
    panel.showMoment(momentOf(run, 25));
    QCOMPARE(panel.file(), std::string("lock.py"));
}

void TestSourceView::panel_keepsTheChosenFile()
{
    SourcePanel panel;
    const auto run = locatedRun();
    panel.showRun(run);
    auto *const files = panel.findChild<QComboBox *>(u"files"_s);
    QCOMPARE(files->count(), 2);
    files->setCurrentIndex(1);
    emit files->activated(1);
    panel.showMoment(momentOf(run, 12));
    QCOMPARE(panel.file(), std::string("queue.lua"));
    QVERIFY(panel.view()->lit().isEmpty());
}

void TestSourceView::panel_reportsMissingSource()
{
    SourcePanel panel;
    panel.show();
    const auto *const state = panel.findChild<StatePanel *>();
    QVERIFY(state->isVisible());
    const auto silent = runOfStory("plain DEL after expiry");
    panel.showRun(silent);
    panel.showMoment(momentOf(silent, 350));
    QVERIFY(state->isVisible());
    QVERIFY(state->explanation().contains(u"does not say where it is"_s));
    const auto run = locatedRun();
    panel.showRun(run);
    panel.followWorker(u"C"_s);
    panel.showMoment(momentOf(run, 12));
    QVERIFY(state->isVisible());
    panel.followWorker({});
    panel.showMoment(momentOf(run, 12));
    QVERIFY(!state->isVisible());
    panel.showMoment(momentOf(run, 345));
    QVERIFY(state->isVisible());
    QVERIFY(state->explanation().contains(u"gone.py"_s));
}

void TestSourceView::panel_marksTheLinesOfTheVerdicts()
{
    SourcePanel panel;
    const auto run = locatedRun();
    panel.showRun(run);
    const auto lines = sourceLinesOf(run->report.history, run->report.verdicts);
    QVERIFY(std::ranges::any_of(lines, [](const SourceLine &line) { return line.file == "lock.py" && line.line == 7; }));
    QVERIFY(std::ranges::any_of(panel.view()->marks(), [](const SourceView::Mark &mark) { return mark.line == 7; }));
    panel.setVeiled(true); // guess first
    QVERIFY(panel.view()->marks().isEmpty());
    panel.setVeiled(false);
    QVERIFY(!panel.view()->marks().isEmpty());
}

void TestSourceView::panel_followsAProtocolInThreeViews()
{
    SourcePanel panel;
    panel.resize(400, 400);
    panel.show();
    const auto run = tokenRun();
    panel.showRun(run);
    QCOMPARE(panel.shown(), SourcePanel::View::Pseudocode); // for a class
    const auto *tabs = panel.findChild<QTabBar *>(u"sourceViews"_s);
    QCOMPARE(tabs->count(), 3);
    const auto litAt = [&](double milliseconds) {
        panel.showMoment(momentOf(run, milliseconds));
        const auto lit = panel.view()->lit();
        return lit.size() == 1 ? lineText(panel.view(), lit.front().line) : QString::number(lit.size());
    };
    QVERIFY(litAt(15).startsWith(u"take   SET key token NX PX lease"_s));
    QVERIFY(litAt(100).startsWith(u"work   "_s));
    QVERIFY(litAt(340).startsWith(u"free   "_s));
    QVERIFY(std::ranges::any_of(panel.view()->marks(),
                                [&](const auto &mark) { return lineText(panel.view(), mark.line).startsWith(u"free"_s); }));
    panel.chooseNext();
    QCOMPARE(tabs->tabText(tabs->currentIndex()), u"C++"_s);
    QVERIFY(litAt(340).contains(u"compareAndDelete"_s));
    panel.chooseNext();
    QCOMPARE(panel.shown(), SourcePanel::View::Redis);
    QCOMPARE(litAt(340), u"EVAL compareAndDelete 1 key token"_s);
    QCOMPARE(litAt(100), u"SET key token NX PX lease"_s); // the last that it has sent
    QVERIFY(panel.view()->toPlainText().contains(u"redis.call('GET', KEYS[1]) == ARGV[1]"_s));
    panel.showRun(run);
    QCOMPARE(panel.shown(), SourcePanel::View::Redis); // it stays
    panel.findChild<QTabBar *>()->setCurrentIndex(1);
    QCOMPARE(panel.chosen(), SourcePanel::View::Pseudocode);
    QVERIFY(litAt(100).startsWith(u"work   "_s));
}

void TestSourceView::panel_namesThePurposeOfACommand()
{
    SourcePanel panel;
    panel.resize(900, 900);
    panel.show();
    const auto run = tokenRun();
    panel.showRun(run);
    const auto hintAt = [&](double milliseconds) {
        panel.showMoment(momentOf(run, milliseconds));
        const auto line = static_cast<int>(panel.view()->lit().front().line);
        auto *view = panel.findChild<SourceView *>();
        view->setTextCursor(QTextCursor(view->document()->findBlockByNumber(line - 1)));
        return view->lineText(view->cursorRect().center().y());
    };
    for (const auto view : {SourcePanel::View::Pseudocode, SourcePanel::View::Redis, SourcePanel::View::Source}) {
        panel.choose(view);
        QVERIFY2(hintAt(12).contains(u"To take the lock"_s), qPrintable(hintAt(12)));
        QVERIFY2(hintAt(340).contains(u"To free the lock"_s), qPrintable(hintAt(340)));
    }
}

void TestSourceView::panel_hasNoPseudocodeOfOtherWorkers()
{
    SourcePanel panel;
    panel.show();
    const auto run = locatedRun();
    panel.showRun(run);
    QCOMPARE(panel.findChild<QTabBar *>()->count(), 2);
    QCOMPARE(panel.shown(), SourcePanel::View::Source);
    panel.chooseNext();
    QCOMPARE(panel.shown(), SourcePanel::View::Redis);
    panel.showMoment(momentOf(run, 340));
    const auto &lit = panel.view()->lit();
    QVERIFY(std::ranges::any_of(lit, [&](const auto &one) { return lineText(panel.view(), one.line).startsWith(u"DEL "_s); }));
}

void TestSourceView::wrappedLines_hang_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    QTest::newRow("short") << u"short"_s << u"short"_s;
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("at spaces") << u"one two three four"_s << u"one two|three four"_s;
    QTest::newRow("never in a word") << u"return isTheOwner(key)"_s << u"return|isTheOwner(|key)"_s;
    QTest::newRow("not before what ends") << u"answer(deleted);"_s << u"answer(|deleted);"_s;
    QTest::newRow("word that is too long") << u"abcdefghijklmnopq"_s << u"abcdefghijkl|mnopq"_s;
    QTest::newRow("indented") << u"    if it is so"_s << u"    if it is|so"_s;
}

void TestSourceView::wrappedLines_hang()
{
    QFETCH(QString, line);
    QFETCH(QString, expected);
    QStringList parts;
    qsizetype begin = 0;
    for (const int part : partsOf(line, 12, 1)) {
        parts << line.mid(begin, part);
        begin += part;
        while (begin < line.size() && line[begin] == u' ')
            ++begin;
    }
    QCOMPARE(parts.join(u'|'), expected);
}

void TestSourceView::wrappedLines_areLaidOutSo()
{
    SourceView view;
    view.resize(260, 200);
    view.show();
    view.showSource(u"a.lua"_s, "return redis.call('PEXPIRE', KEYS[1], ARGV[2])\nend\n");
    view.grab();
    const auto block = view.document()->firstBlock();
    const auto *layout = block.layout();
    QVERIFY(layout->lineCount() > 1);
    for (int i = 1; i < layout->lineCount(); ++i) {
        const auto line = layout->lineAt(i);
        QVERIFY(line.x() > layout->lineAt(0).x());
        QVERIFY(line.x() + line.naturalTextWidth() <= view.viewport()->width());
        const auto before = block.text().at(line.textStart() - 1), first = block.text().at(line.textStart());
        QVERIFY(!before.isLetterOrNumber() || !first.isLetterOrNumber());
    }
    QVERIFY(view.document()->lineCount() > 2); // so the scroll bar counts each part
}

void TestSourceView::source_isDedented()
{
    SourceView view;
    view.showSource(u"a.py"_s, "        def f():\n            return 1\n\n        x = 2\n");
    QCOMPARE(view.toPlainText(), u"def f():\n  return 1\n\nx = 2"_s);
    view.showSource(u"a.py"_s, "def f():\n  return 1\n");
    QCOMPARE(view.toPlainText(), u"def f():\n  return 1"_s);
}

void TestSourceView::controls_haveNames()
{
    SourcePanel panel;
    panel.showRun(locatedRun());
    panel.show();
    for (const auto *widget : panel.findChildren<QWidget *>()) {
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0)
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

LOCKSCOPE_TEST(TestSourceView)

#include "tst_source_view.moc"
