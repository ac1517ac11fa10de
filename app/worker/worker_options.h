// SPDX-License-Identifier: MIT
// The options of `lockscope worker`, from the command line.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/lab/scenario/store.h"
#include "lockcore/locks/catalogue.h"

#include <QStringList>

#include <string>
#include <vector>

namespace lockscope {

struct WorkerOptions
{
    const lockcore::Protocol *protocol = nullptr; ///< for the built-in worker; null: the self-test
    lockcore::ProtocolOptions protocolOptions;
    std::vector<std::string> tested;                ///< the command that the self-test runs
    lockcore::Store store = lockcore::Store::Redis; ///< of the self-test
    bool help = false;                              ///< if true, the other fields are not filled in
    bool version = false;                           ///< as for `help`
};

/// `arguments` follow the word `worker`. Error: Refused, with a sentence for the user.
lockcore::Result<WorkerOptions> parseWorkerOptions(const QStringList &arguments);

} // namespace lockscope
