// SPDX-License-Identifier: MIT
// The common error for wrong options of a command: a sentence for the user. If the code that found the fault does not know the option's
// name, the name is put before the sentence.
#pragma once

#include "lockcore/base/error.h"

#include <QString>

namespace lockscope {

inline lockcore::Error refused(const QString &sentence) { return {lockcore::ErrorKind::Refused, sentence.toStdString(), {}}; }

inline lockcore::Error refused(const char *option, const lockcore::Error &error)
{
    return {lockcore::ErrorKind::Refused, std::string(option) + ": " + error.text, error.detail};
}

} // namespace lockscope
