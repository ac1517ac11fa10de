// SPDX-License-Identifier: MIT
#include "ui/monitor/release_choices.h"

#include "ui/widgets/captions.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/theme.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t longestOwner = 60;
constexpr int longestLease = 365 * 24 * 3600; // s

using Stage = ReleaseAttempt::Stage;

bool recordsNobody(const ReleasePlan &plan)
{
    return plan.possible() && plan.freed.empty() && plan.order.wish.action == ReleaseAction::Release;
}

// If nobody renews the lock, comparing the deadline has no disadvantage.
bool renewalMatters(const ReleaseAttempt &attempt)
{
    const auto &plan = attempt.plan();
    if (!plan || attempt.wish().action != ReleaseAction::Release)
        return false;
    const auto &report = attempt.report();
    return attempt.wish().evenIfRenewed || plan->order.lock.renewals.count > 0 || attempt.since() == ReleaseAttempt::Since::Renewed
           || (report && report->changed == Difference::Lease);
}

} // namespace

ReleaseChoices::ReleaseChoices(QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_holders(new QComboBox(this))
    , m_lease(new QSpinBox(this))
    , m_permits(new QSpinBox(this))
    , m_evenIfRenewed(new CheckBox(tr("&Even if it was renewed meanwhile"), this))
    , m_consequence(new ShadedLabel(ShadedLabel::Shade::Danger, this))
{
    m_form->setContentsMargins(0, grid::group, 0, 0);
    m_form->setHorizontalSpacing(grid::spacing);
    m_form->setVerticalSpacing(grid::unit);
    m_form->addRow(tr("&Free"), m_holders);
    m_form->addRow(tr("&Lease"), m_lease);
    m_form->addRow(tr("&Permits to return"), m_permits);
    m_form->addRow(m_evenIfRenewed);
    m_form->addRow(m_consequence);
    m_holders->setObjectName(u"holders"_s);
    m_holders->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_holders->setMinimumContentsLength(30);
    m_lease->setObjectName(u"lease"_s);
    m_lease->setRange(1, longestLease);
    m_lease->setSuffix(tr(" s"));
    m_permits->setObjectName(u"permits"_s);
    m_permits->setRange(1, std::numeric_limits<int>::max());
    m_evenIfRenewed->setObjectName(u"evenIfRenewed"_s);
    m_consequence->setWordWrap(true);
    for (auto *box : {m_lease, m_permits}) {
        box->setKeyboardTracking(false); // otherwise each typed digit would cause a new look
        connect(box, &QSpinBox::valueChanged, this, &ReleaseChoices::choose);
    }
    connect(m_holders, &QComboBox::activated, this, &ReleaseChoices::choose);
    connect(m_evenIfRenewed, &CheckBox::clicked, this, &ReleaseChoices::choose);
}

void ReleaseChoices::showAttempt(const ReleaseAttempt &attempt)
{
    m_wish = attempt.wish();
    setEnabled(!attempt.underWay());
    const bool over = attempt.stage() == Stage::CutOff || (attempt.report() && attempt.report()->done());
    if (over || !attempt.plan()) {
        setVisible(false);
        return;
    }
    showHolders(attempt);
    showRenewals(attempt);
    const QSignalBlocker quietLease(m_lease), quietPermits(m_permits);
    m_lease->setValue(static_cast<int>(std::chrono::ceil<std::chrono::seconds>(m_wish.lease).count()));
    m_permits->setValue(static_cast<int>(m_wish.count.value_or(1)));
    const bool lease = m_wish.action == ReleaseAction::GiveLease;
    const bool permits = recordsNobody(*attempt.plan());
    const auto setRow = [this](QWidget *field, bool visible) {
        field->setVisible(visible);
        m_form->labelForField(field)->setVisible(visible);
    };
    setRow(m_lease, lease);
    setRow(m_permits, permits);
    const bool holders = m_owners.size() > 1 || !m_wish.owners.empty();
    setRow(m_holders, holders && m_wish.action == ReleaseAction::Release);
    setVisible(lease || permits || !m_holders->isHidden() || !m_evenIfRenewed->isHidden());
}

void ReleaseChoices::showHolders(const ReleaseAttempt &attempt)
{
    const auto &match = attempt.plan()->order.match;
    std::vector<Bytes> owners;
    for (const auto &holder : match.holders)
        owners.push_back(holder.owner);
    for (const auto &owner : m_wish.owners) {
        if (std::ranges::find(owners, owner) == owners.end())
            owners.push_back(owner); // it was chosen, but is gone now
    }
    if (owners != m_owners || m_holders->count() == 0) {
        m_owners = std::move(owners);
        m_holders->clear();
        m_holders->addItem(tr("All %1 holders").arg(numberText(static_cast<std::int64_t>(match.holders.size()))));
        for (const auto &owner : m_owners)
            m_holders->addItem(tr("Only %1").arg(shownText(owner, longestOwner)));
    }
    const auto chosen = m_wish.owners.empty() ? m_owners.end() : std::ranges::find(m_owners, m_wish.owners.front());
    m_holders->setCurrentIndex(chosen == m_owners.end() ? 0 : static_cast<int>(chosen - m_owners.begin()) + 1);
}

void ReleaseChoices::showRenewals(const ReleaseAttempt &attempt)
{
    m_evenIfRenewed->setVisible(renewalMatters(attempt));
    m_evenIfRenewed->setChecked(m_wish.evenIfRenewed);
    auto consequence = tr("The deadline is then not compared: the lock is released although its holder has just shown that it is alive.");
    const auto scope = attempt.plan()->order.match.ownerScope;
    if (scope == OwnerScope::Constant || scope == OwnerScope::Object)
        consequence += u' ' + tr("Its owner text is the same each time, so a lock that it has acquired since is released too.");
    else if (scope == OwnerScope::Unknown)
        consequence += u' ' + tr("Its owner text may be the same each time: then a lock that it has acquired since is released too.");
    m_consequence->setText(consequence);
    m_evenIfRenewed->setAccessibleDescription(consequence);
    m_consequence->setVisible(m_evenIfRenewed->isChecked() && !m_evenIfRenewed->isHidden());
}

void ReleaseChoices::choose()
{
    auto wish = m_wish;
    wish.evenIfRenewed = m_evenIfRenewed->isChecked();
    wish.lease = std::chrono::seconds(m_lease->value());
    if (!m_permits->isHidden())
        wish.count = m_permits->value();
    if (!m_holders->isHidden()) {
        const int chosen = m_holders->currentIndex();
        wish.owners.clear();
        if (chosen > 0)
            wish.owners.push_back(m_owners[static_cast<std::size_t>(chosen - 1)]);
    }
    if (wish != m_wish)
        emit wishChosen(wish);
}

} // namespace lockscope
