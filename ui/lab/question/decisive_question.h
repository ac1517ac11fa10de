// SPDX-License-Identifier: MIT
// Makes the question just before a decisive moment of a run: what will Redis, the resource or a worker do? The answer comes from the
// history. Pure; any thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/lab/question/question.h"
#include "ui/report/run_report.h"

#include <optional>

namespace lockscope {

/// The question about this entry. None: there is no useful question, or the history does not contain the answer. `moments` must be of the
/// same history.
std::optional<Question> questionAbout(const RunReport &report, const lockcore::Moments &moments, std::uint64_t entry);

} // namespace lockscope
