// SPDX-License-Identifier: MIT
// Memory for tables that a search reads all over: in huge pages where the system has them. With small ones, most of a search's time goes
// into finding where a page is.
#pragma once

#include <cstdlib>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lockcore::explorer {

template <class Value>
struct HugePages
{
    using value_type = Value;

    HugePages() = default;
    template <class Other>
    HugePages(const HugePages<Other> &)
    { }

    Value *allocate(std::size_t count)
    {
        const auto size = count * sizeof(Value);
        if (size < page)
            return static_cast<Value *>(::operator new(size));
        const auto pages = (size + page - 1) / page * page;
        auto *const room = std::aligned_alloc(page, pages);
        if (!room)
            throw std::bad_alloc();
#ifdef __linux__
        (void)::madvise(room, pages, MADV_HUGEPAGE); // refused: then with small ones
#endif
        return static_cast<Value *>(room);
    }
    void deallocate(Value *room, std::size_t count) { count * sizeof(Value) < page ? ::operator delete(room) : std::free(room); }
    bool operator==(const HugePages &) const = default;

private:
    static constexpr std::size_t page = 2 << 20;
};

template <class Value>
using Table = std::vector<Value, HugePages<Value>>;

} // namespace lockcore::explorer
