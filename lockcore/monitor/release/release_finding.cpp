// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_finding.h"

#include "lockcore/monitor/reading/ladder.h"

namespace lockcore {

LockMatch releaseFinding(const ReleaseRequest &wish, const KeySnapshot &look, const RecognitionContext &around,
                         const Classifier &classifier)
{
    auto match = classifier.classify(look, around);
    if (match
        && (match->confidence >= Classifier::leastListed || !wish.owners.empty())) // a possible lock is freed only by its owner's name
        return *std::move(match);
    if (wish.action == ReleaseAction::DropDeadHead) {
        if (auto queue = Classifier::queueLeftBehind(look))
            return *std::move(queue);
    }
    LockMatch found;
    const auto &value = look.value;
    if (classifier.isNoLock(look, around))
        return found;
    if (value.type == ValueType::String && value.whole() && wish.owners == std::vector{value.text}) {
        found.library = unknownLibrary;
        found.ownerScope = OwnerScope::Unknown;
        found.holders.push_back({value.text, 1, Mode::Exclusive, {}, {}});
    }
    return found;
}

} // namespace lockcore
