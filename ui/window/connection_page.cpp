// SPDX-License-Identifier: MIT
#include "ui/window/connection_page.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/page_column.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/window/profile_list.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStringListModel>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int charactersPerLine = 96;
constexpr int markSize = 56;

ShadedLabel *makeParagraph(const QString &text, QWidget *parent)
{
    auto *label = new ShadedLabel(ShadedLabel::Shade::Secondary, parent);
    label->setText(text);
    label->setWordWrap(true);
    return label;
}

QVBoxLayout *makePart(QWidget *part)
{
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    return layout;
}

QWidget *makeTitle(QWidget *parent)
{
    auto *part = new QWidget(parent);
    auto *mark = new QLabel(part);
    mark->setPixmap(applicationIcon().pixmap(QSize(markSize, markSize), part->devicePixelRatioF()));
    auto *name = new ShadedLabel(ShadedLabel::Shade::Text, part);
    QFont large = name->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setWeight(QFont::DemiBold);
    name->setFont(large);
    name->setText(u"Lockscope"_s);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(name);
    words->addWidget(makeParagraph(ConnectionPage::tr("The locks of a Redis server, live."), part));
    auto *layout = new QHBoxLayout(part);
    layout->setContentsMargins({});
    layout->setSpacing(grid::group);
    layout->addWidget(mark);
    layout->addLayout(words, 1);
    return part;
}

} // namespace

ConnectionPage::ConnectionPage(ProfileKeeper *profiles, QWidget *parent)
    : QWidget(parent)
    , m_profiles(profiles)
    , m_list(new ProfileList(profiles, this))
    , m_back(new QAction(tr("&Back to the locks"), this))
{
    auto *column = new QWidget(this);
    column->setFixedWidth(qMin(fontMetrics().averageCharWidth() * charactersPerLine, 620));
    m_fileComplaint = new WrappedText(column);
    m_fileComplaint->setObjectName(u"fileComplaint"_s);
    m_fileComplaint->setAccessibleName(tr("The file of profiles"));
    auto *demo = makeDemoPart();
    auto *url = makeUrlPart();
    m_parts = new QVBoxLayout(column);
    m_parts->setContentsMargins({});
    m_parts->setSpacing(grid::group * 2);
    m_parts->addWidget(makeWayBack());
    m_parts->addWidget(makeTitle(column));
    m_parts->addWidget(m_fileComplaint);
    m_parts->addWidget(m_list);
    m_parts->addWidget(demo);
    m_parts->addWidget(url);
    setPageColumn(this, column);
    connect(m_list, &ProfileList::connectWanted, this, &ConnectionPage::connectWanted);
    connect(m_list, &ProfileList::saved, this, &ConnectionPage::profileSaved);
    connect(m_profiles, &ProfileKeeper::changed, this, &ConnectionPage::showProfiles);
    showProfiles();
    recolour();
}

QWidget *ConnectionPage::makeWayBack()
{
    m_back->setIconText(tr("Back"));
    m_back->setShortcut(Qt::Key_Escape);
    m_back->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_back->setToolTip(tr("Back to the locks"));
    addAction(m_back);
    connect(m_back, &QAction::triggered, this, &ConnectionPage::backWanted);
    m_wayBack = new QWidget(this);
    auto *button = new KeyButton(m_back, m_wayBack);
    button->setObjectName(u"back"_s);
    m_backTo = new ElidedLabel(ShadedLabel::Shade::Secondary, m_wayBack);
    auto *layout = new QHBoxLayout(m_wayBack);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing + grid::unit);
    layout->addWidget(button);
    layout->addWidget(m_backTo, 1);
    setBack({});
    return m_wayBack;
}

void ConnectionPage::setBack(const QString &sentence)
{
    m_back->setEnabled(!sentence.isEmpty());
    m_backTo->setText(sentence);
    m_wayBack->setVisible(!sentence.isEmpty());
}

// A user with profiles usually wants one of them, so the demo comes last.
void ConnectionPage::showProfiles()
{
    const bool any = !m_profiles->profiles().isEmpty();
    m_fileComplaint->showText(m_profiles->complaint(), font(), ShadedLabel::Shade::Danger);
    m_fileComplaint->setVisible(!m_profiles->complaint().isEmpty());
    m_demoWords->setVisible(!any);
    m_noProfiles->setVisible(!any && m_profiles->complaint().isEmpty());
    auto *demo = m_demo->parentWidget();
    m_parts->removeWidget(demo);
    m_parts->insertWidget(any ? m_parts->count() : m_parts->count() - 1, demo);
}

void ConnectionPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

void ConnectionPage::recolour() { m_url->setPalette(paletteOfFields(palette())); }

QWidget *ConnectionPage::makeDemoPart()
{
    auto *part = new QWidget(this);
    m_demo = makeButton(tr("Start the demo"), part);
    m_demo->setObjectName(u"demo"_s);
    connect(m_demo, &QPushButton::clicked, this, &ConnectionPage::demoWanted);
    auto *layout = makePart(part);
    m_demoWords = makeParagraph(tr("A Redis server of its own, with locks that are taken, renewed and lost while you watch. "
                                   "It ends with this window."),
                                part);
    layout->addWidget(m_demoWords);
    layout->addWidget(m_demo, 0, Qt::AlignLeft);
    return part;
}

QWidget *ConnectionPage::makeUrlPart()
{
    auto *part = new QWidget(this);
    auto *label = makeParagraph(tr("&Connect to your own server. Lockscope only reads there until you allow releasing."), part);
    m_url = new QLineEdit(part);
    m_url->setObjectName(u"url"_s);
    m_url->setAccessibleName(tr("Address of the server"));
    m_url->setFont(fixedFont(font()));
    m_url->setPlaceholderText(u"127.0.0.1:6379"_s);
    m_url->setToolTip(tr("host, host:7001 or :6380; redis://[user[:password]@]host[:port][/db], rediss://… for TLS, unix:///path[?db=N]; "
                         "redis-sentinel://host1,host2/NAME for the primary that Sentinels name; "
                         "redis-cluster://host1,host2 for all nodes of a cluster, of which one is enough to find the others. "
                         "A password is used once and not stored with the address."));
    m_url->setMinimumHeight(controlHeight(m_url->fontMetrics()));
    label->setBuddy(m_url);
    m_connect = makeButton(tr("Connect"), part);
    m_connect->setObjectName(u"connect"_s);
    makePrimary(m_connect); // the same action as Enter in the field
    m_saveAs = makeButton(tr("Save as profile…"), part);
    m_saveAs->setObjectName(u"saveAs"_s);
    m_saveAs->setToolTip(tr("Saves this address with a name, marks and patterns, and its password in the keychain"));
    m_noProfiles = makeParagraph(tr("A saved profile is listed here by name; its password is in the keychain."), part);
    m_complaint = new WrappedText(part);
    m_complaint->setObjectName(u"complaint"_s);
    m_complaint->setAccessibleName(tr("What is wrong"));
    m_complaint->hide();
    connect(m_connect, &QPushButton::clicked, this, &ConnectionPage::submit);
    connect(m_saveAs, &QPushButton::clicked, this, &ConnectionPage::saveTyped);
    connect(m_url, &QLineEdit::returnPressed, this, &ConnectionPage::submit);
    connect(m_url, &QLineEdit::textEdited, this, [this] { showComplaint({}); });
    auto *row = new QHBoxLayout;
    row->setSpacing(grid::spacing);
    row->addWidget(m_url, 1);
    row->addWidget(m_connect);
    row->addWidget(m_saveAs);
    auto *layout = makePart(part);
    layout->addWidget(label);
    layout->addLayout(row);
    layout->addWidget(m_complaint);
    layout->addWidget(makeParagraph(tr("All nodes of a cluster: redis-cluster://host. The primary that Sentinels name: "
                                       "redis-sentinel://host1,host2/NAME. One server, also a single node: host or redis://host."),
                                    part));
    layout->addWidget(m_noProfiles);
    return part;
}

// Removes the password from the field at the first use of the typed URL.
std::optional<lockcore::Endpoint> ConnectionPage::takeTyped()
{
    const auto typed = m_url->text().trimmed();
    const auto url = typed.isEmpty() ? m_url->placeholderText() : typed;
    const auto endpoint = lockcore::Endpoint::parse(url.toStdString());
    if (!endpoint) {
        showComplaint(asSentence(endpoint.error().text));
        m_url->setFocus();
        return {};
    }
    showComplaint({});
    if (!endpoint->password.empty())
        m_url->setText(QString::fromStdString(lockcore::toString(*endpoint)));
    return *endpoint;
}

void ConnectionPage::submit()
{
    if (auto endpoint = takeTyped())
        emit connectWanted(targetAt(*std::move(endpoint)));
}

void ConnectionPage::saveTyped()
{
    if (const auto endpoint = takeTyped())
        saveAsProfile(*endpoint);
}

void ConnectionPage::saveAsProfile(lockcore::Endpoint endpoint)
{
    auto profile = newProfile();
    const auto name = endpoint.transport == lockcore::Endpoint::Transport::Unix ? "local"
                      : endpoint.group                                          ? endpoint.group->primary
                                                                                : endpoint.host;
    profile.name = m_profiles->freeName(shownText(name, 60));
    const auto password = std::exchange(endpoint.password, {});
    profile.password = password.empty() ? PasswordPlace::None : PasswordPlace::Keychain;
    profile.endpoint = std::move(endpoint);
    m_list->edit(profile, password);
}

void ConnectionPage::newProfileWanted() { m_list->edit(newProfile()); }

void ConnectionPage::showComplaint(const QString &sentence) { say(sentence, ShadedLabel::Shade::Danger); }

void ConnectionPage::showWaiting(const QString &sentence) { say(sentence, ShadedLabel::Shade::Secondary); }

void ConnectionPage::say(const QString &sentence, ShadedLabel::Shade shade)
{
    m_complaint->showText(sentence, font(), shade);
    m_complaint->setVisible(!sentence.isEmpty());
    m_url->setAccessibleDescription(sentence);
}

QString ConnectionPage::complaint() const { return m_complaint->isHidden() ? QString() : m_complaint->toPlainText(); }

// Puts the focus where Enter most likely does what the user wants: on a profile, unless the user can go back to a connection; otherwise on
// the address.
void ConnectionPage::focusFirst()
{
    if (!m_back->isEnabled() && !m_profiles->profiles().isEmpty())
        return m_list->focusFirst();
    m_url->setFocus(Qt::OtherFocusReason);
    m_url->selectAll();
}

QList<QAction *> ConnectionPage::pageActions() const { return m_list->actions() << m_back; }

void ConnectionPage::remember(const lockcore::Endpoint &endpoint)
{
    const auto url = QString::fromStdString(lockcore::toString(endpoint)); // without the password
    m_recent.removeAll(url);
    m_recent.prepend(url);
    if (m_recent.size() > mostRemembered)
        m_recent.resize(mostRemembered);
    delete m_url->completer();
    auto *completer = new QCompleter(m_recent, m_url);
    completer->setFilterMode(Qt::MatchContains);
    m_url->setCompleter(completer);
}

void ConnectionPage::save(QSettings &settings) const { settings.setValue(u"connection/recent"_s, m_recent); }

void ConnectionPage::restore(QSettings &settings)
{
    const auto recent = settings.value(u"connection/recent"_s).toStringList();
    for (auto url = recent.crbegin(); url != recent.crend(); ++url) {
        if (const auto endpoint = lockcore::Endpoint::parse(url->toStdString()))
            remember(*endpoint);
    }
    if (!m_recent.isEmpty())
        m_url->setText(m_recent.front());
}

} // namespace lockscope
