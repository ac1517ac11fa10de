// SPDX-License-Identifier: MIT
#include "lockcore/report/fault_log.h"

namespace lockcore {

namespace {

struct IsFault
{
    Microseconds stallLimit;

    bool operator()(const entry::Died &died) const { return died.death != entry::Death::Bye; }
    bool operator()(const entry::Paused &) const { return true; }
    bool operator()(const entry::Resumed &) const { return true; }
    bool operator()(const entry::Sent &sent) const
    {
        using enum entry::Request;
        return sent.request == Stall || sent.request == Throw || sent.request == Cancel;
    }
    bool operator()(const entry::Stalled &stalled) const { return stalled.length > stallLimit; }
    bool operator()(const entry::ServerFaulted &) const { return true; }
    bool operator()(const entry::NetworkFaulted &) const { return true; }
    bool operator()(const entry::Skewed &) const { return true; }
    bool operator()(const entry::Operated &) const { return true; }
    bool operator()(const entry::KeyChanged &changed) const
    {
        const bool isLost = changed.event == entry::KeyEvent::Evicted || changed.event == entry::KeyEvent::Flushed
                            || changed.event == entry::KeyEvent::LostByServer;
        return isLost && changed.role == entry::Role::Holding;
    }
    template <class Other>
    bool operator()(const Other &) const
    {
        return false;
    }
};

} // namespace

std::vector<std::uint64_t> faultsOf(const HistoryIndex &run)
{
    std::vector<std::uint64_t> faults;
    const IsFault isFault{run.header().stallLimit};
    for (detail::Number number = 1; number <= run.size(); ++number) {
        const bool wrongFromTheStart = run.as<entry::Skewed>(number) != nullptr;
        if (wrongFromTheStart || (number > run.begin && std::visit(isFault, run.entry(number).what)))
            faults.push_back(number);
    }
    return faults;
}

} // namespace lockcore
