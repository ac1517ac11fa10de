// SPDX-License-Identifier: MIT
#include "app/demo_scene.h"

#include "app/demo_roles.h"

#include <QCoreApplication>
#include <QTimer>

#include <csignal>

#include <sys/prctl.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

// With a pause: a worker that cannot start must not keep a processor busy.
constexpr std::chrono::milliseconds restartPause = 3s;

} // namespace

DemoScene::DemoScene(lockcore::Endpoint endpoint, DemoSceneOptions options)
    : m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
{
    for (const auto &lock : demoLocks()) {
        for (const auto &role : lock.roles)
            add(role.name);
    }
}

DemoScene::~DemoScene()
{
    for (const auto &worker : m_workers) {
        worker->disconnect(this);
        worker->kill();
    }
    for (const auto &worker : m_workers)
        worker->waitForFinished();
}

void DemoScene::add(std::string_view role)
{
    auto &worker = *m_workers.emplace_back(std::make_unique<QProcess>());
    worker.setProgram(m_options.program.isEmpty() ? QCoreApplication::applicationFilePath() : m_options.program);
    worker.setArguments({u"demo-worker"_s, QString::fromUtf8(role.data(), static_cast<qsizetype>(role.size()))});
    worker.setStandardOutputFile(QProcess::nullDevice());
    worker.setStandardErrorFile(QProcess::nullDevice());
    // Set before exec, so that a worker that is stopped during its start is reached too.
    worker.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    connect(&worker, &QProcess::finished, this,
            [this, &worker] { QTimer::singleShot(restartPause / m_options.speed, this, [this, &worker] { start(worker); }); });
    start(worker);
}

// The address goes through the pipe, because every user of the machine can read arguments.
void DemoScene::start(QProcess &worker)
{
    worker.start();
    worker.write(QByteArray::number(m_options.speed) + ' ' + QByteArray::fromStdString(lockcore::toString(m_endpoint)) + '\n');
}

} // namespace lockscope
