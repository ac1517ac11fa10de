// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/message_pack.h"

#include "lockcore/base/bytes.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace lockcore {

namespace {

// After the first value that is not as expected, nothing more is read.
class MessagePackReader
{
public:
    explicit MessagePackReader(std::string_view bytes)
        : m_bytes(bytes)
    { }

    bool isAtEnd() const { return m_bytes.empty(); }
    std::string_view rest() const { return m_bytes; }

    std::size_t listSize()
    {
        const auto head = number(1);
        if ((head & 0xf0u) == 0x90)
            return head & 0x0fu;
        return head == 0xdc ? number(2) : 0;
    }

    std::optional<double> float64()
    {
        if (number(1) != 0xcb || m_bytes.size() < sizeof(double))
            return std::nullopt;
        return std::bit_cast<double>(number(sizeof(double)));
    }

    // A text of less than 256 bytes.
    std::optional<std::string_view> shortText()
    {
        const auto head = number(1);
        const bool isShort = (head & 0xe0u) == 0xa0;
        if (!isShort && head != 0xd9)
            return std::nullopt;
        const std::size_t size = isShort ? head & 0x1fu : number(1);
        const auto text = m_bytes.substr(0, size);
        if (text.size() < size || !isUtf8(text))
            return std::nullopt;
        m_bytes.remove_prefix(text.size());
        return text;
    }

private:
    // Big endian; of bytes that are missing, nothing is counted.
    std::uint64_t number(std::size_t bytes)
    {
        std::uint64_t value = 0;
        for (; bytes > 0 && !m_bytes.empty(); --bytes, m_bytes.remove_prefix(1))
            value = value << 8 | static_cast<unsigned char>(m_bytes.front());
        return value;
    }

    std::string_view m_bytes;
};

} // namespace

std::vector<TimedText> messagePackTimedTexts(std::string_view bytes)
{
    constexpr std::size_t pair = 2;
    MessagePackReader reader(bytes);
    const auto size = reader.listSize();
    std::vector<TimedText> all;
    for (std::size_t i = 0; i < size; ++i) {
        const auto begin = reader.rest();
        if (reader.listSize() != pair)
            return {};
        const auto time = reader.float64();
        const auto text = time ? reader.shortText() : std::nullopt;
        if (!text)
            return {};
        all.push_back({*time, *text, begin.substr(0, begin.size() - reader.rest().size())});
    }
    return reader.isAtEnd() ? all : std::vector<TimedText>();
}

} // namespace lockcore
