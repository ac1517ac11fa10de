// SPDX-License-Identifier: MIT
// What speaks for a lock of no known library, in points, each with its sentence. Their sum is the confidence. No I/O.
//
//     a word for a lock in the name     2; 1 if the word has other meanings, or the name is of a property
//     a drawn token or a process        2
//     a text that may be an owner's     1; so is a mark
//     a field that is only an owner's   2
//     a TTL                             1; a deadline in the value, too
//     a hold count beside an owner      1
//
//     with a word for a lock: 6 likely (3), 3 plausible (2), 2 possible (1); without one: 3 possible (1)
//
// What watching shows (renewals, waiters, the same owner elsewhere) comes later: reading/ladder.h.
#pragma once

#include "lockcore/monitor/model/format.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore {

class Evidence
{
public:
    explicit Evidence(const KeySnapshot &look);

    void add(int points, std::string sentence);

    bool isNamed() const { return m_word != LockWord::None; } ///< there is a word for a lock in the name

    /// With the confidence that all of it makes, and its sentences behind those that the match has. Nothing: it makes none.
    std::optional<LockMatch> judged(LockMatch match) const;

private:
    int confidence() const;

    LockWord m_word;
    bool m_hasTtl;
    int m_points = 0;
    std::vector<std::string> m_sentences;
};

/// How much an owner's text speaks for an owner: 2 a drawn token or a process of a host, 1 a word, or the number of a process or a thread, 0 a datum;
/// without a sentence: a page, a list or something long.
struct OwnerText
{
    int points = 0;
    std::string_view sentence;
};
OwnerText ownerText(std::string_view text);

} // namespace lockcore
