// SPDX-License-Identifier: MIT
// What an owner's text reveals, parsed by the grammars that more than one library uses. Pure.
#pragma once

#include "lockcore/monitor/formats/grammar.h"

namespace lockcore::grammar {

/// Of `<uuid4>:<number>`: "uuid" and "thread".
std::vector<OwnerFact> factsOf(const UuidAndNumber &owner);

/// Of any owner's text: a uuid with a thread, a UUID1 with its time, `host:pid`, `host:pid:thread`. Empty: it reveals nothing that could
/// not be chance.
std::vector<OwnerFact> factsOfOwner(std::string_view owner, ServerTime now);

/// Does the text look like a token (a uuid, or hex or base64 of some length), rather than like a word or a number?
bool looksDrawn(std::string_view owner);

/// May the text be one owner's alone, so that it shows the same owner under another name, too? A token, perhaps beside other words, or a process
/// of a host. Versions, words, times and numbers may be anywhere for other reasons.
bool isOneOwners(std::string_view owner);

bool isNumberedName(std::string_view owner); ///< `web-3:4711`, `user:42`

/// `web-3:4711`, `web-3|4711`, `localhost:4711`, `worker:4711:main`, but not `user:42`.
bool isProcess(std::string_view owner);

/// Of an owner's text with the time at which it was written (`web-3:1795663855648`) the rest; empty: there is no time in it, or no owner.
Bytes withoutTime(std::string_view owner, ServerTime now);

} // namespace lockcore::grammar
