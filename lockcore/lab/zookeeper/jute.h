// SPDX-License-Identifier: MIT
// Jute, the encoding of ZooKeeper's wire protocol and of its transaction log: big-endian numbers, and texts that begin with their length.
// Pure; any thread. Source: org.apache.jute.BinaryInputArchive, for ZooKeeper 3.8.
#pragma once

#include "lockcore/base/bytes.h"

namespace lockcore {

/// Reads one value after the other. What is not there, or cannot be, makes ok() false, and everything after it 0 or empty.
class JuteReader
{
public:
    explicit JuteReader(std::string_view bytes)
        : m_rest(bytes)
    { }

    bool ok() const { return m_ok; }
    std::size_t left() const { return m_rest.size(); }

    std::int32_t integer();
    std::int64_t number();
    bool truth();
    std::string_view text();                ///< a string or a buffer; without a value it is empty. Valid as long as the bytes
    std::size_t count(std::size_t leastOf); ///< of the elements that follow, each of at least so many bytes

private:
    std::string_view take(std::size_t size);

    std::string_view m_rest;
    bool m_ok = true;
};

class JuteWriter
{
public:
    JuteWriter &integer(std::int32_t value);
    JuteWriter &number(std::int64_t value);
    JuteWriter &truth(bool value);
    JuteWriter &text(std::string_view value); ///< a string or a buffer

    Bytes framed() const; ///< as a message: behind its length

private:
    void put(std::uint64_t value, int bytes);

    Bytes m_bytes;
};

} // namespace lockcore
