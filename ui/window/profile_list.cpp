// SPDX-License-Identifier: MIT
#include "ui/window/profile_list.h"

#include "ui/widgets/key_button.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/theme.h"
#include "ui/window/profile_editor.h"
#include "ui/window/profile_model.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QListView>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int mostShown = 5; // rows; the others scroll
}

ProfileList::ProfileList(ProfileKeeper *profiles, QWidget *parent)
    : QWidget(parent)
    , m_profiles(profiles)
    , m_model(new ProfileModel(this))
    , m_list(new QListView(this))
{
    m_list->setObjectName(u"profiles"_s);
    m_list->setAccessibleName(tr("Saved profiles"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ProfileDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(grid::spacing);
    for (auto *action : {addProfileAction(tr("&Connect to the profile"), tr("Connect"), Qt::Key_Return, &ProfileList::connectTo),
                         addProfileAction(tr("&Edit the profile…"), tr("Edit…"), Qt::Key_F2, &ProfileList::change),
                         addProfileAction(tr("D&uplicate the profile…"), tr("Duplicate…"), Qt::CTRL | Qt::Key_D, &ProfileList::duplicate),
                         addProfileAction(tr("De&lete the profile…"), tr("Delete…"), QKeySequence::Delete, &ProfileList::askToRemove)})
        buttons->addWidget(new KeyButton(action, this));
    auto *add = new QAction(tr("&New profile…"), this);
    add->setIconText(tr("New…"));
    add->setShortcut(Qt::Key_Insert);
    add->setShortcutContext(Qt::WidgetShortcut);
    connect(add, &QAction::triggered, this, [this] { edit(newProfile()); });
    m_list->addAction(add);
    addAction(add);
    buttons->addStretch(1);
    buttons->addWidget(new KeyButton(add, this));
    connect(m_list, &QAbstractItemView::doubleClicked, this, [this] { act(&ProfileList::connectTo); });
    connect(m_profiles, &ProfileKeeper::changed, this, &ProfileList::refresh);
    connect(m_profiles, &ProfileKeeper::passwordStayed, this, &ProfileList::complain);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    layout->addWidget(m_list);
    layout->addLayout(buttons);
    refresh();
}

QAction *ProfileList::addProfileAction(const QString &text, const QString &iconText, const QKeySequence &key,
                                       void (ProfileList::*act)(const Profile &))
{
    auto *action = new QAction(text, this);
    action->setIconText(iconText);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, act] { this->act(act); });
    m_list->addAction(action);
    addAction(action); // so that the list of keys has it
    m_forOne << action;
    return action;
}

void ProfileList::act(void (ProfileList::*what)(const Profile &))
{
    if (const auto *profile = current())
        (this->*what)(Profile(*profile)); // a copy, because the list may change meanwhile
}

const Profile *ProfileList::current() const
{
    const auto index = m_list->currentIndex();
    return index.isValid() ? &m_model->profile(index.row()) : nullptr;
}

void ProfileList::connectTo(const Profile &profile) { emit connectWanted(targetOf(profile)); }

void ProfileList::change(const Profile &profile) { edit(profile); }

// The copy gets no password, because it is often for another user or server.
void ProfileList::duplicate(const Profile &profile)
{
    auto copy = profile;
    copy.id = newProfile().id;
    copy.name = m_profiles->freeName(profile.name);
    copy.lastUsed = {};
    edit(copy);
}

void ProfileList::askToRemove(const Profile &profile)
{
    auto *question = new MessageBox(QMessageBox::NoIcon, tr("Delete profile"), tr("Delete the profile \"%1\"?").arg(profile.name),
                                    QMessageBox::Cancel, window());
    question->setExplanation(profile.password == PasswordPlace::Keychain
                                 ? tr("Its password is removed from the keychain too. Nothing changes on the server.")
                                 : tr("Nothing changes on the server."));
    question->setDefaultButton(QMessageBox::Cancel);
    auto *yes = question->addButton(tr("Delete"), QMessageBox::AcceptRole);
    connect(yes, &QAbstractButton::clicked, this, [this, profile] {
        if (const auto complaint = m_profiles->remove(profile); !complaint.isEmpty())
            complain(complaint);
    });
    question->open();
}

void ProfileList::complain(const QString &sentence)
{
    (new MessageBox(QMessageBox::Warning, tr("Profiles"), sentence, QMessageBox::Ok, window()))->open();
}

void ProfileList::edit(const Profile &profile, const std::string &password)
{
    auto *editor = new ProfileEditor(m_profiles, profile, password, window());
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &ProfileEditor::saved, this, [this](const QString &id) {
        select(id);
        focusFirst(); // Enter then connects to it
        emit saved(id);
    });
    editor->open();
}

void ProfileList::refresh()
{
    const auto id = current() ? current()->id : QString();
    m_model->set(m_profiles->profiles());
    select(id);
    const int rows = m_model->rowCount();
    setVisible(rows > 0);
    if (rows > 0)
        m_list->setFixedHeight(qMin(rows, mostShown) * m_list->sizeHintForRow(0));
    for (auto *action : m_forOne)
        action->setEnabled(rows > 0);
}

void ProfileList::select(const QString &id) { m_list->setCurrentIndex(m_model->index(qMax(0, m_model->rowOf(id)))); }

void ProfileList::focusFirst() { m_list->setFocus(Qt::OtherFocusReason); }

void ProfileList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        refresh();
}

} // namespace lockscope
