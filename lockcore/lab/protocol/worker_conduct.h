// SPDX-License-Identifier: MIT
// The requests that one incarnation of a worker has received, and whether its messages fit them: each answer must belong to an open
// request, each call to the resource must be the next step of an open work, each write must use the value that was read, no probe may be
// answered by what cannot be true. Pure; one thread.
#pragma once

#include "lockcore/lab/protocol/worker_belief.h"

#include <map>
#include <set>

namespace lockcore {

class WorkerConduct final
{
public:
    void begin(const worker::HelloOk &greeting); ///< for the next incarnation, which has no requests yet

    // The times are those of one monotonic clock; without them no lease ends.
    void sent(const worker::Request &request, Microseconds at = {}); ///< to the worker; a BadRequest is sent on purpose
    void take(const worker::Event &event) { m_belief.take(event); }

    /// Notes the message, unless it is a mistake. Returns a sentence for the worker's author; empty: no mistake.
    std::string take(const worker::Answer &answer, Microseconds at = {});
    std::string take(const worker::ResourceCall &call); ///< likewise

    worker::Owner ownerOf(worker::Id work) const; ///< of an open work

private:
    struct Work
    {
        std::string lock;
        worker::Owner owner;
        std::vector<entry::Step> steps;
        std::size_t done = 0;
        bool refused = false;              ///< the resource has refused a call
        std::optional<worker::Id> calling; ///< id of the call that is not answered yet
    };

    void answered(const worker::ResourceAnswer &answer);

    std::string mistakeIn(const worker::Answer &answer, worker::Id re) const;
    std::string mistakeIn(const Work &work, const worker::Answer &answer) const;
    std::string mistakeIn(const Work &work, const worker::ResourceCall &call) const;

    WorkerBelief m_belief;
    bool m_fences = false;                             ///< the worker promises fencing tokens
    std::map<worker::Id, std::string_view> m_answered; ///< answered requests, by id; the value is the word of the request
    std::map<worker::Id, std::string_view> m_open;
    std::map<worker::Id, Work> m_works; ///< the open work requests
    /// The last version that was read, by lock and owner.
    std::map<std::pair<std::string, worker::Owner>, std::optional<std::int64_t>> m_versions;
    std::set<std::string> m_read; ///< locks that it was asked to acquire as a reader
};

} // namespace lockcore
