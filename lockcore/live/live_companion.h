// SPDX-License-Identifier: MIT
// A worker's companions: each runs until its owner drops it or the worker dies, whichever comes first.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/locks/context.h"

namespace lockcore {

class Companions final
{
public:
    explicit Companions(ReadyQueue &queue)
        : m_queue(queue)
    { }
    ~Companions() { end(); }
    Companions(const Companions &) = delete;
    Companions &operator=(const Companions &) = delete;

    std::unique_ptr<Context::Companion> start(Task<void> task);
    void end(); ///< ends all of them immediately

private:
    ReadyQueue &m_queue;
    std::vector<std::weak_ptr<Scope>> m_scopes;
    std::size_t m_tidyAt = 16;
};

} // namespace lockcore
