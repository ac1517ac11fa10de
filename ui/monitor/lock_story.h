// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/base/bytes.h"

#include <QString>

#include <functional>

namespace lockscope {

/// What a demo lock demonstrates, for the user who selects it; empty for other locks.
using LockStory = std::function<QString(const lockcore::Bytes &key)>;

} // namespace lockscope
