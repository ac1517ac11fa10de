// SPDX-License-Identifier: MIT
// Creates or edits one profile. A typed or pasted URL is split: its password, database and TLS files go to separate fields, and the
// password goes to the keychain or nowhere.
#pragma once

#include "ui/widgets/captions.h"
#include "ui/window/profile_keeper.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace lockscope {

class ConnectionTest;
class WrappedText;

class ProfileEditor final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProfileEditor)

public:
    /// `password`: the one given for this server since the program started; empty: none.
    ProfileEditor(ProfileKeeper *profiles, const Profile &profile, const std::string &password, QWidget *parent = nullptr);

    QString complaint() const;

    void accept() override; ///< closes the dialog only after the profile was saved

signals:
    void saved(const QString &id);

private:
    void addServerFields(QFormLayout &form);
    void addTlsFields(QFormLayout &form);
    void addPasswordFields(QFormLayout &form);
    void addRules(QFormLayout &form);
    QLineEdit *addFileField(QFormLayout &form, const QString &label, const QString &objectName);
    void showEndpoint(const lockcore::Endpoint &endpoint);
    void takeUrlApart();
    void enableFields();
    lockcore::Result<lockcore::Endpoint> typedEndpoint() const;
    lockcore::Result<Profile> typedProfile() const;
    PasswordPlace place() const;
    void complain(const QString &sentence);
    void say(const QString &sentence, ShadedLabel::Shade shade);
    void testConnection();

    ProfileKeeper *m_profiles;
    Profile m_profile;
    QLineEdit *m_name;
    QLineEdit *m_url;
    QSpinBox *m_db;
    QLineEdit *m_ca = nullptr;
    QLineEdit *m_cert = nullptr;
    QLineEdit *m_key = nullptr;
    QComboBox *m_place;
    QLineEdit *m_password;
    QCheckBox *m_production;
    QCheckBox *m_readOnly;
    QCheckBox *m_noTraces;
    QCheckBox *m_deep;
    QPlainTextEdit *m_patterns;
    WrappedText *m_complaint;
    QPushButton *m_test;
    QPushButton *m_save;
    ConnectionTest *m_connection;
};

} // namespace lockscope
