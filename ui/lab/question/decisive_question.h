// SPDX-License-Identifier: MIT
// What to ask just before a decisive moment of a run: what will Redis, the resource or a worker do? The answer is in the history. Pure; any
// thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/lab/question/question.h"
#include "ui/report/run_report.h"

#include <optional>

namespace lockscope {

/// About this entry. None: there is nothing worth asking, or the history does not tell the answer. `moments`: of the same history.
std::optional<Question> questionAbout(const RunReport &report, const lockcore::Moments &moments, std::uint64_t entry);

} // namespace lockscope
