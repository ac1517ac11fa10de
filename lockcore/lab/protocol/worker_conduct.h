// SPDX-License-Identifier: MIT
// What one incarnation of a worker was asked for, and whether what it says fits: each answer to a request that is open, each call to the
// resource the next step of a work that is open, each write with what was read. Pure; one thread.
#pragma once

#include "lockcore/lab/protocol/worker_message.h"

#include <map>
#include <set>

namespace lockcore {

class WorkerConduct final
{
public:
    void begin(const worker::HelloOk &greeting); ///< of the next incarnation, which nobody has asked for anything

    void sent(const worker::Request &request); ///< to the worker; a BadRequest is asked on purpose

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

    void answered(const worker::ResourceAnswer &answer);

    std::string mistakeIn(const worker::Answer &answer, worker::Id re) const;
    std::string mistakeIn(const Work &work, const worker::Answer &answer) const;
    std::string mistakeIn(const Work &work, const worker::ResourceCall &call) const;

    bool m_fences = false;                             ///< it promises fencing tokens
    std::map<worker::Id, std::string_view> m_answered; ///< requests, by their words
    std::map<worker::Id, std::string_view> m_open;
    std::map<worker::Id, Work> m_works;                            ///< of the open ones
    std::map<std::string, std::optional<std::int64_t>> m_versions; ///< that were read last, by lock
    std::set<std::string> m_read;                                  ///< locks that it was asked to acquire as a reader
};

} // namespace lockcore
