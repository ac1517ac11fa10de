// SPDX-License-Identifier: MIT
// How far a person is with the challenges. Kept in the settings, which the window and the command share. Thread of the settings.
#pragma once

#include "lockcore/lab/challenge/challenge.h"

class QSettings;

namespace lockscope {

struct ChallengeState
{
    int tries = 0; ///< until it was solved
    bool solved = false;
    bool operator==(const ChallengeState &) const = default;
};

class ChallengeProgress final
{
public:
    /// `settings` must outlive this object.
    explicit ChallengeProgress(QSettings *settings);

    ChallengeState of(const lockcore::Challenge &challenge) const;
    void note(const lockcore::Challenge &challenge, lockcore::AnswerVerdict verdict); ///< an open one is no try, nor one after the solution
    void forget();                                                                    ///< everything, for the next person

private:
    QSettings *m_settings;
};

} // namespace lockscope
