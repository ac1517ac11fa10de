// SPDX-License-Identifier: MIT
#include "app/lock/lock_asking.h"

#include "app/lock/lock_release.h"

namespace lockscope {

using namespace lockcore;

namespace {

// A restarted server loads its data first.
bool isLoss(const Acquired &acquired) { return acquired.error.kind == ErrorKind::Transport || isPassing(acquired.error); }

class Asking
{
public:
    Asking(Lock &lock, Clock &clock, LockRequest request)
        : m_lock(lock)
        , m_clock(clock)
        , m_request(std::move(request))
        , m_begin(clock.now())
    { }

    Task<Acquired> run()
    {
        constexpr Duration pause = std::chrono::milliseconds(200);
        for (;;) {
            auto acquired = co_await m_lock.acquire(m_request.lease, waitLeft());
            const bool maybeHeld = acquired.kind == Acquired::Kind::Unknown;
            if (acquired.held() || !isLoss(acquired) || isOver() || (maybeHeld && !m_request.releasesSafely))
                co_return acquired;
            if (auto call = std::exchange(m_request.interrupted, nullptr))
                call();
            if (maybeHeld && !co_await takenBack())
                co_return acquired;
            co_await m_clock.after(pause);
            if (isOver())
                co_return maybeHeld ? Acquired::notFree() : acquired;
        }
    }

private:
    Task<bool> takenBack()
    {
        auto releasing = releaseBefore(m_lock, m_clock, Moment::max(), [this] { return !isOver(); });
        const auto last = co_await releasing;
        co_return last.released.kind != Released::Kind::Unknown &&last.released.kind != Released::Kind::Failed;
    }

    bool isOver() const
    {
        const auto &wait = m_request.wait;
        return m_request.withdrawn() || wait.kind == Wait::Kind::AtOnce || (wait.most && m_clock.now() - m_begin >= *wait.most);
    }

    Wait waitLeft() const
    {
        const auto &wait = m_request.wait;
        if (!wait.most)
            return wait;
        const auto passed = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
        return wait.atMost(std::max(*wait.most - passed, Milliseconds(1)));
    }

    Lock &m_lock;
    Clock &m_clock;
    LockRequest m_request;
    const Moment m_begin;
};

} // namespace

Task<Acquired> acquireThroughLosses(Lock &lock, Clock &clock, LockRequest request)
{
    Asking asking(lock, clock, std::move(request));
    co_return co_await asking.run();
}

} // namespace lockscope
