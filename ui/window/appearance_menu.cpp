// SPDX-License-Identifier: MIT
#include "ui/window/appearance_menu.h"

#include <QMenu>
#include <QSettings>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {
const QString key = u"window/appearance"_s;
}

AppearanceMenu::AppearanceMenu(QMenu *menu, QSettings *settings)
    : QObject(menu)
    , m_settings(settings)
    , m_choices(this)
{
    const std::initializer_list<std::pair<Appearance, QString>> choices = {{Appearance::System, tr("As the &system")},
                                                                           {Appearance::Light, tr("&Light")},
                                                                           {Appearance::Dark, tr("&Dark")},
                                                                           {Appearance::HighContrastLight, tr("High &contrast, light")},
                                                                           {Appearance::HighContrastDark, tr("&High contrast, dark")}};
    for (const auto &[appearance, text] : choices) {
        auto *action = menu->addAction(text, this, [this, chosen = appearance] { choose(chosen); });
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + m_choices.actions().size())));
        action->setCheckable(true);
        action->setData(toString(appearance));
        m_choices.addAction(action);
    }
    choose(appearanceFrom(m_settings->value(key).toString()));
}

void AppearanceMenu::choose(Appearance appearance)
{
    applyAppearance(appearance);
    m_settings->setValue(key, toString(appearance));
    for (auto *action : m_choices.actions())
        action->setChecked(action->data().toString() == toString(appearance));
}

} // namespace lockscope
