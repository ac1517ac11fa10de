// SPDX-License-Identifier: MIT
// The first look at keys of which little more than the name is known, in an order that begins with the cheapest command (reference, §9):
// the type, then the length in a separate round trip, then the size, and only then the value. Nothing large is read if the server reports
// sizes. Reads use an untracked connection, because a tracked one would fill the server's table with every candidate.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/cluster_slots.h"
#include "lockcore/monitor/reading/denied_names.h"
#include "lockcore/monitor/reading/early_release_history.h"
#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

class KindCensus;

struct Candidate
{
    Bytes key;
    ValueType type = ValueType::None; ///< None: not known yet
    bool byName = false;              ///< the name suggests a lock; otherwise the structure must suggest one

    // The following members are set by the Prober.
    std::int64_t length = 0;     ///< elements of a structure
    std::int64_t bytes = 0;      ///< upper bound for a read, as measured; 0: not known, or a string
    bool structured = false;     ///< it has a field that only locks have
    CompanionForms companions{}; ///< to be read together with the key

    bool isStructure() const { return type != ValueType::String; }
};

/// A key that may be a lock (or was one): what the look shows and how to look again.
struct Sighting
{
    KeySnapshot look;
    LookRequest request;
    std::optional<Classified> classified{}; ///< set by probe()
    bool several = false;                   ///< it changed more than once before this look, so others may have held it meanwhile
    bool wasTooLarge = false;               ///< at the previous look
};

class Prober
{
public:
    struct Options
    {
        int db = 0;
        bool hasPexpiretime = true;               ///< Redis 7.0
        std::function<ServerTime()> now;          ///< the server's clock: times in values are compared with it
        bool freeStrings = false;                 ///< also read strings whose name does not suggest a lock
        bool cluster = false;                     ///< the keys of a transaction must have the same slot
        EarlyReleaseHistory *handOvers = nullptr; ///< receives tokens that are possible locks, and names without a key
        ClusterSlots *clusterSlots = nullptr;     ///< in a cluster: receives the keys whose slots another node serves
    };

    Prober(Connection &connection, const Classifier &classifier, DeniedNames &denied, Options options);

    const Options &options() const { return m_options; }

    /// Returns the keys that exist, are small, and are locks or possible locks. Counts the keys that cannot be read. `census`: counts the keys
    /// of which too many are alike, which cost no full look; null: each gets one. Error: the connection was lost, or is silent; or Server if the server is busy or a needed command is not permitted.
    Task<Result<std::vector<Sighting>>> probe(std::vector<Candidate> candidates, const RecognitionContext &surroundings,
                                              KindCensus *census = nullptr);

    /// Looks at each key until types and companions are complete (see Looker). Omits keys that may not be read.
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
    Task<Result<void>> dropUnlikelyStrings(std::vector<Candidate> &candidates, const RecognitionContext &surroundings, KindCensus *census);
    Task<Result<void>> dropLarge(std::vector<Candidate> &candidates);
    Task<Result<void>> dropUnlikelyHashes(std::vector<Candidate> &candidates);
    Task<Result<void>> dropUnlikelyGroups(std::vector<Candidate> &candidates);
    Task<Result<void>> dropLargeValues(std::vector<Candidate> &candidates);
    Task<Result<void>> dropUnmeasured(std::vector<Candidate> &candidates, Error why);
    Task<Result<void>> dropUnlikelyStructures(std::vector<Candidate> &candidates, const RecognitionContext &surroundings,
                                              KindCensus *census);
    std::optional<Classified> classified(const KeySnapshot &look, const RecognitionContext &surroundings) const;
    bool isLikely(Candidate &candidate, Value value, RecognitionContext surroundings, KindCensus *census) const;
    void noteUnread(const Bytes &key, const Error &why);
    void noteLarge(const Candidate &candidate);
    bool isWanted(const Candidate &candidate) const;

    Connection &m_connection;
    const Classifier &m_classifier;
    DeniedNames &m_denied;
    const Options m_options;
};

} // namespace lockcore
