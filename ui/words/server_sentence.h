// SPDX-License-Identifier: MIT
// The part of errorSentence() for what the server itself answered, by its code word.
#pragma once

#include "redis/endpoint.h"

#include <QString>

namespace lockscope {

QString serverSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

} // namespace lockscope
