// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lockcore {

/// Does the text consist of nothing but a time, as some language prints it: `2026-11-26 03:31:36`, `Thu Nov 26 2026 03:30:55 GMT+0000
/// (UTC)`, `11/26/2026, 3:30:55 AM`, `0.12345600 1795262397`, `20261126T033055Z`, `2026-11-26`? The zone may be missing, so the moment may
/// be unknown; timeFromIso() finds it. False for plain numbers, which may mean anything. Pure.
bool isTimeText(std::string_view text);

} // namespace lockcore
