// SPDX-License-Identifier: MIT
// The corpus: what real programs were seen to write, locks and data, as text in tests/monitor/corpus. A file is read line by line:
//
//     # a comment
//     scene redlock 4.2.0 from npm, one resource       the keys that a server held at one moment, and who wrote them
//       seen run                                       run: captured from the program itself; observed: the bytes are those of the reference
//       at 1795290935123                               the server's clock, in milliseconds
//       library node-redlock                           a right name for its locks; several lines: any of them
//       script 96da70f7716f27d278a5218544df37fd8b0a5e4c   loaded by the server then
//       lock orders:17 9870ms string 7c1f…             a lock: its key, its TTL or -, its type, and its value
//       data orders:index - hash a 1 b 2               anything else
//
// Keys and values are words as escaped() shows bytes; a word with a blank, or an empty one, stands in quotes. Keys of a scene are each other's
// companions.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore::test {

struct CorpusKey
{
    std::string where; ///< file:line
    Look look;
    bool isLock = false;
};

struct CorpusScene
{
    std::string what;
    std::optional<bool> run; ///< captured from the program itself; false: the bytes are those of the reference
    std::vector<std::string> libraries;
    Surroundings surroundings;
    std::vector<CorpusKey> keys;
};

/// Every file, read once. Throws ExampleError.
const std::vector<CorpusScene> &lockCorpus();

/// The key as it is read: with the companions that today's formats ask for.
Look asRead(const CorpusKey &key, const CorpusScene &scene);

/// What `list` makes of a key of the scene, with its companions; nothing if it does not list it.
std::optional<Finding> listedAs(const CorpusKey &key, const CorpusScene &scene);

struct CorpusFigures
{
    std::int64_t locks = 0, locksNamed = 0, data = 0; ///< keys; locks whose name has a word for a lock
    std::int64_t found = 0, foundNamed = 0;           ///< locks that are listed
    std::int64_t falselyListed = 0, wrongNames = 0;
    std::vector<std::string> faults; ///< one line each

    double recall() const { return locksNamed ? static_cast<double>(foundNamed) / static_cast<double>(locksNamed) : 0; }
    double precision() const { return found ? static_cast<double>(found) / static_cast<double>(found + falselyListed) : 0; }
};

CorpusFigures judgeCorpus();

} // namespace lockcore::test
