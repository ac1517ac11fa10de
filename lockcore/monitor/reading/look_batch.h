// SPDX-License-Identifier: MIT
// Puts several looks into few transactions. A look is two or three commands, so one MULTI, TIME and EXEC serve many looks. Looks that need
// no transaction share one TIME; they should be added one after the other. No I/O.
//
// The server refuses a whole transaction if one of its keys may not be read, and says which one. Then this look is refused, and the others
// are asked again. If the whole answer is too large to be read, each look is asked again alone.
#pragma once

#include "lockcore/monitor/reading/look_step.h"

namespace lockcore {

class LookBatch
{
public:
    static constexpr std::size_t mostPerTransaction = 20; ///< other clients wait for a transaction: about 60 µs

    /// Expected bytes of a transaction, which is answered by one reply. The rest up to RespReader::mostBytes is reserved for values that
    /// have grown.
    static constexpr std::int64_t mostExpected = 12 << 20;
    static constexpr std::int64_t mostAtOnce = 64 << 20; ///< of all transactions, because they are in memory together

    explicit LookBatch(LookRequest::Way way)
        : m_way(way)
    { }

    bool hasRoomFor(const LookRequest &request) const { return m_requests.empty() || m_expected + weight(request) <= mostAtOnce; }
    void add(LookRequest request)
    {
        m_expected += weight(request);
        m_requests.push_back(std::move(request));
    }

    Batch batch() const;

    /// Interprets the replies to batch(): one step for each request, in their order.
    std::vector<LookStep> steps(std::span<const Reply> replies, const Classifier &classifier) const;

    /// Only interprets the replies: the looks may be incomplete. Error: Server or Protocol.
    std::vector<Result<KeySnapshot>> looks(std::span<const Reply> replies) const;

private:
    using Group = std::span<const LookRequest>; ///< requests that share one transaction, or that need none

    static std::int64_t weight(const LookRequest &request);
    std::vector<Group> groups() const;
    bool isTransaction(Group group) const { return group.front().needsTransaction(m_way); }
    std::size_t commands(Group group) const;
    void read(Group group, std::span<const Reply> replies, std::vector<Result<KeySnapshot>> &looks) const;

    const LookRequest::Way m_way;
    std::vector<LookRequest> m_requests;
    std::int64_t m_expected = 0;
};

} // namespace lockcore
