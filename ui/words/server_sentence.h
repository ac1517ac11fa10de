// SPDX-License-Identifier: MIT
// The part of errorSentence() for the server's own error replies, by their code word.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <QString>

namespace lockscope {

QString serverSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

/// The server needs a password, or another one.
bool isAboutPassword(const lockcore::Error &error);

/// For such an error: serverSentence() without where a command gets a password from, for a window that asks for it.
QString passwordSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

} // namespace lockscope
