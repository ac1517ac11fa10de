// SPDX-License-Identifier: MIT
// All facts about one release, before and after: its state, the dangers, whom it frees, what runs, who waits, what does not change, and how
// the lock was recognised. It scrolls.
#pragma once

#include "lockcore/redis/endpoint.h"
#include "ui/monitor/release_attempt.h"

#include <QScrollArea>

namespace lockscope {

class DetailsSection;
class ReleaseChoices;
class ReleaseCommands;

class ReleasePanel final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleasePanel)

public:
    ReleasePanel(lockcore::Endpoint endpoint, QWidget *parent = nullptr);

    void showAttempt(const ReleaseAttempt &attempt);
    QString text() const; ///< the whole text, for tests

signals:
    void wishChosen(const lockcore::ReleaseRequest &wish);

private:
    void showPlan(const ReleaseAttempt &attempt, bool decided);

    lockcore::Endpoint m_endpoint;
    bool m_decided = false; ///< it shows a result
    DetailsSection *m_verdict;
    DetailsSection *m_warnings;
    ReleaseChoices *m_choices;
    DetailsSection *m_holders;
    ReleaseCommands *m_commands;
    DetailsSection *m_waiters;
    DetailsSection *m_leftAlone;
    DetailsSection *m_why;
};

} // namespace lockscope
