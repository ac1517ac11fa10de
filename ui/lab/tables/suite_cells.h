// SPDX-License-Identifier: MIT
// What the cells of a suite's table show. Pure; any thread.
#pragma once

#include "ui/report/lab_result.h"
#include "ui/widgets/captions.h"

#include <span>

namespace lockscope {

/// Text with a sign, and its shade. Only results that differ from the expected ones are coloured.
struct ResultCell
{
    QString text;
    ShadedLabel::Shade shade = ShadedLabel::Shade::Text;
    int rank = 0; ///< for sorting: the lowest needs attention most
    bool operator==(const ResultCell &) const = default;
};

ResultCell howCell(const LabResult *result); ///< `✓ as expected`; null: not played yet

/// The properties of each column; the last column has all the rare ones.
std::span<const std::span<const lockcore::Property>> suiteColumns();
QString columnTitle(std::span<const lockcore::Property> properties);

/// The gravest verdict on any of these properties.
ResultCell propertyCell(const LabResult *result, std::span<const lockcore::Property> properties);

/// The findings in sentences: the verdicts that matter, what did not happen, how long it took to get the lock.
QString detailsText(const LabResult &result);

/// The entry that completes the proof of the gravest verdict on one of these properties. Without properties: on any. 0: none.
std::uint64_t proofOf(const LabResult &result, std::span<const lockcore::Property> properties);

} // namespace lockscope
