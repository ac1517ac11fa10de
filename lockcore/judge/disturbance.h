// SPDX-License-Identifier: MIT
// What disturbed a worker in a stretch of the history: the faults that the Lab injected, and the stalls that nobody planned.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// A fault between these entries that may have changed the data or the clock of a server; 0 if there was none.
Number serverChanged(const Run &run, Number from, Number to);

class Disturbances
{
public:
    explicit Disturbances(const Run &run);

    /// The entry of a fault that acted on this worker or on a server between `from` and `to`; 0 if there was none.
    Number fault(const Incarnation &who, Number from, Number to) const;

    /// The same without skewed clocks, which make nobody late.
    Number delay(const Incarnation &who, Number from, Number to) const;

    /// The same for unplanned stalls above the limit, of this worker, a server or the Lab.
    Number stall(const Incarnation &who, Number from, Number to) const;

    /// The time since which nothing has disturbed the worker, up to `to` and not before `from`; none if a disturbance lasted until `to`.
    /// After a fault of the network or of a server, the disturbance lasts for as long as the worker waits for an answer that may be lost.
    std::optional<Microseconds> quietSince(const Incarnation &who, Number from, Number to) const;

private:
    struct Spell
    {
        std::optional<Incarnation> who; ///< none: it affects everybody
        Number number = 0;
        Microseconds since{0};
        Microseconds until{0};
    };

    enum class Clocks { Count, Ignore };
    Number find(const std::vector<Spell> &spells, const Incarnation &who, Number from, Number to, Clocks clocks = Clocks::Count) const;
    void add(std::optional<Incarnation> who, Number number, Microseconds until);
    template <class Fault, class Which>
    void endFault(Number number, Which which);
    void readFault(Number number);
    void readNetwork(Number number, const entry::NetworkFaulted &network);
    void readServer(Number number, const entry::ServerFaulted &server);
    Microseconds missedUntil(const Spell &spell) const;

    const Run &m_run;
    const bool m_clocksMatter; ///< a skewed clock does not disturb a library that reads no clock
    std::vector<Spell> m_faults;
    std::vector<Spell> m_stalls;
};

} // namespace lockcore::detail
