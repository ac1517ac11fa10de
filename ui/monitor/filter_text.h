// SPDX-License-Identifier: MIT
// How the window reads the filter language, and how the parts of a filter become one text. Pure.
#pragma once

#include "lockcore/monitor/filter/filter.h"

#include <QStringList>

namespace lockscope {

/// A word that is not a field name is searched for as text: the user sees at once what it finds.
lockcore::Result<lockcore::Filter> readFilter(const QString &text);

QString repairedFilter(const QString &wrong); ///< what the user most likely meant; empty: not known

QStringList termsOf(const lockcore::Filter &filter); ///< each term can be joined with others

/// Joins all terms and the typed text to one filter. An `or` in the text gets brackets if there are terms before it.
QString joinedFilter(const QStringList &terms, const QString &typed);

} // namespace lockscope
