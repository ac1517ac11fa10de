// SPDX-License-Identifier: MIT
// Which stores are compared: a box for each, at least one of them checked. GUI thread.
#pragma once

#include "lockcore/lab/scenario/store.h"

#include <QList>
#include <QWidget>

#include <vector>

class QCheckBox;

namespace lockscope {

class StoreSet final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoreSet)

public:
    explicit StoreSet(QWidget *parent = nullptr);

    std::vector<lockcore::Store> chosen() const;

private:
    void follow();

    const std::vector<lockcore::Store> m_stores;
    QList<QCheckBox *> m_boxes; ///< one for each
};

} // namespace lockscope
