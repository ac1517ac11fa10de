// SPDX-License-Identifier: MIT
// The choice of an appearance, as a part of the View menu. It is applied at once and kept. GUI thread.
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
    /// Adds its actions to `menu`, which owns it. `settings` must outlive it.
    AppearanceMenu(QMenu *menu, QSettings *settings);

private:
    void choose(Appearance appearance);

    QSettings *m_settings;
    QActionGroup m_choices;
};

} // namespace lockscope
