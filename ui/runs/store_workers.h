// SPDX-License-Identifier: MIT
// With which workers each store is compared: Lockscope's own on Redis, on other stores the example workers, which the program carries with it. A
// store without a row is not compared. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/lab/scenario/store.h"

#include <QString>

#include <string>
#include <vector>

namespace lockscope {

std::vector<lockcore::Store> comparedStores(); ///< those that have a row, in their order

/// The command of the store's workers, whose program is written to `folder`; empty: Lockscope's own. Error: Refused, it cannot be written.
lockcore::Result<std::vector<std::string>> workersOn(lockcore::Store store, const QString &folder);

std::string debianPackagesOf(lockcore::Store store); ///< what its server and workers need: `etcd-server python3-etcd3`

} // namespace lockscope
