// SPDX-License-Identifier: MIT
// Comma-separated values as RFC 4180 has them: UTF-8, lines end with CR LF, quotes where they are needed,
// also around a semicolon: spreadsheets take it for the separator where the comma is the decimal point.
#pragma once

#include <QByteArray>
#include <QList>

#include <string_view>

namespace lockscope {

/// One line, including its end. A cell that begins with = + - @ is prefixed with ' so that spreadsheets do not evaluate it:
/// keys and owners are chosen by any client that writes to the server.
QByteArray csvLine(const QList<QByteArray> &cells);

} // namespace lockscope
