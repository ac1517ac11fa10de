// SPDX-License-Identifier: MIT
#include "ui/profiles/secret_service.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

using Attributes = QMap<QString, QString>;
using Paths = QList<QDBusObjectPath>;

constexpr int answerLimit = 5'000; // ms

} // namespace

// SearchItems of the Secret Service API returns unlocked and locked items. "server" and "user" are the attributes under which
// QtKeychain stores its items.
void askWhetherLocked(const QString &service, const QString &id, QObject *context, std::function<void(bool)> then)
{
    qDBusRegisterMetaType<Attributes>();
    auto question = QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/org/freedesktop/secrets"_s,
                                                   u"org.freedesktop.Secret.Service"_s, u"SearchItems"_s);
    question.setAutoStartService(false);
    question << QVariant::fromValue(Attributes{{u"server"_s, service}, {u"user"_s, id}});
    auto *watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question, answerLimit), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context, [watcher, then = std::move(then)] {
        const QDBusPendingReply<Paths, Paths> found = *watcher;
        watcher->deleteLater();
        then(found.isValid() && !found.argumentAt<1>().isEmpty());
    });
}

bool hasSessionBus() { return QDBusConnection::sessionBus().isConnected(); }

} // namespace lockscope
