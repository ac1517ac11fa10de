// SPDX-License-Identifier: MIT
// Commands in RESP, ready to be sent together. Binary-safe.
#pragma once

#include "lockcore/base/bytes.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lockcore {

using Args = std::vector<Bytes>;

class Batch
{
public:
    Batch() = default;
    explicit Batch(std::span<const Bytes> command) { add(command); }

    Batch &add(std::initializer_list<std::string_view> command);
    Batch &add(std::span<const Bytes> command);

    /// Lowers the limit for a reply to one of these commands below RespReader::mostBytes.
    void limitReplies(std::size_t mostBytes) { m_mostBytes = mostBytes; }
    std::optional<std::size_t> mostBytes() const { return m_mostBytes; }

    bool empty() const { return m_commands == 0; }
    std::size_t commands() const { return m_commands; } ///< also the number of replies, with those to ASKING
    const std::string &bytes() const { return m_bytes; }
    std::string takeBytes() { return std::move(m_bytes); }

    /// The same commands for a node to which their slot is being moved: with ASKING before each one, and before a transaction, whose
    /// commands may be in several batches. `inTransaction`: at the beginning; afterwards, at the end.
    Batch asking(bool &inTransaction) const;
    const std::vector<std::size_t> &unheard() const { return m_unheard; } ///< the numbers of the replies to ASKING, in order

private:
    void addAsking();

    std::string m_bytes;
    std::vector<std::size_t> m_unheard;
    std::size_t m_commands = 0;
    std::optional<std::size_t> m_mostBytes;
};

/// `bytes` are those of a Batch. How many of its first commands must be sent together? All commands of a transaction; otherwise one.
std::size_t firstTogether(std::string_view bytes);

/// `bytes` are those of a Batch. Returns the bytes after its first `count` commands.
std::string_view withoutFirst(std::size_t count, std::string_view bytes);

} // namespace lockcore
