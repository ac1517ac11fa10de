// SPDX-License-Identifier: MIT
#include "ui/monitor/releases.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/lock_table_view.h"
#include "ui/monitor/release_facts.h"
#include "ui/widgets/theme.h"
#include "ui/words/lock_words.h"

#include <QAction>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

// An estimate. If the fresh look finds a problem, the dialog says so.
bool possible(ReleaseAction action, const LockInfo &lock)
{
    switch (action) {
    case ReleaseAction::Release: return true;
    case ReleaseAction::GiveLease: return !lock.deadline && lock.kind != LockKind::Semaphore && lock.kind != LockKind::Latch;
    case ReleaseAction::DropDeadHead: return lock.kind == LockKind::FairLock;
    }
    return false;
}

ReleaseRequest wishFor(ReleaseAction action, const LockInfo &lock)
{
    ReleaseRequest wish;
    wish.id = lock.id;
    wish.action = action;
    return wish;
}

} // namespace

Releases::Releases(LockTableView *table, LockSortFilter *rows, QWidget *page)
    : QObject(page)
    , m_table(table)
    , m_rows(rows)
    , m_page(page)
    , m_news(new ReleaseNews(page))
    , m_release(makeAction(ReleaseAction::Release, tr("&Release…"), tr("Release…")))
    , m_giveLease(makeAction(ReleaseAction::GiveLease, tr("Give a &lease…"), tr("Give a lease…")))
    , m_dropHead(makeAction(ReleaseAction::DropDeadHead, tr("&Drop the first waiter…"), tr("Drop the first waiter…")))
{
    setRights(new ConnectionRights(this), nullptr);
    m_release->setShortcut(QKeySequence::Delete);
    m_release->setShortcutContext(Qt::WidgetWithChildrenShortcut); // in other widgets this key deletes a character
    m_giveLease->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G));
    m_dropHead->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Delete));
    m_dropHead->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addActions(actions());
    connect(m_table, &LockTableView::currentLockChanged, this, &Releases::selectionMoved);
    selectionMoved();
}

QAction *Releases::makeAction(ReleaseAction action, const QString &text, const QString &shortText)
{
    auto *made = new QAction(text, this);
    made->setIconText(shortText);
    connect(made, &QAction::triggered, this, [this, action] { ask(action, selected()); });
    return made;
}

void Releases::setDesk(ReleaseDesk *desk, const Endpoint &endpoint)
{
    m_desk = desk;
    m_preview.reset();
    if (desk) {
        connect(desk, &ReleaseDesk::planned, this, [this](RequestId id, const ReleasePlan &plan) {
            if (id != m_previewRequest)
                return;
            m_preview = plan;
            showPreview();
        });
    }
    m_endpoint = endpoint;
    m_rights->setLost(false);
    m_news->clear();
    selectionMoved();
}

void Releases::setRights(ConnectionRights *rights, QAction *permit)
{
    m_rights = rights;
    m_permit = permit;
    connect(rights, &ConnectionRights::changed, this, [this] {
        selectionMoved();
        showPreview();
    });
}

void Releases::preview(const LockId &id)
{
    if (!m_desk)
        return;
    m_previewRequest = newRequestId();
    m_desk->preview(m_previewRequest, id);
}

void Releases::showPreview()
{
    if (m_preview)
        emit previewed(m_preview->order.wish.id,
                       previewFacts(*m_preview, m_endpoint, m_rights->isLost() ? m_rights->whyNotNow() : QString()));
}

void Releases::apply(const MonitorChange &change)
{
    m_rights->setLost(change.state.phase == MonitorState::Phase::Lost || change.state.phase == MonitorState::Phase::Failed);
    if ((!change.changed.empty() || !change.gone.empty()) && m_table->selectionModel()->hasSelection())
        selectionMoved(); // the actions for the selected locks may change with it
    if (m_attempts.isEmpty())
        return;
    for (const auto &lock : change.changed) {
        for (auto *attempt : std::as_const(m_attempts)) {
            if (attempt->id() == lock.id)
                attempt->note(lock);
        }
    }
    for (const auto &gone : change.gone) {
        for (auto *attempt : std::as_const(m_attempts)) {
            if (attempt->id() == gone.last.id)
                attempt->noteGone();
        }
    }
}

std::vector<LockInfo> Releases::selected() const
{
    std::vector<LockInfo> locks;
    for (const auto &index : m_table->selectionModel()->selectedRows()) {
        const auto *row = m_rows->rowAt(index);
        if (row && row->used && !row->gone())
            locks.push_back(row->lock);
    }
    return locks;
}

// Counts without a pass over all rows, because there may be ten thousand.
qsizetype Releases::selectedCount() const
{
    qsizetype count = 0;
    for (const auto &range : m_table->selectionModel()->selection())
        count += range.height();
    return count;
}

void Releases::selectionMoved()
{
    const auto count = selectedCount();
    const auto locks = count > mostAtOnce ? std::vector<LockInfo>() : selected();
    for (const auto &[action, kind] : {std::pair(m_release, ReleaseAction::Release),
                                       {m_giveLease, ReleaseAction::GiveLease},
                                       {m_dropHead, ReleaseAction::DropDeadHead}}) {
        const bool can = !locks.empty() && std::ranges::all_of(locks, [&](const LockInfo &lock) { return possible(kind, lock); });
        action->setVisible(kind == ReleaseAction::Release || can);
        action->setEnabled(can && m_desk && !m_rights->isLost());
    }
    m_release->setToolTip(m_rights->isLost()           ? m_rights->whyNotNow()
                          : count > mostAtOnce         ? tr("At most %1 locks can be released at once.").arg(numberText(mostAtOnce))
                          : count > 1 && locks.empty() ? tr("They are gone: there is nothing to release.")
                          : locks.empty()
                              ? count == 1 || m_shown ? tr("It is gone: there is nothing to release.") : tr("Select a lock first.")
                          : !m_release->isEnabled() ? tr("It holds nothing that could be released.")
                                                    : tr("Shows what would run, then asks"));
}

void Releases::setShown(const std::optional<LockId> &id)
{
    m_shown = id;
    selectionMoved();
}

ReleaseDialog *Releases::openDialog(ReleaseAction action, const std::vector<LockInfo> &locks) const
{
    const auto same = [&](const ReleaseDialog *dialog) {
        return dialog->attempts().front()->wish().action == action
               && std::ranges::equal(dialog->attempts(), locks, [](const ReleaseAttempt *attempt, const LockInfo &lock) {
                      return attempt->id() == lock.id && attempt->mayLookAgain();
                  });
    };
    const auto found = std::ranges::find_if(m_dialogs, same);
    return found == m_dialogs.end() ? nullptr : *found;
}

ReleaseDialog *Releases::ask(ReleaseAction action, const std::vector<LockInfo> &locks)
{
    if (locks.empty() || !m_desk)
        return nullptr;
    auto *dialog = openDialog(action, locks);
    if (!dialog) {
        QList<ReleaseAttempt *> attempts;
        for (const auto &lock : locks)
            attempts << new ReleaseAttempt(m_desk, wishFor(action, lock), this);
        m_attempts += attempts;
        dialog = new ReleaseDialog(attempts, m_endpoint, m_rights, m_permit, m_page->window());
        m_dialogs << dialog;
        noteUse();
        for (auto *attempt : std::as_const(attempts))
            follow(attempt);
        connect(dialog, &QDialog::finished, this, [this, dialog, attempts] {
            m_dialogs.removeOne(dialog);
            for (auto *attempt : attempts) {
                if (!attempt->underWay()) {
                    m_attempts.removeOne(attempt);
                    attempt->deleteLater();
                }
            }
            noteUse();
        });
        place(dialog);
        for (auto *attempt : std::as_const(attempts))
            attempt->look();
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

// The rights must not end under a release that a person is about to carry out, or whose answer is on its way.
void Releases::noteUse() { m_rights->setInUse(!m_dialogs.isEmpty() || awaited() > 0); }

qsizetype Releases::awaited() const
{
    return std::ranges::count_if(m_attempts, [](const ReleaseAttempt *attempt) { return attempt->stage() == ReleaseAttempt::Stage::Sent; });
}

// A result that no dialog shows is reported here; after that, the attempt is not needed any more.
void Releases::follow(ReleaseAttempt *attempt)
{
    connect(attempt, &ReleaseAttempt::changed, this, [this] {
        noteUse();
        if (awaited() == 0)
            emit answered();
    });
    connect(attempt, &ReleaseAttempt::ended, this, [this, attempt] {
        const bool shown =
            std::ranges::any_of(m_dialogs, [&](const ReleaseDialog *dialog) { return dialog->attempts().contains(attempt); });
        if (shown)
            return;
        m_news->add(*attempt, m_endpoint);
        m_attempts.removeOne(attempt);
        attempt->deleteLater();
    });
}

// At the right, over the details, so that the names and states in the table stay visible.
void Releases::place(ReleaseDialog *dialog) const
{
    const auto *window = m_page->window();
    const auto room = window->geometry();
    const int width = std::min(dialog->fontMetrics().averageCharWidth() * 92, room.width() - 2 * grid::group);
    const int height = std::min(dialog->fontMetrics().height() * 42, room.height() - 4 * grid::group);
    dialog->resize(width, height);
    dialog->move(room.right() - width - grid::group, room.top() + (room.height() - height) / 2);
}

} // namespace lockscope
