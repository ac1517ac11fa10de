// SPDX-License-Identifier: MIT
// What `lockscope lab --hunt` prints. Pure; any thread.
#pragma once

#include "app/lab/lab_output.h"
#include "ui/runs/hunt_result.h"

namespace lockscope {

QString huntText(const HuntResult &hunt, const TextStyle &style);
QByteArray huntJson(const HuntResult &hunt);
int exitCodeOf(const HuntResult &hunt);

} // namespace lockscope
