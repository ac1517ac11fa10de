// SPDX-License-Identifier: MIT
#include "ui/lab/cards/source_panel.h"

#include "lockcore/report/entry_sentence.h"
#include "ui/lab/cards/worker_words.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/source_view.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t longestName = 80;

QString eventsText(const std::vector<std::uint64_t> &events)
{
    constexpr std::size_t most = 6;
    QStringList numbers;
    for (std::size_t i = 0; i < std::min(events.size(), most); ++i)
        numbers << u'#' + QString::number(events[i]);
    return numbers.join(u' ') + (events.size() > most ? u" …"_s : QString());
}

} // namespace

SourcePanel::SourcePanel(QWidget *parent)
    : QWidget(parent)
    , m_heading(new ElidedLabel(ShadedLabel::Shade::Secondary, this))
    , m_files(new QComboBox(this))
    , m_cut(new ShadedLabel(ShadedLabel::Shade::Warning, this))
    , m_stack(new QStackedWidget(this))
    , m_view(new SourceView(m_stack))
    , m_state(new StatePanel(m_stack))
{
    m_heading->setObjectName(u"file"_s);
    m_files->setObjectName(u"files"_s);
    m_files->setAccessibleName(tr("Source file"));
    m_files->setToolTip(tr("The files that the workers have named"));
    m_files->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_files->setMinimumContentsLength(16);
    m_cut->setText(tr("This file is too long: only its beginning is shown."));
    m_cut->setWordWrap(true);
    m_cut->hide();
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_state);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    head->addWidget(m_heading, 1);
    head->addWidget(m_files, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_cut);
    layout->addWidget(m_stack, 1);
    connect(m_files, &QComboBox::activated, this, [this](int index) {
        m_picked = true;
        showFile(m_files->itemData(index).toByteArray().toStdString());
    });
    showRun(nullptr);
}

void SourcePanel::showRun(ShownRunPtr run)
{
    m_run = std::move(run);
    m_worker.clear();
    m_picked = false;
    m_files->clear();
    if (m_run) {
        for (const auto &source : m_run->report.sources)
            m_files->addItem(shownText(source.path.toStdString(), longestName), QByteArray::fromStdString(source.named));
    }
    m_files->setVisible(m_files->count() > 1);
    m_heading->setVisible(m_files->count() <= 1);
    m_file.clear();
    showFile(m_run && !m_run->report.sources.empty() ? m_run->report.sources.front().named : std::string());
}

void SourcePanel::followWorker(const QString &worker)
{
    m_worker = worker.toStdString();
    m_picked = false;
}

// The worker of the entry at this moment, unless a worker is followed.
const WorkerMoment *SourcePanel::actorOf(const RunMoment &moment) const
{
    auto name = m_worker;
    const auto &entries = m_run->report.history.entries;
    if (name.empty() && moment.entry > 0 && moment.entry <= entries.size())
        name = workerIn(entries[moment.entry - 1]).value_or(Incarnation()).worker;
    const auto found = std::ranges::find(moment.workers, name, &WorkerMoment::name);
    return found == moment.workers.end() || !found->at ? nullptr : &*found;
}

std::string SourcePanel::fileOf(const RunMoment &moment) const
{
    const auto *const actor = actorOf(moment);
    if (actor && !m_picked)
        return actor->at->first;
    const bool isSilent = !m_picked && !m_worker.empty() && !m_run->located.contains(m_worker);
    if (isSilent || !m_file.empty() || m_run->report.sources.empty())
        return isSilent ? std::string() : m_file;
    return m_run->report.sources.front().named;
}

void SourcePanel::showMoment(const RunMoment &moment)
{
    if (!m_run)
        return;
    if (auto file = fileOf(moment); file != m_file)
        showFile(file);
    light(moment);
}

void SourcePanel::showFile(const std::string &file)
{
    m_file = file;
    const auto &sources = m_run ? m_run->report.sources : std::vector<ReportSource>();
    const auto found = std::ranges::find(sources, file, &ReportSource::named);
    m_heading->setText(found == sources.end() ? shownText(file, longestName) : shownText(found->path.toStdString(), longestName));
    m_cut->hide();
    if (found == sources.end() || !m_view->showSource(found->path, found->text))
        return showState(file);
    m_files->setCurrentIndex(static_cast<int>(found - sources.begin()));
    m_cut->setVisible(m_view->isCut());
    m_stack->setCurrentWidget(m_view);
    mark();
}

void SourcePanel::setVeiled(bool veiled)
{
    m_veiled = veiled;
    mark();
}

void SourcePanel::mark()
{
    if (!m_run)
        return;
    QList<SourceView::Mark> marks;
    for (const auto &line : m_run->sourceLines) {
        if (line.file == m_file && !m_veiled)
            marks << SourceView::Mark{line.line, tr("Named by a verdict: %1").arg(eventsText(line.events))};
    }
    m_view->setMarks(marks);
}

void SourcePanel::showState(const std::string &file)
{
    m_stack->setCurrentWidget(m_state);
    if (!m_run)
        m_state->setWords(tr("No run yet"), tr("The source of the workers is shown here when a run is over, while it is played slowly."));
    else if (file.empty())
        m_state->setWords(tr("No source"), tr("This worker does not say where it is in its source; see docs/write-a-worker.md, “at”."));
    else
        m_state->setWords(
            tr("This source is not kept"),
            tr("A worker is in %1. The run has no readable text of that file: it is kept if it lies in the worker's own folder.")
                .arg(shownText(file, longestName)));
}

void SourcePanel::light(const RunMoment &moment)
{
    QList<SourceView::Lit> lit;
    const auto *const actor = actorOf(moment);
    for (std::size_t i = 0; i < moment.workers.size(); ++i) {
        const auto &worker = moment.workers[i];
        if (!worker.at || worker.at->first != m_file)
            continue;
        const SourceView::Lit one{worker.at->second, static_cast<int>(i), workerName(worker)};
        lit.insert(&worker == actor ? 0 : lit.size(), one); // the view scrolls to the first
    }
    m_view->setLit(lit);
}

void SourcePanel::showEntry(std::uint64_t number)
{
    if (!m_run)
        return;
    for (const auto &line : m_run->sourceLines) {
        if (!std::ranges::binary_search(line.events, number))
            continue;
        if (line.file != m_file)
            showFile(line.file);
        m_view->scrollToLine(line.line);
        return;
    }
}

} // namespace lockscope
