// SPDX-License-Identifier: MIT
// The window's reading of the filter language, and how its parts become one text. Pure.
#pragma once

#include "lockcore/monitor/filter/filter.h"

#include <QStringList>

namespace lockscope {

/// What is no field is text: a person sees at once what it finds.
lockcore::Result<lockcore::Filter> readFilter(const QString &text);

QStringList termsOf(const lockcore::Filter &filter); ///< each is a term that can be joined to others

/// All terms and the typed text as one filter: an `or` in the text gets brackets, if there are terms before it.
QString joinedFilter(const QStringList &terms, const QString &typed);

} // namespace lockscope
