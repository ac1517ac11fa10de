// SPDX-License-Identifier: MIT
// Takes the screenshots of the Monitor from the demo: a real window that watches a private server. `screenshots_of_demo DIRECTORY 1440x900`;
// the scale comes from the environment, as for any Qt program.
#include "app/demo/demo_roles.h"
#include "app/demo/demo_scene.h"
#include "app/demo/demo_server.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/monitor/lock_model.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longest = 90'000;    // ms
constexpr int settlesWithin = 500; // ms

// The row of the lock with this name; -1: it is not listed.
int rowOf(const MonitorPage &page, const QString &name)
{
    const auto *rows = page.rows();
    for (int row = 0; row < rows->rowCount(); ++row) {
        for (int column = 0; column < rows->columnCount(); ++column) {
            if (rows->index(row, column).data().toString() == name)
                return row;
        }
    }
    return -1;
}

// With a demo of its own, whose beginning it sees: later, nobody could know which lock has lost its lease.
bool shoot(Appearance appearance, QSize size, const QString &file)
{
    auto server = DemoServer::start(LOCKSCOPE_BINARY);
    if (!server)
        return false;
    const DemoScene scene((*server)->endpoint(), (*server)->loopback(), {QStringLiteral(LOCKSCOPE_BINARY)});
    QTemporaryDir home;
    auto settings = std::make_unique<QSettings>(home.filePath(u"lockscope.ini"_s), QSettings::IniFormat);
    settings->setValue(u"window/appearance"_s, toString(appearance));
    WindowServices services;
    services.watch = [](const Target &target) {
        MonitorOptions options;
        options.ownServer = target.own;
        return std::make_unique<MonitorThread>(target.endpoint, options);
    };
    services.profilesFile = home.filePath(u"profiles.json"_s);
    services.startDemo = [&server] { return Result<Endpoint>((*server)->endpoint()); };
    services.demoStory = demoStory;
    services.lab = [] { return std::make_unique<RunPoolEngine>(); };
    MainWindow window(services, std::move(settings));
    window.resize(size);
    window.show();
    window.startDemo();
    auto *page = window.monitorPage();
    const bool filled = QTest::qWaitFor([&] { return rowOf(*page, u"order:{42}"_s) >= 0 && page->rows()->rowCount() >= 6; }, longest);
    if (!filled)
        return false;
    // The demo selects the worst lock. Then many events have happened, and the screenshot shows one that no other tool shows.
    const auto isSeen = [&] { return rowOf(*page, u"deleted early"_s) >= 0; };
    if (!QTest::qWaitFor(isSeen, longest) || !QTest::qWaitFor([&] { return !isSeen(); }, longest))
        return false;
    QTest::qWait(settlesWithin); // the timeline shows that it is gone
    return window.grab().save(file);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() < 3)
        return 2;
    const auto sides = arguments.at(2).split(u'x');
    const QSize size(sides.value(0).toInt(), sides.value(1).toInt());
    const QDir folder(arguments.at(1));
    const bool taken = !size.isEmpty() && shoot(Appearance::Light, size, folder.filePath(u"monitor-light.png"_s))
                       && shoot(Appearance::Dark, size, folder.filePath(u"monitor-dark.png"_s));
    return taken ? 0 : 1;
}
