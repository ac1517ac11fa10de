// SPDX-License-Identifier: MIT
// Recognises the lock in a look, with what was seen under its name before: the lock stays the same one while its lease, its TTL or its
// library is in doubt. No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/transition/key_history.h"

#include <functional>

namespace lockcore {

class Recogniser
{
public:
    /// Whether the owner of this lock, as recognised, has another lock with the same prefix.
    using OwnerHasAnother = std::function<bool(const LockId &id, const LockMatch &match)>;

    Recogniser(const Classifier &classifier, OwnerHasAnother ownerHasAnother)
        : m_classifier(classifier)
        , m_ownerHasAnother(std::move(ownerHasAnother))
    { }

    /// The lock with the holders and the deadlines that are known. `before`: the lock at the last look; null: none. `around`: includes what
    /// earlier looks have shown. `oneWrite`: since that look, or since the lock was free, nobody else can have written and left.
    /// `classified`: the Classifier's result, if it is known.
    std::optional<LockMatch> recognise(const KeySnapshot &look, const LockSnapshot *before, const RecognitionContext &around, bool oneWrite,
                                       std::optional<Classified> classified, Lazy<NamesPast> &past) const;

    /// The lock of the last look in another context; nothing if the stored part of that look no longer shows its library.
    std::optional<LockMatch> recogniseAgain(const LockSnapshot &last, RecognitionContext around) const;

private:
    std::optional<LockMatch> classify(const KeySnapshot &look, const LockSnapshot *before, RecognitionContext around,
                                      std::optional<Classified> classified = {}) const;
    std::optional<LockMatch> withoutItsTtl(KeySnapshot look, const RecognitionContext &around, const LockSnapshot &before) const;
    void decideScores(const KeySnapshot &look, bool taken, RecognitionContext around, LockMatch &match, Lazy<NamesPast> &past) const;

    const Classifier &m_classifier;
    const OwnerHasAnother m_ownerHasAnother;
};

} // namespace lockcore
