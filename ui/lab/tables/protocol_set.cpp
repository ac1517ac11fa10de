// SPDX-License-Identifier: MIT
#include "ui/lab/tables/protocol_set.h"

#include "lockcore/locks/catalogue.h"
#include "ui/runs/comparison.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// A choice in it does not close it: several are made in one pass.
class ChoiceMenu final : public QMenu
{
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent *event) override
    {
        if (!choose(actionAt(event->position().toPoint())))
            QMenu::mouseReleaseEvent(event);
    }

    void keyPressEvent(QKeyEvent *event) override
    {
        const bool isChoice = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (!isChoice || !choose(activeAction()))
            QMenu::keyPressEvent(event);
    }

private:
    static bool choose(QAction *action)
    {
        if (!action || !action->isCheckable())
            return false;
        action->trigger(); // does nothing while it is disabled
        return true;
    }
};

} // namespace

ProtocolSet::ProtocolSet(QWidget *parent)
    : QWidget(parent)
    , m_story(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_button(makeButton({}, this))
    , m_menu(new ChoiceMenu(this))
{
    m_menu->setToolTipsVisible(true);
    for (const auto &protocol : lockcore::protocols()) {
        auto *action = m_menu->addAction(textOf(protocol.name));
        action->setCheckable(true);
        action->setToolTip(plainToolTip(textOf(protocol.story)));
        connect(action, &QAction::toggled, this, &ProtocolSet::follow);
        m_choices << action;
    }
    m_menu->addSeparator();
    m_compare = m_menu->addAction(QString());
    connect(m_compare, &QAction::triggered, this, &ProtocolSet::compareWanted);
    m_button->setObjectName(u"protocolSet"_s);
    m_button->setMenu(m_menu);
    m_story->setTextFormat(Qt::PlainText);
    auto *name = new QLabel(tr("&Protocols"), this);
    name->setBuddy(m_button);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    layout->addWidget(m_story);
    layout->addSpacing(grid::spacing);
    layout->addWidget(name);
    layout->addWidget(m_button);
    follow();
}

void ProtocolSet::setStory(const QString &title) { m_story->setText(title); }

std::vector<std::string> ProtocolSet::chosen() const
{
    std::vector<std::string> names;
    for (const auto *action : m_choices) {
        if (action->isChecked())
            names.push_back(action->text().remove(u'&').toStdString());
    }
    return names;
}

void ProtocolSet::choose(const std::vector<std::string> &protocols)
{
    for (auto *action : m_choices)
        action->setChecked(std::ranges::find(protocols, action->text().remove(u'&').toStdString()) != protocols.end());
}

// No more than six can be chosen, and no fewer than two.
void ProtocolSet::follow()
{
    const auto count = chosen().size();
    for (auto *action : m_choices)
        action->setEnabled(action->isChecked() ? count > fewestCompared : count < mostCompared);
    QStringList names;
    for (const auto &name : chosen())
        names << QString::fromStdString(name);
    m_button->setText(names.join(u", "_s));
    m_button->setAccessibleName(tr("Protocols: %1").arg(names.join(u", "_s)));
    m_compare->setText(tr("&Compare these %1").arg(count));
}

} // namespace lockscope
