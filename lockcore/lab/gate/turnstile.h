// SPDX-License-Identifier: MIT
// Lets one command at a time pass to a server, first come, first served, and numbers the commands. So the numbers give the order of
// execution. (Commands sent over several connections are not executed in the order in which they were sent.) No I/O. One thread.
#pragma once

#include "lockcore/base/waiting.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace lockcore {

class Turnstile;

/// Permission to be the only command on the server. Ends with this object, which must not outlive its Turnstile.
class Turn final
{
public:
    Turn() = default;
    Turn(Turn &&other) noexcept { *this = std::move(other); }
    Turn &operator=(Turn &&other) noexcept;
    ~Turn() { end(); }

    std::int64_t number() const { return m_number; } ///< from 1, without gaps
    void end();

private:
    friend class Turnstile;
    Turn(Turnstile &turnstile, std::int64_t number)
        : m_turnstile(&turnstile)
        , m_number(number)
    { }

    Turnstile *m_turnstile = nullptr;
    std::int64_t m_number = 0;
};

class Turnstile final
{
public:
    Turnstile() = default;
    Turnstile(const Turnstile &) = delete;
    Turnstile &operator=(const Turnstile &) = delete;

    Waiting<Turn> enter(); ///< if it is dropped while it waits, it gives up its place

    std::int64_t current() const { return m_taken ? m_last : 0; } ///< the number of the current turn; 0: none
    std::int64_t last() const { return m_last; }
    std::size_t waiting() const { return m_queue.size(); } ///< number of places in the queue, including those given up

    /// Completes when the current turn ends, before the next begins; immediately if there is none.
    Waiting<void> ended();

private:
    friend class Turn;
    void leave();
    void admitNext();

    bool m_taken = false;
    std::int64_t m_last = 0;
    std::deque<Completion<Turn>> m_queue;
    std::vector<Completion<void>> m_endWaiters;
};

} // namespace lockcore
