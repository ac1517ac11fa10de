// SPDX-License-Identifier: MIT
// The demo's workers: one `lockscope worker` process per role of the scene. This object drives them over the worker protocol, as the Lab
// does, and restarts them when they end. They end with this object, and also when this process is killed. Main thread.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/redis/endpoint.h"

#include <QString>

#include <functional>
#include <memory>

namespace lockscope {

struct DemoSceneOptions
{
    QString program;                                                      ///< path of the lockscope binary; empty: the running one
    int speed = 1;                                                        ///< all times of the scene are divided by this
    std::function<lockcore::Endpoint(const lockcore::Bytes &key)> home{}; ///< of a cluster: the node that has the key, on a Unix socket
};

class DemoScene final
{
public:
    /// `server` must be a private one, or a private cluster. `loopback`: the same server over TCP, for the locks that need it.
    DemoScene(lockcore::Endpoint server, lockcore::Endpoint loopback, DemoSceneOptions options = {});
    ~DemoScene(); ///< the processes are gone when it returns
    DemoScene(const DemoScene &) = delete;
    DemoScene &operator=(const DemoScene &) = delete;

private:
    struct Play;
    std::unique_ptr<Play> m_play;
};

} // namespace lockscope
