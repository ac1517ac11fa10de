// SPDX-License-Identifier: MIT
// The part of errorSentence() for error replies of the server, by their code word.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <QString>

namespace lockscope {

/// Its short name; for a cluster, the address of its first node.
QString nameInSentences(const lockcore::Endpoint &endpoint);

QString serverSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

/// Whether the server needs a password, or a different one.
bool isAboutPassword(const lockcore::Error &error);

/// For such an error in a window that asks for the password: serverSentence() without the part about where a command gets a password.
QString passwordSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint);

} // namespace lockscope
