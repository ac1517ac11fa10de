// SPDX-License-Identifier: MIT
// *Check my lock* as JSON. Locale-free. Pure; any thread.
#pragma once

#include "ui/report/check.h"

#include <QByteArray>

namespace lockscope {

QByteArray checkJson(const Check &check);

} // namespace lockscope
