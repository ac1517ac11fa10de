// SPDX-License-Identifier: MIT
// An entry of a history as a short English sentence without a full stop, for people who do not know the worker protocol. Names,
// keys and texts are escaped. Pure; any thread.
#pragma once

#include "lockcore/judge/history.h"

namespace lockcore {

/// `A's DEL has its turn`. Empty if the history does not contain this number.
std::string sentenceOf(const History &history, std::uint64_t number);

/// The worker that an entry is about, or the owner in it, as the lanes name it; none: a server, the Lab.
std::optional<Incarnation> workerIn(const HistoryEntry &entry);

} // namespace lockcore
