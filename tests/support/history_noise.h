// SPDX-License-Identifier: MIT
// Makes variants of histories whose truth is known: with less information, with more, or with other words. Also makes meaningless random
// histories.
#pragma once

#include "lockcore/judge/history.h"

#include <random>

namespace lockcore::test {

/// As recorded on servers that are not the Lab's: no turns, no keys.
History withoutRecord(const History &history);

/// The workers name their holdings by key and mark, and no format recognises these.
History withNamedHoldings(const History &history);

/// Adds entries about another lock, and entries that no judge uses.
History withChatter(const History &history, std::mt19937_64 &random);

/// Any entries in any order, with few names and numbers, so that entries refer to each other by chance.
History randomHistory(std::mt19937_64 &random);

} // namespace lockcore::test
