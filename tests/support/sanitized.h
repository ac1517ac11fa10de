// SPDX-License-Identifier: MIT
// Whether these tests run under sanitizers, where everything is slower: then they ask for less of what depends on speed, or takes minutes.
#pragma once

namespace lockcore::test {

#ifdef LOCKSCOPE_SANITIZED
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace lockcore::test
