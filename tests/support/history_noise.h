// SPDX-License-Identifier: MIT
// Histories made from others whose truth is known: with less in them, with more, or told in another way. And histories that make no
// sense at all.
#pragma once

#include "lockcore/judge/history.h"

#include <random>

namespace lockcore::test {

/// As of servers that are not the Lab's: no turns, no keys.
History withoutRecord(const History &history);

/// The workers name what they hold, by key and mark, as no format knows it.
History withNamedHoldings(const History &history);

/// With what concerns another lock, and what nobody judges.
History withChatter(const History &history, std::mt19937_64 &random);

/// Any entries in any order, with few names and numbers, so that they meet.
History randomHistory(std::mt19937_64 &random);

} // namespace lockcore::test
