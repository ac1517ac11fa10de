// SPDX-License-Identifier: MIT
#include "ui/monitor/release_consent.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/release_facts.h"
#include "ui/words/lock_words.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

// The shown plan can be carried out as it is.
bool holds(const ReleaseAttempt *attempt)
{
    return attempt->stage() == ReleaseAttempt::Stage::Shown && attempt->since() == ReleaseAttempt::Since::Nothing;
}

} // namespace

ReleaseConsent::ReleaseConsent(QList<ReleaseAttempt *> attempts, const ConnectionRights *rights)
    : m_attempts(std::move(attempts))
    , m_rights(rights)
{ }

bool ReleaseConsent::needsName(const ReleaseAttempt *attempt) const { return m_rights->production() || attempt->maybeNoLock(); }

bool ReleaseConsent::isReady(const ReleaseAttempt *attempt) const
{
    return holds(attempt) && (!needsName(attempt) || typed(attempt).trimmed() == confirmationOf(attempt->id()));
}

bool ReleaseConsent::lacksName(const ReleaseAttempt *attempt) const { return holds(attempt) && !isReady(attempt); }

QString ReleaseConsent::whyName() const
{
    return m_rights->production() ? tr("This is production.") : tr("It may not be a lock: the evidence is weak.");
}

QList<ReleaseAttempt *> ReleaseConsent::ready() const
{
    QList<ReleaseAttempt *> ready;
    std::ranges::copy_if(m_attempts, std::back_inserter(ready), [this](const ReleaseAttempt *attempt) { return isReady(attempt); });
    return ready;
}

QString ReleaseConsent::whyNot() const { return m_rights->whyNotNow(); }

QString ReleaseConsent::title(const QString &name) const
{
    const auto what = m_attempts.size() == 1 ? name : tr("%Ln locks", nullptr, static_cast<int>(m_attempts.size()));
    switch (m_attempts.front()->wish().action) {
    case ReleaseAction::Release: return tr("Release %1").arg(what);
    case ReleaseAction::GiveLease: return tr("Give a lease: %1").arg(what);
    case ReleaseAction::DropDeadHead: return tr("Drop the first waiter: %1").arg(what);
    }
    return {};
}

QString ReleaseConsent::deed() const
{
    if (m_attempts.size() == 1)
        return deedText(m_attempts.front()->wish());
    const auto ready = this->ready().size();
    const auto count = ready == 0 || ready == m_attempts.size()
                           ? tr("%Ln locks", nullptr, static_cast<int>(m_attempts.size()))
                           : tr("%1 of %2 locks").arg(numberText(ready), numberText(m_attempts.size()));
    switch (m_attempts.front()->wish().action) {
    case ReleaseAction::Release: return tr("Release %1").arg(count);
    case ReleaseAction::GiveLease: return tr("Give a lease to %1").arg(count);
    case ReleaseAction::DropDeadHead: return tr("Drop the first waiter of %1").arg(count);
    }
    return {};
}

QString ReleaseConsent::hint() const
{
    if (const auto why = whyNot(); !why.isEmpty())
        return u"▲ "_s + why;
    QStringList said;
    const bool unnamed = std::ranges::any_of(m_attempts, [this](const ReleaseAttempt *attempt) { return lacksName(attempt); });
    const auto *first = m_attempts.front();
    if (m_attempts.size() == 1 && unnamed && !confirmationOf(first->id()).startsWith(typed(first).trimmed()))
        said << tr("What you typed is not its name.");
    if (unnamed && m_attempts.size() > 1)
        said << tr("Select each lock in the list and type its name. Locks without confirmation are left alone.");
    if (!ready().isEmpty())
        said << tr("There is no undo.");
    return said.join(u' ');
}

} // namespace lockscope
