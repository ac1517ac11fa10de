// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/jute.h"

#include <utility>

namespace lockcore {

namespace {

std::uint64_t bigEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (const char byte : bytes)
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

} // namespace

std::string_view JuteReader::take(std::size_t size)
{
    if (!m_ok || m_rest.size() < size) {
        m_ok = false;
        m_rest = {};
        return {};
    }
    const auto taken = m_rest.substr(0, size);
    m_rest.remove_prefix(size);
    return taken;
}

std::int32_t JuteReader::integer() { return static_cast<std::int32_t>(static_cast<std::uint32_t>(bigEndian(take(4)))); }

std::int64_t JuteReader::number() { return static_cast<std::int64_t>(bigEndian(take(8))); }

bool JuteReader::truth() { return bigEndian(take(1)) != 0; }

std::string_view JuteReader::text()
{
    const auto length = integer();
    if (length == -1) // null
        return {};
    return take(length < 0 ? m_rest.size() + 1 : static_cast<std::size_t>(length));
}

std::size_t JuteReader::count(std::size_t leastOf)
{
    const auto count = integer();
    if (count == -1)
        return 0;
    if (count < 0 || static_cast<std::size_t>(count) > m_rest.size() / leastOf)
        m_ok = false;
    return m_ok ? static_cast<std::size_t>(count) : 0;
}

void JuteWriter::put(std::uint64_t value, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        m_bytes += static_cast<char>(value >> shift & 0xff);
}

JuteWriter &JuteWriter::integer(std::int32_t value)
{
    put(static_cast<std::uint32_t>(value), 4);
    return *this;
}

JuteWriter &JuteWriter::number(std::int64_t value)
{
    put(static_cast<std::uint64_t>(value), 8);
    return *this;
}

JuteWriter &JuteWriter::truth(bool value)
{
    put(value ? 1 : 0, 1);
    return *this;
}

JuteWriter &JuteWriter::text(std::string_view value)
{
    integer(static_cast<std::int32_t>(value.size()));
    m_bytes += value;
    return *this;
}

Bytes JuteWriter::framed() const
{
    JuteWriter message;
    message.text(m_bytes);
    return std::move(message.m_bytes);
}

} // namespace lockcore
