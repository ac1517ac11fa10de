// SPDX-License-Identifier: MIT
// The only thing that a coroutine here suspends on: a value that a producer supplies once.
//
//     producer: Completion<T> ──── cell ──── Waiting<T> :consumer, co_await
//
// Dropping the Waiting, as a cancelled coroutine does, abandons it: the producer can ask for that or be notified. A completed
// Waiting never resumes its coroutine on the producer's stack, but from the ReadyQueue of the coroutine's Scope. Both ends
// live on one thread.
#pragma once

#include <cassert>
#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace lockcore {

namespace detail {

class Root;

struct CellBase
{
    std::coroutine_handle<> waiter;
    std::weak_ptr<Root> root;
    std::function<void()> onAbandoned;
    bool abandoned = false;

    void wake();    ///< queues the waiter, if there is one
    void abandon(); ///< the consumer dropped its end
};

template <class T>
struct Cell : CellBase
{
    std::optional<T> value;
};

std::weak_ptr<Root> weakly(Root &root);

template <class T>
using Stored = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

} // namespace detail

template <class T>
class [[nodiscard]] Waiting
{
    using Cell = detail::Cell<detail::Stored<T>>;

public:
    explicit Waiting(std::shared_ptr<Cell> cell)
        : m_cell(std::move(cell))
    { }
    Waiting(Waiting &&) noexcept = default;
    Waiting &operator=(Waiting &&other) noexcept
    {
        drop();
        m_cell = std::move(other.m_cell);
        return *this;
    }
    ~Waiting() { drop(); }

    bool ready() const { return m_cell && m_cell->value.has_value(); }

    bool await_ready() const { return ready(); }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> waiter)
    {
        assert(waiter.promise().root && "a Task runs only inside a Scope");
        m_cell->root = detail::weakly(*waiter.promise().root);
        m_cell->waiter = waiter;
    }
    T await_resume()
    {
        if constexpr (!std::is_void_v<T>)
            return std::move(*m_cell->value);
    }

private:
    void drop()
    {
        if (m_cell)
            m_cell->abandon();
        m_cell.reset();
    }

    std::shared_ptr<Cell> m_cell;
};

template <class T>
class Completion
{
    using Stored = detail::Stored<T>;

public:
    Completion()
        : m_cell(std::make_shared<detail::Cell<Stored>>())
    { }

    /// The other end. Call it once.
    Waiting<T> waiting() { return Waiting<T>(m_cell); }

    /// Only the first call counts. Does nothing if the consumer has dropped its end.
    void complete(Stored value = {})
    {
        if (m_cell->abandoned || m_cell->value)
            return;
        m_cell->value = std::move(value);
        m_cell->onAbandoned = nullptr;
        m_cell->wake();
    }

    bool abandoned() const { return m_cell->abandoned; }

    /// Calls `notify` at most once: when the consumer drops its end before the value was supplied; immediately if it already has.
    void onAbandoned(std::function<void()> notify)
    {
        if (m_cell->value)
            return;
        if (m_cell->abandoned)
            notify();
        else
            m_cell->onAbandoned = std::move(notify);
    }

private:
    std::shared_ptr<detail::Cell<Stored>> m_cell;
};

} // namespace lockcore
