// SPDX-License-Identifier: MIT
// The examples of the formats: a look at a key, and the match that the format must return. They are text, one file per format in
// tests/monitor/formats, so that the product contains no test data. A file is read line by line:
//
//     # a comment
//     common                          lines that every following example expects, until the next `common`
//       library redisson              … if an example has lines with the same first word, they replace the common ones
//       kind lock
//     example two waiters             what this shows, in one line
//       key till                      the key, then its value
//       hash
//         - 9f3a…:17 1                an element: field and count, member and score, or the element of a list or set
//       ttl 30s                       none: the key has no TTL
//       companion "the queue"         another key that was read, then its value: string, hash, zset, list, set, missing
//       list
//       expect                        what the format must find, besides the common lines; the words: example_expectation.cpp
//         confidence 5
//     counterexample a plain hash     the format must not claim this look
//
// Keys and values are words as escaped() shows bytes; a word that contains a blank, or is empty, is written in quotes.
#pragma once

#include "lockcore/monitor/model/format.h"
#include "support/example_line.h"

#include <string>
#include <vector>

namespace lockcore::test {

struct Example
{
    std::string what; ///< one line: what this shows
    KeySnapshot look;
    RecognitionContext surroundings;
    std::optional<LockMatch> expected; ///< none: it is a counterexample
    bool recorded = false;             ///< written by the library itself, not by hand
};

/// `file` is only for the messages. Throws ExampleError.
std::vector<Example> parseExamples(std::string_view text, const std::string &file);

/// The examples of the format in `<name>_format.cpp`, from tests/monitor/formats/<name>.txt. Throws ExampleError.
std::vector<Example> examplesOf(std::string_view formatName);

struct FormatExamples
{
    const Format *format = nullptr;
    std::string name; ///< the name of its file: "redis_py"
    std::vector<Example> examples;
};

/// Every format with its examples, read once. Throws ExampleError.
const std::vector<FormatExamples> &formatExamples();

/// The names of the example files: "redis_py" …
std::vector<std::string> exampleFiles();

} // namespace lockcore::test
