// SPDX-License-Identifier: MIT
// node-redlock 3 to 5, redlock-universal and @sesamecare-oss/redlock: 32 random hex digits under each name that the caller locked. Reference, §4 and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <array>

namespace lockcore::node_redlock_format {

namespace {

struct Client
{
    std::string_view library;
    std::string_view variant;
    const char *shape;
};

constexpr std::array<Client, 3> clients = {{
    {"node-redlock", "Redlock", "the value is 32 hex digits, as node-redlock draws its tokens"},
    {"redlock-universal", "lock", "the value is 32 hex digits, as redlock-universal draws its tokens"},
    {"sesamecare-redlock", "Redlock", "the value is 32 hex digits, as @sesamecare-oss/redlock draws its tokens"},
}};

// Other clients of Redlock draw 32 hex digits, too. So a library is only named if the server knows its scripts, and no others' of these.
std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isHex(*text, 32) || grammar::uuid1Hex(*text, look.at))
        return std::nullopt;
    std::vector<const Client *> loaded;
    for (const auto &client : clients) {
        if (surroundings.fingerprints.contains(client.library))
            loaded.push_back(&client);
    }
    // Random digits look like a UUID4 once in 64 times; other libraries write nothing else.
    if (loaded.empty() && grammar::isUuid4Hex(*text))
        return std::nullopt;
    if (loaded.empty())
        return stringlock::tokenByName("unknown", "Redlock token", 2,
                                       "the value is 32 hex digits that are no UUID: a token as node-redlock, other clients of "
                                       "Redlock and Lockscope's protocols draw it, or a hash sum",
                                       look, surroundings);
    auto finding = stringlock::tokenByName(loaded[0]->library, loaded[0]->variant, 2, loaded[0]->shape, look, surroundings);
    if (finding && loaded.size() > 1) {
        finding->library = "unknown";
        finding->variant = "Redlock token";
        for (const auto *other : std::span(loaded).subspan(1))
            finding->why.push_back(std::string(other->library) + " draws the same, and the server knows its scripts, too");
    }
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = clients[0].library,
    .otherLibraries = {clients[1].library, clients[2].library, "unknown"},
    .variants = {"Redlock", "Redlock token", "lock"},
    .types = {ValueType::String},
    // 3.1, 4.0, 4.1, 5. Not the release script of version 3: other libraries send the same text.
    .scripts = {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "aed6f382e410db8ba7926d4e5e9aab410bf2a78a",
                "d01fb69e6ecc8bad3ca9bacba9f4f9e96862313f", "acaf90b4697bb48bb5f603e9e613a54df7536c70",
                "517e7ed95f00c0c4a209c6a7afcc6ab797d30b85", "1d48b4c6fea2cdadc46b3346de5c2eaf121c7bb3",
                "e4612211c9f8f51c257e26e056b0a654b3187242", "e5a322e2634ef59a516e8ea150cb085afafee684",
                "ce46f80993d5dac20dd066eb301a4e37994bdbed", "0f0f23b9048b36752b5be114f357ba083449f908",
                "862f31bf38e9b63ce28d6e9e5143551bb34ef981"},
    .otherScripts = {{"e218d686a8f90368e5cd45074f06ce766cad9987", clients[1].library},
                     {"fd83166fb3d7235e3ace652b700c9e217c1adc1f", clients[1].library},
                     {"1b77b94aa78451d55dfa97e18819bfbfc596cb5b", clients[2].library},
                     {"820e9778d2b6733e9ed771e4be90ae73a95a6f3b", clients[2].library},
                     {"df51f6837dcfe303d334e6abea9aeae192bab216", clients[2].library}},
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of node-redlock may span several keys with the same value"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::node_redlock_format
