// SPDX-License-Identifier: MIT
// A run of a RunPool that is waiting or under way, for those who watch it and act upon it. Copyable. Thread of its pool; what it asks for
// is done on the run's own thread. After the run's end, or its pool's, nothing happens.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <functional>
#include <memory>

namespace lockcore {

class RunHandle
{
public:
    void act(const Fault &fault) const; ///< as of LabRun; `when` and `after` do not count
    void stop() const;                  ///< as of LabRun; a run whose rounds have not begun ends with the error Cancelled

private:
    friend class RunPool;
    struct Commands
    {
        std::function<void(const Fault &)> act;
        std::function<void()> stop;
    };

    std::weak_ptr<Commands> m_commands; ///< of the pool
};

} // namespace lockcore
