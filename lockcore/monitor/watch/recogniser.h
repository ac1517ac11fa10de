// SPDX-License-Identifier: MIT
// What a look shows of a lock, with what was seen under its name before: a lock remains the same one while its lease, its TTL or its library
// is in doubt. No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/watch/name_past.h"
#include "lockcore/monitor/watch/owner_index.h"

namespace lockcore {

class Recogniser
{
public:
    Recogniser(const Classifier &classifier, const OwnerIndex &owners)
        : m_classifier(classifier)
        , m_owners(owners)
    { }

    /// The lock, with the holders and the deadlines that are known. `before`: it at the last look, null if there was none; `around`:
    /// with what watching has shown; `oneWrite`: since then, or since it was free, nobody else can have written and left.
    std::optional<Finding> recognise(const Look &look, const Snapshot *before, const Surroundings &around, bool oneWrite,
                                     std::optional<Classified> classified, Rare<NamePast> &past) const;

    /// Which lock it is. `classified`: by the classifier, if that has been done.
    std::optional<Finding> classify(const Look &look, const Snapshot *before, Surroundings around,
                                    std::optional<Classified> classified = {}) const;

private:
    std::optional<Finding> withoutItsTtl(Look look, const Surroundings &around, const Snapshot &before) const;
    Finding withScores(const Look &look, bool taken, Surroundings around, Finding finding, Rare<NamePast> &past) const;

    const Classifier &m_classifier;
    const OwnerIndex &m_owners;
};

} // namespace lockcore
