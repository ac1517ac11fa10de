// SPDX-License-Identifier: MIT
// How far a person is with the challenges. Kept in the settings, which the window and the command share. Thread of the settings.
#pragma once

#include "lockcore/lab/challenge/challenge.h"

#include <optional>

class QSettings;

namespace lockscope {

struct ChallengeState
{
    int tries = 0; ///< until it was solved
    bool solved = false;
    std::optional<std::size_t> right{}; ///< the answer that solved it, counted from 0; none: an older Lockscope did not keep it
    bool operator==(const ChallengeState &) const = default;
};

class ChallengeProgress final
{
public:
    /// `settings` must outlive this object.
    explicit ChallengeProgress(QSettings *settings);

    ChallengeState of(const lockcore::Challenge &challenge) const;
    /// An open verdict is no try, nor is one after the solution.
    void note(const lockcore::Challenge &challenge, std::size_t answer, lockcore::AnswerVerdict verdict);
    void forget(); ///< everything, for the next person

private:
    QSettings *m_settings;
};

} // namespace lockscope
