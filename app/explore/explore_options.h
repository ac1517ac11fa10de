// SPDX-License-Identifier: MIT
// The options of `lockscope explore`.
#pragma once

#include "lockcore/explorer/exploration.h"
#include "lockcore/explorer/trace_text.h"

#include <QStringList>

namespace lockscope {

struct ExploreOptions
{
    lockcore::explorer::Bounds bounds;
    std::vector<lockcore::explorer::FaultBudget> faults;   ///< sets of them, each searched for itself
    bool usual = true;                                     ///< the usual faults; then what else breaks the lock is shown, too
    bool table = false;                                    ///< of all protocols
    std::optional<lockcore::explorer::TracedRoute> replay; ///< instead of a search
    bool inRealTime = false;                               ///< the replay
    QString scenario;                                      ///< the file for the Lab; empty: none
    bool json = false;
    bool yes = false; ///< searches also what may take long
    std::string redis = "redis-server";
    bool help = false;    ///< if true, the other fields are not filled in
    bool version = false; ///< as for `help`
};

/// `arguments` follow the word `explore`. Error: Refused, with a sentence for the user.
lockcore::Result<ExploreOptions> parseExploreOptions(const QStringList &arguments);

QString exploreHelp();

} // namespace lockscope
