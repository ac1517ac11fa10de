// SPDX-License-Identifier: MIT
// The coroutines of one thread that may go on. An event loop owns one and calls run(); tests do so by hand.
#pragma once

#include <coroutine>
#include <deque>
#include <memory>

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

    void post(std::weak_ptr<detail::Root> root, std::coroutine_handle<> coroutine);

protected:
    /// Asks for a call of run() soon, from the event loop. Not called again until that has begun.
    virtual void wake() { }

private:
    struct Entry
    {
        std::weak_ptr<detail::Root> root; // gone: its Scope has ended, the handle dangles
        std::coroutine_handle<> coroutine;
    };

    void ask();
    void runOne();

    std::deque<Entry> m_ready;
    bool m_asked = false; ///< wake() was called and run() has not begun since
};

} // namespace lockcore
