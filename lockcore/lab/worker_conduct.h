// SPDX-License-Identifier: MIT
// What one incarnation of a worker was asked for, and whether what it says fits: each answer to a request that is open, each call to the
// resource the next step of a work that is open, each write with what was read. Pure; one thread.
#pragma once

#include "lockcore/lab/worker_message.h"

#include <map>

namespace lockcore {

class WorkerConduct final
{
public:
    void begin(); ///< of the next incarnation, which nobody has asked for anything

    void ask(worker::Id id, entry::Request what);
    void askWork(worker::Id id, const std::string &lock, std::vector<entry::Step> steps);
    void reply(const worker::ResourceAnswer &answer); ///< to the last call with that number

    /// It is noted, unless it is a mistake: then a sentence for the worker's author. Empty: there is none.
    std::string take(const worker::Answer &answer);
    std::string take(const worker::ResourceCall &call); ///< likewise

private:
    struct Work
    {
        std::string lock;
        std::vector<entry::Step> steps;
        std::size_t done = 0;
        bool refused = false;              ///< a call was
        std::optional<worker::Id> calling; ///< number of the call that is not answered yet
    };

    std::string mistakeIn(const worker::Answer &answer, worker::Id re) const;
    std::string mistakeIn(const Work &work, const worker::ResourceCall &call) const;

    std::map<worker::Id, entry::Request> m_answered;
    std::map<worker::Id, entry::Request> m_open;
    std::map<worker::Id, Work> m_works;                            ///< of the open ones
    std::map<std::string, std::optional<std::int64_t>> m_versions; ///< that were read last, by lock
};

} // namespace lockcore
