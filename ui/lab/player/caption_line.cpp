// SPDX-License-Identifier: MIT
#include "ui/lab/player/caption_line.h"

#include "lockcore/report/entry_sentence.h"
#include "ui/lab/player/entry_words.h"
#include "ui/lab/player/run_player.h"
#include "ui/report/decisive_words.h"
#include "ui/report/time_axis.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/owner_swatch.h"

#include <QAccessible>
#include <QBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

CaptionLine::CaptionLine(RunPlayer *player, QWidget *parent)
    : QWidget(parent)
    , m_player(player)
    , m_time(new FigureLabel(this))
    , m_swatch(new OwnerSwatch(this))
    , m_text(new ShadedLabel(ShadedLabel::Shade::Text, this))
{
    setObjectName(u"caption"_s);
    m_time->setShade(FigureLabel::Shade::Secondary);
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_text->setMinimumHeight(fontMetrics().lineSpacing());
    auto strong = font();
    strong.setWeight(QFont::DemiBold);
    m_text->setFont(strong);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(grid::spacing);
    line->addWidget(m_time);
    line->addWidget(m_swatch);
    line->addWidget(m_text, 1);
    connect(player, &RunPlayer::runChanged, this, [this] {
        m_entry = 0;
        const auto longest = exactTime(m_player->end() - m_player->begin());
        m_time->setMinimumWidth(static_cast<int>(figuresWidth(m_time->font(), longest)) + 1); // so that the sentence does not move
        showMoment();
    });
    connect(player, &RunPlayer::positionChanged, this, &CaptionLine::showMoment);
    showMoment();
}

QString CaptionLine::text() const { return m_text->text(); }

// The position of a worker in its source is shown elsewhere and changes after most important events, so such entries are skipped.
std::uint64_t CaptionLine::entryToTell() const
{
    auto number = m_player->entry();
    if (!m_player->run())
        return number;
    const auto &entries = m_player->run()->report.history.entries;
    while (number > 1 && std::holds_alternative<lockcore::entry::Located>(entries.at(number - 1).what))
        --number;
    return number;
}

void CaptionLine::showMoment()
{
    const auto &run = m_player->run();
    const auto number = entryToTell();
    if (run && number == m_entry && number != 0)
        return;
    m_entry = number;
    if (!run || number == 0) {
        m_time->setText({});
        m_swatch->setColour(-1);
        m_text->setText({});
        return;
    }
    const auto &entry = run->report.history.entries.at(number - 1);
    const auto who = lockcore::workerIn(entry);
    const auto &workers = run->lanes.workers;
    const auto lane = who ? std::ranges::find(workers, who->worker, &lockcore::WorkerLane::worker) : workers.end();
    m_time->setText(exactTime(entry.at - m_player->begin()));
    m_swatch->setColour(lane == workers.end() ? -1 : static_cast<int>(lane - workers.begin()));
    const auto *const mark = lockcore::findMark(run->lanes, number);
    const bool isProtection = mark && mark->kind == lockcore::Decisive::Protection;
    m_text->setText(entryText(run->report.history, number)
                    + (isProtection ? u"  "_s + decisiveAddition(run->report.history, *mark) : QString()));
    setAccessibleName(m_text->text());
    if (QAccessible::isActive() && !m_player->isPlaying()) { // while playing, a screen reader announces only the position where it stops
        QAccessibleEvent event(this, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace lockscope
