// SPDX-License-Identifier: MIT
// The first look at keys of which little more than the name is known, in the cheap order of the reference (§9): type, then length in its own
// round trip, then size, and only then the value. Nothing large is read where the server says how large it is. Reads use an untracked connection, because a tracked one
// would fill the server's table with every candidate.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/cluster_slots.h"
#include "lockcore/monitor/reading/denied_names.h"
#include "lockcore/monitor/reading/hand_overs.h"
#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

struct Candidate
{
    Bytes key;
    ValueType type = ValueType::None; ///< None: not known yet
    bool byName = false;              ///< the name suggests a lock; otherwise the structure must

    // Set by the Prober.
    std::int64_t length = 0;     ///< elements of a structure
    std::int64_t bytes = 0;      ///< the most that a read of it returns, as measured; 0: not known, or a string
    bool structured = false;     ///< a field that only a lock has was found
    CompanionForms companions{}; ///< worth reading together with it

    bool isStructure() const { return type != ValueType::String; }
};

/// A key that may be a lock (or was one): what it looks like and how to look again.
struct Sighting
{
    Look look;
    LookRequest request;
    std::optional<Classified> classified{}; ///< by probe()
    bool several = false;                   ///< it changed more than once until then, so others may have held it
    bool wasTooLarge = false;               ///< when it was last asked for
};

class Prober
{
public:
    struct Options
    {
        int db = 0;
        bool hasPexpiretime = true;           ///< Redis 7.0
        std::function<ServerTime()> now;      ///< the server's clock: values may contain times that must be near it
        bool freeStrings = false;             ///< strings whose name suggests nothing are read too
        bool cluster = false;                 ///< a transaction must not have keys of several slots
        HandOvers *handOvers = nullptr;       ///< hears of tokens that are not listed, and of names without a key
        ClusterSlots *clusterSlots = nullptr; ///< of a cluster: hears which ones another node serves
    };

    Prober(Connection &connection, const Classifier &classifier, DeniedNames &denied, Options options);

    const Options &options() const { return m_options; }

    /// Sightings of those that exist, are small, and are classified at least as Classifier::leastListed. What cannot be read is counted.
    /// Error: the connection was lost, or is silent; or Server: it is busy, or a command that is needed is not permitted.
    Task<Result<std::vector<Sighting>>> probe(std::vector<Candidate> candidates, const Surroundings &surroundings);

    /// Looks at each until types and companions are complete (see Looker). Omits keys that may not be read.
    Task<Result<std::vector<Sighting>>> look(std::vector<LookRequest> requests);

private:
    enum class Command { Needed, Optional };

    Task<Result<Replies>> ask(Batch batch, Command command = Command::Needed);
    Task<Result<void>> goesOnAfter(Error error);
    template <class Question, class Fits>
    Task<Result<void>> narrow(std::vector<Candidate> &candidates, Question question, Fits fits, Command command = Command::Needed);

    Task<Result<void>> findTypes(std::vector<Candidate> &candidates);
    std::vector<Candidate> takeSome(std::vector<Candidate> &candidates);
    bool isWorthALook(const Candidate &candidate) const;
    Task<Result<void>> dropUnlikelyStrings(std::vector<Candidate> &candidates, const Surroundings &surroundings);
    Task<Result<void>> dropLarge(std::vector<Candidate> &candidates);
    Task<Result<void>> dropUnlikelyHashes(std::vector<Candidate> &candidates);
    Task<Result<void>> dropUnlikelyGroups(std::vector<Candidate> &candidates);
    Task<Result<void>> dropLargeValues(std::vector<Candidate> &candidates);
    Task<Result<void>> dropUnmeasured(std::vector<Candidate> &candidates, Error why);
    Task<Result<void>> dropLargeCompact(std::vector<Candidate> &candidates, Error why);
    Task<Result<void>> dropUnlikelyStructures(std::vector<Candidate> &candidates, const Surroundings &surroundings);
    void keepListed(std::vector<Sighting> &sightings, const Surroundings &surroundings) const;
    std::optional<Classified> classified(const Look &look, const Surroundings &surroundings) const;
    bool isLikely(Candidate &candidate, Value value, const Surroundings &surroundings) const;
    void noteUnread(const Bytes &key, const Error &why);
    void noteLarge(const Candidate &candidate);
    bool isWanted(const Candidate &candidate) const;

    Connection &m_connection;
    const Classifier &m_classifier;
    DeniedNames &m_denied;
    const Options m_options;
};

} // namespace lockcore
