// SPDX-License-Identifier: MIT
// Comma-separated values as RFC 4180 has them: UTF-8, lines end with CR LF, quotes where they are needed,
// also around a semicolon: spreadsheets take it for the separator where the comma is the decimal point.
#pragma once

#include <QByteArray>
#include <QList>

#include <string_view>

namespace lockscope {

/// One line, with its end. A cell that begins with = + - @ gets an apostrophe in front: a spreadsheet would take it for a
/// formula, and what keys and owners are called is up to whoever writes to the server.
QByteArray csvLine(const QList<QByteArray> &cells);

} // namespace lockscope
