// SPDX-License-Identifier: MIT
// The texts in which a run's protocol can be followed beside its source: what Redis runs, and pseudocode. Values; any thread.
#pragma once

#include "lockcore/report/pseudocode.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace lockscope {

inline constexpr int pseudocodeIndent = 7; ///< columns before the text of a line of pseudocode: its purpose

struct SteppedText
{
    QByteArray text;
    QStringList purposes; ///< of each line, for its tooltip; empty: none
    lockcore::LineSteps steps;
};

struct ProtocolTexts
{
    SteppedText redis;
    std::optional<SteppedText> pseudocode; ///< none: the workers are not Lockscope's own
};

ProtocolTexts protocolTextsOf(const lockcore::History &history);

/// Of the program's own protocols, by the names that workers report.
const lockcore::SourceTexts &protocolSources();

/// None: there is no such protocol.
std::optional<lockcore::Pseudocode> protocolPseudocode(const std::string &protocol);

} // namespace lockscope
