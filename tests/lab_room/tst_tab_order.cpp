// SPDX-License-Identifier: MIT
// Without a mouse: Tab reaches every control of the window once, in reading order, and Shift+Tab returns the same way.
#include "support/test_program.h"
#include "told_engine.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/pill.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QHash>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace lockscope;
using lockscope::test::ToldEngine;
using namespace Qt::Literals::StringLiterals;

namespace {

QRect placeOf(const QWidget *widget) { return {widget->mapTo(widget->window(), QPoint()), widget->size()}; }

QString nameOf(const QWidget *widget)
{
    const auto place = placeOf(widget);
    return u"%1 \"%2\" at %3,%4"_s.arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName())
        .arg(place.x())
        .arg(place.y());
}

bool isTabStop(const QWidget *widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && widget->isVisible() && widget->isEnabled();
}

bool isScrolledAway(const QWidget *widget)
{
    for (const auto *around = widget->parentWidget(); around; around = around->parentWidget()) {
        const auto *area = qobject_cast<const QScrollArea *>(around);
        if (area && !placeOf(area->viewport()).intersects(placeOf(widget)))
            return true;
    }
    return false;
}

} // namespace

class TabOrderTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tab_followsTheReadingOrder_data();
    void tab_followsTheReadingOrder();
    void playing_movesFocusToTheTimelineOrKeepsIt_data();
    void playing_movesFocusToTheTimelineOrKeepsIt();
    void chips_keepFocusWhileTheirStoryIsPlayed();
    void primaryButton_staysPrimary();
    void library_keepsPlayerShortcuts();
    void noKeyMeansTwoThings();

private:
    LabPage *page() const { return m_window->labPage(); }
    void play(bool below);
    QList<QWidget *> walk(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    int columnOf(const QWidget *widget) const;
    bool isReadBefore(const QWidget *one, const QWidget *other) const;

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
    ToldEngine *m_engine = nullptr;
    QStringList m_wrong;
};

void TabOrderTest::init()
{
    m_wrong.clear();
    m_home = std::make_unique<QTemporaryDir>();
    WindowServices services;
    services.profilesFile = m_home->filePath(u"profiles.json"_s);
    services.lab = [this] {
        auto engine = std::make_unique<ToldEngine>();
        m_engine = engine.get();
        return engine;
    };
    auto settings = std::make_unique<QSettings>(m_home->filePath(u"settings.ini"_s), QSettings::IniFormat);
    m_window = std::make_unique<MainWindow>(std::move(services), std::move(settings));
    m_window->resize(1280, 720);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(page()->isVisible());
}

void TabOrderTest::cleanup()
{
    m_window.reset();
    m_home.reset();
}

void TabOrderTest::play(bool below)
{
    below ? page()->desk()->stack({}) : page()->desk()->play({});
    m_engine->end();
    page()->player()->setPosition(page()->player()->end());
}

// Once around, beginning with what has the focus.
QList<QWidget *> TabOrderTest::walk(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QList<QWidget *> stops;
    for (auto *here = QApplication::focusWidget(); here && !stops.contains(here) && !isScrolledAway(here);
         here = QApplication::focusWidget()) {
        stops << here;
        QTest::keyClick(here, key, modifiers);
        const auto *now = QApplication::focusWidget(); // compared after the key, which scrolls the widget into view
        if (key == Qt::Key_Tab && now && !stops.contains(now) && !isReadBefore(here, now))
            m_wrong << nameOf(here) + u" before "_s + nameOf(now);
    }
    return stops;
}

int TabOrderTest::columnOf(const QWidget *widget) const
{
    if (!page()->isAncestorOf(widget))
        return 0; // the rail
    if (page()->library()->isAncestorOf(widget))
        return 2;
    if (page()->workers()->isAncestorOf(widget) || page()->findChild<SourcePanel *>()->isAncestorOf(widget))
        return 4;
    return placeOf(widget).left() < placeOf(page()->library()).right() || placeOf(widget).bottom() < placeOf(page()->library()).top() ? 1
                                                                                                                                      : 3;
}

bool TabOrderTest::isReadBefore(const QWidget *one, const QWidget *other) const
{
    if (columnOf(one) != columnOf(other))
        return columnOf(one) < columnOf(other);
    const auto here = placeOf(one), there = placeOf(other);
    if (here.contains(there))
        return true;
    return here.bottom() < there.top() || (here.top() <= there.bottom() && here.left() < there.left());
}

void TabOrderTest::tab_followsTheReadingOrder_data()
{
    QTest::addColumn<QString>("what");
    for (const auto *what : {"fresh", "played", "stacked", "changed", "table", "tour"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TabOrderTest::tab_followsTheReadingOrder()
{
    QFETCH(QString, what);
    if (what != u"fresh"_s)
        play(false);
    if (what == u"stacked"_s)
        play(true);
    if (what == u"changed"_s)
        page()->actions()->change->trigger();
    if (what == u"table"_s)
        page()->actions()->asTable->trigger();
    if (what == u"tour"_s)
        page()->startTour();
    QTest::qWait(50); // all is laid out
    QList<QWidget *> all;
    for (auto *widget : m_window->centralWidget()->findChildren<QWidget *>()) {
        if (isTabStop(widget))
            all << widget;
    }
    const auto first = std::ranges::find_if(all, [this](auto *widget) { return columnOf(widget) == 0; });
    QVERIFY(first != all.end());
    (*first)->setFocus(Qt::TabFocusReason);
    const auto stops = walk(Qt::Key_Tab);
    for (auto *widget : all)
        QVERIFY2(stops.contains(widget), qPrintable(u"not reached: "_s + nameOf(widget)));
    QCOMPARE(stops.size(), all.size());
    QVERIFY2(m_wrong.isEmpty(), qPrintable(m_wrong.join(u", "_s)));
    auto back = walk(Qt::Key_Backtab, Qt::ShiftModifier);
    std::reverse(back.begin() + 1, back.end());
    QCOMPARE(back, stops);
}

void TabOrderTest::playing_movesFocusToTheTimelineOrKeepsIt_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("stays");
    QTest::newRow("bar") << u"Run"_s << false;
    QTest::newRow("rail") << u"Lab"_s << false;
    QTest::newRow("tour") << u"tourMain"_s << false;
    QTest::newRow("chip") << u"set-nx-del"_s << false;
    QTest::newRow("list") << u"Scenarios"_s << true;
}

void TabOrderTest::playing_movesFocusToTheTimelineOrKeepsIt()
{
    QFETCH(QString, from);
    QFETCH(bool, stays);
    const auto all = m_window->centralWidget()->findChildren<QWidget *>();
    const auto found = std::ranges::find_if(
        all, [&](const auto *widget) { return isTabStop(widget) && (widget->accessibleName() == from || widget->objectName() == from); });
    QVERIFY(found != all.end());
    (*found)->setFocus(Qt::TabFocusReason);
    page()->actions()->run->trigger();
    m_engine->end();
    auto *expected = stays ? *found : static_cast<QWidget *>(page()->stack()->upperTimeline());
    QCOMPARE(QApplication::focusWidget(), expected);
}

// If the chips were deleted, the focus would go with them, and Tab would start again.
void TabOrderTest::chips_keepFocusWhileTheirStoryIsPlayed()
{
    const auto chips = page()->findChildren<Pill *>();
    const auto chip = std::ranges::find_if(chips, &Pill::isVisible);
    QVERIFY(chip != chips.end());
    (*chip)->setFocus(Qt::TabFocusReason);
    page()->library()->select(QString::fromStdString(page()->library()->current()->name));
    QCOMPARE(QApplication::focusWidget(), *chip);
}

void TabOrderTest::primaryButton_staysPrimary()
{
    const auto buttons = page()->findChildren<KeyButton *>();
    const auto run = std::ranges::find(buttons, u"Run"_s, &QAbstractButton::text);
    QVERIFY((*run)->isDefault());
    (*run)->setFocus(Qt::TabFocusReason);
    page()->library()->focusSearch();
    QVERIFY((*run)->isDefault());
    (*run)->setFocus(Qt::TabFocusReason);
    QTest::keyClick(*run, Qt::Key_Return);
    QVERIFY(page()->desk()->isBusy());
}

void TabOrderTest::library_keepsPlayerShortcuts()
{
    play(false);
    auto *list = page()->findChild<QTreeView *>(u"library"_s);
    list->setFocus();
    page()->player()->setPosition(page()->player()->begin());
    const auto chosen = list->currentIndex();
    QTest::keyClick(list, Qt::Key_Period);
    QVERIFY(page()->player()->position() > page()->player()->begin());
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(page()->player()->isPlaying());
    QCOMPARE(list->currentIndex(), chosen);
}

// Qt would trigger neither of two actions with one key.
void TabOrderTest::noKeyMeansTwoThings()
{
    play(false);
    QHash<QKeySequence, QString> taken;
    for (const auto *action : m_window->findChildren<QAction *>()) {
        const bool works = action->isVisible() && action->isEnabled() && action->shortcutContext() == Qt::WindowShortcut;
        if (!works || action->shortcut().isEmpty())
            continue;
        const auto key = action->shortcut();
        QVERIFY2(!taken.contains(key), qPrintable(u"%1: %2 and %3"_s.arg(key.toString(), action->text(), taken.value(key))));
        taken.insert(key, action->text());
    }
    QVERIFY(taken.size() > 20);
}

LOCKSCOPE_TEST(TabOrderTest)
#include "tst_tab_order.moc"
