// SPDX-License-Identifier: MIT
// Finds out what QtKeychain does not report about a Secret Service: whether an item that was not found is only locked. GUI thread.
#pragma once

#include <QObject>

#include <functional>

namespace lockscope {

/// Checks whether a locked keychain has a secret of `service` under `id`. Calls `then` once, later, unless `context` is destroyed before.
/// Calls it with false, too, if there is no Secret Service or it does not answer within five seconds. Never asks the user to unlock
/// anything.
void askWhetherLocked(const QString &service, const QString &id, QObject *context, std::function<void(bool)> then);

/// Whether there is a session bus, where a keychain could be.
bool hasSessionBus();

} // namespace lockscope
