// SPDX-License-Identifier: MIT
#include "ui/widgets/desktop_wishes.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusVariant>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString portalService = u"org.freedesktop.portal.Desktop"_s;
const QString portalPath = u"/org/freedesktop/portal/desktop"_s;
const QString settings = u"org.freedesktop.portal.Settings"_s;
const QString common = u"org.freedesktop.appearance"_s;
const QString gnome = u"org.gnome.desktop.interface"_s;

// An unknown number means no preference.
SystemWishes::Scheme schemeFrom(uint value)
{
    return value == 1 ? SystemWishes::Scheme::Dark : value == 2 ? SystemWishes::Scheme::Light : SystemWishes::Scheme::Unsaid;
}

} // namespace

DesktopWishes::DesktopWishes(QObject *parent)
    : DesktopWishes(QDBusConnection::sessionBus(), portalService, parent)
{ }

DesktopWishes::DesktopWishes(const QDBusConnection &bus, const QString &service, QObject *parent)
    : QObject(parent)
{
    if (!bus.isConnected())
        return;
    auto connection = bus;
    connection.connect(service, portalPath, settings, u"SettingChanged"_s, this, SLOT(takeOne(QDBusMessage)));
    auto question = QDBusMessage::createMethodCall(service, portalPath, settings, u"ReadAll"_s);
    question << QStringList{common, gnome};
    connection.callWithCallback(question, this, SLOT(takeAll(QDBusMessage)), nullptr);
}

void DesktopWishes::takeAll(const QDBusMessage &answer)
{
    if (answer.signature() != u"a{sa{sv}}"_s)
        return;
    QMap<QString, QVariantMap> groups;
    answer.arguments().constFirst().value<QDBusArgument>() >> groups;
    bool any = false;
    for (auto group = groups.cbegin(); group != groups.cend(); ++group) {
        for (auto value = group->cbegin(); value != group->cend(); ++value)
            any = note(group.key(), value.key(), value.value()) || any;
    }
    if (any)
        emit changed(m_wishes);
}

void DesktopWishes::takeOne(const QDBusMessage &news)
{
    if (news.signature() != u"ssv"_s)
        return;
    const auto parts = news.arguments();
    if (note(parts[0].toString(), parts[1].toString(), parts[2].value<QDBusVariant>().variant()))
        emit changed(m_wishes);
}

bool DesktopWishes::note(const QString &group, const QString &key, const QVariant &value)
{
    const auto before = m_wishes;
    if (group == common && key == u"color-scheme")
        m_wishes.scheme = schemeFrom(value.toUInt());
    else if (group == common && key == u"contrast")
        m_wishes.moreContrast = value.toUInt() == 1;
    else if (group == common && key == u"reduced-motion")
        m_reducedMotion = value.toUInt() == 1;
    else if (group == gnome && key == u"enable-animations")
        m_noAnimations = !value.toBool();
    m_wishes.lessMotion = m_reducedMotion || m_noAnimations;
    return m_wishes != before;
}

} // namespace lockscope
