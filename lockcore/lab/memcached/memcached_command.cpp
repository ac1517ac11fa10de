// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_command.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockcore {

namespace {

struct Shape
{
    std::string_view name;
    std::size_t firstKey;
    bool manyKeys = false;
    std::size_t length = 0; ///< 0: no data
    bool isMeta = false;
};

// The server knows the names in small letters only.
constexpr std::array<Shape, 19> shapes = {{{"get", 1, true},
                                           {"gets", 1, true},
                                           {"gat", 2, true},
                                           {"gats", 2, true},
                                           {"set", 1, false, 4},
                                           {"add", 1, false, 4},
                                           {"replace", 1, false, 4},
                                           {"append", 1, false, 4},
                                           {"prepend", 1, false, 4},
                                           {"cas", 1, false, 4},
                                           {"incr", 1},
                                           {"decr", 1},
                                           {"touch", 1},
                                           {"delete", 1},
                                           {"mg", 1, false, 0, true},
                                           {"ms", 1, false, 2, true},
                                           {"md", 1, false, 0, true},
                                           {"ma", 1, false, 0, true},
                                           {"me", 1, false, 0, true}}};

const Shape *shapeOf(const Words &words)
{
    const auto found = std::ranges::find(shapes, words.empty() ? std::string_view() : words[0], &Shape::name);
    return found == shapes.end() ? nullptr : &*found;
}

} // namespace

std::optional<std::size_t> placeOfLength(const Words &words)
{
    const auto *const shape = shapeOf(words);
    return shape && shape->length > 0 ? std::optional(shape->length) : std::nullopt;
}

std::vector<Bytes> memcachedKeys(const Words &words)
{
    const auto *const shape = shapeOf(words);
    if (!shape || words.size() <= shape->firstKey)
        return {};
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(shape->firstKey);
    return {begin, shape->manyKeys ? words.end() : begin + 1};
}

bool wantsNoReply(const Words &words)
{
    const auto *const shape = shapeOf(words);
    return words.back() == "noreply" && !(shape && (shape->isMeta || shape->manyKeys));
}

bool repliesSometimes(const Words &words)
{
    const auto *const shape = shapeOf(words);
    return shape && shape->isMeta && std::find(words.begin() + 1, words.end(), "q") != words.end();
}

} // namespace lockcore
