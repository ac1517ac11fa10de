// SPDX-License-Identifier: MIT
// The desktop's preferences for all programs (light or dark, contrast, reduced motion), as its portal reports them over D-Bus (the Settings
// interface of xdg-desktop-portal). The request is asynchronous, and changes are followed. Without a bus or a portal, the theme uses its
// defaults. GUI thread.
#pragma once

#include "ui/widgets/theme.h"

#include <QDBusMessage>
#include <QObject>

class QDBusConnection;

namespace lockscope {

class DesktopWishes final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DesktopWishes)

public:
    explicit DesktopWishes(QObject *parent = nullptr); ///< uses the portal on the session bus
    /// `service` is empty if the other end of `bus` is the portal itself.
    DesktopWishes(const QDBusConnection &bus, const QString &service, QObject *parent = nullptr);

signals:
    void changed(const lockscope::SystemWishes &wishes);

private slots:
    void takeAll(const QDBusMessage &answer);
    void takeOne(const QDBusMessage &news);

private:
    bool note(const QString &group, const QString &key, const QVariant &value);

    SystemWishes m_wishes;
    bool m_noAnimations = false; ///< GNOME's own setting, which portals reported before a common setting existed
    bool m_reducedMotion = false;
};

} // namespace lockscope
