// SPDX-License-Identifier: MIT
// Lets a test, which is not a coroutine, wait for the result of a coroutine or a connection.
#pragma once

#include "lockcore/base/scope.h"
#include "support/eventually.h"

#include <QtGlobal>

#include <memory>
#include <optional>

namespace lockcore::test {

/// A value that will arrive. Dropping it cancels the wait.
template <class T>
class Arriving
{
public:
    Arriving(ReadyQueue &queue, Waiting<T> waiting)
        : m_value(std::make_shared<std::optional<T>>())
        , m_scope(std::make_unique<Scope>(queue))
    {
        m_scope->start(fill(std::move(waiting), m_value));
    }
    Arriving(ReadyQueue &queue, Task<T> task)
        : m_value(std::make_shared<std::optional<T>>())
        , m_scope(std::make_unique<Scope>(queue))
    {
        m_scope->start(run(std::move(task), m_value));
    }

    bool here() const { return m_value->has_value(); }
    T get()
    {
        if (!eventually([this] { return here(); }))
            qFatal("what was awaited did not come");
        return **m_value;
    }

private:
    static Task<void> fill(Waiting<T> waiting, std::shared_ptr<std::optional<T>> value) { value->emplace(co_await waiting); }
    static Task<void> run(Task<T> task, std::shared_ptr<std::optional<T>> value) { value->emplace(co_await task); }

    std::shared_ptr<std::optional<T>> m_value;
    std::unique_ptr<Scope> m_scope;
};

template <class T>
T await(ReadyQueue &queue, Waiting<T> waiting)
{
    return Arriving<T>(queue, std::move(waiting)).get();
}

} // namespace lockcore::test
