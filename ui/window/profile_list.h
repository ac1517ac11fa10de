// SPDX-License-Identifier: MIT
// The saved profiles on the connection page: select, create, change, copy and delete them with mouse or keys.
#pragma once

#include "ui/window/profile_keeper.h"

#include <QWidget>

class QAction;
class QListView;

namespace lockscope {

class ProfileModel;

class ProfileList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProfileList)

public:
    explicit ProfileList(ProfileKeeper *profiles, QWidget *parent = nullptr);

    void focusFirst();

    /// Opens the editor for a profile that may not be saved yet; `password`: the one typed for it, if any.
    void edit(const Profile &profile, const std::string &password = {});

signals:
    void connectWanted(const lockscope::Target &target);
    void saved(const QString &id);

protected:
    void changeEvent(QEvent *event) override;

private:
    QAction *addProfileAction(const QString &text, const QString &iconText, const QKeySequence &key,
                              void (ProfileList::*act)(const Profile &));
    void act(void (ProfileList::*what)(const Profile &));
    void connectTo(const Profile &profile);
    void change(const Profile &profile);
    void duplicate(const Profile &profile);
    void askToRemove(const Profile &profile);
    void complain(const QString &sentence);
    void refresh();
    void select(const QString &id);
    const Profile *current() const;

    ProfileKeeper *m_profiles;
    ProfileModel *m_model;
    QListView *m_list;
    QList<QAction *> m_forOne; ///< actions that need a profile
};

} // namespace lockscope
