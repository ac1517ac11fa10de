// SPDX-License-Identifier: MIT
// Finds the password of a target: the one that the target brings, the keychain's, or the one that the user types. One target at a time: a
// new one drops the requests for the last one. GUI thread.
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
    void confirm();                                          ///< the server has accepted it: now it may be kept
    void drop();                                             ///< nobody wants to connect any more

    bool isAsking() const;

signals:
    void waiting(const QString &sentence); ///< for the keychain, which may have to ask its owner
    void ready(const lockscope::Target &target);
    void cancelled(const lockscope::Target &target);
    void trouble(const QString &sentence); ///< the password works, but could not be kept

private:
    void ask(const Target &target, const QString &why);

    ProfileKeeper *m_profiles;
    QWidget *m_window;
    QPointer<PasswordDialog> m_dialog;
    std::unique_ptr<QObject> m_asking; ///< destroying it drops what is in progress
    Target m_toKeep;                   ///< does nothing for a target without an id
};

} // namespace lockscope
