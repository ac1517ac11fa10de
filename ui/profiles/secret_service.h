// SPDX-License-Identifier: MIT
// The one thing that QtKeychain does not tell of a Secret Service: whether what it did not find is locked away. GUI thread.
#pragma once

#include <QObject>

#include <functional>

namespace lockscope {

/// Is there a secret of `service` under `id` in a keychain that is locked? `then` is called once, later, unless `context` is destroyed
/// before; with no, too, where there is no Secret Service or it does not answer within five seconds. Nobody is asked to unlock anything.
void askWhetherLocked(const QString &service, const QString &id, QObject *context, std::function<void(bool)> then);

/// Is there a bus on which a keychain could be?
bool hasSessionBus();

} // namespace lockscope
