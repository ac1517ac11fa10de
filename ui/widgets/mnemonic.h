// SPDX-License-Identifier: MIT
// Labels with a text that is not ours: a name, a filter term, an address. In an action, a button or a buddy's label, Qt interprets the "&"
// in it as a mnemonic: it disappears, and the next letter becomes a key.
#pragma once

#include <QString>

namespace lockscope {

/// For such a label: shown exactly as it is.
inline QString withoutMnemonic(QString text) { return text.replace(u'&', QStringLiteral("&&")); }

} // namespace lockscope
