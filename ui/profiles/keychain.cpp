// SPDX-License-Identifier: MIT
#include "ui/profiles/keychain.h"

#include "ui/profiles/secret_service.h"
#include "ui/words/tr.h"

#include <qt6keychain/keychain.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using Outcome = SecretAnswer::Outcome;

namespace {

const QString service = u"Lockscope"_s;

SecretAnswer noKeychain()
{
    return {Outcome::NoKeychain, {}, Words::tr("There is no keychain in this session (no Secret Service, no KWallet).")};
}

SecretAnswer answerOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::NoError: return {};
    case QKeychain::EntryNotFound: return {Outcome::NotFound, {}, Words::tr("The keychain has no password for this profile.")};
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented: return noKeychain();
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied: return {Outcome::Failed, {}, Words::tr("The keychain did not permit it; it may be locked.")};
    case QKeychain::CouldNotDeleteEntry:
    case QKeychain::OtherError: break;
    }
    if (!hasSessionBus())
        return noKeychain();
    return {Outcome::Failed, {}, Words::tr("The keychain cannot be used: %1").arg(job.errorString())};
}

// A job finishes even if nobody waits for it any more: closing a dialog does not revert a write.
template <class Finish>
void start(QKeychain::Job *job, const QString &id, QObject *context, Finish finish)
{
    job->setInsecureFallback(false);
    job->setKey(id);
    QObject::connect(job, &QKeychain::Job::finished, context, finish);
    job->start();
}

} // namespace

void Keychain::read(const QString &id, QObject *context, Then then)
{
    auto *job = new QKeychain::ReadPasswordJob(service);
    start(job, id, context, [job, id, context, then = std::move(then)] {
        auto answer = answerOf(*job);
        if (answer.done())
            answer.secret = job->binaryData().toStdString();
        if (answer.outcome != Outcome::NotFound)
            return then(answer);
        askWhetherLocked(service, id, context, [answer, then](bool locked) {
            then(locked ? SecretAnswer{Outcome::Failed, {}, Words::tr("The keychain is locked.")} : answer);
        });
    });
}

void Keychain::write(const QString &id, const std::string &secret, QObject *context, Then then)
{
    auto *job = new QKeychain::WritePasswordJob(service);
    job->setBinaryData(QByteArray::fromStdString(secret));
    start(job, id, context, [job, then = std::move(then)] { then(answerOf(*job)); });
}

void Keychain::remove(const QString &id, QObject *context, Then then)
{
    auto *job = new QKeychain::DeletePasswordJob(service);
    start(job, id, context, [job, id, context, then = std::move(then)] {
        const auto answer = answerOf(*job);
        if (!answer.done() && answer.outcome != Outcome::NotFound)
            return then(answer);
        askWhetherLocked(service, id, context, [then](bool locked) { // deleting from a locked keychain does nothing and reports nothing
            then(locked ? SecretAnswer{Outcome::Failed, {}, Words::tr("The keychain is locked, so the password stays in it.")}
                        : SecretAnswer{});
        });
    });
}

} // namespace lockscope
