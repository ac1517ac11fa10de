// SPDX-License-Identifier: MIT
// What disturbed a worker in a stretch of the history: the faults that the Lab injected, and the stalls that nobody planned.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// A fault between these entries that may have changed what a server holds, or its clock; 0 if there was none.
Number serverChanged(const Run &run, Number from, Number to);

class Disturbances
{
public:
    explicit Disturbances(const Run &run);

    /// The entry of a fault on this worker, or on a server, that acted somewhere from `from` to `to`; 0 if there was none.
    Number fault(const Incarnation &who, Number from, Number to) const;

    /// The same for unplanned stalls above the limit, of this worker, a server or the Lab.
    Number stall(const Incarnation &who, Number from, Number to) const;

    /// The time from which on nothing disturbed the worker until `to`, not before `from`; none if something did to the end. What
    /// was lost on its way to a server, or with it, is missed for as long as the worker waits for an answer.
    std::optional<Microseconds> quietSince(const Incarnation &who, Number from, Number to) const;

private:
    struct Spell
    {
        std::optional<Incarnation> who; ///< none: it acts on everybody
        Number number = 0;
        Microseconds since{0};
        Microseconds until{0};
    };

    static Number find(const std::vector<Spell> &spells, const Incarnation &who, Microseconds since, Microseconds until);
    void add(std::optional<Incarnation> who, Number number, Microseconds until);
    template <class Fault, class Which>
    void endFault(Number number, Which which);
    void readFault(Number number);
    void readNetwork(Number number, const entry::NetworkFaulted &network);
    void readServer(Number number, const entry::ServerFaulted &server);
    Microseconds missedUntil(const Spell &spell) const;

    const Run &m_run;
    const bool m_clocksMatter; ///< a library that asks no clock is not disturbed by a skewed one
    std::vector<Spell> m_faults;
    std::vector<Spell> m_stalls;
};

} // namespace lockcore::detail
