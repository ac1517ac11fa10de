// SPDX-License-Identifier: MIT
// How soon the window appears: from the start of the process until an X server shows it mapped, and until it is painted.
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "bench/x_display.h"
#include "support/virtual_screen.h"

#include <QCoreApplication>
#include <QTemporaryDir>

using namespace lockcore;
using namespace lockcore::bench;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int rounds = 7;

// An environment without a user's settings.
QProcessEnvironment environment(const test::VirtualScreen &screen, const QString &home)
{
    auto environment = screen.environment();
    for (const auto *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(QString::fromLatin1(name), home);
    return environment;
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    test::RedisServer server;
    addLocks(server, 1'000);
    const test::VirtualScreen screen({1440, 900}, test::VirtualScreen::Manager::None);
    const QTemporaryDir home;
    Figures figures("Window: from the start of the process, 1,000 locks on the server");
    std::vector<double> mapped, painted;
    for (int round = 0; round < rounds; ++round) {
        XDisplay eyes(screen.display().toStdString());
        const LockscopeProcess process({}, server.endpoint(), true, environment(screen, home.path()));
        if (!eyes.waitMapped())
            qFatal("no window comes up");
        mapped.push_back(secondsOf(process.sinceStart()));
        if (!eyes.waitPainted())
            qFatal("the window stays empty");
        painted.push_back(secondsOf(process.sinceStart()));
    }
    figures.told("mapped", median(mapped), "s");
    figures.atMost("painted", 0.6, median(painted), "s");
    figures.told("painted, slowest start (the first reads from the disk)", percentile(painted, 1), "s");
    return figures.print();
}
