// SPDX-License-Identifier: MIT
// Asks for the password of a server and says why. Only the caller receives the password.
#pragma once

#include "ui/profiles/target.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace lockscope {

class PasswordDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PasswordDialog)

public:
    PasswordDialog(const Target &target, const QString &why, QWidget *parent = nullptr);

    std::string password() const;
    bool toBeKept() const; ///< whether to keep it in the keychain; only for a saved profile

private:
    QLineEdit *m_password;
    QCheckBox *m_keep;
};

} // namespace lockscope
