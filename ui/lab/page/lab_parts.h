// SPDX-License-Identifier: MIT
// The parts of the Lab's page, all of them its children. They do not know each other: LabPage joins them. GUI thread.
#pragma once

class QSettings;
class QWidget;

namespace lockscope {

class AskPanel;
class CaptionLine;
class ChangePanel;
class EntryModel;
class EntryTable;
class LabActions;
class LabBar;
class LabDesk;
class LabEngine;
class LabTables;
class LibraryView;
class OwnScenarios;
class PlayerBar;
class RunFacts;
class RunPicture;
class RunPlayer;
class RunShelf;
class RunStack;
class SourcePanel;
class StatePanel;
class StoryHeader;
class TourPanel;
class VerdictCards;
class VerdictPair;
class WorkerCards;

struct LabParts
{
    /// `engine` and `settings` outlive the page.
    LabParts(LabEngine *engine, QSettings *settings, QWidget *page);

    LabActions *const actions;
    LabDesk *const desk;
    RunShelf *const shelf;
    RunPlayer *const player;
    OwnScenarios *const own;
    LibraryView *const library;
    LabBar *const bar;
    StoryHeader *const story;
    ChangePanel *const change;
    StatePanel *const state;
    RunStack *const stack;
    RunPicture *const picture;
    EntryModel *const entries;
    EntryTable *const table;
    CaptionLine *const caption;
    AskPanel *const ask;
    PlayerBar *const playerBar;
    TourPanel *const tour;
    VerdictCards *const verdicts;
    VerdictPair *const pair; ///< in place of the verdicts, if there are two runs
    RunFacts *const facts;
    WorkerCards *const workers;
    SourcePanel *const source;
    LabTables *const tables; ///< null: the engine plays none
};

} // namespace lockscope
