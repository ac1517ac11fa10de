// SPDX-License-Identifier: MIT
// What a looked up key is, as text for people.
#pragma once

#include "lockcore/monitor/key_lookup.h"

#include <QList>
#include <QString>

#include <utility>

namespace lockscope {

QString keyHeadline(const lockcore::KeyFinding &finding); ///< "A lock: redisson RLock (sure: 4 of 5)"

/// Label and value; without a label: one more value of the label before. All values are printable.
QList<std::pair<QString, QString>> keyFacts(const lockcore::KeyFinding &finding, const lockcore::Endpoint &endpoint,
                                            lockcore::Milliseconds timeout);

} // namespace lockscope
