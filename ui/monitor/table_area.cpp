// SPDX-License-Identifier: MIT
#include "ui/monitor/table_area.h"

#include "lockcore/monitor/model/restricted.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/lock_table_view.h"
#include "ui/monitor/possible_area.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/state_panel.h"
#include "ui/words/error_sentence.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/server_sentence.h"
#include "ui/words/shown_text.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

using Phase = MonitorState::Phase;

QString hiddenText(const Filter &filter, int hidden)
{
    auto text = hidden == 1 ? TableArea::tr("One lock is hidden.") : TableArea::tr("%Ln locks are hidden.", nullptr, hidden);
    const auto isWholeName = [](const std::string &term) {
        return term.starts_with("name:") && term.find_first_of("*?[\"") == std::string::npos;
    };
    const auto terms = filter.terms();
    if (const auto whole = std::ranges::find_if(terms, isWholeName); whole != terms.end())
        text += TableArea::tr(" name: compares whole names; %1* finds those that begin so.").arg(shownText(*whole, 60));
    return text;
}

bool wantsPassword(const MonitorState &state) { return state.error && isAboutPassword(*state.error); }

} // namespace

TableArea::TableArea(LockSortFilter *rows, QWidget *parent)
    : QWidget(parent)
    , m_rows(rows)
    , m_banner(new Banner(Banner::Tone::Warning, this))
    , m_progress(new QProgressBar(this))
    , m_table(new LockTableView(rows, this))
    , m_possible(new PossibleArea(this))
    , m_panel(new StatePanel(this))
    , m_stack(new QStackedWidget(this))
{
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_possible);
    m_stack->addWidget(m_panel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_progress);
    layout->addWidget(m_stack, 1);
    m_banner->setObjectName(u"banner"_s);
    m_banner->hide();
    m_progress->hide();
    makeSteps();
}

void TableArea::makeSteps()
{
    m_clear = m_panel->addStep(tr("Clear the filter"));
    m_showPossible = m_panel->addStep({});
    m_retry = m_panel->addStep({});
    m_cancel = m_panel->addStep(tr("Cancel"));
    m_connect = m_panel->addStep(tr("Connect to another server…"));
    m_demo = m_panel->addStep(tr("Start the demo"));
    m_bannerRetry = m_banner->addStep({});
    connect(m_clear, &QPushButton::clicked, this, &TableArea::allLocksWanted);
    connect(m_showPossible, &QPushButton::clicked, this, &TableArea::possibleWanted);
    connect(m_possible, &PossibleArea::closed, this, [this] { setShowsPossible(false); });
    connect(m_retry, &QPushButton::clicked, this, &TableArea::retryWanted);
    connect(m_bannerRetry, &QPushButton::clicked, this, &TableArea::retryWanted);
    connect(m_cancel, &QPushButton::clicked, this, &TableArea::disconnectWanted);
    connect(m_connect, &QPushButton::clicked, this, &TableArea::connectWanted);
    connect(m_demo, &QPushButton::clicked, this, &TableArea::demoWanted);
}

void TableArea::setShowsPossible(bool shows)
{
    if (shows == m_showsPossible)
        return;
    m_showsPossible = shows;
    const bool focused = m_stack->isAncestorOf(window()->focusWidget()) || !window()->focusWidget();
    showContents();
    if (shows)
        m_possible->setFocus();
    else if (focused && showsTable())
        m_table->setFocus();
}

void TableArea::focusContents()
{
    if (m_stack->currentWidget() == m_possible)
        return m_possible->setFocus(Qt::OtherFocusReason);
    if (!showsTable()) {
        const auto steps = allSteps();
        const auto first = std::ranges::find_if(steps, [](const auto *step) { return !step->isHidden(); });
        return first == steps.end() ? m_panel->setFocus() : (*first)->setFocus(Qt::OtherFocusReason);
    }
    m_table->setFocus(Qt::OtherFocusReason);
    if (!m_table->selectionModel()->hasSelection())
        m_table->selectRow(std::max(0, m_table->currentIndex().row()));
}

int TableArea::heightFor(int rows) const
{
    const int around = height() - m_stack->height();
    return around + m_table->horizontalHeader()->height() + rows * m_table->verticalHeader()->defaultSectionSize();
}

bool TableArea::showsTable() const { return m_stack->currentWidget() == m_table; }

void TableArea::showState(const MonitorState &state, const Endpoint &endpoint, Milliseconds age)
{
    m_state = state;
    m_endpoint = endpoint;
    m_age = age;
    m_table->setGreyed(state.phase == Phase::Lost);
    m_table->showNodes(state.cluster.has_value());
    setButtonText(m_retry, wantsPassword(state) ? tr("Enter the password…") : tr("Try again"));
    setButtonText(m_bannerRetry, wantsPassword(state) ? tr("Enter the password…") : tr("Try again now"));
    showProgress();
    showBanner();
    m_panel->hideProgress();
    showContents();
}

void TableArea::showProgress()
{
    constexpr std::int64_t most = 1'000'000'000;
    m_progress->setVisible(m_state.phase == Phase::FirstSweep && m_rows->locks()->used() > 0);
    m_progress->setRange(0, static_cast<int>(std::clamp<std::int64_t>(m_state.keysTotal, 1, most)));
    m_progress->setValue(static_cast<int>(std::min<std::int64_t>(m_state.keysSeen, m_progress->maximum())));
}

void TableArea::showContents()
{
    const auto server = shownText(shortName(m_endpoint));
    const int known = m_rows->locks()->used();
    switch (m_state.phase) {
    case Phase::Idle:
    case Phase::Connecting:
        showPanel(tr("Connecting to %1 …").arg(server), {}, {m_cancel});
        m_panel->setProgress(0, 0);
        return;
    case Phase::Failed: showPanel(tr("Not connected to %1").arg(server), errorWords(), {m_retry, m_connect, m_demo}); return;
    case Phase::FirstSweep:
    case Phase::Live:
    case Phase::Lost: break;
    }
    if (m_showsPossible)
        m_stack->setCurrentWidget(m_possible);
    else if (known > 0 && m_rows->rowCount() == 0)
        showPanel(tr("No lock matches the filter"), hiddenText(m_rows->filter(), known), {m_clear});
    else if (known > 0)
        showTable();
    else
        showEmpty();
}

// Qt moves the focus only if the focused widget is a child of the hidden one.
void TableArea::showTable()
{
    const bool focused = m_panel->hasFocus();
    m_stack->setCurrentWidget(m_table);
    if (focused)
        m_table->setFocus();
}

void TableArea::showEmpty()
{
    if (m_state.phase == Phase::FirstSweep) {
        showPanel(tr("Looking for locks …"), tr("%1. Locks appear as they are found.").arg(sweepText(m_state)), {m_cancel});
        m_panel->setProgress(m_state.keysSeen, m_state.keysTotal);
        return;
    }
    if (m_state.phase == Phase::Lost) {
        showPanel(tr("No locks were known when the connection was lost"), {}, {m_connect});
        return;
    }
    const auto &coverage = m_state.coverage;
    const auto looked = coverage.notReadable() > 0
                            ? tr("%1 of %2 keys could not be read, so locks may be missing.")
                                  .arg(numberText(coverage.notReadable()), numberText(std::max(m_state.keysSeen, coverage.notReadable())))
                        : !coverage.provesAbsence() ? tr("What the server shows may be old, so locks may be missing.")
                        : m_state.keysSeen == 0     ? tr("This database has no keys.")
                        : m_state.keysSeen == 1
                            ? tr("Lockscope looked at its only key and does not recognise it as a lock.")
                            : tr("Lockscope looked at all %1 keys and recognises none as a lock.").arg(numberText(m_state.keysSeen));
    const bool atBirth = m_state.feed != MonitorState::Feed::Polling && m_state.allNames;
    const auto next = atBirth                 ? tr("A lock that is acquired now appears here at once.")
                      : m_state.sweepInterval ? tr("New locks appear within %1.").arg(spanText(*m_state.sweepInterval))
                                              : tr("New locks appear with the next sweep.");
    const bool whole = coverage.provesAbsence() && coverage.notReadable() == 0;
    const auto title = whole ? tr("No locks in database %1") : tr("No readable locks in database %1");
    const auto possible = m_state.possible.locks.size();
    setButtonText(m_showPossible,
                  possible == 1 ? tr("Show 1 possible lock") : tr("Show %Ln possible locks", nullptr, static_cast<int>(possible)));
    auto steps = possible > 0 ? QList{m_showPossible} : QList<QPushButton *>();
    steps += {m_connect, m_demo};
    showPanel(title.arg(m_endpoint.db), looked + u' ' + next, steps);
}

std::array<QPushButton *, 6> TableArea::allSteps() const { return {m_clear, m_showPossible, m_retry, m_cancel, m_connect, m_demo}; }

void TableArea::showPanel(const QString &title, const QString &explanation, const QList<QPushButton *> &steps)
{
    m_panel->setWords(title, explanation);
    const bool fresh = !steps.isEmpty() && steps.front()->isHidden();
    const bool focused = m_panel->isAncestorOf(window()->focusWidget());
    const bool fromTable = showsTable() && m_table->hasFocus();
    for (auto *step : allSteps())
        step->setVisible(steps.contains(step));
    if (fresh && focused)
        steps.front()->setFocus(); // the most likely next step
    m_stack->setCurrentWidget(m_panel);
    // Not to a button: the last lock ended without the user's action, and a user who then presses Space wants to freeze.
    if (fromTable)
        m_panel->setFocus();
}

void TableArea::showBanner()
{
    const bool lost = m_state.phase == Phase::Lost;
    const bool polling = m_state.phase == Phase::Live && m_state.feed == MonitorState::Feed::Polling;
    m_bannerRetry->setVisible(lost || isRestricted(m_state));
    m_banner->setVisible(lost || polling);
    if (lost)
        m_banner->setWords(m_state.error ? tr("Connection lost") : tr("Connecting again"), lostWords());
    else if (polling)
        m_banner->setWords(tr("Polling"), tr("Locks held for less than %1 may be missed. %2")
                                              .arg(m_state.sweepInterval ? spanText(*m_state.sweepInterval) : tr("a sweep takes"),
                                                   feedReasonText(m_state, m_endpoint)));
}

// If a password is missing, the sentence does not say how a command gets one, because the window asks for it.
QString TableArea::errorWords() const
{
    if (!m_state.error)
        return {};
    return wantsPassword(m_state) ? passwordSentence(*m_state.error, m_endpoint) : errorSentence(*m_state.error, m_endpoint);
}

QString TableArea::lostWords() const
{
    auto words = errorWords();
    if (m_state.retryIn) {
        const auto left = std::chrono::ceil<std::chrono::seconds>(std::max(*m_state.retryIn - m_age, Milliseconds::zero()));
        words += u' ' + (left.count() == 0 ? tr("Trying again now.") : tr("Trying again in %1 s.").arg(left.count()));
    }
    if (m_rows->locks()->used() > 0)
        words += u' ' + tr("The table shows what was known at %1.").arg(timeText(m_rows->locks()->serverNow()));
    return words;
}

} // namespace lockscope
