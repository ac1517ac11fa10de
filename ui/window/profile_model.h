// SPDX-License-Identifier: MIT
// The profiles as a list to choose from, and how each is drawn: its name above its address, its marks at the right.
#pragma once

#include "ui/profiles/profile.h"
#include "ui/widgets/tool_tip.h"

#include <QAbstractListModel>

namespace lockscope {

class ProfileModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProfileModel)

public:
    using QAbstractListModel::QAbstractListModel;

    void set(const QList<Profile> &profiles);
    const Profile &profile(int row) const { return m_profiles.at(row); }
    int rowOf(const QString &id) const; ///< −1: not in the list

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<Profile> m_profiles;
};

class ProfileDelegate final : public PlainDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProfileDelegate)

public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lockscope
