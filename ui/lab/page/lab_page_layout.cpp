// SPDX-License-Identifier: MIT
// Where the parts of the Lab's page are, and how large they are for a class.
#include "ui/lab/page/lab_page.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/change/change_panel.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/picture/run_picture.h"
#include "ui/lab/player/caption_line.h"
#include "ui/lab/player/entry_table.h"
#include "ui/lab/player/player_bar.h"
#include "ui/lab/player/run_facts.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/tour.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

namespace {

constexpr double projectorScale = 1.5;

QWidget *column(std::initializer_list<QWidget *> widgets, QWidget *parent)
{
    auto *box = new QWidget(parent);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (auto *widget : widgets)
        layout->addWidget(widget);
    return box;
}

// Of widgets with a size of their own, such as fixed-width ones; the others take that of the page.
void scaleOwnFonts(const QWidget &root, double factor)
{
    for (auto *widget : root.findChildren<QWidget *>()) {
        auto font = widget->font();
        if (!widget->testAttribute(Qt::WA_SetFont) || !(font.resolveMask() & QFont::SizeResolved) || font.pointSizeF() <= 0)
            continue;
        font.setPointSizeF(font.pointSizeF() * factor);
        widget->setFont(font);
    }
}

} // namespace

void LabPage::layOut()
{
    m_change->hide();
    m_views = new QStackedWidget(this);
    m_views->addWidget(m_picture);
    m_views->addWidget(m_table);
    m_moment = column({m_caption, m_playerBar}, this);
    m_run = column({m_views, m_moment, makeLine(Qt::Horizontal, this), m_ask, m_verdicts, makeLine(Qt::Horizontal, this), m_facts}, this);
    qobject_cast<QVBoxLayout *>(m_run->layout())->setStretchFactor(m_views, 1);
    m_centre = new QStackedWidget(this);
    m_centre->addWidget(m_state);
    m_centre->addWidget(m_run);
    auto *back = new LinkButton(tr("‹ Back to the table"), this);
    back->setAction(m_actions->back);
    m_back = new QWidget(this);
    auto *line = new QHBoxLayout(m_back);
    line->setContentsMargins(grid::group, grid::spacing, grid::group, 0);
    line->addWidget(back);
    line->addStretch(1);
    auto *middle = column({m_tour, m_back, m_story, m_change, makeLine(Qt::Horizontal, this), m_centre}, this);
    qobject_cast<QVBoxLayout *>(middle->layout())->setStretchFactor(m_centre, 1);

    m_right = new QSplitter(Qt::Vertical, this);
    m_right->addWidget(m_workers);
    m_right->addWidget(m_source);
    m_right->setChildrenCollapsible(false);
    m_right->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    m_library->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    m_right->setStretchFactor(1, 1);

    m_columns = new QSplitter(this);
    m_columns->addWidget(m_library);
    m_columns->addWidget(middle);
    m_columns->addWidget(m_right);
    m_columns->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(1);
    m_right->setHandleWidth(1);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(2, 0);
    connect(m_columns, &QSplitter::splitterMoved, this, [this] { m_hasOwnColumns = true; });
    connect(m_right, &QSplitter::splitterMoved, this, [this] { m_hasOwnRight = true; });

    m_front = new QStackedWidget(this);
    m_front->addWidget(m_columns);
    if (m_tables)
        m_front->addWidget(m_tables);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_front, 1);

    m_state->setObjectName(QStringLiteral("runState"));
    m_stateRun = m_state->addStep({});
    connect(m_stateRun, &QPushButton::clicked, m_actions->run, &QAction::trigger);
    tellHowToPlay();
}

// Where there is little room, the lanes have it: the story was told before it was played, and the cards can be scrolled. The tour tells its
// stories itself, and asks how they end.
void LabPage::shareHeight()
{
    constexpr int linesOfAHighPage = 52;
    const int room = height() - (m_change->isHidden() ? 0 : m_change->sizeHint().height());
    const bool isLow = room < fontMetrics().lineSpacing() * linesOfAHighPage; // also where the projector's type is large
    const bool showsRun = m_centre->currentWidget() == m_run;
    const bool isTight = isLow && showsRun && m_desk->lower();
    const int lines = isTight ? 4 : 7; // of the cards
    const int space = isTight ? grid::unit : grid::spacing;
    const bool isTour = m_tour->stage() > TourPanel::Stage::Offer && m_tour->stage() < TourPanel::Stage::Done;
    m_story->setVisible(!m_isUnreadable && !isTight); // each of two runs has its title above its lanes
    m_story->setFolded(isTour || (showsRun && (isLow || m_actions->change->isChecked())));
    m_moment->layout()->setContentsMargins(grid::group, space, grid::group, space);
    m_moment->layout()->setSpacing(space);
    m_verdicts->setMostHeight(isLow ? fontMetrics().lineSpacing() * lines : 0);
    m_facts->setVisible(!m_actions->projector->isChecked() && !m_showsLive && !isTight);
}

// Until a person draws a line elsewhere: lines of source want width, and the cards as much height as their workers need.
void LabPage::shareWidth()
{
    constexpr int list = 256, narrowSource = 360, wideSource = 520, narrowPage = 1224; // px
    if (m_hasOwnColumns || m_actions->projector->isChecked())
        return;
    const int source = std::clamp(narrowSource + (width() - narrowPage) / 2, narrowSource, wideSource);
    m_columns->setSizes({list, std::max(1, width() - list - source), source});
}

void LabPage::shareRight()
{
    const int all = m_right->height();
    const int cards = std::min(m_workers->usualHeight(), all * 2 / 5);
    if (!m_hasOwnRight && m_right->sizes().value(0) != cards)
        m_right->setSizes({cards, all - cards});
}

void LabPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (!m_centre)
        return;
    shareHeight();
    shareWidth();
    shareRight();
}

void LabPage::setLargeType(bool large)
{
    scaleOwnFonts(*this, large ? projectorScale : 1 / projectorScale); // first: on the page's own change, widgets measure their parts
    auto type = large ? font() : QFont();
    if (large)
        type.setPointSizeF(type.pointSizeF() * projectorScale);
    setFont(type);
}

// What comes back is small again before it is there: in large type, the window would grow for it.
void LabPage::setProjector(bool on)
{
    if (on)
        m_sizes = m_columns->sizes();
    else
        setLargeType(false);
    for (QWidget *widget : {static_cast<QWidget *>(m_library), static_cast<QWidget *>(m_workers), static_cast<QWidget *>(m_facts),
                            static_cast<QWidget *>(m_bar)})
        widget->setVisible(!on);
    m_story->setShort(on);
    listEvents();
    m_columns->setSizes(on ? QList<int>{0, 2 * width(), width()} : m_sizes); // large type needs more room for the source
    if (on)
        setLargeType(true);
    shareHeight();
}

} // namespace lockscope
