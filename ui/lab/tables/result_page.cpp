// SPDX-License-Identifier: MIT
#include "ui/lab/tables/result_page.h"

#include "ui/lab/change/subject_field.h"
#include "ui/lab/tables/result_model.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QProgressBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int fewestLines = 5, mostLines = 9; // for the sentences below the table
constexpr int detailShare = 7;                // of the page's lines

} // namespace

ResultPage::ResultPage(ResultModel *model, ResultLayout layout, const ResultWords &words, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_words(words)
    , m_subject(new SubjectField(words.own, this))
    , m_table(new ResultTable(model, std::move(layout), this))
    , m_back(new LinkButton(tr("‹ Back to the story"), this))
    , m_start(makeButton(words.start, this))
    , m_stop(makeButton(tr("Stop"), this))
    , m_progress(new QProgressBar(this))
    , m_count(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_summary(new WrappedText(this))
    , m_state(new StatePanel(this))
    , m_views(new QStackedWidget(this))
    , m_title(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_area(new QScrollArea(this))
    , m_details(new WrappedText(this))
    , m_open(makeButton(tr("Open the run"), this))
{
    m_table->setAccessibleName(words.name);
    m_views->addWidget(m_state);
    m_views->addWidget(m_table);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins({});
    page->setSpacing(0);
    page->addLayout(makeHead());
    page->addWidget(makeLine(Qt::Horizontal, this));
    page->addWidget(m_views, 1);
    page->addWidget(makeDetails());
    connect(m_back, &QAbstractButton::clicked, this, &ResultPage::backWanted);
    connect(m_start, &QAbstractButton::clicked, this, &ResultPage::startWanted);
    connect(m_stop, &QAbstractButton::clicked, this, &ResultPage::stopWanted);
    connect(m_subject, &SubjectField::changed, this, &ResultPage::showState);
    connect(m_subject, &SubjectField::entered, m_start, &QAbstractButton::click); // does nothing while it is disabled
    connect(m_table, &ResultTable::currentMoved, this, &ResultPage::showCurrent);
    connect(m_table, &ResultTable::opened, this, &ResultPage::openCurrent);
    connect(m_open, &QAbstractButton::clicked, this, [this] { openCurrent(m_table->currentIndex()); });
    connect(model, &ResultModel::changed, this, &ResultPage::showModel);
    connect(model, &QAbstractItemModel::modelReset, this, &ResultPage::showCurrent);
    showModel();
}

QLayout *ResultPage::makeHead()
{
    auto *name = new ShadedLabel(ShadedLabel::Shade::Text, this);
    auto strong = font();
    strong.setWeight(QFont::DemiBold);
    strong.setPointSizeF(strong.pointSizeF() * 1.15);
    name->setFont(strong);
    name->setText(m_words.name);
    m_start->setObjectName(u"tableStart"_s);
    m_stop->setObjectName(u"tableStop"_s);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(fontMetrics().averageCharWidth() * 20);
    m_progress->setAccessibleName(tr("Runs that were played"));
    m_summary->setAccessibleName(tr("How it has gone"));
    m_summary->setObjectName(u"tableSummary"_s);
    auto *first = new QHBoxLayout;
    first->setSpacing(grid::group);
    first->addWidget(name);
    first->addStretch(1);
    first->addWidget(m_back);
    auto *second = new QHBoxLayout;
    second->setSpacing(grid::spacing);
    second->addWidget(m_subject);
    second->addWidget(m_start);
    second->addWidget(m_stop);
    second->addWidget(m_progress);
    second->addWidget(m_count);
    second->addStretch(1);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    head->setSpacing(grid::spacing);
    head->addLayout(first);
    head->addLayout(second);
    head->addWidget(m_summary);
    return head;
}

// Its height is that of the page, so that the table does not move when the current cell changes.
void ResultPage::shareHeight()
{
    const int line = fontMetrics().lineSpacing();
    m_area->setFixedHeight(line * std::clamp(height() / line / detailShare, fewestLines, mostLines));
}

void ResultPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    shareHeight();
}

QWidget *ResultPage::makeDetails()
{
    auto strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_details->setAccessibleName(tr("What was found there"));
    m_details->setObjectName(u"tableDetails"_s);
    m_open->setObjectName(u"tableOpen"_s);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::NoFocus); // the text inside it has the focus
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(m_details);
    shareHeight();
    m_below = new QWidget(this);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addStretch(1);
    head->addWidget(m_open);
    auto *words = new QVBoxLayout;
    words->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    words->setSpacing(grid::unit);
    words->addLayout(head);
    words->addWidget(m_area);
    auto *layout = new QVBoxLayout(m_below);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeLine(Qt::Horizontal, m_below));
    layout->addLayout(words);
    return m_below;
}

void ResultPage::replaceSubject(QWidget *choice)
{
    m_choice = choice;
    delete m_subject->parentWidget()->layout()->replaceWidget(m_subject, choice);
    m_subject->hide();
}

void ResultPage::addLegend(QWidget *legend)
{
    m_legend = legend;
    auto *page = qobject_cast<QVBoxLayout *>(layout());
    page->insertWidget(page->indexOf(m_views) + 1, legend);
    showState();
}

int ResultPage::played() const { return m_model->played(); }

QString ResultPage::details() const { return m_details->toPlainText(); }

void ResultPage::setPlaying(bool playing)
{
    if (playing && !m_playing)
        m_table->sortAsPlanned();
    if (!playing && m_playing)
        m_table->sortAtEnd();
    m_playing = playing;
    m_progressWords.clear();
    showModel();
    if (isVisible())
        focusContent();
}

void ResultPage::setBlocked(const QString &why)
{
    m_blocked = why;
    showState();
}

void ResultPage::showProgress(const QString &words)
{
    m_progressWords = words;
    showState();
}

void ResultPage::showModel()
{
    m_progress->setRange(0, m_model->planned());
    m_progress->setValue(m_model->played());
    m_count->setText(tr("%1 of %2 runs").arg(m_model->played()).arg(m_model->planned()));
    auto known = QStringList{m_model->subject(), m_model->summary()};
    known.removeAll(QString());
    m_summary->showText(known.join(u". "_s), font(), ShadedLabel::Shade::Secondary);
    showState();
    showCurrent();
}

// The button also says why playing is not possible.
void ResultPage::showState()
{
    const bool hasRows = m_model->rowCount() > 0;
    m_views->setCurrentWidget(hasRows ? m_table : static_cast<QWidget *>(m_state));
    (m_choice ? m_choice : m_subject)->setEnabled(!m_playing);
    m_start->setEnabled(!m_playing && m_blocked.isEmpty() && m_subject->isComplete());
    m_start->setToolTip(m_blocked.isEmpty() && !m_subject->isComplete() ? tr("Type the command of your workers first.") : m_blocked);
    m_stop->setVisible(m_playing);
    m_progress->setVisible(m_playing && m_model->planned() > 0);
    m_count->setVisible(m_playing && m_model->planned() > 0);
    if (m_playing)
        m_state->setWords(tr("It is under way"), m_progressWords);
    else if (!m_model->failure().isEmpty())
        m_state->setWords(tr("It could not be played"), m_model->failure());
    else
        m_state->setWords(tr("Not played yet"), m_words.explanation);
    if (m_playing && !hasRows)
        m_state->setProgress(0, 0);
    else
        m_state->hideProgress();
    m_summary->setVisible(hasRows);
    m_below->setVisible(hasRows);
    if (m_legend)
        m_legend->setVisible(hasRows);
}

void ResultPage::showCurrent()
{
    const auto current = m_table->currentIndex();
    const auto title = current.data(ResultModel::TitleRole).toString();
    m_title->setText(title.isEmpty() ? tr("Choose a cell to read what was found there; Enter opens its run.") : title);
    m_details->showText(current.data(ResultModel::DetailsRole).toString(), font(), ShadedLabel::Shade::Secondary);
    m_details->setFocusPolicy(m_details->toPlainText().isEmpty() ? Qt::NoFocus : Qt::StrongFocus);
    m_open->setEnabled(!current.data(ResultModel::FolderRole).toString().isEmpty());
}

void ResultPage::openCurrent(const QModelIndex &index)
{
    emit runWanted(index.data(ResultModel::FolderRole).toString(), index.data(ResultModel::ProofRole).toULongLong());
}

void ResultPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    focusContent();
}

// If the focused button were disabled or hidden, Qt would move the focus to any other widget.
void ResultPage::focusContent()
{
    auto *button = m_playing ? m_stop : m_start;
    (m_model->rowCount() > 0 ? static_cast<QWidget *>(m_table) : button)->setFocus(Qt::OtherFocusReason);
}

} // namespace lockscope
