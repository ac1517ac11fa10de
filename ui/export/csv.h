// SPDX-License-Identifier: MIT
// Comma-separated values as in RFC 4180: UTF-8, lines end with CR LF, quotes where they are needed. A semicolon needs quotes, too: where
// the comma is the decimal point, spreadsheets use it as the separator.
#pragma once

#include <QByteArray>
#include <QList>

#include <string_view>

namespace lockscope {

/// One line, including its end. A cell that begins with = + - @ is prefixed with ' so that spreadsheets do not evaluate it:
/// keys and owners are chosen by any client that writes to the server.
QByteArray csvLine(const QList<QByteArray> &cells);

} // namespace lockscope
