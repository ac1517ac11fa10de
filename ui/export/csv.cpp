// SPDX-License-Identifier: MIT
#include "ui/export/csv.h"

namespace lockscope {

namespace {

bool looksLikeFormula(const QByteArray &cell) { return !cell.isEmpty() && QByteArrayView("=+-@\t\r").contains(cell.front()); }

QByteArray csvCell(const QByteArray &text)
{
    auto cell = looksLikeFormula(text) ? '\'' + text : text;
    const bool quoted = cell.contains(',') || cell.contains(';') || cell.contains('"') || cell.contains('\r') || cell.contains('\n');
    return quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
}

} // namespace

QByteArray csvLine(const QList<QByteArray> &cells)
{
    QByteArrayList written;
    for (const auto &cell : cells)
        written << csvCell(cell);
    return written.join(',') + "\r\n";
}

} // namespace lockscope
