// SPDX-License-Identifier: MIT
// Takes screenshots of the Lab's room: real runs in the real window, light and dark. The scale comes from the environment, as for any Qt program.
//
//     screenshots_of_lab DIRECTORY 1440x900                        those of the README: lab-light.png, lab-stacked-light.png…
//     screenshots_of_lab DIRECTORY 1280x720 --rest                 what else the room has
//     screenshots_of_lab DIRECTORY 1920x1080-projector STORY…      stories, played to their end; also for the projector
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/change/subject_field.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/player/run_player.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/tour.h"
#include "ui/lab/tables/result_page.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longest = 180'000; // ms
constexpr int suiteRuns = 24;
constexpr int sweepRuns = 1000;    // enough for all
constexpr int checkRuns = 60;      // most stories
constexpr int liveFor = 2'500;     // ms
constexpr int settlesWithin = 300; // ms

class LabPictures final
{
public:
    LabPictures(Appearance appearance, QSize size, const QDir &folder, const QString &suffix)
        : m_folder(folder)
        , m_suffix(u'-' + (appearance == Appearance::Dark ? u"dark"_s : u"light"_s) + (suffix.isEmpty() ? suffix : u'-' + suffix))
    {
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
        qputenv("XDG_DATA_HOME", m_home.filePath(u"data"_s).toUtf8());
        auto settings = std::make_unique<QSettings>(m_home.filePath(u"lockscope.ini"_s), QSettings::IniFormat);
        settings->setValue(u"window/appearance"_s, toString(appearance));
        settings->setValue(u"lab/tourOffered"_s, true);
        WindowServices services;
        services.profilesFile = m_home.filePath(u"profiles.json"_s);
        services.lab = [] {
            RunPoolEngine::Options options;
            options.program = QStringLiteral(LOCKSCOPE_BINARY);
            return std::make_unique<RunPoolEngine>(options);
        };
        m_window = std::make_unique<MainWindow>(services, std::move(settings));
        m_window->resize(size);
        m_window->show();
        for (auto *action : m_window->findChildren<QAction *>()) { // without a window manager, no window receives key events
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_2))
                action->trigger();
        }
        m_page = m_window->labPage();
    }

    bool takeForReadme()
    {
        if (!playFirst())
            return false;
        showProof();
        return save(u"lab"_s) && takeStacked();
    }

    /// What else the room has: the source in three views, the tables, the comparison, by hand, the tour, and the dialogs of its Help.
    bool takeRest()
    {
        if (!playFirst())
            return false;
        showProof();
        bool saved = true;
        for (int view = 1; view <= 3; ++view) {
            saved = saved && save(u"source-%1"_s.arg(view));
            m_page->actions()->sourceView->trigger();
        }
        return saved && takeStacked() && takeTables() && takeProjector() && takeEditing() && takeTour() && takeDialogs() && takeByHand()
               && takeAsking();
    }

    bool takeStories(const QStringList &stories, bool forProjector)
    {
        if (forProjector)
            m_page->actions()->projector->trigger();
        return std::ranges::all_of(stories, [&](const QString &story) {
            m_page->library()->select(story);
            m_page->actions()->run->trigger();
            if (!wait([this] { return isPlayed() && m_page->desk()->upper(); }))
                return false;
            m_page->player()->setPlaying(false);
            m_page->player()->setPosition(m_page->player()->end());
            if (!save(story))
                return false;
            m_page->player()->stepToDecisive(-1); // to the close-up
            return save(story + u"-close"_s);
        });
    }

private:
    bool playFirst()
    {
        m_page->library()->select(u"plain-del-after-expiry"_s);
        m_page->actions()->run->trigger();
        if (!wait([this] { return isPlayed() && m_page->desk()->upper(); }))
            return false;
        m_page->player()->setPosition(m_page->player()->end());
        m_page->player()->setPlaying(false);
        return true;
    }

    // Does the same as a click on the last number below the verdict.
    void showProof()
    {
        for (const auto &verdict : m_page->desk()->upper()->report.verdicts) {
            if (verdict.property == Property::Ownership && !verdict.events.empty())
                emit m_page->verdicts()->entryChosen(verdict.events.back());
        }
    }

    bool takeStacked()
    {
        m_page->actions()->twin->trigger();
        if (!wait([this] { return m_page->desk()->lower() != nullptr; }))
            return false;
        m_page->player()->setPosition(m_page->player()->end());
        m_page->stack()->showLastCloseUp();
        return save(u"lab-stacked"_s);
    }

    // Plays the suite only until the page is full, but the sweep to its end.
    bool takeTables()
    {
        m_page->actions()->unstack->trigger();
        auto *tables = m_page->tables();
        const auto play = [&](TableOrder::Kind kind, int runs, const QString &picture) {
            auto *page = tables->page(kind);
            page->findChild<QPushButton *>(u"tableStart"_s)->click();
            const bool isPlayed = wait([&] { return !tables->isPlaying() || page->played() >= runs; });
            page->findChild<QPushButton *>(u"tableStop"_s)->click();
            const bool isOver = wait([&] { return !tables->isPlaying(); });
            page->table()->setCurrentIndex(page->table()->model()->index(kind == TableOrder::Kind::Suite ? 8 : 1, 1));
            return isPlayed && isOver && save(picture);
        };
        m_page->actions()->suite->trigger();
        if (!play(TableOrder::Kind::Suite, suiteRuns, u"lab-suite"_s))
            return false;
        m_page->actions()->sweep->trigger();
        tables->page(TableOrder::Kind::Sweep)->subject()->choose("setnx-expire");
        if (!play(TableOrder::Kind::Sweep, sweepRuns, u"lab-sweep"_s))
            return false;
        m_page->actions()->check->trigger();
        tables->page(TableOrder::Kind::Check)->subject()->choose("set-nx-del");
        const bool checked = play(TableOrder::Kind::Check, checkRuns, u"lab-check"_s);
        emit tables->backWanted();
        return checked && takeComparison();
    }

    bool takeComparison()
    {
        m_page->actions()->unstack->trigger();
        m_page->actions()->compare->trigger();
        auto *tables = m_page->tables();
        auto *page = tables->page(TableOrder::Kind::Compare);
        page->findChild<QPushButton *>(u"tableStart"_s)->click();
        if (!wait([&] { return !tables->isPlaying(); }))
            return false;
        page->table()->setCurrentIndex(page->table()->model()->index(1, 1));
        const bool saved = save(u"compare"_s);
        auto *menu = page->findChild<QMenu *>();
        menu->popup({});
        QTest::qWait(settlesWithin);
        const bool shown = menu->grab().save(fileOf(u"compare-menu"_s));
        menu->close();
        emit tables->backWanted();
        return saved && shown;
    }

    bool takeTour()
    {
        m_page->startTour();
        bool saved = true;
        for (int step = 0; step < 5; ++step) {
            saved = saved && save(u"tour-%1-question"_s.arg(step + 1));
            m_page->tour()->findChild<QPushButton *>(u"tourAnswer1"_s)->click();
            QTest::qWait(liveFor);
            if (!wait([this] { return isPlayed(); }))
                return false;
            saved = saved && (step > 0 || save(u"tour-1-playing"_s));
            m_page->tour()->findChild<QPushButton *>(u"tourMain"_s)->click();
            saved = saved && save(u"tour-%1-answer"_s.arg(step + 1));
            m_page->tour()->findChild<QPushButton *>(u"tourMain"_s)->click();
        }
        m_page->tour()->end();
        return saved;
    }

    bool takeDialogs()
    {
        bool saved = true;
        for (auto *action : m_window->findChildren<QAction *>()) {
            const auto text = action->text().remove(u'&');
            if (!text.startsWith(u"Challenges"_s) && !text.startsWith(u"Pitfalls"_s) && !text.startsWith(u"Glossary"_s))
                continue;
            action->trigger();
            QTest::qWait(settlesWithin);
            for (auto *dialog : m_window->findChildren<QDialog *>()) {
                if (!dialog->isVisible())
                    continue;
                if (auto *answer = dialog->findChild<QPushButton *>(u"challengeAnswer2"_s)) {
                    answer->click();
                    auto *picture = dialog->findChild<QPushButton *>(u"challengePicture"_s);
                    saved = saved && wait([&] { return picture->isEnabled(); });
                }
                QTest::qWait(settlesWithin);
                saved = saved && dialog->grab().save(fileOf(u"dialog-"_s + text.section(u'…', 0, 0)));
                dialog->close();
            }
        }
        return saved;
    }

    bool takeAsking()
    {
        m_page->actions()->asks->setChecked(true);
        m_page->actions()->run->trigger();
        if (!wait([this] { return m_page->askPanel()->isAsking(); }))
            return false;
        const bool saved = save(u"lab-question"_s);
        m_page->actions()->asks->setChecked(false);
        return saved;
    }

    bool takeProjector()
    {
        m_page->actions()->unstack->trigger();
        m_page->actions()->projector->trigger();
        showProof();
        const bool saved = save(u"lab-projector"_s);
        m_page->actions()->projector->trigger();
        return saved;
    }

    bool takeEditing()
    {
        m_page->actions()->edit->trigger();
        auto *dialog = m_page->findChild<QDialog *>();
        if (!dialog)
            return false;
        QTest::qWait(settlesWithin);
        const bool saved = dialog->grab().save(fileOf(u"lab-editing"_s));
        delete dialog;
        return saved;
    }

    bool takeByHand()
    {
        m_page->actions()->live->trigger();
        QTest::qWait(liveFor);
        const bool saved = save(u"lab-by-hand"_s);
        m_page->actions()->stop->trigger();
        return wait([this] { return isPlayed(); }) && saved;
    }

    bool isPlayed() const { return !m_page->desk()->isBusy(); }
    static bool wait(const std::function<bool()> &until) { return QTest::qWaitFor(until, longest); }
    QString fileOf(const QString &name) const { return m_folder.filePath(name + m_suffix + u".png"_s); }
    bool save(const QString &name)
    {
        QTest::qWait(settlesWithin);
        return m_window->grab().save(fileOf(name));
    }

    const QTemporaryDir m_home;
    const QDir m_folder;
    const QString m_suffix;
    std::unique_ptr<MainWindow> m_window;
    LabPage *m_page = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() < 3)
        return 2;
    const auto sides = arguments.at(2).section(u'-', 0, 0).split(u'x');
    const QSize size(sides.value(0).toInt(), sides.value(1).toInt());
    const auto stories = arguments.mid(3);
    if (size.isEmpty())
        return 2;
    for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
        LabPictures pictures(appearance, size, QDir(arguments.at(1)), stories.isEmpty() ? QString() : arguments.at(2));
        const bool taken = stories.isEmpty()                     ? pictures.takeForReadme()
                           : stories == QStringList(u"--rest"_s) ? pictures.takeRest()
                                                                 : pictures.takeStories(stories, arguments.at(2).endsWith(u"-projector"_s));
        if (!taken)
            return 1;
    }
    return 0;
}
