// SPDX-License-Identifier: MIT
// The demo's workers: one process per role of the scene, restarted when it ends, while this object exists. They end with this object, and
// also when this process is killed: each worker's input is a pipe from this process. GUI thread.
#pragma once

#include "lockcore/process/owned_process.h"
#include "lockcore/redis/endpoint.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace lockscope {

struct DemoSceneOptions
{
    QString program; ///< lockscope's binary; empty: the running one
    int speed = 1;   ///< all times of the scene are divided by this
};

class DemoScene final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DemoScene)

public:
    explicit DemoScene(lockcore::Endpoint endpoint, DemoSceneOptions options = {});
    ~DemoScene() override; ///< the processes are gone when it returns

private:
    struct Worker;

    void start(Worker &worker);
    void startSoon(Worker &worker);

    const lockcore::Endpoint m_endpoint;
    const DemoSceneOptions m_options;
    std::vector<std::unique_ptr<Worker>> m_workers;
};

} // namespace lockscope
