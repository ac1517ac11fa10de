// SPDX-License-Identifier: MIT
// A lazy coroutine that returns one T. Nothing runs until another Task awaits it or a Scope starts it. Destroying it destroys
// its frame and everything that it waits for. Single-threaded.
//
//     Task<int> twice(Connection &c) { const auto reply = co_await c.command(...); co_return 2; }
//
// Parameters by value. g++ 12 miscompiles some co_await expressions (it destroys temporaries twice), so these are never written:
//   * inside a co_await expression: a capturing lambda, a braced list, a non-trivial temporary (name it on the line above);
//   * `if (!co_await f())`, if f() gives a temporary Result; `while (!co_await f()) co_await g();`; `c ? co_await f() : co_await g()`.
#pragma once

#include "lockcore/base/waiting.h"

#include <exception>

namespace lockcore {

template <class T>
class Task;

namespace detail {

/// The root resumes this coroutine next, from its own loop. Symmetric transfer is no alternative: without optimisation g++ compiles it to a
/// call, and a loop over tasks that end immediately would overflow the stack.
void goOnWith(Root &root, std::coroutine_handle<> coroutine) noexcept;

struct PromiseBase
{
    std::coroutine_handle<> continuation; // the coroutine that awaits this one; none: this is the root
    Root *root = nullptr;
    std::exception_ptr exception;

    struct Final
    {
        bool await_ready() const noexcept { return false; }
        template <class Promise>
        void await_suspend(std::coroutine_handle<Promise> self) const noexcept
        {
            if (const auto next = self.promise().continuation)
                goOnWith(*self.promise().root, next);
        }
        void await_resume() const noexcept { }
    };

    std::suspend_always initial_suspend() const noexcept { return {}; }
    Final final_suspend() const noexcept { return {}; }
    void unhandled_exception() { exception = std::current_exception(); }
};

template <class T>
struct Promise : PromiseBase
{
    std::optional<T> value;
    Task<T> get_return_object();
    template <class U>
    void return_value(U &&result)
    {
        value.emplace(std::forward<U>(result));
    }
    T take() { return std::move(*value); }
};

template <>
struct Promise<void> : PromiseBase
{
    Task<void> get_return_object();
    void return_void() { }
    void take() { }
};

} // namespace detail

template <class T = void>
class [[nodiscard]] Task
{
public:
    using promise_type = detail::Promise<T>;
    using Handle = std::coroutine_handle<promise_type>;

    explicit Task(Handle handle)
        : m_handle(handle)
    { }
    Task(Task &&other) noexcept
        : m_handle(std::exchange(other.m_handle, {}))
    { }
    Task &operator=(Task &&other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~Task()
    {
        if (m_handle)
            m_handle.destroy();
    }

    Handle handle() const { return m_handle; }

    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> waiter)
    {
        m_handle.promise().continuation = waiter;
        m_handle.promise().root = waiter.promise().root;
        detail::goOnWith(*waiter.promise().root, m_handle);
    }
    T await_resume()
    {
        if (m_handle.promise().exception)
            std::rethrow_exception(m_handle.promise().exception);
        return m_handle.promise().take();
    }

private:
    Handle m_handle;
};

template <class T>
Task<T> detail::Promise<T>::get_return_object()
{
    return Task<T>(std::coroutine_handle<Promise>::from_promise(*this));
}

inline Task<void> detail::Promise<void>::get_return_object() { return Task<void>(std::coroutine_handle<Promise>::from_promise(*this)); }

} // namespace lockcore
