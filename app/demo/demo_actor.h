// SPDX-License-Identifier: MIT
// One role of the demo's scene: starts its worker processes, one after the other, and sends them their requests. Main thread.
#pragma once

#include "app/demo/demo_roles.h"
#include "app/demo/demo_trap.h"
#include "app/worker/driven_worker.h"
#include "lockcore/redis/endpoint.h"

#include <random>

namespace lockscope {

class DemoActor final
{
public:
    struct Stage
    {
        std::string program; ///< path of the lockscope binary
        lockcore::Endpoint server;
        lockcore::Endpoint loopback;                                        ///< the same server over TCP
        std::function<lockcore::Endpoint(const lockcore::Bytes &key)> home; ///< as DemoSceneOptions::home
        lockcore::Clock &clock;
        lockcore::Poller &poller;
        lockcore::Milliseconds restartPause; ///< without this pause, a worker that cannot start would keep a processor busy
    };

    /// `stage` must outlive this object.
    DemoActor(std::string_view key, DemoRole role, const Stage &stage);

    lockcore::Task<void> play(); ///< never returns; destroy its Scope before this object

private:
    lockcore::worker::Hello hello(const lockcore::Endpoint &server) const;
    lockcore::Task<lockcore::Endpoint> way(DrivenWorker *worker);
    lockcore::Task<void> live(DrivenWorker *worker);
    lockcore::Task<void> turn(DrivenWorker *worker);
    lockcore::Task<void> workUnder(DrivenWorker *worker, std::string lock);
    lockcore::Task<bool> acquire(DrivenWorker *worker, std::string lock);
    lockcore::Task<void> release(DrivenWorker *worker, std::string lock);
    std::string drawnLock();
    lockcore::Milliseconds between(Span span);

    const lockcore::Bytes m_key;
    const DemoRole m_role;
    const Stage &m_stage;
    std::mt19937 m_random{std::random_device()()};
    std::int64_t m_incarnation = 0;
    lockcore::worker::Id m_lastRequest = 0;
    std::unique_ptr<DemoTrap> m_trap; ///< the trap for the current worker; null: none is planned
};

} // namespace lockscope
