// SPDX-License-Identifier: MIT
// Every key that may be a lock is shown to each format that knows its type: the others are not even asked.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// The formats whose locks' keys are of this type, in the order of formats(). Any thread.
std::span<const Format *const> formatsOf(ValueType type);

} // namespace lockcore
