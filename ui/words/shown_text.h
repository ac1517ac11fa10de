// SPDX-License-Identifier: MIT
// Bytes from a server, made fit for a sentence or a table cell.
#pragma once

#include <QString>

#include <string_view>

namespace lockscope {

/// Escaped (lockcore::escaped), and cut in the middle to at most `characters`; 0: not cut.
QString shownText(std::string_view bytes, std::size_t characters = 0);

QString shownPath(const QString &path); ///< of a file, in a sentence: likewise, at most 200 characters

/// `text` as a sentence: capital first letter, full stop.
QString asSentence(std::string_view text);

} // namespace lockscope
