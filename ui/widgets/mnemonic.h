// SPDX-License-Identifier: MIT
// For labels with text from outside: a name, a filter term, an address. In an action, a button or a label with a buddy, Qt interprets "&"
// as a mnemonic: the character disappears, and the next letter becomes a shortcut.
#pragma once

#include <QString>

namespace lockscope {

/// The text for such a label, which is then shown exactly as it is.
inline QString withoutMnemonic(QString text) { return text.replace(u'&', QStringLiteral("&&")); }

} // namespace lockscope
