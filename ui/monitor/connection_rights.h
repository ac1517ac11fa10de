// SPDX-License-Identifier: MIT
// Decides whether locks may be released on the watched server. A connection is read-only until the user switches it, after a question, and
// the switch is only for this connection; a server that Lockscope started is writable. On a production server the switch ends by itself, but not while a
// release is open. Code that offers to write asks here first. GUI thread.
#pragma once

#include "ui/profiles/target.h"

#include <QObject>
#include <QTime>
#include <QTimer>

#include <chrono>

namespace lockscope {

class ConnectionRights final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionRights)

public:
    static constexpr std::chrono::minutes productionTime{10};

    explicit ConnectionRights(QObject *parent = nullptr);

    void begin(const Target &target); ///< starts a new connection: earlier switches do not count
    void mark(const Target &target);  ///< the same connection, whose profile has changed
    void setMayWrite(bool may);       ///< ignored if the rights cannot be switched
    void setLost(bool lost);          ///< the server cannot be reached for now
    void setInUse(bool inUse);        ///< a release is open or under way
    void setProductionTime(std::chrono::milliseconds time) { m_productionTime = time; } ///< instead of productionTime; for tests

    bool mayWrite() const { return m_mayWrite; }
    bool canSwitch() const { return m_connected && !m_readOnlyProfile; }
    bool production() const { return m_production; }
    bool asksFirst() const { return !m_own && canSwitch() && !m_mayWrite; } ///< to permit writing needs a yes of the user
    bool endsByItself() const { return m_production && m_mayWrite && !m_readOnlyProfile; }
    QString until() const;   ///< the time of day at which it ends by itself; empty: it does not
    QString reason() const;  ///< why writing is forbidden, and the remedy; empty if it is allowed
    QString meaning() const; ///< what the current state permits, in a sentence or two

    bool isLost() const { return m_lost; }
    QString whyNotNow() const;                                                     ///< reason(), or that the connection is lost
    bool wouldSwitchHelp() const { return !m_mayWrite && canSwitch() && !m_lost; } ///< switching would allow a release now

signals:
    void changed();

private:
    void startClock();
    void endSoon();

    bool m_connected = false;
    bool m_lost = false;
    bool m_mayWrite = false;
    bool m_own = false;
    bool m_production = false;
    bool m_readOnlyProfile = false;
    bool m_inUse = false;
    bool m_due = false; ///< the time is over, but a release is open
    std::chrono::milliseconds m_productionTime = productionTime;
    QTimer m_clock{this}; ///< active while it ends by itself
    QTime m_until;
};

} // namespace lockscope
