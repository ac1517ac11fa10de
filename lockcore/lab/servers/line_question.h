// SPDX-License-Identifier: MIT
// One request over its own connection to a port of 127.0.0.1. Thread of the Poller, which outlives the task.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/result.h"
#include "lockcore/base/task.h"

namespace lockcore {

class Poller;

/// Of a language that has lines: the first line of the reply, without its end. Error: Transport.
Task<Result<Bytes>> lineAnswer(int port, Bytes request, Poller *poller);

/// Of a server that then ends the connection: the whole reply. Error: Transport, there is none.
Task<Result<Bytes>> wholeAnswer(int port, Bytes request, Poller *poller);

} // namespace lockcore
