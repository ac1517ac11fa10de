// SPDX-License-Identifier: MIT
// A second judge of script pairs, which shares nothing with the Explorer: two workers with one round each, a lock of one string, every order of
// their steps, millisecond by millisecond. Its scripts are functions.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace bruteforce {

/// What is stored: whose try made it, and how long it still exists. None: for ever.
struct Stored
{
    int worker = 0;
    bool isNewest = true; ///< of this worker's tries: an older one has another token
    std::optional<int> left;
    auto operator<=>(const Stored &) const = default;
};
using Key = std::optional<Stored>;

struct Pair
{
    std::function<bool(Key &, const Stored &mine)> acquire; ///< `mine` with the lease that was asked for; true: acquired
    std::function<void(Key &, int worker)> release;
};

struct Faults
{
    int crashes = 0;
    int lostReplies = 0;
    int lostRequests = 0;
    auto operator<=>(const Faults &) const = default;
};

struct Times
{
    int lease = 20;
    int work = 10;
    int poll = 6;
};

struct Verdicts
{
    bool twoInside = false;
    bool immortal = false;
};

class BruteForce
{
public:
    BruteForce(Pair pair, Times times)
        : m_pair(std::move(pair))
        , m_times(times)
    { }

    Verdicts judge(Faults faults)
    {
        m_seen.clear();
        m_verdicts = {};
        visit({{}, {}, {}, faults});
        return m_verdicts;
    }

private:
    enum class Phase { Idle, Asks, Knows, Waits, Works, GivesBack, GaveBack, Gone };
    struct Worker
    {
        Phase phase = Phase::Idle;
        bool isAcquired = false; ///< Knows: what it will read
        int left = 0;            ///< Waits, Works: ms
        auto operator<=>(const Worker &) const = default;
    };
    struct State
    {
        Key key;
        Worker first, second;
        Faults faults;
        auto operator<=>(const State &) const = default;
        Worker &worker(int number) { return number == 0 ? first : second; }
    };

    static bool isUrgent(const Worker &worker)
    {
        switch (worker.phase) {
        case Phase::Asks:
        case Phase::Knows:
        case Phase::GivesBack:
        case Phase::GaveBack: return true;
        case Phase::Waits:
        case Phase::Works: return worker.left == 0;
        default: return false;
        }
    }
    static bool rests(const Worker &worker) { return worker.phase == Phase::Idle || worker.phase == Phase::Gone; }

    static void passTime(Key &key)
    {
        if (!key || !key->left)
            return;
        if (*key->left == 0)
            key.reset();
        else
            --*key->left;
    }

    void visit(State begin)
    {
        std::vector<State> open = {begin};
        m_seen.insert(begin);
        while (!open.empty()) {
            const auto state = open.back();
            open.pop_back();
            m_verdicts.twoInside |= state.first.phase == Phase::Works && state.second.phase == Phase::Works;
            m_verdicts.immortal |= rests(state.first) && rests(state.second) && !canBeTaken(state.key);
            for (const auto &next : nextOf(state)) {
                if (m_seen.insert(next).second)
                    open.push_back(next);
            }
        }
    }

    std::vector<State> nextOf(const State &state)
    {
        std::vector<State> all;
        for (int number = 0; number < 2; ++number)
            addSteps(state, number, all);
        if (!isUrgent(state.first) && !isUrgent(state.second)) {
            auto later = state;
            passTime(later.key);
            for (int number = 0; number < 2; ++number) {
                auto &worker = later.worker(number);
                worker.left -= worker.left > 0;
            }
            all.push_back(later);
        }
        return all;
    }

    void addSteps(const State &state, int number, std::vector<State> &all)
    {
        auto next = state;
        auto &worker = next.worker(number);
        const auto add = [&](State made) { all.push_back(made); };
        const auto become = [&](State made, Phase phase, int left = 0) {
            made.worker(number) = {phase, false, left};
            add(made);
        };
        if (worker.phase == Phase::Gone)
            return;
        if (state.faults.crashes > 0) {
            auto crashed = state;
            --crashed.faults.crashes;
            become(crashed, Phase::Gone);
        }
        switch (worker.phase) {
        case Phase::Idle: become(next, Phase::Asks); break;
        case Phase::Asks: {
            if (state.faults.lostRequests > 0) {
                auto lost = state;
                --lost.faults.lostRequests;
                become(lost, Phase::GivesBack);
            }
            if (next.key && next.key->worker == number)
                next.key->isNewest = false; // a new try has a new token
            const bool isAcquired = m_pair.acquire(next.key, {number, true, m_times.lease});
            if (state.faults.lostReplies > 0) {
                auto lost = next;
                --lost.faults.lostReplies;
                become(lost, Phase::GivesBack);
            }
            worker = {Phase::Knows, isAcquired, 0};
            add(next);
            break;
        }
        case Phase::Knows:
            become(next, worker.isAcquired ? Phase::Works : Phase::Waits, worker.isAcquired ? m_times.work : m_times.poll);
            break;
        case Phase::Waits:
            if (worker.left == 0)
                become(next, Phase::Asks);
            break;
        case Phase::Works:
            if (worker.left == 0)
                become(next, Phase::GivesBack);
            break;
        case Phase::GivesBack:
            if (state.faults.lostRequests > 0) {
                auto lost = state;
                --lost.faults.lostRequests;
                become(lost, Phase::Gone);
            }
            m_pair.release(next.key, number);
            if (state.faults.lostReplies > 0) {
                auto lost = next;
                --lost.faults.lostReplies;
                become(lost, Phase::Gone);
            }
            become(next, Phase::GaveBack);
            break;
        case Phase::GaveBack: become(next, Phase::Gone); break;
        case Phase::Gone: break;
        }
    }

    // A third worker polls. A state of the key that comes again comes for ever.
    bool canBeTaken(Key key) const
    {
        constexpr int fresh = 2;
        std::set<std::pair<Key, int>> met;
        for (int untilNext = 0; met.insert({key, untilNext}).second;) {
            if (untilNext > 0) {
                passTime(key);
                --untilNext;
                continue;
            }
            if (key && key->worker == fresh)
                key->isNewest = false;
            if (m_pair.acquire(key, {fresh, true, m_times.lease}))
                return true;
            untilNext = m_times.poll;
        }
        return false;
    }

    const Pair m_pair;
    const Times m_times;
    std::set<State> m_seen;
    Verdicts m_verdicts;
};

} // namespace bruteforce
