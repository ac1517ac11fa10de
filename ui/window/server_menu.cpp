// SPDX-License-Identifier: MIT
#include "ui/window/server_menu.h"

#include "ui/monitor/connection_rights.h"
#include "ui/widgets/icons.h"
#include "ui/window/connection_page.h"
#include "ui/window/server_link.h"
#include "ui/window/write_question.h"
#include "ui/words/shown_text.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

ServerMenu::ServerMenu(QMenu *menu, ServerLink *link, ConnectionPage *page)
    : QObject(menu)
    , m_link(link)
    , m_page(page)
{
    addConnecting(menu);
    addConnected(menu);
    menu->addAction(tr("Start the &demo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), link, &ServerLink::chooseDemo);
    menu->addSeparator();
    menu->addAction(tr("My lock &formats…"), link, [link] { link->editFormats(); })->setObjectName(u"formats"_s);
    m_readOnly = menu->addAction(tr("&Read-only"), QKeySequence(Qt::CTRL | Qt::Key_L), this, &ServerMenu::switchRights);
    m_readOnly->setObjectName(u"readOnly"_s);
    connect(link->rights(), &ConnectionRights::changed, this, &ServerMenu::showRights);
    for (const auto happened : {&ServerLink::begun, &ServerLink::marked, &ServerLink::ended})
        connect(link, happened, this, &ServerMenu::showTarget);
    connect(link, &ServerLink::serverWanted, this, &ServerMenu::showTarget); // also for a demo that did not start
    connect(link, &ServerLink::changed, this, [this] { m_tryAgain->setEnabled(m_link->canTryAgain()); });
    showRights();
    showTarget();
}

void ServerMenu::addConnecting(QMenu *menu)
{
    menu->addAction(themedIcon(u"network-connect"_s, u"connect"_s, m_page->window()->palette()), tr("&Connect…"),
                    QKeySequence(Qt::CTRL | Qt::Key_O), this, [this] { m_link->askForServer(); });
    menu->addAction(tr("&New profile…"), QKeySequence::New, this, [this] {
        m_link->askForServer();
        m_page->newProfileWanted();
    });
}

// All of these need a target.
void ServerMenu::addConnected(QMenu *menu)
{
    m_save = menu->addAction(tr("&Save this connection as a profile…"), QKeySequence::Save, this,
                             [this] { m_page->saveAsProfile(m_link->target()->endpoint); });
    m_copyAddress = menu->addAction(themedIcon(u"edit-copy"_s, u"copy"_s, m_page->window()->palette()), tr("Copy the &address"),
                                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, [this] {
                                        QGuiApplication::clipboard()->setText(shownText(lockcore::shortName(m_link->target()->endpoint)));
                                    });
    m_tryAgain = menu->addAction(tr("&Try again now"), QKeySequence(Qt::Key_F5), m_link, &ServerLink::tryAgain);
    m_disconnect = menu->addAction(tr("D&isconnect"), QKeySequence(Qt::CTRL | Qt::Key_W), m_link, &ServerLink::disconnectServer);
}

void ServerMenu::showTarget()
{
    const auto &target = m_link->target();
    for (auto *action : {m_copyAddress, m_disconnect})
        action->setEnabled(target.has_value());
    m_tryAgain->setEnabled(m_link->canTryAgain());
    m_save->setEnabled(target && target->profileId.isEmpty() && !target->own);
}

// Over the window in which the user pressed: it may be that of a release.
void ServerMenu::switchRights()
{
    auto *rights = m_link->rights();
    if (!rights->asksFirst())
        return rights->setMayWrite(!rights->mayWrite());
    auto *active = QApplication::activeWindow();
    auto *question = new WriteQuestion(nameOf(*m_link->target()), rights->production(), active ? active : m_page->window());
    connect(question, &WriteQuestion::writeWanted, rights, [rights] { rights->setMayWrite(true); });
    question->open();
}

void ServerMenu::showRights()
{
    const auto *rights = m_link->rights();
    const bool may = rights->mayWrite();
    m_readOnly->setText(may ? tr("Make &read-only") : tr("Allow &releasing"));
    m_readOnly->setIconText(rights->endsByItself() ? tr("Read-write until %1").arg(rights->until())
                            : may                  ? tr("Read-write")
                                                   : tr("Read-only"));
    m_readOnly->setIcon(symbolIcon(may ? u"lock-open"_s : u"lock-closed"_s, m_page->window()->palette()));
    m_readOnly->setToolTip(rights->meaning());
    m_readOnly->setEnabled(rights->canSwitch());
}

} // namespace lockscope
