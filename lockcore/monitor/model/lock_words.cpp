// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lock_words.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/model/lock_word_list.h"

#include <algorithm>

namespace lockcore {

namespace {

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }

// The words of a name: `orderLock` is order + Lock, `HTTPLock` is HTTP + Lock, `REDLOCK` is one word, and so is each other run of letters.
class NameWords
{
public:
    explicit NameWords(std::string_view name)
        : m_name(name)
    { }

    /// Empty: there are no more.
    std::string_view next()
    {
        while (m_at < m_name.size() && !isLetter(m_name[m_at]))
            ++m_at;
        const auto begin = m_at;
        if (isUpperAt(begin) && isUpperAt(begin + 1)) {
            while (isUpperAt(m_at))
                ++m_at;
            m_at -= isLowerAt(m_at) ? 1 : 0;
        } else if (begin < m_name.size()) {
            for (++m_at; isLowerAt(m_at);)
                ++m_at;
        }
        return m_name.substr(begin, m_at - begin);
    }

private:
    bool isUpperAt(std::size_t i) const { return i < m_name.size() && isUpper(m_name[i]); }
    bool isLowerAt(std::size_t i) const { return i < m_name.size() && isLower(m_name[i]); }

    std::string_view m_name;
    std::size_t m_at = 0;
};

std::string_view inSingular(std::string_view word)
{
    return word.size() > 3 && toLowerCase(word.back()) == 's' ? word.substr(0, word.size() - 1) : word;
}

bool endsWith(std::string_view word, lockwords::Word end)
{
    return word.size() >= end.size() && equalsIgnoringCase(word.substr(word.size() - end.size()), end);
}

template <std::size_t size>
bool endsWithOneOf(std::string_view word, const std::array<lockwords::Word, size> &ends)
{
    return std::ranges::any_of(ends, [&](lockwords::Word end) { return endsWith(word, end); });
}

// Nearly every word of an ordinary name fails here.
bool mayBeForLock(std::string_view word)
{
    switch (toLowerCase(word.back())) {
    case 'k': // lock, lck
    case 'x': // mutex, mtx
    case 'e': // semaphore, lease, mutexe(s)
    case 'm': // sem
    case 'r': // leader
    case 'h': // latch
    case 'n': // singleton
        return word.size() > 2;
    default: return false;
    }
}

LockWord meaningOf(std::string_view word)
{
    word = inSingular(word);
    if (!mayBeForLock(word))
        return LockWord::None;
    if (equalsOneIgnoringCase(word, lockwords::locks)
        || (endsWithOneOf(word, lockwords::compounds) && !endsWithOneOf(word, lockwords::noLocks)))
        return LockWord::Clear;
    return equalsOneIgnoringCase(word, lockwords::weakLocks) ? LockWord::Weak : LockWord::None;
}

bool isProperty(std::string_view word)
{
    return equalsOneIgnoringCase(word, lockwords::properties) || equalsOneIgnoringCase(inSingular(word), lockwords::properties);
}

} // namespace

LockWord lockWordIn(std::string_view name)
{
    auto found = LockWord::None;
    std::string_view last;
    NameWords words(name);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto meaning = meaningOf(word);
        found = std::max(found, meaning);
        last = meaning == LockWord::None ? word : std::string_view();
    }
    return found == LockWord::Clear && !last.empty() && isProperty(last) ? LockWord::Weak : found;
}

bool saysSemaphore(std::string_view name)
{
    NameWords words(name);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto one = inSingular(word);
        if (endsWith(one, lockwords::semaphore) || equalsIgnoringCase(one, lockwords::sem))
            return true;
    }
    return false;
}

} // namespace lockcore
