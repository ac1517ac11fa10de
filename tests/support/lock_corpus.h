// SPDX-License-Identifier: MIT
// The corpus: keys that real programs have written, locks and other data, as text in tests/monitor/corpus. A file is read line by line:
//
//     # a comment
//     scene redlock 4.2.0 from npm, one resource       the keys on a server at one moment, and the program that wrote them
//       seen run                                       run: captured from the program; observed: the bytes are those of the reference
//       at 1795290935123                               the server's clock, in milliseconds
//       library node-redlock                           a correct name for its locks; several lines: any of them
//       script 96da70f7716f27d278a5218544df37fd8b0a5e4c   loaded on the server at that time
//       lock orders:17 9870ms string 7c1f…             a lock: its key, its TTL or -, its type, and its value
//       data orders:index - hash a 1 b 2               any other key
//
// Keys and values are words as escaped() shows bytes; a word that contains a blank, or is empty, is written in quotes. The keys of a scene
// are each other's companions.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore::test {

struct CorpusKey
{
    std::string where; ///< file:line
    KeySnapshot look;
    bool isLock = false;
};

struct CorpusScene
{
    std::string what;
    bool held = false; ///< of a file `held_*.txt`: captured after the recogniser was made, from libraries that were not used to build it
    std::optional<bool> run; ///< captured from the program itself; false: the bytes are those of the reference
    std::vector<std::string> libraries;
    RecognitionContext surroundings;
    std::vector<CorpusKey> keys;
};

/// Every file, read once. Throws ExampleError.
const std::vector<CorpusScene> &lockCorpus();

/// The look at a key, with the companions that the current formats ask for.
KeySnapshot asRead(const CorpusKey &key, const CorpusScene &scene);

/// The match with which `list` shows this key of the scene; nullopt if `list` does not show it.
std::optional<LockMatch> listedAs(const CorpusKey &key, const CorpusScene &scene);

struct CorpusFigures
{
    std::int64_t locks = 0, locksNamed = 0, data = 0; ///< number of keys; locksNamed: locks whose name contains a word for a lock
    std::int64_t found = 0, foundNamed = 0;           ///< locks that are listed
    std::int64_t falselyListed = 0, wrongNames = 0;
    std::vector<std::string> faults; ///< one line each

    double recall() const { return locksNamed ? static_cast<double>(foundNamed) / static_cast<double>(locksNamed) : 0; }
    double precision() const { return found ? static_cast<double>(found) / static_cast<double>(found + falselyListed) : 0; }
};

/// Of the held scenes, or of those that the recogniser was built with.
CorpusFigures judgeCorpus(bool held);

} // namespace lockcore::test
