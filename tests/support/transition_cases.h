// SPDX-License-Identifier: MIT
// Tables of transitions: looks at a key, and what comes of each. The lines of a case are those of a recording (see recorded_table.h), in short:
//
//     begin 1795262400                      the server's clock in seconds at time 0
//     let A feb9df00833a11ee8c5600163e5f7a01   <A> means this, in all that follows
//     case aTokenThatWasGone_isResurrected
//       key lock:a                          of the looks that name none
//       lease 30                            a value that is there has this deadline, unless the line says `until TIME`, `for SECONDS` or `for ever`
//       let owner alice web-3               <owner>: the case is played with each of them
//       let at | event                      the same of rows
//       | 29 | released
//       | 31 | expired*
//       string <A> -> acquired <A>          what is there, at time 0; what is expected is behind the arrow, nothing where there is none
//       none -> released <A>                a second later
//       9.5 string <A> -> resurrected <A> why=drawn; state=held lease=30000
//       cut                                 another call of a recording
//       look lock:b 3 none                  the whole line of a recording
//
// An expected event: its type, with a star if it may hide others, its owner, and what else matters; `why` is a part of the sentence. Behind the
// semicolon: how the lock is listed then, `unlisted` if it is not; `name!=text` where it must be otherwise. `table` in a case: what follows is in
// a new table; `each`: each look is in one of its own.
#pragma once

#include "lockcore/base/clock.h"

#include <string>
#include <vector>

namespace lockcore::test {

struct TransitionLine
{
    std::string where; ///< "file:line: "
    std::string text;  ///< without `let` and <names>
};

struct TransitionCase
{
    std::string name; ///< with the values that it is played with
    ServerTime begin{};
    std::vector<TransitionLine> lines;
};

/// Throws ExampleError.
std::vector<TransitionCase> readTransitionCases(const std::string &path);

/// What is not as expected, a paragraph for each line; empty: nothing.
std::string failuresOf(const TransitionCase &transitions);

} // namespace lockcore::test
