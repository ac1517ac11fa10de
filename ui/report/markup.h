// SPDX-License-Identifier: MIT
// Text for HTML and SVG that is mailed to others. All text from a server, a worker or a file must go through here. Any thread.
#pragma once

#include <QString>

#include <string_view>

namespace lockscope {

/// Escapes unreadable characters (as shownText() does) and markup. Home directories become `~`. Cut in the middle to at most `characters`;
/// 0: not cut.
QString markup(std::string_view bytes, std::size_t characters = 0);
QString markup(const QString &text);

/// Replaces `/home/name/…`, and the home directory of the current user, with `~/…`.
QString withoutHome(QString text);

} // namespace lockscope
