// SPDX-License-Identifier: MIT
#include "app/lock/lock_release.h"

namespace lockscope {

using lockcore::ErrorKind;
using lockcore::Possession;
using lockcore::Released;

bool isPassing(const lockcore::Error &error)
{
    return error.detail == "not-sent" || error.is("LOADING") || error.is("CLUSTERDOWN") || error.is("TRYAGAIN") || error.is("MOVED")
           || error.is("ASK");
}

namespace {

// Whether another try makes sense: the connection may come back, and the server may serve again. Any other error would occur again.
bool mayGoBetter(const Released &released)
{
    return released.kind == Released::Kind::Unknown || (released.kind == Released::Kind::Failed && isPassing(released.error));
}

} // namespace

lockcore::Task<LastRelease> releaseBefore(lockcore::Lock &lock, lockcore::Clock &clock, lockcore::Moment until,
                                          std::function<bool()> goesOn)
{
    constexpr lockcore::Duration pause = std::chrono::milliseconds(100);
    auto released = co_await lock.release();
    bool unknown = released.kind == Released::Kind::Unknown;
    while (mayGoBetter(released) && clock.now() < until && goesOn()) {
        co_await clock.after(std::min(pause, until - clock.now()));
        // After a lost answer, check who holds the lock before releasing again: some protocols would free another holder's lock.
        auto owned = Possession::Kind::Ours;
        if (unknown) {
            const auto possession = co_await lock.isHeld();
            owned = possession.kind;
        }
        if (owned == Possession::Kind::Others || owned == Possession::Kind::Nobodys) {
            LastRelease last{Released::freed(), true};
            co_return last;
        }
        if (owned == Possession::Kind::Ours) {
            released = co_await lock.release();
            unknown = unknown || released.kind == Released::Kind::Unknown;
        }
    }
    LastRelease last{std::move(released), false};
    co_return last;
}

} // namespace lockscope
