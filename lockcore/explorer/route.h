// SPDX-License-Identifier: MIT
// One order of events: what a trace says that happened, without what came of it.
#pragma once

#include "lockcore/explorer/model.h"

namespace lockcore::explorer {

struct RouteStep
{
    static constexpr int nobody = -1;

    int worker = nobody;
    Move::Kind kind = Move::Kind::TimePasses;
    TaskOf task = TaskOf::Worker;
    int server = 0; ///< of ServerForgets and ForceRelease
    int passed = 0; ///< TimePasses: ms, at least 1
    bool isOtherWork = false;
    bool operator==(const RouteStep &) const = default;
};

using Route = std::vector<RouteStep>;

/// Every time and every length of both is so many times as long: `factor` is at least 1.
Bounds stretched(Bounds bounds, int factor);
Route stretched(Route route, int factor);

/// Leads a search along a route, which must outlive it.
class Guide
{
public:
    explicit Guide(const Route &route);

    std::size_t done() const { return m_at; } ///< steps of the route that are behind
    int mostToPass() const;                   ///< ms; 0: something else happens now
    bool fits(const RouteStep &step) const;   ///< is this what happens now? Of time, any part of it
    void goOn(const RouteStep &step);         ///< one that fits
    void restart() { *this = Guide(*m_route); }

private:
    void begin();

    const Route *m_route;
    std::size_t m_at = 0;
    int m_left = 0; ///< ms of a step in which time passes
};

} // namespace lockcore::explorer
