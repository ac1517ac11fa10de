// SPDX-License-Identifier: MIT
// What is needed before locks are released: the right to it, a plan that is still valid, and for some locks their typed name. A typed name
// counts only for the look that was shown when it was typed; the dialog clears it with each new one. Without a widget. GUI thread.
#pragma once

#include "ui/monitor/release_attempt.h"

#include <QCoreApplication>
#include <QHash>

namespace lockscope {

class ConnectionRights;

class ReleaseConsent final
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseConsent)

public:
    /// The attempts, at least one, are all of one action.
    ReleaseConsent(QList<ReleaseAttempt *> attempts, const ConnectionRights *rights);

    const QList<ReleaseAttempt *> &attempts() const { return m_attempts; }

    QString typed(const ReleaseAttempt *attempt) const { return m_typed.value(attempt); }
    void setTyped(const ReleaseAttempt *attempt, const QString &text) { m_typed[attempt] = text; }

    bool needsName(const ReleaseAttempt *attempt) const;
    bool lacksName(const ReleaseAttempt *attempt) const;
    QString whyName() const; ///< a sentence: why a name must be typed

    QList<ReleaseAttempt *> ready() const; ///< those that only wait for the button
    QString whyNot() const;                ///< why nothing can be released now; empty: it can

    QString title(const QString &name) const; ///< `name`: of the current lock
    QString deed() const;                     ///< what the button does
    QString hint() const;

private:
    bool isReady(const ReleaseAttempt *attempt) const;

    const QList<ReleaseAttempt *> m_attempts;
    const ConnectionRights *const m_rights;
    QHash<const ReleaseAttempt *, QString> m_typed;
};

} // namespace lockscope
