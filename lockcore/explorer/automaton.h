// SPDX-License-Identifier: MIT
// One worker as an automaton that is learnt: for a place and an observation that were never seen together, the worker's coroutines run once
// more, from the beginning. Two places are one if all that matters from there on is equal.
#pragma once

#include "lockcore/explorer/rehearsal.h"

#include <unordered_map>

namespace lockcore::explorer {

class Automaton
{
public:
    Automaton(Notebook &notebook, const Bounds &bounds, int worker);

    struct Edge
    {
        int node = 0;
        std::array<bool, tasks> isNew{}; ///< tasks that began to wait for something
    };
    using Reading = std::function<Observation(const Node &)>;

    /// From this place, after this step, with all that is read at once.
    Edge follow(int node, Step step, const Reading &reading);

    const Node &node(int number) const { return m_nodes[static_cast<std::size_t>(number)].node; }

    static constexpr int root = 0;

private:
    struct Known
    {
        Node node;
        int before = -1;
        Step by;
    };

    void learn(int node, const Step &step);
    int numberOf(const Node &node, int before, const Step &by);
    static std::uint64_t keyOf(int node, const Step &step);

    Notebook &m_notebook;
    const Bounds &m_bounds;
    const int m_worker;
    Numbers<Bytes> m_keys;
    std::vector<Known> m_nodes;
    std::unordered_map<std::uint64_t, Edge> m_edges;
    bool m_isAmbiguous = false; ///< an exception must not leave a coroutine
};

} // namespace lockcore::explorer
