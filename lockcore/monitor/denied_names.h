// SPDX-License-Identifier: MIT
// Where the server's ACL does not let us read. SCAN lists names that the user may not touch, and every denied read
// enters the server's ACL LOG (128 entries by default): after three under one name prefix we stop asking there.
#pragma once

#include "base/bytes.h"

#include <unordered_map>

namespace lockcore {

class DeniedNames
{
public:
    static constexpr int mostDenials = 3;

    /// May this key be asked for? False counts it as left out.
    bool mayAsk(std::string_view key);

    void denied(std::string_view key); ///< a read of it was answered with NOPERM

    std::int64_t count() const { return m_count; } ///< keys denied or left out, since clear()
    void clearCount() { m_count = 0; }

private:
    std::unordered_map<std::string, int> m_denials; ///< by prefix
    std::int64_t m_count = 0;
};

} // namespace lockcore
