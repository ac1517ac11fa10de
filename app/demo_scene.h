// SPDX-License-Identifier: MIT
// The demo's workers: a process for each role of the scene, started again when it ends, for as long as this object lives.
// They end with it, and with this process even when that is killed: each has the reading end of a pipe to it as its input.
// GUI thread.
#pragma once

#include "redis/endpoint.h"

#include <QObject>
#include <QProcess>

#include <memory>
#include <vector>

namespace lockscope {

struct DemoSceneOptions
{
    QString program; ///< lockscope's binary; empty: the running one
    int speed = 1;   ///< all of the scene's times are divided by this
};

class DemoScene final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DemoScene)

public:
    explicit DemoScene(lockcore::Endpoint endpoint, DemoSceneOptions options = {});
    ~DemoScene() override; ///< when it returns the processes are gone

private:
    void add(std::string_view role);
    void start(QProcess &worker);

    const lockcore::Endpoint m_endpoint;
    const DemoSceneOptions m_options;
    std::vector<std::unique_ptr<QProcess>> m_workers;
};

} // namespace lockscope
