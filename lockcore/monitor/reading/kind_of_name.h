// SPDX-License-Identifier: MIT
// What names of one kind have in common. Pure.
#pragma once

#include <string>
#include <string_view>

namespace lockcore {

/// `orders:#` for `orders:17`, `user:#:visit` for `user:7:visit`, `visit:#` for `visit:5f1c2f5e-6f0a-…`. A name without a number or a random
/// id loses its last part: `shop:session:*` for `shop:session:alice`, `*` for `report`.
std::string kindOf(std::string_view name);

} // namespace lockcore
