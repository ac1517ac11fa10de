// SPDX-License-Identifier: MIT
// The coroutines of one thread that may go on. An event loop owns one and calls run(); tests do so by hand.
#pragma once

#include <coroutine>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockcore {

namespace detail {
class Root;
}

class ReadyQueue
{
public:
    ReadyQueue() = default;
    ReadyQueue(const ReadyQueue &) = delete;
    ReadyQueue &operator=(const ReadyQueue &) = delete;
    virtual ~ReadyQueue() = default;

    /// Runs what is ready now, but not what becomes ready meanwhile: input and output get their turn in between.
    void run();

    /// Until nothing is ready.
    void runAll();

    bool empty() const { return m_ready.empty(); }

    /// Is the only coroutine that was ready taking its step now? Then atEndOfStep() comes sooner than the event loop's next
    /// turn and costs no system call. Where others are ready it says no: what they all ask for goes out together, and an
    /// event loop that one of them opens must not hold it back.
    bool inOnlyStep() const { return m_onlyStep && !inNestedLoop(); }
    void atEndOfStep(std::function<void()> what) { m_atEnd.push_back(std::move(what)); } ///< only then

    void post(std::weak_ptr<detail::Root> root, std::coroutine_handle<> coroutine);

protected:
    /// Asks for a call of run() soon, from the event loop. Not called again until that has begun.
    virtual void wake() { }

    /// Did a coroutine's step open an event loop, and are we in that?
    virtual bool inNestedLoop() const { return false; }

private:
    struct Entry
    {
        std::weak_ptr<detail::Root> root; // gone: its Scope has ended, the handle dangles
        std::coroutine_handle<> coroutine;
    };

    void ask();
    void runOne();

    std::deque<Entry> m_ready;
    std::vector<std::function<void()>> m_atEnd;
    bool m_onlyStep = false;
    bool m_asked = false; ///< wake() was called and run() has not begun since
};

} // namespace lockcore
