// SPDX-License-Identifier: MIT
// Where the focus goes in the Lab's page, and what Escape leads back from.
#include "ui/lab/change/change_panel.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/player_bar.h"
#include "ui/lab/question/ask_panel.h"

#include <QKeyEvent>
#include <QSplitter>
#include <QStackedWidget>

namespace lockscope {

void LabPage::keyPressEvent(QKeyEvent *event)
{
    const bool isBack = event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier && goBack();
    if (!isBack && !m_ask->takeKey(event) && !m_playerBar->takeKey(event))
        QWidget::keyPressEvent(event);
}

bool LabPage::goBack()
{
    if (m_front->currentWidget() != m_columns)
        showStory();
    else if (m_change->isAncestorOf(window()->focusWidget()))
        m_actions->change->setChecked(false);
    else if (m_actions->asTable->isChecked())
        m_actions->asTable->setChecked(false);
    else
        return false;
    return true;
}

void LabPage::openChange(bool open)
{
    const bool givesBack = !open && m_change->isAncestorOf(window()->focusWidget());
    if (open) {
        showStory(); // also from a table
        m_beforeChange = window()->focusWidget();
    }
    m_change->setVisible(open);
    if (!open) // what nobody sees does not count
        m_change->takeBack();
    shareHeight();
    if (open)
        m_change->setFocus(Qt::ShortcutFocusReason);
    else if (givesBack)
        (m_beforeChange && m_beforeChange->isVisible() ? m_beforeChange.data() : m_stack->upperTimeline())->setFocus(Qt::OtherFocusReason);
}

} // namespace lockscope
