// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>

namespace lockcore::test {

/// Runs the event loop until `done`, at most this long (a test's own limit is CTest's). Checks after every turn of the loop, and every 10
/// ms for what causes no event in this thread. QTest::qWaitFor() sleeps as long after each turn, whatever is ready.
bool eventually(const std::function<bool()> &done, std::chrono::milliseconds limit = std::chrono::minutes(5));

} // namespace lockcore::test
