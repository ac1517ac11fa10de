// SPDX-License-Identifier: MIT
// The coroutines of one thread that are ready to resume. An event loop owns the queue and calls run(); tests call it directly.
#pragma once

#include <cstddef> // first: moc 6.4 cannot parse a file that begins with <coroutine>

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

    /// Resumes the coroutines that are ready now. Those that become ready meanwhile wait for the next call, after the event loop's input
    /// and output.
    void run();

    /// Runs until nothing is ready.
    void runAll();

    bool empty() const { return m_ready.empty(); }

    void post(std::weak_ptr<detail::Root> root, std::coroutine_handle<> coroutine);

protected:
    /// Asks the event loop to call run() soon. Not called again before that run() has started.
    virtual void wake() { }

private:
    struct Entry
    {
        std::weak_ptr<detail::Root> root; // expired: its Scope has ended, and the handle dangles
        std::coroutine_handle<> coroutine;
    };

    void ask();
    void runOne();

    std::deque<Entry> m_ready;
    bool m_asked = false; ///< wake() was called and run() has not started since
};

} // namespace lockcore
