// SPDX-License-Identifier: MIT
// Asks for a server: a saved profile, the demo, or a URL. A password typed into a URL is removed from the URL and never stored here.
#pragma once

#include "ui/profiles/target.h"
#include "ui/widgets/captions.h"

#include <QWidget>

class QAction;
class QCompleter;
class QLineEdit;
class QPushButton;
class QSettings;
class QVBoxLayout;

namespace lockscope {

class ElidedLabel;
class ProfileKeeper;
class ProfileList;
class WrappedText;

class ConnectionPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionPage)

public:
    explicit ConnectionPage(ProfileKeeper *profiles, QWidget *parent = nullptr);

    void setBack(const QString &sentence); ///< the link that goes back, and its target; empty: no link
    void focusFirst();
    void showComplaint(const QString &sentence); ///< below the field; empty: none
    void showWaiting(const QString &sentence);   ///< also below the field

    void newProfileWanted();
    void saveAsProfile(lockcore::Endpoint endpoint); ///< the editor also offers to keep the password in the keychain
    QList<QAction *> pageActions() const;

    void remember(const lockcore::Endpoint &endpoint); ///< adds the URL, without its password, as the first of the offered ones
    void save(QSettings &settings) const;
    void restore(QSettings &settings);

    QString complaint() const;

signals:
    void connectWanted(const lockscope::Target &target);
    void demoWanted();
    void backWanted();
    void profileSaved(const QString &id);

protected:
    void changeEvent(QEvent *event) override;

private:
    void say(const QString &sentence, ShadedLabel::Shade shade);
    QWidget *makeWayBack();
    QWidget *makeDemoPart();
    QWidget *makeUrlPart();
    std::optional<lockcore::Endpoint> takeTyped();
    void submit();
    void saveTyped();
    void showProfiles();
    void recolour();

    static constexpr qsizetype mostRemembered = 12;

    ProfileKeeper *m_profiles;
    ProfileList *m_list;
    QVBoxLayout *m_parts;
    WrappedText *m_fileComplaint;
    ShadedLabel *m_demoWords;
    ShadedLabel *m_noProfiles;
    QAction *m_back;
    QWidget *m_wayBack = nullptr;
    ElidedLabel *m_backTo = nullptr;
    QPushButton *m_demo;
    QLineEdit *m_url;
    QPushButton *m_connect;
    QPushButton *m_saveAs;
    WrappedText *m_complaint;
    QStringList m_recent;
};

} // namespace lockscope
