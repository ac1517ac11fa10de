// SPDX-License-Identifier: MIT
#include "ui/monitor/connection_rights.h"

namespace lockscope {

void ConnectionRights::begin(const Target &target)
{
    m_connected = true;
    m_lost = false;
    m_mayWrite = target.own;
    mark(target);
}

void ConnectionRights::mark(const Target &target)
{
    m_readOnlyProfile = target.readOnly;
    m_production = target.production;
    m_mayWrite = m_mayWrite && !target.readOnly;
    emit changed();
}

void ConnectionRights::setMayWrite(bool may)
{
    if (!canSwitch() || may == m_mayWrite)
        return;
    m_mayWrite = may;
    emit changed();
}

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
    if (m_mayWrite)
        return tr("Locks can be freed on this server; each is shown and asked about before. Nothing else is ever written. "
                  "Press to make the connection read-only.");
    if (!canSwitch())
        return reason();
    return tr("Lockscope only reads from this server. Press to permit the freeing of locks, for this connection.");
}

} // namespace lockscope
