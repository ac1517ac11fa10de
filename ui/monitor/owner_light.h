// SPDX-License-Identifier: MIT
// Which owners light up in table, timeline and events: those of the selected lock, or the one under the pointer. One object for the page.
// GUI thread.
#pragma once

#include "lockcore/base/bytes.h"

#include <QObject>

#include <functional>
#include <vector>

class QAbstractItemView;
class QModelIndex;

namespace lockscope {

class OwnerLight final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnerLight)

public:
    using QObject::QObject;

    void select(std::vector<lockcore::Bytes> owners);
    void hover(const lockcore::Bytes &owner); ///< takes precedence over the selected ones; empty: nothing is under the pointer

    /// The view repaints with each change; the owner under the pointer in it lights up.
    void follow(QAbstractItemView *view, std::function<lockcore::Bytes(const QModelIndex &index)> ownerAt);

    std::vector<lockcore::Bytes> lit() const;
    bool isLit(const lockcore::Bytes &owner) const;

signals:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Followed
    {
        QAbstractItemView *view = nullptr;
        const QObject *viewport = nullptr; ///< only compared: it outlives its view for a moment
        std::function<lockcore::Bytes(const QModelIndex &index)> ownerAt;
    };

    std::vector<Followed> m_followed;
    std::vector<lockcore::Bytes> m_selected;
    lockcore::Bytes m_hovered;
};

} // namespace lockscope
