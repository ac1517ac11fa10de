// SPDX-License-Identifier: MIT
// What can be done in the Lab's room, as actions for buttons and menus. They say only that something is wanted. GUI thread.
#pragma once

#include <QAction>

namespace lockscope {

class LabActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabActions)

public:
    explicit LabActions(QObject *parent = nullptr);

    QAction *const run;
    QAction *const live;
    QAction *const again;
    QAction *const stop;
    QAction *const twin;       ///< play the scenario's counterpart below what is shown
    QAction *const unstack;    ///< only the upper run
    QAction *const change;     ///< checkable: *Change one thing* is open
    QAction *const edit;       ///< duplicate the story and edit it
    QAction *const open;       ///< a kept run
    QAction *const suite;      ///< every story, as a table
    QAction *const sweep;      ///< every command boundary, as a table
    QAction *const check;      ///< one lock against everything, as a table
    QAction *const compare;    ///< the story with several protocols, as a table
    QAction *const stores;     ///< the same faults on several stores, as a table
    QAction *const back;       ///< to the table whose run is shown
    QAction *const watch;      ///< the run's server, in the Monitor
    QAction *const guessFirst; ///< checkable, as the next ones
    QAction *const asks;       ///< at decisive moments
    QAction *const showAll;
    QAction *const asTable;
    QAction *const sourceView; ///< the next view of what the workers run
    QAction *const legend;
    QAction *const projector;
    QAction *const search;

    QList<QAction *> buttons() const { return {check, suite, sweep, change, twin, live, stop, again, run}; }
    QList<QAction *> own() const;  ///< for a menu of the room's own
    QList<QAction *> view() const; ///< for the View menu
};

} // namespace lockscope
