// SPDX-License-Identifier: MIT
// A list of protocols: all built-in ones, and `external` for the user's own command. GUI thread.
#pragma once

#include <QString>

class QComboBox;

namespace lockscope {

inline const QString externalProtocol = QStringLiteral("external");

/// The data of an entry is the protocol's name.
void addProtocols(QComboBox *box);

} // namespace lockscope
