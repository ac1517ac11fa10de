// SPDX-License-Identifier: MIT
// A handle for those who watch a waiting or running run of a RunPool and act on it. Copyable. Thread of its pool; its calls are executed on
// the run's own thread. After the end of the run or of its pool, calls do nothing.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <functional>
#include <memory>

namespace lockcore {

class RunHandle
{
public:
    void act(const Fault &fault) const; ///< as LabRun::act(); ignores `when` and `after`
    void stop() const; ///< as LabRun::stop(), also the second call; a run whose rounds have not begun ends with the error Cancelled

private:
    friend class RunPool;
    struct Commands
    {
        std::function<void(const Fault &)> act;
        std::function<void()> stop;
    };

    std::weak_ptr<Commands> m_commands; ///< owned by the pool
};

} // namespace lockcore
