// SPDX-License-Identifier: MIT
// A part of the View menu: chooses after what time a lock without expiry needs attention. GUI thread.
#pragma once

#include "lockcore/base/clock.h"

#include <QMenu>

class QActionGroup;
class QSettings;

namespace lockscope {

class AttentionMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AttentionMenu)

public:
    explicit AttentionMenu(QWidget *parent);

    lockcore::Milliseconds after() const;

    void save(QSettings &settings) const;
    void restore(QSettings &settings); ///< a stored value that the menu does not offer becomes the usual time

signals:
    void chosen(lockcore::Milliseconds after);

private:
    void choose(lockcore::Milliseconds after);

    QActionGroup *m_choices;
};

} // namespace lockscope
