// SPDX-License-Identifier: MIT
// A counterexample step by step, for people: who did what, what changed in Redis, and why that matters. What needs no mention is left out: the
// passing of time that changes nothing, a reply that arrives at once.
#pragma once

#include "lockcore/explorer/search.h"

#include <QList>
#include <QString>

#include <vector>

namespace lockscope {

struct ExploreKey
{
    int server = 0; ///< 0: the first
    QString name, value;
    int left = lockcore::explorer::StoredKey::noDeadline; ///< ms
    bool operator==(const ExploreKey &) const = default;
};

struct ExploreStep
{
    std::size_t first = 0;                              ///< its place in the trace
    int event = 0;                                      ///< which one it is, without those in which time passes; time: the one before
    int at = 0;                                         ///< ms since the beginning
    int worker = lockcore::explorer::TraceStep::nobody; ///< who acted; nobody: time, a server, an operator
    lockcore::explorer::Move::Kind kind{};
    QString what; ///< empty: only time has passed, and keys are gone
    bool isFault = false;
    QString command, reply; ///< empty: none
    std::string file;       ///< "lockcore/locks/set_nx_del.cpp"; empty: not in a lock's source
    int line = 0;
    QList<ExploreKey> keys;   ///< after it
    bool changesKeys = false; ///< more than the time that they have left
    std::vector<int> inside;  ///< workers in their critical sections, after it
    bool changesInside = false;
    QString why; ///< a sentence; empty: it goes without saying
};

/// Asks the oracle what the keys contain; blocks.
QList<ExploreStep> stepsFor(const lockcore::explorer::Trace &trace, lockcore::explorer::Oracle &oracle);

QString placeWords(const ExploreStep &step);                        ///< "set_nx_del.cpp:14"
QString keysWords(const QList<ExploreKey> &keys, bool manyServers); ///< "lock = "token-Aa", 20 ms left"

} // namespace lockscope
