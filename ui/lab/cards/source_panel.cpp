// SPDX-License-Identifier: MIT
#include "ui/lab/cards/source_panel.h"

#include "lockcore/report/entry_sentence.h"
#include "ui/lab/cards/worker_words.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>

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
    , m_tabs(new QTabBar(this))
    , m_head(new QWidget(this))
    , m_heading(new ElidedLabel(ShadedLabel::Shade::Secondary, this))
    , m_files(new QComboBox(this))
    , m_cut(new ShadedLabel(ShadedLabel::Shade::Warning, this))
    , m_stack(new QStackedWidget(this))
    , m_view(new SourceView(m_stack))
    , m_state(new StatePanel(m_stack))
{
    m_tabs->setObjectName(u"sourceViews"_s);
    m_tabs->setAccessibleName(tr("Views of what the workers run"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
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
    auto *head = new QHBoxLayout(m_head);
    head->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    head->addWidget(m_heading, 1);
    head->addWidget(m_files, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *tabs = new QHBoxLayout;
    tabs->setContentsMargins(grid::group, 0, grid::group, 0);
    tabs->addWidget(m_tabs);
    tabs->addStretch(1);
    layout->addLayout(tabs);
    layout->addWidget(m_head);
    layout->addWidget(m_cut);
    layout->addWidget(m_stack, 1);
    connect(m_files, &QComboBox::activated, this, [this](int index) {
        m_picked = true;
        showFile(m_files->itemData(index).toByteArray().toStdString());
        m_view->setLit(litLines(m_moment));
    });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (tab >= 0 && tab < m_views.size())
            choose(m_views[tab]);
    });
    showRun(nullptr);
}

void SourcePanel::showRun(ShownRunPtr run)
{
    m_run = std::move(run);
    m_worker.clear();
    m_picked = false;
    m_moment = {};
    m_files->clear();
    if (m_run) {
        for (const auto &source : m_run->report.sources)
            m_files->addItem(shownText(source.path.toStdString(), longestName), QByteArray::fromStdString(source.named));
    }
    m_files->setVisible(m_files->count() > 1);
    m_heading->setVisible(m_files->count() <= 1);
    m_file = m_run && !m_run->report.sources.empty() ? m_run->report.sources.front().named : std::string();
    showTabs();
    showChosen();
}

void SourcePanel::followRun(ShownRunPtr run)
{
    const auto *before = stepped();
    const auto text = before ? before->text : QByteArray();
    m_run = std::move(run);
    if (before && stepped() && stepped()->text != text)
        showStepped(*stepped());
}

void SourcePanel::showTabs()
{
    const QSignalBlocker blocker(m_tabs);
    const bool isOwn = m_run && m_run->texts.pseudocode;
    const auto store = m_run ? shownText(storeOf(m_run->report.history.header), longestName) : QString();
    m_views = isOwn ? QList<View>{View::Redis, View::Pseudocode, View::Source} : QList<View>{View::Redis, View::Source};
    while (m_tabs->count() > 0)
        m_tabs->removeTab(0);
    for (const auto view : m_views) {
        m_tabs->addTab(view == View::Redis        ? tr("What %1 runs").arg(store)
                       : view == View::Pseudocode ? tr("Pseudocode")
                       : isOwn                    ? tr("C++")
                                                  : tr("Source"));
    }
    m_tabs->setVisible(m_run != nullptr);
    m_tabs->setCurrentIndex(static_cast<int>(m_views.indexOf(shown())));
}

SourcePanel::View SourcePanel::shown() const { return m_views.contains(m_chosen) ? m_chosen : View::Source; }

void SourcePanel::choose(View view)
{
    if (std::exchange(m_chosen, view) == view)
        return;
    {
        const QSignalBlocker blocker(m_tabs);
        m_tabs->setCurrentIndex(static_cast<int>(m_views.indexOf(shown())));
    }
    showChosen();
}

void SourcePanel::chooseNext()
{
    if (m_run)
        choose(m_views[(m_views.indexOf(shown()) + 1) % m_views.size()]);
}

const SteppedText *SourcePanel::stepped() const
{
    if (!m_run || shown() == View::Source)
        return nullptr;
    return shown() == View::Redis ? &m_run->texts.redis : &*m_run->texts.pseudocode;
}

void SourcePanel::showChosen()
{
    m_head->setVisible(!stepped());
    if (const auto *text = stepped())
        showStepped(*text);
    else if (m_run && m_moment.entry > 0)
        showFile(fileOf(m_moment));
    else
        showFile(m_file);
    m_view->setLit(litLines(m_moment));
}

void SourcePanel::showStepped(const SteppedText &text)
{
    constexpr int usual = 4;
    m_cut->hide();
    m_view->setHang(shown() == View::Pseudocode ? pseudocodeIndent : usual);
    m_view->showSource(shown() == View::Redis ? u"redis.lua"_s : u"pseudocode.txt"_s, text.text);
    m_view->setHints(text.purposes);
    m_stack->setCurrentWidget(m_view);
    mark();
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
    return found == moment.workers.end() || (!found->at && !stepped()) ? nullptr : &*found;
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
    m_moment = moment;
    if (const auto file = stepped() ? m_file : fileOf(moment); file != m_file)
        showFile(file);
    m_view->setLit(litLines(moment));
}

void SourcePanel::showFile(const std::string &file)
{
    m_file = file;
    const auto &sources = m_run ? m_run->report.sources : std::vector<ReportSource>();
    const auto found = std::ranges::find(sources, file, &ReportSource::named);
    m_heading->setText(found == sources.end() ? shownText(file, longestName) : shownText(found->path.toStdString(), longestName));
    m_cut->hide();
    m_view->setHang(4);
    if (found == sources.end() || !m_view->showSource(found->path, found->text))
        return showState(file);
    hintAtPurposes(found->text);
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
    m_view->setMarks(m_veiled ? QList<SourceView::Mark>() : markedLines());
}

QList<SourceView::Mark> SourcePanel::markedLines() const
{
    const auto *const text = stepped();
    const auto &entries = m_run->report.history.entries;
    std::map<std::int64_t, std::vector<std::uint64_t>> lines;
    for (const auto &line : m_run->sourceLines) {
        if (!text && line.file == m_file)
            lines[line.line] = line.events;
        for (const auto number : text ? line.events : std::vector<std::uint64_t>()) {
            const auto who = workerIn(entries[number - 1]);
            if (const auto at = who ? text->steps.at(who->worker, number) : std::nullopt)
                lines[static_cast<std::int64_t>(*at) + 1].push_back(number);
        }
    }
    QList<SourceView::Mark> marks;
    for (auto &[line, events] : lines) {
        std::ranges::sort(events);
        marks << SourceView::Mark{line, tr("Named by a verdict: %1").arg(eventsText(events))};
    }
    return marks;
}

// Each line of a protocol's own source that sends a command has the purpose of that command.
void SourcePanel::hintAtPurposes(const QByteArray &text)
{
    const auto pseudocode = protocolPseudocode(m_run->report.history.header.protocol);
    QStringList hints;
    for (const auto &line : pseudocode ? linesOf(text.toStdString()) : std::vector<std::string>()) {
        hints << QString();
        for (std::size_t i = 0; i < pseudocode->lines.size(); ++i) {
            const auto isHere = [&](const auto &place) { return isAt(place, m_file, line); };
            if (std::ranges::any_of(pseudocode->lines[i].places, isHere))
                hints.back() = m_run->texts.pseudocode->purposes.value(static_cast<qsizetype>(i));
        }
    }
    m_view->setHints(hints);
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

std::optional<std::int64_t> SourcePanel::lineOf(const WorkerMoment &worker, std::uint64_t entry) const
{
    if (const auto *text = stepped()) {
        const auto at = text->steps.at(worker.name, entry);
        return at ? std::optional(static_cast<std::int64_t>(*at) + 1) : std::nullopt;
    }
    return worker.at && worker.at->first == m_file ? std::optional(worker.at->second) : std::nullopt;
}

QList<SourceView::Lit> SourcePanel::litLines(const RunMoment &moment) const
{
    QList<SourceView::Lit> lit;
    if (!m_run)
        return lit;
    const auto *const actor = actorOf(moment);
    for (std::size_t i = 0; i < moment.workers.size(); ++i) {
        const auto &worker = moment.workers[i];
        const auto line = lineOf(worker, moment.entry);
        if (!line)
            continue;
        const SourceView::Lit one{*line, static_cast<int>(i), workerName(worker)};
        lit.insert(&worker == actor ? 0 : lit.size(), one); // the view scrolls to the first
    }
    return lit;
}

void SourcePanel::showEntry(std::uint64_t number)
{
    if (!m_run)
        return;
    for (const auto &line : m_run->sourceLines) {
        if (!std::ranges::binary_search(line.events, number))
            continue;
        if (!stepped() && line.file != m_file)
            showFile(line.file);
        const auto who = workerIn(m_run->report.history.entries[number - 1]);
        const auto at = stepped() && who ? stepped()->steps.at(who->worker, number) : std::nullopt;
        if (!stepped() || at)
            m_view->scrollToLine(at ? static_cast<std::int64_t>(*at) + 1 : line.line);
        return;
    }
}

} // namespace lockscope
