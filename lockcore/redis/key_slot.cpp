// SPDX-License-Identifier: MIT
#include "lockcore/redis/key_slot.h"

#include <cstdint>

namespace lockcore {

namespace {

// CRC16-CCITT (XMODEM): polynomial 0x1021, initial value 0.
std::uint16_t crc16(std::string_view text)
{
    unsigned crc = 0;
    for (const char c : text) {
        crc ^= static_cast<unsigned>(static_cast<unsigned char>(c)) << 8;
        for (int bit = 0; bit < 8; ++bit)
            crc = ((crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
    return static_cast<std::uint16_t>(crc);
}

} // namespace

std::string_view hashTagOf(std::string_view key)
{
    const auto open = key.find('{');
    const auto close = open == key.npos ? key.npos : key.find('}', open + 1);
    const bool tagged = close != key.npos && close > open + 1;
    return tagged ? key.substr(open + 1, close - open - 1) : key;
}

std::size_t slotOf(std::string_view key) { return crc16(hashTagOf(key)) % slotCount; }

} // namespace lockcore
