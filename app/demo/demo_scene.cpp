// SPDX-License-Identifier: MIT
#include "app/demo/demo_scene.h"

#include "app/demo/demo_actor.h"
#include "lockcore/redis/event_loop.h"

#include <QCoreApplication>
#include <QFile>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr Milliseconds restartPause = 3s;

std::string programOf(const DemoSceneOptions &options)
{
    return QFile::encodeName(options.program.isEmpty() ? QCoreApplication::applicationFilePath() : options.program).toStdString();
}

} // namespace

struct DemoScene::Play
{
    Play(Endpoint server, Endpoint loopback, const DemoSceneOptions &options)
        : stage{programOf(options), std::move(server), std::move(loopback), options.home, clock, poller, restartPause / options.speed}
    {
        for (const auto &lock : demoLocks()) {
            for (const auto &role : lock.roles) {
                actors.push_back(std::make_unique<DemoActor>(lock.key, fasterRole(role, options.speed), stage));
                scope.start(actors.back()->play());
            }
        }
    }

    LoopClock clock;
    Poller poller;
    EventLoop loop;
    DemoActor::Stage stage;
    std::vector<std::unique_ptr<DemoActor>> actors;
    Scope scope{loop};
};

DemoScene::DemoScene(Endpoint server, Endpoint loopback, DemoSceneOptions options)
    : m_play(std::make_unique<Play>(std::move(server), std::move(loopback), options))
{ }

DemoScene::~DemoScene() = default;

} // namespace lockscope
