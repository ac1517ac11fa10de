// SPDX-License-Identifier: MIT
// How every command refuses its options: with a sentence for the user, prefixed with the option's name if the code that found the fault
// does not know the name.
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
