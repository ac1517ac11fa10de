// SPDX-License-Identifier: MIT
#include "ui/lab/page/run_display.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/verdict_pair.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/engine/run_shelf.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_layout.h"
#include "ui/lab/page/lab_parts.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/run_facts.h"
#include "ui/lab/player/run_player.h"
#include "ui/lab/question/guess.h"
#include "ui/lab/question/tour.h"

#include <algorithm>

namespace lockscope {

namespace {
constexpr RunPlayer::Time followed = std::chrono::seconds(10); ///< of a run that is under way: how much of it is in the picture
}

RunDisplay::RunDisplay(const LabParts &parts, LabLayout *layout, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_layout(layout)
{
    connect(parts.player, &RunPlayer::positionChanged, this, &RunDisplay::showMoment);
    connect(parts.verdicts, &VerdictCards::entryChosen, this, &RunDisplay::showEntry);
    connect(parts.pair, &VerdictPair::entryChosen, this, [this](bool ofTheLower, quint64 number) {
        if (!ofTheLower)
            return showEntry(number);
        m_parts.player->setPlaying(false);
        m_parts.stack->lowerPlayer()->showEntry(number);
        m_parts.stack->lookCloser();
    });
    connect(parts.verdicts, &VerdictCards::unveiled, this, &RunDisplay::reveal);
    connect(parts.picture, &RunPicture::entryChosen, this, &RunDisplay::showEntry);
    connect(parts.stack->upperTimeline(), &RunTimeline::entryChosen, parts.source, &SourcePanel::showEntry);
    connect(parts.workers, &WorkerCards::chosen, this, &RunDisplay::followWorker);
    connect(parts.tour, &TourPanel::ended, this, &RunDisplay::showMoment);
    connect(parts.actions->guessFirst, &QAction::toggled, this, &RunDisplay::showVeil);
}

void RunDisplay::showRun(bool isKnown)
{
    const auto run = m_parts.desk->upper();
    const bool wasSeen = m_isRevealed && run == m_parts.player->run() && !m_parts.desk->lower();
    m_isRevealed = isKnown || wasSeen; // the verdicts of a run that only stands alone again were seen
    if (run) {
        m_parts.story->show(run->report.scenario);
        m_parts.workers->setLease(run->report.scenario.lease);
    }
    m_parts.player->setPlaying(false);
    if (run != m_parts.player->run() || m_parts.desk->lower()) // one that only stands alone again stays where it is
        m_parts.player->show(run);
    m_parts.stack->stack(m_parts.desk->lower());
    m_parts.bar->showRun(run);
    m_parts.verdicts->showRun(run);
    m_isLive = false;
    m_layout->setLive(false);
    m_parts.pair->show(run, m_parts.desk->lower());
    m_parts.source->showRun(run);
    m_parts.facts->showRun(run);
    m_layout->showCentre(run != nullptr);
    m_parts.actions->unstack->setEnabled(m_parts.desk->lower() != nullptr);
    showVeil();
    showMoment();
}

void RunDisplay::showLive(const ShownRunPtr &run)
{
    if (!m_isLive) { // what was shown before is judged, and this is not
        m_isLive = true;
        m_layout->setLive(true);
        shareVerdicts();
        m_parts.facts->hide();
        m_parts.bar->showRun(nullptr);
        m_layout->listEvents();
        m_parts.stack->stack(nullptr);
        m_parts.actions->unstack->setEnabled(false);
        m_parts.story->show(run->report.scenario);
        m_parts.workers->setLease(run->report.scenario.lease); // as long as it is now: a stall must outlast it
        m_liveSources = 0;
    }
    if (std::exchange(m_liveSources, run->report.sources.size()) != run->report.sources.size()) // only then: a file may be chosen
        m_parts.source->showRun(run);
    else
        m_parts.source->followRun(run);
    m_parts.player->show(run, RunPlayer::Where::End);
    const auto end = m_parts.player->end();
    m_parts.stack->upperTimeline()->setRange(std::max(m_parts.player->begin(), end - followed), end);
    m_parts.bar->setUnderWay(m_parts.desk->isStopping() ? tr("by hand · the workers finish; Stop again to cut them off")
                                                        : tr("by hand · judged when you stop it"));
    m_layout->showCentre(true);
}

void RunDisplay::showMoment()
{
    const auto &run = m_parts.player->run();
    if (!run)
        return;
    if (m_parts.player->position() >= m_parts.player->end() && !m_isRevealed) {
        reveal();
        const auto &report = run->report;
        m_parts.tour->notePlayed(m_parts.tour->isTour() ? QList<Answer>() : judgedGuess(report.scenario, report.verdicts));
    }
    const auto moment = run->moments.at(m_parts.player->position());
    m_parts.workers->showMoment(moment);
    m_layout->shareRight();
    m_parts.source->showMoment(moment);
    m_parts.verdicts->showMoment(moment);
}

void RunDisplay::showEntry(quint64 number)
{
    m_parts.player->setPlaying(false);
    m_parts.player->showEntry(number);
    m_parts.source->showEntry(number);
    m_parts.stack->lookCloser(); // where events are too close to each other to be told apart
}

void RunDisplay::followWorker(const QString &worker)
{
    m_parts.source->followWorker(worker);
    if (const auto &run = m_parts.player->run())
        m_parts.source->showMoment(run->moments.at(m_parts.player->position()));
}

void RunDisplay::keepBack(const ShownRunPtr &run, bool isOfAStory)
{
    if (isOfAStory)
        m_unnoted.append({run->report.scenario, seenOf(run->report)});
    m_isListed = false;
    showVeil();
}

void RunDisplay::reveal()
{
    m_isRevealed = true;
    showVeil();
}

void RunDisplay::showVeil()
{
    const bool veiled = (m_parts.actions->guessFirst->isChecked() || m_parts.tour->coversStory()) && !m_isRevealed;
    m_parts.verdicts->setAsksForGuess(m_parts.tour->stage() != TourPanel::Stage::Playing);
    m_parts.verdicts->setVeiled(veiled);
    m_parts.source->setVeiled(veiled);
    m_parts.facts->setVeiled(veiled);
    m_layout->setVeiled(veiled);
    shareVerdicts();
    if (veiled)
        return;
    for (const auto &[scenario, seen] : std::exchange(m_unnoted, {}))
        m_parts.library->noteResult(scenario, seen);
    if (!std::exchange(m_isListed, true))
        m_parts.shelf->list();
}

void RunDisplay::setAsking(bool asking)
{
    m_isAsking = asking;
    shareVerdicts();
}

void RunDisplay::shareVerdicts()
{
    const bool canShow = !m_isLive && !m_isAsking;
    const bool asPair = m_parts.desk->lower() && !m_parts.verdicts->isVeiled();
    m_parts.verdicts->setVisible(canShow && !asPair);
    m_parts.pair->setVisible(canShow && asPair);
}

} // namespace lockscope
