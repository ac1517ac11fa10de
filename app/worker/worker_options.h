// SPDX-License-Identifier: MIT
// The words of `lockscope worker`.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/locks/catalogue.h"

#include <QStringList>

#include <string>
#include <vector>

namespace lockscope {

struct WorkerOptions
{
    const lockcore::Protocol *protocol = nullptr; ///< of the built-in worker; none: the self-test
    lockcore::ProtocolOptions protocolOptions;
    std::vector<std::string> tested; ///< the command that the self-test runs
    bool help = false;               ///< then the rest is not filled in
    bool version = false;            ///< likewise
};

/// `arguments` follow the word `worker`. Error: Refused, with a sentence for the person.
lockcore::Result<WorkerOptions> parseWorkerOptions(const QStringList &arguments);

} // namespace lockscope
