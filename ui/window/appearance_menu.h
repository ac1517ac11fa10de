// SPDX-License-Identifier: MIT
// The part of the View menu that chooses an appearance. The choice is applied at once and stored. GUI thread.
#pragma once

#include "ui/widgets/theme.h"

#include <QActionGroup>

class QMenu;
class QSettings;

namespace lockscope {

class AppearanceMenu final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AppearanceMenu)

public:
    /// Adds its actions to `menu`, which owns this object. `settings` must outlive it.
    AppearanceMenu(QMenu *menu, QSettings *settings);

private:
    void choose(Appearance appearance);

    QSettings *m_settings;
    QActionGroup m_choices;
};

} // namespace lockscope
