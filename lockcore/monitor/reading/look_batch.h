// SPDX-License-Identifier: MIT
// Several looks in few transactions. A look is two or three commands; so one MULTI, TIME and EXEC serve many. Those that need no transaction
// share a TIME; they should follow each other. No I/O.
//
// The server refuses a whole transaction if one of its keys may not be read, and says which one. Then that one is refused, and the others are
// asked for again.
#pragma once

#include "lockcore/monitor/reading/look_step.h"

namespace lockcore {

class LookBatch
{
public:
    static constexpr std::size_t mostPerTransaction = 20; ///< others wait for it: some 60 µs

    explicit LookBatch(LookRequest::Way way)
        : m_way(way)
    { }

    void add(LookRequest request) { m_requests.push_back(std::move(request)); }

    Batch batch() const;

    /// What the replies to batch() mean: one step for each request, in their order.
    std::vector<LookStep> steps(std::span<const Reply> replies, const Classifier &classifier) const;

    /// Without steps: the looks as they are, perhaps incomplete. Error: Server or Protocol.
    std::vector<Result<Look>> looks(std::span<const Reply> replies) const;

private:
    using Group = std::span<const LookRequest>; ///< all in one transaction, or none

    std::vector<Group> groups() const;
    bool isTransaction(Group group) const { return group.front().needsTransaction(m_way); }
    std::size_t commands(Group group) const;
    void read(Group group, std::span<const Reply> replies, std::vector<Result<Look>> &looks) const;

    const LookRequest::Way m_way;
    std::vector<LookRequest> m_requests;
};

} // namespace lockcore
