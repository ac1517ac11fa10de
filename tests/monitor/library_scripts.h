// SPDX-License-Identifier: MIT
// What libraries load onto a server: the scripts by which they release.
#pragma once

namespace lockcore::test {

inline constexpr auto redisPyRelease = "\n"
                                       "        local token = redis.call('get', KEYS[1])\n"
                                       "        if not token or token ~= ARGV[1] then\n"
                                       "            return 0\n"
                                       "        end\n"
                                       "        redis.call('del', KEYS[1])\n"
                                       "        return 1\n"
                                       "    ";

// Of version 5.
inline constexpr auto redlockRelease = "\n"
                                       "  local count = 0\n"
                                       "  for i, key in ipairs(KEYS) do\n"
                                       "    -- Only remove entries for *this* lock value.\n"
                                       "    if redis.call(\"get\", key) == ARGV[1] then\n"
                                       "      redis.pcall(\"del\", key)\n"
                                       "      count = count + 1\n"
                                       "    end\n"
                                       "  end\n"
                                       "\n"
                                       "  -- Return the number of entries removed.\n"
                                       "  return count\n"
                                       "";

} // namespace lockcore::test
