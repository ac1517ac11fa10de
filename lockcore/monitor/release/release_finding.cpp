// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_finding.h"

#include "lockcore/monitor/reading/ladder.h"

namespace lockcore {

Finding releaseFinding(const ReleaseWish &wish, const Look &look, const Surroundings &around, const Classifier &classifier)
{
    if (auto finding = classifier.classify(look, around))
        return *std::move(finding);
    if (wish.action == ReleaseAction::DropDeadHead) {
        if (auto finding = Classifier::queueLeftBehind(look))
            return *std::move(finding);
    }
    Finding finding;
    const auto &value = look.value;
    if (classifier.isNoLock(look, around))
        return finding;
    if (value.type == ValueType::String && value.whole() && wish.owners == std::vector{value.text}) {
        finding.library = unknownLibrary;
        finding.ownerScope = OwnerScope::Unknown;
        finding.holders.push_back({value.text, 1, Mode::Exclusive, {}, {}});
    }
    return finding;
}

} // namespace lockcore
