// SPDX-License-Identifier: MIT
// Every word of a language by which Lockscope recognises a lock that no library explains, in lower case and in the singular. They are few on
// purpose: what these words do not find is declared by the user (docs/formats.md), or listed with less confidence.
#pragma once

#include <array>
#include <string_view>

namespace lockcore::lockwords {

using Word = std::string_view;

// In names of keys. The first three also end a compound: `orderlock`, `rwmutex`.
inline constexpr Word semaphore = "semaphore";
inline constexpr Word sem = "sem";
inline constexpr std::array<Word, 3> compounds = {"lock", "mutex", semaphore};
inline constexpr std::array<Word, 4> locks = {"lck", "mtx", "mutexe", sem};
inline constexpr std::array<Word, 4> weakLocks = {"lease", "leader", "latch", "singleton"};       // they have other meanings, too
inline constexpr std::array<Word, 5> noLocks = {"block", "clock", "flock", "unlock", "deadlock"}; // ends of words
inline constexpr std::array<Word, 9> properties = {"version", "count", "status", "state", "stats",
                                                   "history", "fence", "limit",  "waiter"}; // at the end of a name

// In values.
inline constexpr std::array<Word, 4> marks = {"1", "true", "locked", "ok"};
inline constexpr std::array<Word, 4> nobody = {"0", "false", "null", "none"};
inline constexpr std::array<Word, 3> freed = {"unlocked", "free", "released"};

// Fields of records end with these, behind which there may be `id`, `name` or `value`. The first four are only of a lock's owner.
inline constexpr std::array<Word, 4> owners = {"owner", "holder", "by", "locker"};
inline constexpr std::array<Word, 6> workers = {"token", "client", "worker", "instance", "session", "user"};
inline constexpr std::array<Word, 5> places = {"host", "node", "pid", "process", "thread"}; // from the place to the thread
inline constexpr std::array<Word, 3> suffixes = {"id", "name", "value"};

// Fields that begin with these.
inline constexpr std::array<Word, 3> deadlines = {"expir", "until", "deadline"};
inline constexpr std::array<Word, 2> ends = {"releas", "unlock"};
inline constexpr std::array<Word, 4> holds = {"count", "holds", "holdcount", "reentran"};

// Whole names of fields, and what they say.
inline constexpr std::array<Word, 2> switches = {"locked", "held"};
inline constexpr std::array<Word, 3> modes = {"mode", "read", "write"};
inline constexpr std::array<Word, 2> fences = {"fenc", workers[0]}; // if what they name is a number

inline constexpr std::size_t count = compounds.size() + locks.size() + weakLocks.size() + noLocks.size() + properties.size() + marks.size()
                                     + nobody.size() + freed.size() + owners.size() + workers.size() + places.size() + suffixes.size()
                                     + deadlines.size() + ends.size() + holds.size() + switches.size() + modes.size() + fences.size();
static_assert(count <= 70, "a rule that the user can write is better than one more word");

} // namespace lockcore::lockwords
