// SPDX-License-Identifier: MIT
// Finds the password of a target: in the target itself, in the keychain, or from the user. One target at a time: a new target cancels the
// requests for the last one. GUI thread.
#pragma once

#include "ui/profiles/target.h"

#include <QPointer>
#include <QWidget>

#include <memory>

namespace lockscope {

class PasswordDialog;
class ProfileKeeper;

class SignIn final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SignIn)

public:
    SignIn(ProfileKeeper *profiles, QWidget *window);
    ~SignIn() override;

    void begin(const Target &target);
    void askAgain(const Target &target, const QString &why); ///< the server has refused the current password
    void confirm();                                          ///< the server has accepted the password, so it may be kept now
    void drop();                                             ///< cancels: the connection is not wanted any more

    bool isAsking() const;

signals:
    void waiting(const QString &sentence); ///< waiting for the keychain, which may have to ask its owner
    void ready(const lockscope::Target &target);
    void cancelled(const lockscope::Target &target);
    void trouble(const QString &sentence); ///< the password works, but could not be stored

private:
    void ask(const Target &target, const QString &why);

    ProfileKeeper *m_profiles;
    QWidget *m_window;
    QPointer<PasswordDialog> m_dialog;
    std::unique_ptr<QObject> m_asking; ///< destroying it cancels the request in progress
    Target m_toKeep;                   ///< ignored if the target has no id
};

} // namespace lockscope
