// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/measure_again.h"

namespace lockcore {

bool measureAgain(LookForm &form, const KeySnapshot &look)
{
    bool any = false;
    for (const auto &[key, seen] : look.companions) {
        const auto found = form.companions.find(key);
        if (found == form.companions.end() || found->second.part != CompanionForm::Part::Count || found->second.counted < 0)
            continue;
        auto &known = found->second;
        const bool shrunk = seen.length < known.counted;
        if (shrunk)
            known = CompanionForm::first(known.type);
        else
            known.counted = seen.length;
        any = any || shrunk;
    }
    form.asksSizes = form.asksSizes || any;
    return any;
}

} // namespace lockcore
