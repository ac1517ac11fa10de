// SPDX-License-Identifier: MIT
// The tables in which Moments looks up: for each fact about a worker, a lock or the resource, the times at which it changed. Built in one
// pass. Pure.
#pragma once

#include "lockcore/report/moments.h"

#include <algorithm>
#include <map>

namespace lockcore {

/// A value that changes with time. Before its first change it has the type's default value.
template <class T>
class Steps
{
public:
    /// Times never decrease.
    void set(Microseconds time, T value)
    {
        if (!m_steps.empty() && m_steps.back().first == time)
            m_steps.pop_back();
        if (at(time) != value)
            m_steps.emplace_back(time, std::move(value));
    }
    T at(Microseconds time) const
    {
        const auto next = std::ranges::upper_bound(m_steps, time, {}, &std::pair<Microseconds, T>::first);
        return next == m_steps.begin() ? T() : std::prev(next)->second;
    }
    std::size_t bytes() const { return m_steps.capacity() * sizeof(m_steps.front()); }

private:
    std::vector<std::pair<Microseconds, T>> m_steps;
};

/// Stores texts that repeat only once. Index 0 is the empty text.
class TextTable
{
public:
    int indexOf(const std::string &text)
    {
        const auto [found, isNew] = m_indexes.emplace(text, static_cast<int>(m_texts.size()));
        if (isNew)
            m_texts.push_back(text);
        return found->second;
    }
    const std::string &text(int index) const { return m_texts[static_cast<std::size_t>(index)]; }

private:
    std::map<std::string, int> m_indexes{{std::string(), 0}};
    std::vector<std::string> m_texts{std::string()};
};

struct Moments::Index
{
    struct State
    {
        Microseconds begin{0}, end{0};
        WorkerSpan::State state = WorkerSpan::State::Waiting;
    };

    struct Belief
    {
        int count = 0; ///< 0: it does not believe that it holds a lock
        bool contradicted = false;
        bool operator==(const Belief &) const = default;
    };

    struct Place
    {
        int file = 0; ///< 0: the worker has not reported a place
        std::int64_t line = 0;
        bool operator==(const Place &) const = default;
    };

    struct Worker
    {
        std::string name;
        std::vector<State> states; ///< ascending, without overlap
        Steps<std::int64_t> incarnation;
        Steps<Belief> belief;
        Steps<bool> holds;
        Steps<std::vector<LockBelief>> locks;
        Steps<int> lock, command;
        Steps<Place> place;
        Steps<std::optional<entry::NetworkFault>> network;
    };

    struct Lease
    {
        Microseconds at{0};
        std::optional<Milliseconds> left;
    };

    struct Held
    {
        Microseconds begin{0}, end{0};
        int owner = -1; ///< -1: not a worker
        std::vector<Lease> lease;
    };

    struct Lock
    {
        std::string name;
        std::int64_t server = 0;
        std::vector<std::vector<Held>> rows; ///< the holdings of a row are ascending, without overlap
    };

    struct Content
    {
        std::optional<std::int64_t> version, stock;
        std::int64_t sold = 0;
        bool operator==(const Content &) const = default;
    };

    Microseconds begin{0}, end{0};
    std::vector<Microseconds> entries; ///< the times of all entries
    std::vector<Worker> workers;
    std::vector<Lock> locks;
    std::vector<Incarnation> owners;
    Steps<Content> content;
    std::optional<std::int64_t> stock; ///< at the beginning
    std::string resource;              ///< whose content it is
    bool severalLocks = false;
    std::string store;
    TextTable texts;

    WorkerMoment worker(const Worker &worker, Microseconds time) const;
    LockMoment lock(const Lock &lock, Microseconds time) const;
};

namespace detail {

/// One item for each worker and lock, in the order of `lanes`.
std::unique_ptr<Moments::Index> momentIndex(const HistoryIndex &history, const Lanes &lanes);

} // namespace detail

} // namespace lockcore
