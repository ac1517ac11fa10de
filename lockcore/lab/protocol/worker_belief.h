// SPDX-License-Identifier: MIT
// Whether the locks that one incarnation of a worker says it holds fit its own answers and reports. Judges only what is sure: while a
// request is open, or if something was said about the lock since the probe was sent, the worker may know more than we do. Pure; one thread.
#pragma once

#include "lockcore/lab/protocol/worker_message.h"

#include <map>

namespace lockcore {

class WorkerBelief final
{
public:
    // Times are those of one monotonic clock.
    void begin(const worker::HelloOk &greeting); ///< for the next incarnation, which holds nothing
    void sent(const worker::Request &request, Microseconds at);
    void take(const worker::Event &event);

    /// Notes the answer. Returns a sentence for the worker's author if it answers a probe by what cannot be true; empty: no mistake.
    std::string take(const worker::Answer &answer, Microseconds at);

private:
    using Name = std::pair<std::string, worker::Owner>;

    struct Lock
    {
        enum class Truth { NotHeld, Held, Unknown };
        Truth truth = Truth::NotHeld;
        std::string why = "it has never acquired it"; ///< of NotHeld
        bool watched = false;                         ///< a watchdog renews it
        bool open = false;                            ///< a request about it is not answered yet
        std::int64_t changes = 0;                     ///< requests, answers and reports about it
        std::int64_t depth = 0;                       ///< acquires minus releases
        std::optional<Microseconds> surelyUntil;      ///< of Held: no lease ends before; none: not known
        std::optional<Microseconds> until;            ///< of Held: the published validity is over then; none: not known
    };
    struct Asked
    {
        worker::Request request;
        Microseconds at{0};
        std::int64_t changes = 0; ///< of a probe: the lock's at that time
    };

    void settle(Lock &lock, const Asked &asked, const worker::Answer &answer, Microseconds at) const;
    void hold(Lock &lock, worker::Lease lease, Microseconds asked, const worker::Ok &ok, Microseconds at) const;
    std::string mistakeIn(const Lock &lock, const Asked &probe, bool holding, Microseconds at) const;

    worker::HelloOk m_greeting;
    bool m_thrown = false; ///< an owner is dead, and what it held is not known
    std::map<Name, Lock> m_locks;
    std::map<worker::Id, Asked> m_asked;
};

} // namespace lockcore
