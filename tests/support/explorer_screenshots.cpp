// SPDX-License-Identifier: MIT
// Takes screenshots of the Explorer's room: a real search in the real window, light and dark.
//
//     screenshots_of_explorer DIRECTORY 1440x900          those of the README: explorer-light.png, explorer-dark.png
//     screenshots_of_explorer DIRECTORY 1280x720 --rest   what else the room has
#include "ui/explore/comparison_view.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/finding_list.h"
#include "ui/explore/oracle_engine.h"
#include "ui/explore/scripts_dialog.h"
#include "ui/explore/search_form.h"
#include "ui/explore/step_view.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longest = 180'000; // ms

class ExplorerPictures final
{
public:
    ExplorerPictures(Appearance appearance, QSize size, const QDir &folder, bool isReadme)
        : m_folder(folder)
        , m_suffix((appearance == Appearance::Dark ? u"-dark"_s : u"-light"_s)
                   + (isReadme ? QString() : u"-%1x%2"_s.arg(size.width()).arg(size.height())))
    {
        auto settings = std::make_unique<QSettings>(m_home.filePath(u"lockscope.ini"_s), QSettings::IniFormat);
        settings->setValue(u"window/appearance"_s, toString(appearance));
        WindowServices services;
        services.profilesFile = m_home.filePath(u"profiles.json"_s);
        services.lab = [] { return std::make_unique<RunPoolEngine>(); };
        services.explorer = [] { return std::make_unique<OracleEngine>(lockcore::ServerOracleOptions{"redis-server", LOCKSCOPE_BINARY}); };
        m_window = std::make_unique<MainWindow>(services, std::move(settings));
        m_window->resize(size);
        m_window->show();
        for (auto *action : m_window->findChildren<QAction *>()) { // without a window manager, no window receives key events
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_3))
                action->trigger();
        }
        m_page = m_window->explorePage();
    }

    bool takeForReadme() { return explored(u"set-nx-del"_s) && saved(u"explorer"_s); }

    bool takeRest()
    {
        if (!saved(u"explorer-ready"_s))
            return false;
        m_page->form()->chooseProtocol(u"redisson"_s);
        action(u"Explore"_s)->trigger();
        QTest::qWait(700);
        if (!saved(u"explorer-busy"_s) || !ended() || !saved(u"explorer-held"_s))
            return false;
        m_page->findings()->setCurrentIndex(m_page->findings()->model()->index(m_page->findings()->findings()->firstViolation(), 0));
        m_page->steps()->goTo(m_page->steps()->step() / 2);
        if (!saved(u"explorer-pause"_s))
            return false;
        action(u"Compare all protocols"_s)->trigger();
        if (!ended() || !saved(u"explorer-comparison"_s))
            return false;
        ScriptsDialog dialog({}, m_window.get());
        dialog.show();
        QTest::qWait(200);
        return dialog.grab().save(m_folder.filePath(u"explorer-scripts"_s + m_suffix + u".png"_s));
    }

private:
    QAction *action(const QString &text) const
    {
        for (auto *action : m_page->ownActions()) {
            if (action->text().remove(u'&') == text)
                return action;
        }
        return nullptr;
    }

    bool ended() const
    {
        return QTest::qWaitFor([this] { return action(u"Explore"_s)->isEnabled(); }, longest);
    }

    bool explored(const QString &protocol)
    {
        m_page->form()->chooseProtocol(protocol);
        action(u"Explore"_s)->trigger();
        return ended() && m_page->finding();
    }

    bool saved(const QString &name)
    {
        m_page->steps()->setFocus();
        QTest::qWait(300);
        return m_window->grab().save(m_folder.filePath(name + m_suffix + u".png"_s));
    }

    QTemporaryDir m_home;
    const QDir m_folder;
    const QString m_suffix;
    std::unique_ptr<MainWindow> m_window;
    ExplorePage *m_page = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    const auto sides = arguments.value(2).split(u'x');
    if (sides.size() != 2)
        return 2;
    const QSize size(sides[0].toInt(), sides[1].toInt());
    const bool isRest = arguments.value(3) == u"--rest"_s;
    for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
        ExplorerPictures pictures(appearance, size, QDir(arguments.value(1)), !isRest);
        if (!(isRest ? pictures.takeRest() : pictures.takeForReadme()))
            return 1;
    }
    return 0;
}
