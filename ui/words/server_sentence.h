// SPDX-License-Identifier: MIT
// The part of errorSentence() for what the server itself answered, by its code word.
#pragma once

#include "redis/endpoint.h"

#include <QString>

namespace lockscope {

QString serverSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

/// It wants a password, or another one.
bool isAboutPassword(const lockcore::Error &error);

/// Of such an error: serverSentence() without where a command takes a password from, for a window that asks for it.
QString passwordSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

} // namespace lockscope
