// SPDX-License-Identifier: MIT
// Who is shown as a worker of its own: each worker, and each of several owners in one (`A/A2`). Pure.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// The owner after whom its process is named, and the only one, are the worker itself.
Incarnation speakerOf(const Incarnation &who, const std::string &owner);

Incarnation speakerOf(const auto &of) { return speakerOf(of.who, of.owner); }

/// That an entry names. Of a command it is its process: Speakers may know more.
std::optional<Incarnation> speakerIn(const What &what);

/// The worker that an entry is about; none: a server, the Lab.
std::optional<Incarnation> workerOf(const What &what);

class Speakers
{
public:
    explicit Speakers(const Run &run); ///< keeps a reference

    /// The worker and the owners in its process, in the order in which they first asked.
    std::vector<std::string> in(const std::string &worker) const;

    /// The only one of the process that waits for an answer meanwhile; else the worker itself: its owners share its connections. None: of no
    /// worker.
    std::optional<Incarnation> ofTurn(Number turn) const;

    /// That an entry is about; none: a server, the Lab.
    std::optional<Incarnation> of(Number entry) const;

private:
    void readTurns();

    const Run &m_run;
    std::map<std::string, std::vector<std::string>> m_names;
    std::map<Number, Incarnation> m_turns; ///< that one of several owners can be told for
};

} // namespace lockcore::detail
