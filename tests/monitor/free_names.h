// SPDX-License-Identifier: MIT
// Names of locks without a word for a lock.
#pragma once

#include <array>
#include <string_view>

namespace lockcore::test {

inline constexpr std::array<std::string_view, 18> freeLockNames = {
    "orders:17",      "resource:invoice:9", "jobs/nightly",       "warehouse/17", "report",       "import.products", "payments-42",
    "user:7:balance", "sync:catalogue",     "{a}:stock",          "seats:12A",    "transcode:17", "author:3:merge",  "preset/9",
    "email:digest",   "inventory:sku-9",    "payment:capture:42", "tokenizer:17",
};

} // namespace lockcore::test
