// SPDX-License-Identifier: MIT
// The conditions for releasing locks: the right to do so, a plan that is still valid, and for some locks their typed name. A typed name
// counts only for the look that was shown when it was typed; the dialog clears it with each new look. Without a widget. GUI thread.
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
    /// `attempts`: at least one, all with the same action.
    ReleaseConsent(QList<ReleaseAttempt *> attempts, const ConnectionRights *rights);

    const QList<ReleaseAttempt *> &attempts() const { return m_attempts; }

    QString typed(const ReleaseAttempt *attempt) const { return m_typed.value(attempt); }
    void setTyped(const ReleaseAttempt *attempt, const QString &text) { m_typed[attempt] = text; }

    bool needsName(const ReleaseAttempt *attempt) const;
    bool lacksName(const ReleaseAttempt *attempt) const;
    QString whyName() const; ///< a sentence that says why a name must be typed

    QList<ReleaseAttempt *> ready() const; ///< the attempts that only wait for the button
    QString whyNot() const;                ///< why no lock can be released now; empty: one can

    QString title(const QString &name) const; ///< `name`: of the current lock
    QString deed() const;                     ///< text of the button: what it does
    QString hint() const;

private:
    bool isReady(const ReleaseAttempt *attempt) const;

    const QList<ReleaseAttempt *> m_attempts;
    const ConnectionRights *const m_rights;
    QHash<const ReleaseAttempt *, QString> m_typed;
};

} // namespace lockscope
