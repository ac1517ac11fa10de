// SPDX-License-Identifier: MIT
// Text that may hold another one's secret: its memory is overwritten before it is given back. A text of a few characters is within the
// object itself, where the next one replaces it.
#pragma once

#include <cstring>
#include <memory>
#include <string>

namespace lockcore {

template <class T>
struct WipingAllocator
{
    using value_type = T;

    WipingAllocator() = default;
    template <class Other>
    WipingAllocator(const WipingAllocator<Other> &)
    { }

    T *allocate(std::size_t count) { return std::allocator<T>().allocate(count); }
    void deallocate(T *memory, std::size_t count)
    {
        ::explicit_bzero(memory, count * sizeof(T));
        std::allocator<T>().deallocate(memory, count);
    }
    bool operator==(const WipingAllocator &) const = default;
};

using SecretText = std::basic_string<char, std::char_traits<char>, WipingAllocator<char>>;

/// Empties it, and overwrites what it held. (Assigning an empty text would keep the memory.)
inline void wipe(SecretText &text) { SecretText().swap(text); }

} // namespace lockcore
