// SPDX-License-Identifier: MIT
#include "ui/window/sign_in.h"

#include "ui/window/password_dialog.h"
#include "ui/window/profile_keeper.h"

namespace lockscope {

SignIn::SignIn(ProfileKeeper *profiles, QWidget *window)
    : QObject(window)
    , m_profiles(profiles)
    , m_window(window)
{ }

SignIn::~SignIn() = default;

bool SignIn::isAsking() const { return m_dialog != nullptr; }

void SignIn::begin(const Target &target)
{
    drop();
    if (!target.endpoint.password.empty() || target.password == PasswordPlace::None) {
        emit ready(target);
        return;
    }
    if (target.password == PasswordPlace::Ask)
        return ask(target, {});
    emit waiting(tr("Asking the keychain for the password of %1 …").arg(target.name));
    m_profiles->readPassword(target.profileId, m_asking.get(), [this, target](const SecretAnswer &answer) {
        if (!answer.done())
            return ask(target, answer.sentence);
        auto complete = target;
        complete.endpoint.password = answer.secret;
        emit ready(complete);
    });
}

void SignIn::askAgain(const Target &target, const QString &why)
{
    drop();
    ask(target, why);
}

void SignIn::drop()
{
    delete m_dialog;
    m_asking = std::make_unique<QObject>();
    m_toKeep = {};
}

void SignIn::ask(const Target &target, const QString &why)
{
    m_dialog = new PasswordDialog(target, why, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::rejected, this, [this, target] { emit cancelled(target); });
    connect(m_dialog, &QDialog::accepted, this, [this, target, dialog = m_dialog.get()] {
        auto complete = target;
        complete.endpoint.password = dialog->password();
        m_toKeep = dialog->toBeKept() ? complete : Target();
        m_dialog = nullptr;
        emit ready(complete);
    });
    m_dialog->open();
}

void SignIn::confirm()
{
    if (m_toKeep.profileId.isEmpty())
        return;
    const auto kept = std::exchange(m_toKeep, {});
    m_profiles->keepPassword(kept.profileId, kept.endpoint.password, this, [this](const QString &complaint) {
        if (!complaint.isEmpty())
            emit trouble(tr("The password was not kept: %1").arg(complaint));
    });
}

} // namespace lockscope
