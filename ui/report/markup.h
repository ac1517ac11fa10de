// SPDX-License-Identifier: MIT
// Text for HTML and SVG that is mailed to others. Everything that a server, a worker or a file has said goes through here. Any thread.
#pragma once

#include <QString>

#include <string_view>

namespace lockscope {

/// Escaped twice: what is not readable (as shownText()), and what is markup. Home directories become `~`. Cut in the middle to at
/// most `characters`; 0: not cut.
QString markup(std::string_view bytes, std::size_t characters = 0);
QString markup(const QString &text);

/// `/home/name/…`, and the home directory of whoever runs this, as `~/…`.
QString withoutHome(QString text);

} // namespace lockscope
