// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_layout.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/verdict_pair.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/change/change_panel.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_parts.h"
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
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

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

LabLayout::LabLayout(const LabParts &parts, QWidget *page)
    : QObject(page)
    , m_parts(parts)
    , m_page(page)
    , m_views(new QStackedWidget(page))
{
    parts.change->hide();
    auto *const middle = makeMiddle();
    m_right = new QSplitter(Qt::Vertical, page);
    m_right->addWidget(parts.workers);
    m_right->addWidget(parts.source);
    m_right->setChildrenCollapsible(false);
    m_right->setMinimumWidth(page->fontMetrics().averageCharWidth() * 40);
    parts.library->setMinimumWidth(page->fontMetrics().averageCharWidth() * 30);
    m_right->setStretchFactor(1, 1);

    m_columns = new QSplitter(page);
    m_columns->addWidget(parts.library);
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

    m_front = new QStackedWidget(page);
    m_front->addWidget(m_columns);
    if (parts.tables)
        m_front->addWidget(parts.tables);
    connect(m_front, &QStackedWidget::currentChanged, this, [this] { emit frontChanged(showsTables()); });

    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(parts.bar);
    layout->addWidget(makeLine(Qt::Horizontal, page));
    layout->addWidget(m_front, 1);

    parts.state->setObjectName(u"runState"_s);
    m_runButton = parts.state->addStep({});
}

QWidget *LabLayout::makeMiddle()
{
    const auto &parts = m_parts;
    m_views->addWidget(parts.picture);
    m_views->addWidget(parts.table);
    m_moment = column({parts.caption, parts.playerBar}, m_page);
    m_run = column({m_views, m_moment, makeLine(Qt::Horizontal, m_page), parts.ask, parts.verdicts, parts.pair,
                    makeLine(Qt::Horizontal, m_page), parts.facts},
                   m_page);
    qobject_cast<QVBoxLayout *>(m_run->layout())->setStretchFactor(m_views, 1);
    m_run->installEventFilter(this);
    m_centre = new QStackedWidget(m_page);
    m_centre->addWidget(parts.state);
    m_centre->addWidget(m_run);
    auto *back = new LinkButton(tr("‹ Back to the table"), m_page);
    back->setAction(parts.actions->back);
    m_back = new QWidget(m_page);
    auto *line = new QHBoxLayout(m_back);
    line->setContentsMargins(grid::group, grid::spacing, grid::group, 0);
    line->addWidget(back);
    line->addStretch(1);
    auto *middle = column({parts.tour, m_back, parts.story, parts.change, makeLine(Qt::Horizontal, m_page), m_centre}, m_page);
    qobject_cast<QVBoxLayout *>(middle->layout())->setStretchFactor(m_centre, 1);
    return middle;
}

// Beside a story that was not played, there are no workers and no source.
void LabLayout::showCentre(bool run)
{
    m_centre->setCurrentWidget(run ? m_run : static_cast<QWidget *>(m_parts.state));
    m_right->setVisible(run);
    shareHeight();
}

bool LabLayout::showsRun() const { return m_centre->currentWidget() == m_run; }

void LabLayout::showFront(bool tables) { m_front->setCurrentIndex(tables ? 1 : 0); }

bool LabLayout::showsTables() const { return m_front->currentIndex() == 1; }

void LabLayout::showEntries(bool asTable) { m_views->setCurrentIndex(asTable ? 1 : 0); }

QWidget *LabLayout::entriesView() const { return m_views->currentWidget(); }

void LabLayout::setWayBack(bool shown) { m_back->setVisible(shown); }

void LabLayout::setVeiled(bool veiled)
{
    m_isVeiled = veiled;
    listEvents();
}

// The legend has the signs that the run has: what they say is part of the answer.
void LabLayout::listEvents()
{
    m_parts.picture->setListsEvents(!m_isVeiled && !m_isLive && !m_parts.actions->projector->isChecked());
    m_parts.picture->setShowsLegend(!m_isVeiled && m_parts.actions->legend->isChecked());
}

// Where there is little room, the lanes have it. In front of a class, the verdicts are whole where the lanes leave room. The story was told before it was played, and the cards can be scrolled. The tour tells its
// stories itself, and asks how they end.
void LabLayout::shareHeight()
{
    constexpr int linesOfAHighPage = 52, leastLanes = 30; // per cent of the page
    const int room = m_page->height() - (m_parts.change->isHidden() ? 0 : m_parts.change->sizeHint().height());
    const bool isLow = room < m_page->fontMetrics().lineSpacing() * linesOfAHighPage; // also where the projector's type is large
    const bool isTight = isLow && showsRun() && m_parts.desk->lower();
    const int lines = isTight ? 4 : 7; // of the cards
    const int space = isTight ? grid::unit : grid::spacing;
    const bool isTour =
        m_parts.tour->isTour() && m_parts.tour->stage() > TourPanel::Stage::Offer && m_parts.tour->stage() < TourPanel::Stage::Done;
    m_parts.story->setVisible(m_hasStory && !isTight); // each of two runs has its title above its lanes
    m_parts.story->setFolded(isTour || (showsRun() && (isLow || m_parts.actions->change->isChecked())));
    m_moment->layout()->setContentsMargins(grid::group, space, grid::group, space);
    if (m_moment->layout()->spacing() != space) // it would ask for a layout, also of the same, and so without end
        m_moment->layout()->setSpacing(space);
    const int cards = m_page->fontMetrics().lineSpacing() * lines;
    const bool isProjector = m_parts.actions->projector->isChecked();
    const int facts = m_parts.facts->isVisible() ? m_parts.facts->sizeHint().height() : 0;
    const int left = m_run->height() - m_parts.picture->sizeHint().height() - m_moment->sizeHint().height() - facts;
    const int most = isLow ? cards : m_page->height();
    const int beside = m_run->height() - m_page->height() * leastLanes / 100 - m_moment->sizeHint().height() - facts;
    // The lanes come first, because the last one is the resource; but in front of a class nobody scrolls to a verdict.
    m_parts.verdicts->setMostHeight(isProjector ? std::max(cards, beside) : std::max(cards, std::min(left, most)));
    m_parts.pair->setMostHeight(isLow ? m_page->fontMetrics().lineSpacing() * 7 : 0);
    m_parts.facts->setVisible(!m_parts.actions->projector->isChecked() && !m_isLive && !isTight);
}

// The lanes may need another height than those before.
bool LabLayout::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        shareHeight();
    return QObject::eventFilter(object, event);
}

// Until a person draws a line elsewhere: lines of source want width, and the cards as much height as their workers need.
void LabLayout::shareWidth()
{
    constexpr int list = 256, narrowSource = 360, wideSource = 520, narrowPage = 1224; // px
    if (m_parts.actions->projector->isChecked())                                       // large type needs more room for the source
        return m_columns->setSizes({0, m_page->width() * 3 / 5, m_page->width() * 2 / 5});
    if (m_hasOwnColumns)
        return;
    const int source = std::clamp(narrowSource + (m_page->width() - narrowPage) / 2, narrowSource, wideSource);
    m_columns->setSizes({list, std::max(1, m_page->width() - list - source), source});
}

// By hand, the buttons of the workers come before the source.
void LabLayout::shareRight()
{
    const int all = m_right->height();
    const int cards = std::min(m_parts.workers->usualHeight(), all * (m_isLive ? 3 : 2) / 5);
    if (!m_hasOwnRight && m_right->sizes().value(0) != cards)
        m_right->setSizes({cards, all - cards});
}

void LabLayout::share()
{
    shareHeight();
    shareWidth();
    shareRight();
}

void LabLayout::setLargeType(bool large)
{
    scaleOwnFonts(*m_page, large ? projectorScale : 1 / projectorScale); // first: on the page's own change, widgets measure their parts
    auto type = large ? m_page->font() : QFont();
    if (large)
        type.setPointSizeF(type.pointSizeF() * projectorScale);
    m_page->setFont(type);
}

// What comes back is small again before it is there: in large type, the window would grow for it.
void LabLayout::setProjector(bool on)
{
    if (on)
        m_sizes = m_columns->sizes();
    else
        setLargeType(false);
    for (QWidget *widget : {static_cast<QWidget *>(m_parts.library), static_cast<QWidget *>(m_parts.workers),
                            static_cast<QWidget *>(m_parts.facts), static_cast<QWidget *>(m_parts.bar)})
        widget->setVisible(!on);
    m_parts.story->setShort(on);
    listEvents();
    if (on)
        setLargeType(true);
    else
        m_columns->setSizes(m_sizes);
    shareWidth();
    shareHeight();
}

void LabLayout::save(QSettings &settings) const
{
    if (m_hasOwnColumns)
        settings.setValue(u"lab/columns"_s, m_columns->saveState());
    if (m_hasOwnRight)
        settings.setValue(u"lab/right"_s, m_right->saveState());
}

void LabLayout::restore(QSettings &settings)
{
    m_hasOwnColumns = m_columns->restoreState(settings.value(u"lab/columns"_s).toByteArray());
    m_hasOwnRight = m_right->restoreState(settings.value(u"lab/right"_s).toByteArray());
}

} // namespace lockscope
