// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>

namespace lockcore::test {

/// Runs the event loop until `done` returns true, at most for `limit` (the test's own limit is CTest's). Checks after every turn of the
/// loop, and every 10 ms for conditions that cause no event in this thread. (QTest::qWaitFor() sleeps 10 ms after each turn, even if events
/// are waiting.)
bool eventually(const std::function<bool()> &done, std::chrono::milliseconds limit = std::chrono::minutes(5));

} // namespace lockcore::test
