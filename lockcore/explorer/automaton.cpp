// SPDX-License-Identifier: MIT
#include "lockcore/explorer/automaton.h"

#include <algorithm>
#include <cassert>

namespace lockcore::explorer {

namespace {

Bytes keyOfNode(const Node &node)
{
    Bytes key = std::to_string(node.kept);
    for (const int story : node.story)
        key += ' ' + std::to_string(story);
    for (const int fact : {node.holds, node.validity, node.fence, int(node.isRefused), int(node.hasReleased)})
        key += ' ' + std::to_string(fact);
    if (node.read)
        key += " reads " + std::to_string(static_cast<int>(node.read->task)) + ' ' + std::to_string(static_cast<int>(node.read->seen.kind))
               + ' ' + std::to_string(node.read->seen.number);
    return key;
}

} // namespace

Automaton::Automaton(Notebook &notebook, const Bounds &bounds, int worker)
    : m_notebook(notebook)
    , m_bounds(bounds)
    , m_worker(worker)
{
    const Rehearsal atBegin(m_notebook, m_bounds, m_worker);
    (void)numberOf(atBegin.node(), -1, {});
}

// 32 bits of the place, 1 of the task, 4 of the kind, 27 of the number.
std::uint64_t Automaton::keyOf(int node, const Step &step)
{
    constexpr int numberBits = 27;
    constexpr std::uint32_t numberMask = (1u << numberBits) - 1;
    return static_cast<std::uint64_t>(node) << 32 | static_cast<std::uint64_t>(step.task) << 31
           | static_cast<std::uint64_t>(step.seen.kind) << numberBits | (static_cast<std::uint32_t>(step.seen.number) & numberMask);
}

Automaton::Edge Automaton::follow(int node, Step step, const Reading &reading)
{
    Edge whole;
    for (;;) {
        auto edge = m_edges.find(keyOf(node, step));
        if (edge == m_edges.end()) {
            learn(node, step);
            edge = m_edges.find(keyOf(node, step));
        }
        node = edge->second.node;
        for (std::size_t task = 0; task < tasks; ++task)
            whole.isNew[task] = whole.isNew[task] || edge->second.isNew[task];
        const auto &there = this->node(node);
        if (!there.read) {
            whole.node = node;
            return whole;
        }
        step = {there.read->task, reading(there)};
    }
}

void Automaton::learn(int node, const Step &step)
{
    std::vector<Step> path = {step};
    for (int at = node; m_nodes[static_cast<std::size_t>(at)].before >= 0; at = m_nodes[static_cast<std::size_t>(at)].before)
        path.push_back(m_nodes[static_cast<std::size_t>(at)].by);
    std::ranges::reverse(path);

    Rehearsal rehearsal(m_notebook, m_bounds, m_worker);
    std::size_t at = 0;
    bool isLearnt = false;
    const auto arrive = [&](const Node &there) {
        if (!std::exchange(isLearnt, true))
            m_edges[keyOf(node, step)] = {numberOf(there, node, step), rehearsal.isNew};
    };
    // What it reads after this step is the next step: whatever it reads here, that is not learnt now.
    rehearsal.reading = [&](const Node &there) {
        if (at < path.size())
            return path[at++].seen;
        arrive(there);
        return Observation{there.read->seen.kind, 0};
    };
    while (at < path.size()) {
        const auto next = path[at++];
        rehearsal.deliver(next);
    }
    arrive(rehearsal.node());
    if (m_isAmbiguous)
        throw Unsupported{"its next step depends on something that it does not name (Lock::remember, Context::again)"};
}

int Automaton::numberOf(const Node &node, int before, const Step &by)
{
    const auto [number, isNew] = m_keys.intern(keyOfNode(node));
    if (isNew)
        m_nodes.push_back({node, before, by});
    // Equal stories with different next steps would mean that a lock depends on something that it does not remember.
    else if (m_nodes[static_cast<std::size_t>(number)].node.request != node.request)
        m_isAmbiguous = true;
    return number;
}

} // namespace lockcore::explorer
