// SPDX-License-Identifier: MIT
#include "app/demo_scene.h"

#include "app/demo_roles.h"
#include "lockcore/process/pipe.h"

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

namespace lockscope {

using namespace std::chrono_literals;

namespace {

// With a pause: a worker that cannot start must not keep a processor busy.
constexpr std::chrono::milliseconds restartPause = 3s;

std::string nativePath(const QString &path) { return QFile::encodeName(path).toStdString(); }

} // namespace

struct DemoScene::Worker
{
    std::string role;
    lockcore::FileDescriptor life; ///< the worker ends when this is closed
    lockcore::OwnedProcess process;
};

DemoScene::DemoScene(lockcore::Endpoint endpoint, DemoSceneOptions options)
    : m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
{
    for (const auto &lock : demoLocks()) {
        for (const auto &role : lock.roles) {
            auto &worker = *m_workers.emplace_back(std::make_unique<Worker>());
            worker.role = role.name;
            connect(&worker.process, &lockcore::OwnedProcess::ended, this, [this, &worker] { startSoon(worker); });
            start(worker);
        }
    }
}

DemoScene::~DemoScene() = default;

void DemoScene::startSoon(Worker &worker)
{
    QTimer::singleShot(restartPause / m_options.speed, this, [this, &worker] { start(worker); });
}

void DemoScene::start(Worker &worker)
{
    auto input = lockcore::makePipe();
    if (!input)
        return startSoon(worker);
    const auto null = lockcore::nullDevice();
    lockcore::StartProcess how;
    how.program = nativePath(m_options.program.isEmpty() ? QCoreApplication::applicationFilePath() : m_options.program);
    how.words = {how.program, "demo-worker", worker.role};
    how.descriptors = {{input->reading.get(), STDIN_FILENO}, {null.get(), STDOUT_FILENO}, {null.get(), STDERR_FILENO}};
    if (worker.process.start(how) != 0)
        return startSoon(worker);
    worker.life = std::move(input->writing);
    // The address goes through the pipe, because every user of the machine can read arguments.
    const auto line = std::to_string(m_options.speed) + ' ' + lockcore::toString(m_endpoint) + '\n';
    [[maybe_unused]] const auto written = ::write(worker.life.get(), line.data(), line.size());
}

} // namespace lockscope
