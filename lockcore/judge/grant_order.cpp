// SPDX-License-Identifier: MIT
#include "lockcore/judge/grant_order.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>

namespace lockcore::detail {

namespace {

constexpr std::size_t longest = 10'000; // the search recurses once per grant

class OrderSearch
{
public:
    OrderSearch(std::vector<Window> windows, const SecondJudgeLimits &limits)
        : m_windows(std::move(windows))
        , m_placed(m_windows.size(), false)
        , m_limits(limits)
        , m_deadline(std::chrono::steady_clock::now() + limits.time)
    {
        std::ranges::sort(m_windows, {}, &Window::answered);
        m_earliestFrom.resize(m_windows.size());
        auto earliest = ~std::uint64_t(0);
        for (auto i = m_windows.size(); i-- > 0;)
            m_earliestFrom[i] = earliest = std::min(earliest, m_windows[i].sent);
    }

    OrderFound run()
    {
        if (crowded())
            return OrderFound::GaveUp;
        const bool found = place(0, {});
        return m_gaveUp ? OrderFound::GaveUp : found ? OrderFound::Yes : OrderFound::No;
    }

private:
    /// The earliest position at which each kind may take effect.
    struct Free
    {
        std::uint64_t forReaders = 0;
        std::uint64_t forAll = 0;
        auto operator<=>(const Free &) const = default;
    };

    bool crowded() const
    {
        return m_windows.size() > longest || std::ranges::any_of(m_windows, [&](const Window &window) {
                   return std::size_t(std::ranges::count_if(
                              m_windows, [&](const Window &other) { return other.sent <= window.sent && window.sent <= other.answered; }))
                          > m_limits.windows;
               });
    }

    // All windows before `first` are placed. Few windows after `first` are placed, because those overlap with it.
    bool place(std::size_t first, Free free)
    {
        while (first < m_windows.size() && m_placed[first])
            ++first;
        if (first == m_windows.size())
            return true;
        if (m_gaveUp || !isNew(first, free))
            return false;
        for (auto next = first; mayPrecede(next, first); ++next) {
            if (m_placed[next] || !fits(next, free))
                continue;
            m_placed[next] = true;
            const bool found = place(first, after(m_windows[next], free));
            m_placed[next] = false;
            if (found)
                return true;
        }
        return false;
    }

    /// Whether this window, or a later one, begins before `first` has ended.
    bool mayPrecede(std::size_t index, std::size_t first) const
    {
        return index < m_windows.size() && m_earliestFrom[index] <= m_windows[first].answered;
    }

    static std::uint64_t effect(const Window &window, const Free &free)
    {
        return std::max(window.sent, window.shared ? free.forReaders : free.forAll);
    }

    bool fits(std::size_t next, const Free &free) const { return effect(m_windows[next], free) <= m_windows[next].answered; }

    // Effects are in sequence: no later grant takes effect before this one.
    static Free after(const Window &window, const Free &free)
    {
        const auto at = effect(window, free);
        const auto end = std::max({free.forAll, at, window.end});
        return window.shared ? Free{std::max(free.forReaders, at), end} : Free{end, end};
    }

    bool isNew(std::size_t first, const Free &free)
    {
        std::vector<std::size_t> beyond;
        for (auto i = first; mayPrecede(i, first); ++i) {
            if (m_placed[i])
                beyond.push_back(i);
        }
        m_gaveUp = m_seen.size() >= m_limits.states || std::chrono::steady_clock::now() > m_deadline;
        return !m_gaveUp && m_seen.emplace(first, std::move(beyond), free).second;
    }

    std::vector<Window> m_windows;             ///< sorted by `answered`
    std::vector<std::uint64_t> m_earliestFrom; ///< the smallest `sent` from this index on
    std::vector<bool> m_placed;
    SecondJudgeLimits m_limits;
    std::chrono::steady_clock::time_point m_deadline;
    std::set<std::tuple<std::size_t, std::vector<std::size_t>, Free>> m_seen;
    bool m_gaveUp = false;
};

} // namespace

OrderFound findOrder(std::vector<Window> windows, const SecondJudgeLimits &limits) { return OrderSearch(std::move(windows), limits).run(); }

} // namespace lockcore::detail
