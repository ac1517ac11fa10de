// SPDX-License-Identifier: MIT
// Takes the screenshots of the README from the demo: a real window that watches a private server. `screenshots DIRECTORY SUFFIX`; size and
// scale come from the environment, as for any Qt program.
#include "app/demo/demo_roles.h"
#include "app/demo/demo_scene.h"
#include "lockcore/redis/private_server.h"
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

constexpr int longest = 90'000; // ms

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

bool shoot(const PrivateServer &server, Appearance appearance, QSize size, const QString &file)
{
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
    services.startDemo = [&server] { return Result<Endpoint>(server.endpoint()); };
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
    if (!QTest::qWaitFor([&] { return rowOf(*page, u"deleted early"_s) >= 0; }, longest))
        return false;
    QTest::qWait(1'500); // until the lock is acquired again, or is hidden
    return window.grab().save(file);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() < 3)
        return 2;
    const QDir folder(arguments.at(1));
    const QString &suffix = arguments.at(2);
    PrivateServerOptions options;
    options.supervisor = LOCKSCOPE_BINARY;
    auto server = PrivateServer::start(options);
    if (!server)
        return 1;
    const DemoScene scene((*server)->endpoint(), {QStringLiteral(LOCKSCOPE_BINARY)});
    const QSize size = suffix == u"720"_s ? QSize(1280, 720) : QSize(1440, 900);
    const bool light = shoot(**server, Appearance::Light, size,
                             folder.filePath(u"monitor-light%1.png"_s.arg(suffix == u"1"_s ? QString() : u'-' + suffix)));
    const bool dark =
        shoot(**server, Appearance::Dark, size, folder.filePath(u"monitor-dark%1.png"_s.arg(suffix == u"1"_s ? QString() : u'-' + suffix)));
    return light && dark ? 0 : 1;
}
