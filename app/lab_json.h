// SPDX-License-Identifier: MIT
// verdict.json, which each run leaves. Locale-free. Pure; any thread.
#pragma once

#include "app/lab_output.h"

#include <QByteArray>

namespace lockscope {

QByteArray verdictJson(const LabResult &result);

} // namespace lockscope
