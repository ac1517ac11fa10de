// SPDX-License-Identifier: MIT
// Makes bytes from a server suitable for a sentence or a table cell.
#pragma once

#include <QString>

#include <string_view>

namespace lockscope {

/// Escaped (lockcore::escaped), and cut in the middle to at most `characters`; 0: not cut.
QString shownText(std::string_view bytes, std::size_t characters = 0);

QString shownPath(const QString &path); ///< the path of a file for a sentence: escaped in the same way, at most 200 characters

/// `text` as a sentence: with a capital first letter and a full stop.
QString asSentence(std::string_view text);

} // namespace lockscope
