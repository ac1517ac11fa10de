// SPDX-License-Identifier: MIT
// Comma-separated values as in RFC 4180: UTF-8, lines end with CR LF, quotes where needed. A cell with a semicolon is also quoted, because
// spreadsheets use it as the separator where the comma is the decimal point.
#pragma once

#include <QByteArray>
#include <QList>

#include <string_view>

namespace lockscope {

/// One line, including its end. A cell that begins with = + - @ is prefixed with ' so that spreadsheets do not evaluate it: any client that
/// writes to the server can choose keys and owners.
QByteArray csvLine(const QList<QByteArray> &cells);

} // namespace lockscope
