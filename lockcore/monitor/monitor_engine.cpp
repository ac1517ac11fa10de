// SPDX-License-Identifier: MIT
#include "lockcore/monitor/monitor_engine.h"

namespace lockcore {

MonitorEngine::~MonitorEngine() = default;

} // namespace lockcore
