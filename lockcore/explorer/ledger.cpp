// SPDX-License-Identifier: MIT
#include "lockcore/explorer/ledger.h"

#include <algorithm>

namespace lockcore::explorer {

bool Ledger::isGrantedTo(int worker) const
{
    return std::ranges::any_of(holdings, [&](const Holding &holding) { return holding.isGranted && holding.worker == worker; });
}

Broken Ledger::changed(int server, int worker, Change change, bool releases)
{
    auto &holding = holdings[static_cast<std::size_t>(server)];
    const bool isAnothers = holding.isGranted && holding.worker != worker;
    if (change == Change::Removed)
        gone(server);
    else if (!holding.isGranted && !releases)
        holding.worker = static_cast<std::int8_t>(worker);
    return isAnothers && (releases || change == Change::Removed) ? bitOf(Property::Ownership) : Broken(0);
}

void Ledger::gone(int server)
{
    holdings[static_cast<std::size_t>(server)] = {};
    if (std::ranges::none_of(holdings, &Holding::isGranted))
        ownedFor = unlimited;
}

void Ledger::granted(int worker, int validity)
{
    for (auto &holding : holdings)
        holding.isGranted = holding.isGranted || holding.worker == worker;
    if (isGrantedTo(worker))
        ownedFor = validity;
}

void Ledger::entered(int worker, int fence)
{
    auto &last = *std::ranges::find(visitors, -1, &Visitor::worker);
    last = {static_cast<std::int8_t>(worker), false, false};
    newestFence = std::max(newestFence, fence);
}

// A number that is smaller than one which the resource has seen is refused, and changes nothing.
Broken Ledger::wrote(int worker, int fence)
{
    if (fence < newestFence)
        return 0;
    Broken broken = 0;
    bool isEarlier = true;
    for (auto &visitor : visitors) {
        if (visitor.worker == worker) {
            broken = static_cast<Broken>((visitor.isOutdated ? bitOf(Property::NoLostUpdate) : 0)
                                         | (visitor.isSuperseded ? bitOf(Property::NoStaleWrite) : 0));
            isEarlier = false;
        } else if (visitor.worker >= 0) {
            visitor.isOutdated = true;
            visitor.isSuperseded = visitor.isSuperseded || isEarlier;
        }
    }
    return broken;
}

void Ledger::left(int worker)
{
    const auto rest = std::ranges::remove(visitors, worker, &Visitor::worker);
    std::ranges::fill(rest, Visitor());
}

void Ledger::pass(int milliseconds)
{
    if (ownedFor == unlimited)
        return;
    ownedFor = std::max(0, ownedFor - milliseconds);
    if (ownedFor > 0)
        return;
    holdings = {};
    ownedFor = unlimited;
}

} // namespace lockcore::explorer
