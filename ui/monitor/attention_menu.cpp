// SPDX-License-Identifier: MIT
#include "ui/monitor/attention_menu.h"

#include "lockcore/monitor/model/lock.h"

#include <QActionGroup>
#include <QSettings>

namespace lockscope {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using lockcore::Milliseconds;

namespace {

const QString key = u"monitor/attentionAfter"_s; // ms
constexpr auto never = std::chrono::years(100);

} // namespace

AttentionMenu::AttentionMenu(QWidget *parent)
    : QMenu(tr("A lock without e&xpiry needs attention"), parent)
    , m_choices(new QActionGroup(this))
{
    const std::initializer_list<std::pair<Milliseconds, QString>> choices = {{1min, tr("After &1 minute")},
                                                                             {5min, tr("After &5 minutes")},
                                                                             {lockcore::usualAttentionAfter, tr("After 1&0 minutes")},
                                                                             {30min, tr("After &30 minutes")},
                                                                             {1h, tr("After 1 &hour")},
                                                                             {24h, tr("After 1 &day")},
                                                                             {never, tr("&Never")}};
    for (const auto &[after, text] : choices) {
        auto *action = addAction(text, this, [this, after = after] { emit chosen(after); });
        action->setCheckable(true);
        action->setData(static_cast<qint64>(after.count()));
        m_choices->addAction(action);
    }
    choose(lockcore::usualAttentionAfter);
}

Milliseconds AttentionMenu::after() const { return Milliseconds(m_choices->checkedAction()->data().toLongLong()); }

void AttentionMenu::save(QSettings &settings) const { settings.setValue(key, static_cast<qint64>(after().count())); }

void AttentionMenu::restore(QSettings &settings)
{
    choose(Milliseconds(settings.value(key).toLongLong()));
    emit chosen(after());
}

void AttentionMenu::choose(Milliseconds after)
{
    for (auto *action : m_choices->actions()) {
        if (action->data().toLongLong() == after.count())
            action->setChecked(true);
    }
}

} // namespace lockscope
