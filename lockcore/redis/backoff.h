// SPDX-License-Identifier: MIT
// How long to wait before the next try: doubles from 100 ms to 10 s, each with ± 25 % of jitter, so that the clients of a restarted server
// do not all reconnect at the same time.
#pragma once

#include "lockcore/base/clock.h"

#include <random>

namespace lockcore {

class Backoff
{
public:
    explicit Backoff(std::uint64_t seed = std::random_device{}())
        : m_random(seed)
    { }

    Milliseconds next();
    void reset() { m_tries = 0; }

private:
    std::mt19937_64 m_random;
    unsigned m_tries = 0;
};

} // namespace lockcore
