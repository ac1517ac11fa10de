// SPDX-License-Identifier: MIT
// What `lockscope lab --challenges` and `--challenge` print. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/challenges/challenge_words.h"

#include <QByteArray>

namespace lockscope {

/// By name, or by its number in the list, from 1. Error: Refused.
lockcore::Result<lockcore::Challenge> challengeNamed(const QString &word, const std::vector<lockcore::Challenge> &challenges);

QString challengesText(const std::vector<lockcore::Challenge> &challenges, const ChallengeProgress &progress, const TextStyle &style);
QByteArray challengesJson(const std::vector<lockcore::Challenge> &challenges, const ChallengeProgress &progress);

/// The question with its answers. Which of them is right is in neither.
QString questionText(const lockcore::Challenge &challenge, const ChallengeState &state, const TextStyle &style);
QByteArray questionJson(const lockcore::Challenge &challenge, const ChallengeState &state);

/// `answer` counts from 0.
QString answeredText(const lockcore::Challenge &challenge, std::size_t answer, const LabResult &result, const TextStyle &style);
QByteArray answeredJson(const lockcore::Challenge &challenge, std::size_t answer, const LabResult &result, const ChallengeState &state);

/// 0 right, 1 wrong, 3 not decided; or why it could not be played.
int exitCodeOf(const lockcore::Challenge &challenge, std::size_t answer, const LabResult &result);

} // namespace lockscope
