// SPDX-License-Identifier: MIT
#include "ui/monitor/connection_rights.h"

namespace lockscope {

ConnectionRights::ConnectionRights(QObject *parent)
    : QObject(parent)
{
    m_clock.setSingleShot(true);
    connect(&m_clock, &QTimer::timeout, this, &ConnectionRights::endSoon);
}

void ConnectionRights::begin(const Target &target)
{
    m_connected = true;
    m_lost = false;
    m_mayWrite = m_own = target.own;
    mark(target);
}

void ConnectionRights::mark(const Target &target)
{
    m_readOnlyProfile = target.readOnly;
    m_production = target.production;
    m_mayWrite = m_mayWrite && !target.readOnly;
    startClock();
    emit changed();
}

void ConnectionRights::setMayWrite(bool may)
{
    if (!canSwitch() || may == m_mayWrite)
        return;
    m_mayWrite = may;
    startClock();
    emit changed();
}

// It runs on if it already does: marking a profile again must not prolong it.
void ConnectionRights::startClock()
{
    if (!endsByItself()) {
        m_clock.stop();
        m_due = false;
    } else if (!m_clock.isActive() && !m_due) {
        m_clock.start(m_productionTime);
        m_until = QTime::currentTime().addMSecs(static_cast<int>(m_productionTime.count()));
    }
}

void ConnectionRights::endSoon()
{
    m_due = true;
    if (!m_inUse)
        setMayWrite(false);
}

void ConnectionRights::setInUse(bool inUse)
{
    m_inUse = inUse;
    if (m_due && !inUse)
        setMayWrite(false);
}

QString ConnectionRights::until() const { return endsByItself() ? m_until.toString(QStringLiteral("HH:mm")) : QString(); }

void ConnectionRights::setLost(bool lost)
{
    if (lost == m_lost)
        return;
    m_lost = lost;
    emit changed();
}

QString ConnectionRights::whyNotNow() const
{
    return m_lost ? tr("The connection is lost: nothing can be released until it is back.") : reason();
}

QString ConnectionRights::reason() const
{
    if (m_mayWrite)
        return {};
    if (!m_connected)
        return tr("There is no connection.");
    if (m_readOnlyProfile)
        return tr("This profile is marked read-only: edit the profile to change that.");
    return tr("This connection is read-only. Switch it in the header or with Ctrl+L.");
}

QString ConnectionRights::meaning() const
{
    if (endsByItself())
        return tr("Locks can be freed on this production server until %1, or until an open release is closed; each is shown and asked about "
                  "before. Press to make the connection read-only.")
            .arg(until());
    if (m_mayWrite)
        return tr("Locks can be freed on this server; each is shown and asked about before. Nothing else is ever written. "
                  "Press to make the connection read-only.");
    if (!canSwitch())
        return reason();
    return tr("Lockscope only reads from this server. Press to permit the freeing of locks, for this connection; a question comes first.");
}

} // namespace lockscope
