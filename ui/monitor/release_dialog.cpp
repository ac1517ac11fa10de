// SPDX-License-Identifier: MIT
#include "ui/monitor/release_dialog.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/details_facts.h"
#include "ui/monitor/name_confirmation.h"
#include "ui/monitor/release_facts.h"
#include "ui/monitor/release_panel.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/confidence_dots.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProgressBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t longestName = 160; // in the title; the commands show the full name
constexpr int listLines = 6;
constexpr int tick = 200; // ms
constexpr int longestReason = 500;

using Stage = ReleaseAttempt::Stage;

QVBoxLayout *column(QWidget *parent, int top, int bottom)
{
    auto *layout = new QVBoxLayout(parent);
    layout->setContentsMargins(grid::group, top, grid::group, bottom);
    layout->setSpacing(grid::spacing);
    return layout;
}

} // namespace

ReleaseDialog::ReleaseDialog(const QList<ReleaseAttempt *> &attempts, const Endpoint &endpoint, const ConnectionRights *rights,
                             QAction *permit, QWidget *parent)
    : QDialog(parent)
    , m_consent(attempts, rights)
    , m_rights(rights)
    , m_switch(permit)
{
    setObjectName(u"release"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setSizeGripEnabled(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(makeList());
    layout->addWidget(makeLine(Qt::Horizontal, this));
    m_panel = new ReleasePanel(endpoint, this); // created here, because Tab reaches widgets in the order of creation
    layout->addWidget(m_panel, 1);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(makeFoot());
    join();
    tint();
    followRights();
    m_cancel->setFocus();
}

QWidget *ReleaseDialog::makeHead()
{
    auto *head = new QWidget(this);
    m_name = new WrappedText(head);
    m_name->setFocusPolicy(Qt::ClickFocus);
    m_subtitle = new ShadedLabel(ShadedLabel::Shade::Secondary, head);
    m_subtitle->setTextFormat(Qt::PlainText);
    m_dots = new ConfidenceDots(head);
    auto *second = new QHBoxLayout;
    second->setSpacing(grid::spacing);
    second->addWidget(m_subtitle);
    second->addWidget(m_dots);
    second->addStretch(1);
    auto *layout = column(head, grid::group, grid::spacing);
    layout->setSpacing(grid::unit);
    layout->addWidget(m_name);
    layout->addLayout(second);
    return head;
}

QWidget *ReleaseDialog::makeList()
{
    m_list = new QTreeWidget(this);
    m_list->setObjectName(u"attempts"_s);
    m_list->setAccessibleName(tr("Selected locks"));
    const int line = fontMetrics().height() + grid::spacing;
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemDelegate(new PlainDelegate(m_list));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (const auto *attempt : attempts()) {
        auto *item = new QTreeWidgetItem(m_list, {shownText(attempt->id().key, longestName), {}});
        item->setFont(0, fixedFont(font()));
        item->setSizeHint(0, {0, line});
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->setFixedHeight(line * static_cast<int>(std::min<qsizetype>(attempts().size(), listLines)));
    auto *area = new QWidget(this);
    auto *layout = new QVBoxLayout(area);
    layout->setContentsMargins(grid::spacing + grid::unit, 0, grid::spacing + grid::unit, grid::spacing);
    layout->addWidget(m_list);
    area->setVisible(attempts().size() > 1);
    return area;
}

QWidget *ReleaseDialog::makeFoot()
{
    auto *foot = new QWidget(this);
    m_confirmation = new NameConfirmation(foot);
    m_reason = new QLineEdit(foot);
    m_reason->setObjectName(u"reason"_s);
    m_reason->setMaxLength(longestReason);
    m_reason->setPlaceholderText(tr("Reason, for the release log (optional)"));
    m_reason->setAccessibleName(tr("Reason, for the release log"));
    m_progress = new QProgressBar(foot);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_progress->setAccessibleName(tr("Watching what happens next"));
    m_hint = new ShadedLabel(ShadedLabel::Shade::Secondary, foot);
    m_hint->setObjectName(u"hint"_s);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_hint->setMinimumHeight(2 * m_hint->fontMetrics().lineSpacing()); // the fields above must not move while one types
    m_permit = makeButton(QString(), foot);
    m_permit->setObjectName(u"permit"_s);
    auto space = m_permit->sizePolicy();
    space.setRetainSizeWhenHidden(true);
    m_permit->setSizePolicy(space);
    auto *hint = new QHBoxLayout;
    hint->setSpacing(grid::spacing);
    hint->addWidget(m_hint, 1);
    hint->addWidget(m_permit);
    m_lookAgain = makeButton(tr("Look &again"), foot);
    m_lookAgain->setObjectName(u"lookAgain"_s);
    m_cancel = makeButton(tr("Cancel"), foot);
    m_cancel->setObjectName(u"cancel"_s);
    m_cancel->setDefault(true);
    m_release = makeButton(QString(), foot);
    m_release->setObjectName(u"carryOut"_s);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(grid::spacing);
    buttons->addWidget(m_lookAgain);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_release);
    auto *layout = column(foot, grid::spacing + grid::unit, grid::spacing + grid::unit);
    layout->addWidget(m_confirmation);
    layout->addWidget(m_reason);
    layout->addWidget(m_progress);
    layout->addLayout(hint);
    layout->addLayout(buttons);
    return foot;
}

void ReleaseDialog::join()
{
    for (auto *attempt : attempts())
        connect(attempt, &ReleaseAttempt::changed, this, &ReleaseDialog::refresh);
    connect(m_panel, &ReleasePanel::wishChosen, this, [this](const ReleaseRequest &wish) {
        m_consent.setTyped(current(), {});
        current()->setWish(wish);
    });
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem *item) { choose(m_list->indexOfTopLevelItem(item)); });
    connect(m_confirmation, &NameConfirmation::typed, this, [this](const QString &text) {
        m_consent.setTyped(current(), text);
        showList();
        showButtons();
    });
    connect(m_permit, &QPushButton::clicked, this, [this] {
        m_cancel->setFocus(); // the pressed button is hidden then
        m_switch->trigger();
        if (!m_confirmation->isHidden())
            m_confirmation->setFocus(); // where one may have typed already
    });
    connect(m_lookAgain, &QPushButton::clicked, this, &ReleaseDialog::lookAgain);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_release, &QPushButton::clicked, this, &ReleaseDialog::carryOut);
    connect(m_rights, &ConnectionRights::changed, this, &ReleaseDialog::followRights);
    m_ticking.setInterval(tick);
    connect(&m_ticking, &QTimer::timeout, this, &ReleaseDialog::showWatching);
}

// The shortcut of the switch works in this window, too, but only to allow releasing.
void ReleaseDialog::followRights()
{
    if (m_rights->wouldSwitchHelp())
        addAction(m_switch);
    else
        removeAction(m_switch);
    refresh();
}

void ReleaseDialog::choose(int index)
{
    if (index < 0)
        return;
    m_current = index;
    refresh();
}

void ReleaseDialog::refresh()
{
    showHead();
    showList();
    m_panel->showAttempt(*current());
    showConfirmation();
    showWatching();
    showButtons();
}

void ReleaseDialog::showHead()
{
    const auto &id = current()->id();
    const auto name = shownText(id.key, longestName);
    QFont strong = fixedFont(font());
    strong.setWeight(QFont::DemiBold);
    strong.setPointSizeF(strong.pointSizeF() * 1.1);
    m_name->showText(name, strong, ShadedLabel::Shade::Text);
    m_name->setAccessibleName(tr("Lock: %1").arg(name));
    const auto &plan = current()->plan();
    const bool known = plan && plan->possible();
    m_subtitle->setText(known ? detailsSubtitle(plannedRow(*plan)) : tr("db %1").arg(id.db));
    m_dots->setVisible(known);
    if (known)
        m_dots->setConfidence(plan->order.lock.confidence);
    setWindowTitle(m_consent.title(name));
}

void ReleaseDialog::showList()
{
    for (qsizetype i = 0; i < attempts().size(); ++i) {
        const auto *attempt = attempts()[i];
        m_list->topLevelItem(static_cast<int>(i))->setText(1, m_consent.lacksName(attempt) ? tr("type its name") : stageWord(*attempt));
    }
}

void ReleaseDialog::showConfirmation()
{
    const auto *attempt = current();
    const bool wanted = attempt->stage() == Stage::Shown && m_consent.needsName(attempt);
    const bool appears = wanted && m_confirmation->isHidden();
    m_confirmation->setVisible(wanted);
    if (appears && focusWidget() == m_cancel)
        m_confirmation->setFocus();
    m_confirmation->ask(attempt->id(), m_consent.whyName(), m_consent.typed(attempt));
}

void ReleaseDialog::showButtons()
{
    const auto count = [this](auto condition) { return std::ranges::count_if(attempts(), condition); };
    const auto ready = m_consent.ready().size();
    const auto shown = count([](const ReleaseAttempt *attempt) { return attempt->stage() == Stage::Shown; });
    const auto looking = count([](const ReleaseAttempt *attempt) { return attempt->stage() == Stage::Looking; });
    const auto sent = count([](const ReleaseAttempt *attempt) { return attempt->stage() == Stage::Sent; });
    const auto watching = count([](const ReleaseAttempt *attempt) { return attempt->stage() == Stage::Watching; });
    const auto again = count([](const ReleaseAttempt *attempt) { return attempt->mayLookAgain(); });
    const bool open = shown + looking > 0;
    const auto whyNot = m_consent.whyNot();

    setButtonText(m_release, withoutMnemonic(m_consent.deed()));
    m_release->setVisible(open);
    m_release->setEnabled(ready > 0 && looking == 0 && sent == 0 && whyNot.isEmpty());
    m_release->setAccessibleDescription(whyNot);
    m_reason->setVisible(open); // also before releasing is allowed: whoever knows why may write it down
    m_lookAgain->setVisible(again > 0);
    setButtonText(m_cancel, open ? tr("Cancel") : tr("Close"));
    m_cancel->setEnabled(sent == 0);
    if (m_answerAwaited && sent == 0) {
        m_answerAwaited = false;
        m_cancel->setFocus();
    }
    m_permit->setVisible(open && m_rights->wouldSwitchHelp());
    if (!m_permit->isHidden())
        setButtonText(m_permit, m_switch->text());
    if (watching == 0) {
        m_hint->setShade(whyNot.isEmpty() ? ShadedLabel::Shade::Secondary : ShadedLabel::Shade::Warning);
        m_hint->setText(open ? m_consent.hint() : QString());
        m_hint->setVisible(open || !m_hint->text().isEmpty());
    }
}

// The longest of the watched attempts.
void ReleaseDialog::showWatching()
{
    Milliseconds longest{};
    for (const auto *attempt : attempts()) {
        if (attempt->stage() == Stage::Watching)
            longest = std::max(longest, watchTime(attempt->plan()->order));
    }
    const bool watching = longest > Milliseconds::zero();
    m_progress->setVisible(watching);
    if (!watching)
        return m_ticking.stop();
    if (!m_ticking.isActive()) {
        m_watched.start();
        m_ticking.start();
    }
    m_progress->setRange(0, static_cast<int>(longest.count()));
    m_progress->setValue(static_cast<int>(std::min<qint64>(m_watched.elapsed(), longest.count())));
    m_hint->setShade(ShadedLabel::Shade::Secondary);
    m_hint->setText(
        tr("Watching for %1 who acquires it, and whether the old holder writes it again. If you close this dialog, the window reports it.")
            .arg(spanText(longest)));
    m_hint->show();
}

void ReleaseDialog::lookAgain()
{
    m_cancel->setFocus(); // the pressed button is hidden meanwhile
    for (auto *attempt : attempts()) {
        if (!attempt->mayLookAgain())
            continue;
        m_consent.setTyped(attempt, {}); // the new plan needs a new confirmation
        attempt->look();
    }
}

void ReleaseDialog::carryOut()
{
    if (!m_consent.whyNot().isEmpty())
        return;
    const auto ready = m_consent.ready();
    m_panel->setFocus(); // until there is a button again
    m_answerAwaited = true;
    for (auto *attempt : ready)
        attempt->carryOut(m_reason->text());
}

void ReleaseDialog::reject()
{
    const bool sent = std::ranges::any_of(attempts(), [](const ReleaseAttempt *attempt) { return attempt->stage() == Stage::Sent; });
    if (!sent)
        QDialog::reject();
}

// In a field, Enter confirms the field and does not press the default button.
void ReleaseDialog::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter || qobject_cast<QPushButton *>(focusWidget()))
        return QDialog::keyPressEvent(event);
    const bool isField = focusWidget() == m_confirmation->focusProxy() || focusWidget() == m_reason;
    if (isField && m_release->isEnabled())
        m_release->setFocus();
    event->accept();
}

void ReleaseDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_release)
        tint();
}

void ReleaseDialog::tint()
{
    auto own = QApplication::palette();
    own.setColor(QPalette::Active, QPalette::ButtonText, shadesOf(own).danger);
    own.setColor(QPalette::Inactive, QPalette::ButtonText, shadesOf(own).danger);
    m_release->setPalette(own);
    auto list = QApplication::palette();
    list.setColor(QPalette::Highlight, shadesOf(list).selected);
    list.setColor(QPalette::HighlightedText, list.color(QPalette::Text));
    m_list->setPalette(list);
}

QString ReleaseDialog::text() const
{
    QStringList said = {m_name->toPlainText(), m_subtitle->text(), m_panel->text()};
    if (!m_confirmation->isHidden())
        said << m_confirmation->question();
    if (!m_hint->isHidden())
        said << m_hint->text();
    return said.join(u'\n');
}

} // namespace lockscope
