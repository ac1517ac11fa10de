// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lock_words.h"

#include <array>

namespace lockcore {

namespace {

// Whole words only: otherwise `block`, `please` and `semantic` would match. Compounds written as one word are listed one by
// one: a rule such as `*lock` would include clock, block, flock, unlock, deadlock …
constexpr std::array<std::string_view, 44> lockWords = {
    "lock",
    "locks",
    "locked",
    "locker",
    "locking",
    "lck",
    "mutex",
    "mutexes",
    "mtx",
    "lease",
    "leases",
    "sem",
    "semaphore",
    "semaphores",
    "latch",
    "latches",
    "countdownlatch",
    "leader",
    "leaders",
    "leadership",
    "singleton",
    "singletonlock",
    "redlock",
    "rlock",
    "wlock",
    "rwlock",
    "rwlocks",
    "spinlock",
    "fairlock",
    "readlock",
    "writelock",
    "multilock",
    "dlock",
    "distlock",
    "distributedlock",
    "globallock",
    "joblock",
    "tasklock",
    "cronlock",
    "shedlock",
    "lockkey",
    "mylock",
    "lockid",
    "permitexpirablesemaphore",
};

constexpr std::size_t longestWord = 24;

enum class Letter : unsigned char { None, Lower, Upper };

constexpr auto letters = [] {
    std::array<Letter, 256> table{};
    for (unsigned c = 'a'; c <= 'z'; ++c)
        table[c] = Letter::Lower;
    for (unsigned c = 'A'; c <= 'Z'; ++c)
        table[c] = Letter::Upper;
    return table;
}();

// One bit per length, by first letter: nearly every word of an ordinary name fails here.
constexpr auto lengthsByFirstLetter = [] {
    std::array<std::uint32_t, 26> table{};
    for (const auto word : lockWords)
        table[static_cast<std::size_t>(word.front() - 'a')] |= 1u << word.size();
    return table;
}();

Letter letterAt(std::string_view name, std::size_t i)
{
    return i < name.size() ? letters[static_cast<unsigned char>(name[i])] : Letter::None;
}

bool equalsIgnoringCase(std::string_view text, std::string_view lowerCaseWord)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((text[i] | 0x20) != lowerCaseWord[i])
            return false;
    }
    return true;
}

bool isLockWord(std::string_view letterRun)
{
    const auto first = static_cast<std::size_t>((letterRun.front() | 0x20) - 'a');
    if (letterRun.size() > longestWord || (lengthsByFirstLetter[first] >> letterRun.size() & 1) == 0)
        return false;
    for (const auto word : lockWords) {
        if (word.size() == letterRun.size() && equalsIgnoringCase(letterRun, word))
            return true;
    }
    return false;
}

// The end of the word that begins at `i`: `orderLock` is order + Lock, `HTTPLock` is HTTP + Lock, `REDLOCK` is one word.
std::size_t endOfWord(std::string_view name, std::size_t i)
{
    auto end = i + 1;
    if (letterAt(name, i) == Letter::Upper && letterAt(name, end) == Letter::Upper) {
        while (letterAt(name, end) == Letter::Upper)
            ++end;
        return letterAt(name, end) == Letter::Lower ? end - 1 : end;
    }
    while (letterAt(name, end) == Letter::Lower)
        ++end;
    return end;
}

} // namespace

bool hasLockWord(std::string_view name)
{
    std::size_t i = 0;
    while (i < name.size()) {
        if (letterAt(name, i) == Letter::None) {
            ++i;
            continue;
        }
        const auto end = endOfWord(name, i);
        if (isLockWord(name.substr(i, end - i)))
            return true;
        i = end;
    }
    return false;
}

} // namespace lockcore
