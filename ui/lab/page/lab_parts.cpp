// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_parts.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/verdict_pair.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/change/change_panel.h"
#include "ui/lab/engine/run_shelf.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/picture/run_picture.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/player/caption_line.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/entry_table.h"
#include "ui/lab/player/player_bar.h"
#include "ui/lab/player/run_facts.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/tour.h"
#include "ui/lab/scenario/own_scenarios.h"
#include "ui/widgets/state_panel.h"

namespace lockscope {

LabParts::LabParts(LabEngine *engine, QSettings *settings, QWidget *page)
    : actions(new LabActions(page))
    , desk(new LabDesk(engine, page))
    , shelf(new RunShelf(page))
    , player(new RunPlayer(page))
    , own(new OwnScenarios(OwnScenarios::usualFolder(), page))
    , library(new LibraryView(own, settings, page))
    , bar(new LabBar(actions->buttons(), page))
    , story(new StoryHeader(page))
    , change(new ChangePanel(page))
    , state(new StatePanel(page))
    , stack(new RunStack(player, page))
    , picture(new RunPicture(stack, player, page))
    , entries(new EntryModel(player, page))
    , table(new EntryTable(entries, player, page))
    , caption(new CaptionLine(player, page))
    , ask(new AskPanel(player, page))
    , playerBar(new PlayerBar(player, page))
    , tour(new TourPanel(settings, page))
    , verdicts(new VerdictCards(page))
    , pair(new VerdictPair(page))
    , facts(new RunFacts(page))
    , workers(new WorkerCards(page))
    , source(new SourcePanel(page))
    , tables(engine->playsTables() ? new LabTables(engine, settings, page) : nullptr)
{ }

} // namespace lockscope
