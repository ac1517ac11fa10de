// SPDX-License-Identifier: MIT
// Takes the pictures of the Lab's room: real runs in the real window. `screenshots_of_lab DIRECTORY SUFFIX`; the scale comes from the
// environment, as for any Qt program.
#include "ui/lab/lab_actions.h"
#include "ui/lab/lab_desk.h"
#include "ui/lab/lab_page.h"
#include "ui/lab/library_view.h"
#include "ui/lab/run_pool_engine.h"
#include "ui/lab/verdict_cards.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longest = 60'000;    // ms
constexpr int liveFor = 2'500;     // ms
constexpr int settlesWithin = 300; // ms

class LabPictures final
{
public:
    LabPictures(Appearance appearance, QSize size, QDir folder, QString suffix)
        : m_folder(std::move(folder))
        , m_onlyTwo(suffix != u"1"_s)
        , m_suffix(u'-' + (appearance == Appearance::Dark ? u"dark"_s : u"light"_s) + (suffix == u"1"_s ? QString() : u'-' + suffix))
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
        m_window = std::make_unique<MainWindow>(std::move(services), std::move(settings));
        m_window->resize(size);
        m_window->show();
        for (auto *action : m_window->findChildren<QAction *>()) { // without a window manager, no window gets keys
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_2))
                action->trigger();
        }
        m_page = m_window->labPage();
    }

    bool takeAll()
    {
        m_page->library()->select(u"plain-del-after-expiry"_s);
        m_page->actions()->run->trigger();
        if (!wait([this] { return isPlayed() && m_page->desk()->upper(); }))
            return false;
        m_page->player()->setPosition(m_page->player()->end());
        m_page->player()->setPlaying(false);
        for (const auto &verdict : m_page->desk()->upper()->report.verdicts) {
            if (verdict.property == Property::Ownership && !verdict.events.empty())
                emit m_page->verdicts()->entryChosen(verdict.events.back());
        }
        if (!save(u"lab"_s) || !takeStacked())
            return false;
        return m_onlyTwo || (takeProjector() && takeEditing() && takeByHand());
    }

private:
    bool takeStacked()
    {
        m_page->actions()->twin->trigger();
        if (!wait([this] { return m_page->desk()->lower() != nullptr; }))
            return false;
        m_page->player()->setPosition(m_page->player()->end());
        return save(u"lab-stacked"_s);
    }

    bool takeProjector()
    {
        m_page->actions()->unstack->trigger();
        m_page->player()->setPosition(m_page->player()->end());
        m_page->actions()->projector->trigger();
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
    const bool m_onlyTwo; ///< of other sizes and scales
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
    const QString suffix = arguments.at(2);
    const QSize size = suffix == u"720"_s ? QSize(1280, 720) : QSize(1440, 900);
    for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
        if (!LabPictures(appearance, size, QDir(arguments.at(1)), suffix).takeAll())
            return 1;
    }
    return 0;
}
