// SPDX-License-Identifier: MIT
// The ways of the Lab's page between a story and the tables of many runs: to a table, from one of its cells to that run and its proof, and
// back. GUI thread.
#pragma once

#include "ui/lab/engine/lab_engine.h"

namespace lockscope {

class LabLayout;
struct LabParts;
class RunDisplay;

class TableVisits final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableVisits)

public:
    /// All outlive it.
    TableVisits(const LabParts &parts, LabLayout *layout, RunDisplay *display, QObject *parent);

    bool isPlaying() const; ///< a table

    void show(TableOrder::Kind kind, const std::string &protocol); ///< the protocol of the chosen story, to begin with
    void compare(const lockcore::Scenario &story);
    void leave();                               ///< for the story
    bool isOpened(const QString &folder) const; ///< it is the run that was asked for from a table
    bool isShown() const;                       ///< that run: its verdict was in the table, there is nothing to guess
    void showProof();                           ///< of that run, if it is shown

signals:
    void runWanted(const QString &folder);
    void playingChanged();

private:
    const LabParts &m_parts;
    LabLayout *const m_layout;
    RunDisplay *const m_display;
    QString m_folder;    ///< of the run that was asked for
    quint64 m_entry = 0; ///< that completes its proof; 0: none
};

} // namespace lockscope
