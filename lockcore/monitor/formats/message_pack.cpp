// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/message_pack.h"

#include "lockcore/base/bytes.h"

#include <array>
#include <bit>
#include <cstdint>

namespace lockcore {

namespace {

// What follows the first byte of a value: a number of so many bytes; or a length of so many bytes, and then that many bytes.
struct Layout
{
    std::size_t fixed = 0;
    std::size_t lengthBytes = 0;
};

// From 0xc4 to 0xdb: bin, ext, float, uint, int, fixext, str.
constexpr std::array<Layout, 24> layouts = {{
    {0, 1}, {0, 2}, {0, 4}, {1, 1}, {1, 2}, {1, 4},                  // bin, ext with its type
    {4, 0}, {8, 0}, {1, 0}, {2, 0}, {4, 0}, {8, 0}, {1, 0},  {2, 0}, // float, uint, int
    {4, 0}, {8, 0}, {2, 0}, {3, 0}, {5, 0}, {9, 0}, {17, 0},         // int, fixext with its type
    {0, 1}, {0, 2}, {0, 4},                                          // str
}};
constexpr unsigned char firstLayout = 0xc4;

class MessagePackReader
{
public:
    explicit MessagePackReader(std::string_view bytes)
        : m_bytes(bytes)
    { }

    bool isAtEnd() const { return m_bytes.empty(); }

    std::size_t mapSize()
    {
        const auto head = take();
        if ((head & 0xf0u) == 0x80)
            return head & 0x0fu;
        return head == 0xde ? number(2) : 0;
    }

    std::size_t listSize()
    {
        const auto head = take();
        if ((head & 0xf0u) == 0x90)
            return head & 0x0fu;
        return head == 0xdc ? number(2) : 0;
    }

    bool skipText()
    {
        const auto head = first();
        const auto before = m_bytes;
        if ((head & 0xe0u) != 0xa0 && (head < 0xd9 || head > 0xdb))
            return false;
        skip();
        return m_good && isUtf8(before.substr(1, before.size() - m_bytes.size() - 1));
    }

    // A text of less than 256 bytes.
    std::optional<std::string_view> shortText()
    {
        const auto head = first();
        const std::size_t before = head == 0xd9 ? 2 : 1; // its length
        const auto all = m_bytes;
        if (((head & 0xe0u) != 0xa0 && head != 0xd9) || !skipText())
            return std::nullopt;
        return all.substr(before, all.size() - m_bytes.size() - before);
    }

    std::optional<double> float64()
    {
        if (take() != 0xcb)
            return std::nullopt;
        const std::uint64_t bits = number(sizeof(double));
        return m_good ? std::optional(std::bit_cast<double>(bits)) : std::nullopt;
    }

    std::string_view rest() const { return m_bytes; }

    // One value, with everything inside it.
    bool skip()
    {
        for (std::size_t left = 1; left > 0 && m_good; --left)
            left += skipHead();
        return m_good;
    }

private:
    unsigned first() const { return m_bytes.empty() ? 0 : static_cast<unsigned char>(m_bytes.front()); }

    unsigned take()
    {
        const auto head = first();
        drop(1);
        return head;
    }

    std::size_t number(std::size_t bytes)
    {
        std::size_t value = 0;
        for (; bytes > 0; --bytes)
            value = value << 8 | take();
        return value;
    }

    void drop(std::size_t bytes)
    {
        m_good = m_good && bytes <= m_bytes.size();
        m_bytes.remove_prefix(m_good ? bytes : m_bytes.size());
    }

    // The number of values inside this one.
    std::size_t skipHead()
    {
        const auto head = take();
        if ((head & 0xf0u) == 0x80)
            return 2u * (head & 0x0fu);
        if ((head & 0xf0u) == 0x90)
            return head & 0x0fu;
        if ((head & 0xe0u) == 0xa0)
            drop(head & 0x1fu);
        else if (head >= 0xdc && head <= 0xdf)
            return (head < 0xde ? 1u : 2u) * number(head % 2 == 0 ? 2 : 4);
        else if (head >= firstLayout && head < 0xdc)
            dropLaidOut(layouts[head - firstLayout]);
        else if (head == 0xc1)
            m_good = false; // never used
        return 0;
    }

    void dropLaidOut(const Layout &layout)
    {
        const auto length = number(layout.lengthBytes);
        drop(layout.fixed);
        drop(length);
    }

    std::string_view m_bytes;
    bool m_good = true;
};

} // namespace

bool isMessagePackMap(std::string_view bytes)
{
    MessagePackReader reader(bytes);
    const auto size = reader.mapSize();
    for (std::size_t i = 0; i < size; ++i) {
        if (!reader.skipText() || !reader.skip())
            return false;
    }
    return size > 0 && reader.isAtEnd();
}

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
