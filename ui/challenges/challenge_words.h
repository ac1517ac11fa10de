// SPDX-License-Identifier: MIT
// Challenges in words, for the window and the terminal, and what a run means for an answer. Any thread.
#pragma once

#include "lockcore/lab/challenge/challenge_file.h"
#include "ui/challenges/challenge_progress.h"
#include "ui/report/lab_result.h"

namespace lockscope {

/// As answerVerdict(); also for a run that was not played.
lockcore::AnswerVerdict answerVerdict(const lockcore::Challenge &challenge, std::size_t answer, const LabResult &result);

/// The run does not decide, and another one may: the machine was late.
bool isWorthAnother(const lockcore::Challenge &challenge, std::size_t answer, const LabResult &result);
inline constexpr int mostPlaysOfAnswer = 3; ///< before a person is bothered with that

QString kindText(lockcore::ChallengeKind kind);                                       ///< `break it`
QString stateText(const lockcore::Challenge &challenge, const ChallengeState &state); ///< `solved in 2 tries, par 1`; empty: not tried
QString progressText(int solved, int all);                                            ///< `3 of 20 solved`
QString answerText(lockcore::AnswerVerdict verdict);                                  ///< `✓ Right`

/// Why the answer is right or wrong, or what to do after a run that does not show it.
QString whyText(const lockcore::Challenge &challenge, std::size_t answer, const LabResult &result);

QString judgeText(const lockcore::Challenge &challenge,
                  const LabResult &result); ///< `The judge: ownership violated: A removed …`; or empty

} // namespace lockscope
