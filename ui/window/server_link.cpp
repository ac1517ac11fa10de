// SPDX-License-Identifier: MIT
#include "ui/window/server_link.h"

#include "lockcore/monitor/model/restricted.h"
#include "ui/monitor/connection_rights.h"
#include "ui/profiles/formats_file.h"
#include "ui/widgets/message_box.h"
#include "ui/window/ending_question.h"
#include "ui/window/formats_dialog.h"
#include "ui/window/profile_keeper.h"
#include "ui/window/sign_in.h"
#include "ui/window/window_services.h"
#include "ui/words/server_sentence.h"
#include "ui/words/shown_text.h"

#include <utility>

namespace lockscope {

using Phase = lockcore::MonitorState::Phase;

QString nameOf(const Target &target) { return target.name.isEmpty() ? shownText(lockcore::shortName(target.endpoint)) : target.name; }

ServerLink::ServerLink(const WindowServices &services, ProfileKeeper *profiles, QWidget *window)
    : QObject(window)
    , m_watch(services.watch)
    , m_startDemo(services.startDemo)
    , m_formatsFile(services.formatsFile)
    , m_profiles(profiles)
    , m_window(window)
    , m_signIn(new SignIn(profiles, window))
    , m_rights(new ConnectionRights(this))
{
    connect(m_signIn, &SignIn::ready, this, &ServerLink::watch);
    connect(m_signIn, &SignIn::waiting, this, &ServerLink::waiting);
    connect(m_signIn, &SignIn::trouble, this, &ServerLink::trouble);
    connect(m_signIn, &SignIn::cancelled, this, [this] {
        m_declined = true;
        emit declined();
    });
    connect(m_profiles, &ProfileKeeper::changed, this, &ServerLink::heedProfile);
}

ServerLink::~ServerLink() = default;

void ServerLink::setMayLeave(MayLeave mayLeave) { m_mayLeave = std::move(mayLeave); }

bool ServerLink::mayLeave(std::function<void()> leave) const { return !m_mayLeave || m_mayLeave(std::move(leave)); }

bool ServerLink::isLive() const
{
    return m_target && !m_target->own && (m_state.phase == Phase::FirstSweep || m_state.phase == Phase::Live);
}

void ServerLink::replace(const QString &by, const std::function<void()> &connect)
{
    if (!isLive())
        return connect();
    auto *question = new EndingQuestion(nameOf(*m_target), by, m_window);
    QObject::connect(question, &EndingQuestion::endWanted, this, connect);
    question->open();
}

void ServerLink::choose(const Target &target)
{
    replace(nameOf(target), [this, target] { connectTo(target); });
}

void ServerLink::chooseDemo()
{
    replace(tr("the demo"), [this] { startDemo(); });
}

void ServerLink::connectTo(const Target &target)
{
    emit connecting(target);
    m_signIn->begin(target);
}

void ServerLink::startDemo()
{
    if (!mayLeave([this] { startDemo(); }))
        return;
    m_signIn->drop();
    m_source.reset(); // it watches the server that is about to be replaced
    const auto endpoint = m_startDemo();
    if (!endpoint)
        return askForServer(asSentence(endpoint.error().text));
    auto demo = targetAt(*endpoint);
    demo.name = tr("Demo");
    demo.own = true;
    watch(demo);
}

void ServerLink::askForServer(const QString &complaint)
{
    m_signIn->drop();
    emit serverWanted(complaint);
}

void ServerLink::watch(const Target &target)
{
    if (!mayLeave([this, target] { watch(target); }))
        return;
    m_source.reset();
    m_target = target;
    m_state = {};
    m_confirmed = false;
    m_declined = false;
    m_rights->begin(target);
    auto watched = target;
    watched.patterns = patternsOf(target);
    m_source = m_watch(watched);
    connect(m_source.get(), &MonitorSource::changed, this, &ServerLink::notice);
    emit begun();
    m_source->start();
}

void ServerLink::disconnectServer()
{
    if (!mayLeave([this] { disconnectServer(); }))
        return;
    m_source.reset();
    m_target.reset();
    emit ended();
    askForServer();
}

bool ServerLink::canTryAgain() const
{
    return m_target && (!m_source || m_state.phase == Phase::Lost || m_state.phase == Phase::Failed || isRestricted(m_state));
}

void ServerLink::tryAgain()
{
    if (!m_target)
        return;
    if (m_state.error && isAboutPassword(*m_state.error))
        return signInAgain(*m_state.error);
    if (!m_source || m_state.phase == Phase::Failed) // no source: a demo that did not start
        return watch(*m_target);
    m_source->retryNow();
}

void ServerLink::notice(const lockcore::MonitorChange &change)
{
    m_state = change.state;
    emit changed(change);
    const auto phase = change.state.phase;
    if (!m_confirmed && (phase == Phase::FirstSweep || phase == Phase::Live)) {
        m_confirmed = true;
        m_signIn->confirm();
        m_profiles->markUsed(m_target->profileId);
    }
    const bool out = phase == Phase::Failed || phase == Phase::Lost;
    if (out && change.state.error && isAboutPassword(*change.state.error) && !m_declined && !m_signIn->isAsking())
        signInAgain(*change.state.error);
}

void ServerLink::signInAgain(const lockcore::Error &error)
{
    auto target = *m_target;
    const auto why = passwordSentence(error, target.endpoint);
    target.endpoint.password.clear();
    m_signIn->askAgain(target, why);
}

// A file that cannot be read is said, but does not keep anybody from the server.
std::vector<lockcore::UserPattern> ServerLink::patternsOf(const Target &target)
{
    auto patterns = target.patterns;
    const auto formats = FormatsFile(m_formatsFile).load();
    const auto rows = formats ? lockcore::rowsOf(*formats) : formats.error();
    if (rows) {
        patterns.insert(patterns.end(), rows->begin(), rows->end());
        return patterns;
    }
    auto *box = new MessageBox(QMessageBox::Warning, tr("My lock formats"), asSentence(rows.error().text), QMessageBox::Ok, m_window);
    box->setExplanation(tr("None of your formats is used until this is mended."));
    box->open();
    return patterns;
}

void ServerLink::editFormats(const lockcore::LockInfo *like)
{
    auto *dialog = new FormatsDialog(m_formatsFile, m_source.get(), m_target ? nameOf(*m_target) : QString(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FormatsDialog::saved, this, [this] {
        if (m_source)
            m_source->setPatterns(patternsOf(*m_target));
    });
    if (like)
        dialog->propose(*like);
    dialog->open();
}

void ServerLink::adoptProfile(const QString &id)
{
    const auto *profile = m_profiles->find(id);
    if (!profile || !m_target || m_target->own || !m_target->profileId.isEmpty())
        return;
    auto watched = m_target->endpoint;
    watched.password.clear();
    if (watched != profile->endpoint)
        return;
    m_target->profileId = id;
    heedProfile();
    if (m_confirmed)
        m_profiles->markUsed(id);
}

// The right to release ends as soon as the profile forbids it. The connection also takes over the profile's name and marks.
void ServerLink::heedProfile()
{
    const auto *profile = m_target ? m_profiles->find(m_target->profileId) : nullptr;
    if (!profile)
        return;
    const auto said = targetOf(*profile);
    if (said.name == m_target->name && said.production == m_target->production && said.readOnly == m_target->readOnly
        && said.noTraces == m_target->noTraces)
        return;
    m_target->name = said.name;
    m_target->production = said.production;
    m_target->readOnly = said.readOnly;
    m_target->noTraces = said.noTraces;
    m_rights->mark(*m_target);
    emit marked();
}

} // namespace lockscope
