// SPDX-License-Identifier: MIT
#include "bench/key_names.h"

namespace lockcore::bench {

namespace {

// splitmix64: looks as random as tokens do, and needs no state.
std::uint64_t mixed(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

} // namespace

std::string hexDigits(std::uint64_t seed, int digits)
{
    std::string text;
    for (int i = 0; i < digits; ++i) {
        if (i % 16 == 0)
            seed = mixed(seed);
        text += "0123456789abcdef"[seed >> (i % 16 * 4) & 15];
    }
    return text;
}

std::string uuid4(std::uint64_t seed)
{
    auto hex = hexDigits(seed, 32);
    hex[12] = '4';
    hex[16] = "89ab"[mixed(seed) & 3];
    return hex.substr(0, 8) + '-' + hex.substr(8, 4) + '-' + hex.substr(12, 4) + '-' + hex.substr(16, 4) + '-' + hex.substr(20);
}

std::string otherKeyName(std::size_t n)
{
    const auto number = std::to_string(n);
    switch (n % 10) {
    case 0: return "user:" + number;
    case 1: return "cart:{" + number + "}:items";
    case 2: return "session:" + uuid4(n);
    case 3: return "cache:page:" + hexDigits(n, 40);
    case 4: return "stats:2026-11-21:clicks:" + number;
    case 5: return "app.settings.tenant-" + number + ".theme";
    case 6: return "rate:10.0." + std::to_string(n / 256 % 256) + '.' + std::to_string(n % 256) + ':' + number;
    case 7: return "order:" + number + ":status";
    case 8: return "com.example.shop.ProductCache::" + number;
    default: return "feed:timeline:" + number;
    }
}

} // namespace lockcore::bench
