// SPDX-License-Identifier: MIT
// What QtKeychain does not report about a Secret Service: whether a missing item is just locked. GUI thread.
#pragma once

#include <QObject>

#include <functional>

namespace lockscope {

/// Is there a secret of `service` under `id` in a locked keychain? Calls `then` once, later, unless `context` is destroyed before. Calls it
/// with false, too, if there is no Secret Service or it does not answer within five seconds. Never asks anybody to unlock anything.
void askWhetherLocked(const QString &service, const QString &id, QObject *context, std::function<void(bool)> then);

/// Is there a bus that could have a keychain?
bool hasSessionBus();

} // namespace lockscope
