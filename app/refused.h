// SPDX-License-Identifier: MIT
// How the options of every command are refused: with a sentence for the person, and by the option's name where the fault
// was found by somebody who does not know it.
#pragma once

#include "base/error.h"

#include <QString>

namespace lockscope {

inline lockcore::Error refused(const QString &sentence)
{
    return {lockcore::ErrorKind::Refused, sentence.toStdString(), {}};
}

inline lockcore::Error refused(const char *option, const lockcore::Error &error)
{
    return {lockcore::ErrorKind::Refused, std::string(option) + ": " + error.text, error.detail};
}

} // namespace lockscope
