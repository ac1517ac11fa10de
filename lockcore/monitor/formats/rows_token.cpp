// SPDX-License-Identifier: MIT
// Libraries that are recognised by what their tokens look like, under names that their callers choose. Reference, §1, §4, §7 and §11.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/row_formats.h"

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto saysLock = "the name says that it is a lock";
constexpr auto saysLockWithTtl = "the name says that it is a lock, and it has a TTL";

bool isUuid1(const KeySnapshot &look) { return grammar::uuid1Hex(look.value.text, look.at).has_value(); }

// Several clients of Redlock generate 32 hex digits. A library is named only if the server knows its scripts, and no scripts of the other
// libraries.
bool nameOtherClients(const KeySnapshot &look, const RecognitionContext &surroundings, LockMatch &match)
{
    const auto library = match.library;
    for (const auto *other : {"node-redlock", "redlock-universal", "sesamecare-redlock"}) {
        if (other == library || !surroundings.fingerprints.contains(other))
            continue;
        match.library = unknownLibrary;
        match.variant = "Redlock token";
        match.why.push_back(std::string(other) + " draws the same, and the server knows its scripts, too");
    }
    return !isUuid1(look);
}

// One in 64 random texts looks like a UUID4; other libraries write only UUIDs.
bool isNoUuid(const KeySnapshot &look, const RecognitionContext &, LockMatch &)
{
    return !isUuid1(look) && !grammar::isUuid4Hex(look.value.text);
}

} // namespace

std::vector<FormatRow> tokenRows()
{
    return {
        {.library = "bsm-redislock", // without the scripts it may be any program: Python's token_urlsafe(16) looks the same
         .variant = "Lock",
         .note = "bsm/redislock (Go), if the server knows its scripts",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:base64url-of-16-bytes}"},
         .needsScripts = true,
         .confidence = 3,
         .why = {"the value is unpadded base64url of 16 bytes, as this library generates its tokens"},
         .owner = RowOwner::Unknown,
         .scripts = {"eb0c00d98f6f33b4262419a509002884540f30be", "9470c810040e272ee6c579d8d4331aaf6332a7b1",
                     "80a1b5f2cfccec3b7119ba7721d2127682b691a7"},
         .rank = 5,
         .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of bsm/redislock may span several keys with the same value"}}},
        {.library = "bsm-redislock",
         .variant = "Lock with metadata",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:base64url-of-16-bytes}{metadata}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value begins with unpadded base64url of 16 bytes, as this library generates its tokens"},
         .owner = RowOwner::Unknown},
        {.library = "cacheops", // without the script it is just a text
         .variant = "cache refresh",
         .note = "django-cacheops (Python): the refresh of a cached query",
         .values = {"LOCK"},
         .mostTtl = std::chrono::minutes(2),
         .needsScripts = true,
         .confidence = 3,
         .why = {"the value is LOCK with a short TTL, and the server knows the scripts of the library"},
         .owner = RowOwner::Anonymous,
         .usualLease = 60s,
         .scripts = {"a373f53c1aeef26c854ffe0f616096ebf731fcbb"}},
        {.library = "go-redsync",
         .variant = "Mutex",
         .note = "go-redsync (Go)",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:base64-of-16-bytes}"},
         .confidence = 3,
         .why = {"the value is padded base64 of 16 bytes, as this library generates its tokens"},
         .owner = RowOwner::Unknown,
         .usualLease = 8s,
         .scripts = {"e950836ed1e694540c503ef9972b8de518044d3b", "d75bb8b5bd13532ddedd17762e772346e39b321e",
                     "b6b55c439e02c6f52ffb8be7ec8c0d0ac816ea79", "00583931c4e4d483f6233879c133c71ed5393f9d",
                     "53692746b44cae854b8dfa32b177218bbe40baee", "009e6775acf362b837433e2ab6f2b772e391079e"}, // 2016 to 2026
         .rank = 5,
         .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect,
                              "redsync writes the key again when it is extended with WithSetNXOnExtend"},
                             {ReleaseWarning::Kind::OneOfSeveralServers, ""}}},
        {.library = "go-zero", // Laravel's tokens look the same
         .variant = "RedisLock",
         .note = "go-zero's RedisLock (Go), if the server knows its scripts",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:alnum16}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value is 16 letters and digits, as this library generates its tokens"},
         .owner = RowOwner::Object,
         .usualLease = 500ms,
         .scripts = {"dbecad63894903ddf755d05d73a3eb7432ef75c0", "e04ea1352c46ae16a15753d4960bee821bf3b3fa"},
         .rank = 4,
         .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect,
                              "go-zero writes the key again when the holder acquires again, which is how it renews"}}},
        {.library = "node-redlock",
         .variant = "Redlock",
         .note =
             "node-redlock 2 to 5 and its copies (redlock2, bull-redlock, @hoangducnhuan/redlock), if the server knows its scripts, and not those "
             "of redlock-universal or sesamecare-redlock: all write the same",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:hex32}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value is 32 hex digits, as node-redlock draws its tokens"},
         .owner = RowOwner::Unknown,
         .complete = nameOtherClients,
         // 3.1, 4.0, 4.1, 5. Not the release script of version 3: other libraries send the same text.
         .scripts = {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "aed6f382e410db8ba7926d4e5e9aab410bf2a78a",
                     "d01fb69e6ecc8bad3ca9bacba9f4f9e96862313f", "acaf90b4697bb48bb5f603e9e613a54df7536c70",
                     "517e7ed95f00c0c4a209c6a7afcc6ab797d30b85", "1d48b4c6fea2cdadc46b3346de5c2eaf121c7bb3",
                     "e4612211c9f8f51c257e26e056b0a654b3187242", "e5a322e2634ef59a516e8ea150cb085afafee684",
                     "ce46f80993d5dac20dd066eb301a4e37994bdbed", "0f0f23b9048b36752b5be114f357ba083449f908",
                     "862f31bf38e9b63ce28d6e9e5143551bb34ef981"},
         .rank = 5,
         .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of node-redlock may span several keys with the same value"},
                             {ReleaseWarning::Kind::OneOfSeveralServers, ""}}},
        {.library = "redlock-universal",
         .format = "node_redlock",
         .variant = "lock",
         .note = "redlock-universal (Node), if the server knows its scripts, and not those of node-redlock or sesamecare-redlock",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:hex32}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value is 32 hex digits, as redlock-universal draws its tokens"},
         .owner = RowOwner::Unknown,
         .complete = nameOtherClients,
         .scripts = {"e218d686a8f90368e5cd45074f06ce766cad9987", "fd83166fb3d7235e3ace652b700c9e217c1adc1f"}},
        {.library = "sesamecare-redlock",
         .format = "node_redlock",
         .variant = "Redlock",
         .note = "@sesamecare-oss/redlock (Node), if the server knows its scripts, and not those of node-redlock or redlock-universal",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:hex32}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value is 32 hex digits, as @sesamecare-oss/redlock draws its tokens"},
         .owner = RowOwner::Unknown,
         .complete = nameOtherClients,
         .scripts = {"1b77b94aa78451d55dfa97e18819bfbfc596cb5b", "820e9778d2b6733e9ed771e4be90ae73a95a6f3b",
                     "df51f6837dcfe303d334e6abea9aeae192bab216"}},
        {.library = std::string(unknownLibrary),
         .format = "node_redlock",
         .variant = "Redlock token",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:hex32}"},
         .confidence = 2,
         .why =
             {"the value is 32 hex digits that are no UUID: a token as node-redlock, other clients of Redlock and Lockscope's protocols draw "
              "it, or a hash sum"},
         .owner = RowOwner::Unknown,
         .complete = isNoUuid},
        {.library = "redis-kit", // the first 22 digits of random bytes in base64, under any name that the caller locked
         .variant = "Redlock",
         .note = "@redis-kit/lock and @nestjs-redis/lock (Node), if the server knows its scripts",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:base64-22}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value is 22 digits in base64, as @redis-kit/lock draws its tokens"},
         .owner = RowOwner::Unknown,
         .scripts = {"6d3be821fec3ee441e2e0099186b83490d711fdd", "83ddeb8769fe02bdc67367192ee8a6f61e11a7a8",
                     "c2b348917d23acc28b1c31a7efdb419eed04c7f7"},
         .rank = 5,
         .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of @redis-kit/lock may span several keys with the same value"},
                             {ReleaseWarning::Kind::OneOfSeveralServers, ""}}},
        {.library = "redlock-rb",
         .variant = "Lock",
         .note = "redlock-rb (Ruby), if the server knows its scripts",
         .word = RowWord::NeededOrScripts,
         .values = {"{token:uuid4}"},
         .needsScripts = true,
         .confidence = 2,
         .why = {"the value is a random UUID, as this library and many others draw their tokens"},
         .owner = RowOwner::Unknown,
         .scripts = {"ceb2b2062e40c51a2b3963fd078bc71f11bdc65c", "8e4905cee18e7c3188d10f2b8b170e403baed34f"},
         .rank = 4,
         .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect,
                              "redlock-rb writes the key again when it is extended, unless extend_only_if_locked is set"},
                             {ReleaseWarning::Kind::OneOfSeveralServers, ""}}},
        {.library = "rslock",
         .variant = "Lock",
         .note = "rslock (Rust), and the single-instance pattern of Redis' documentation",
         .word = RowWord::Needed,
         .values = {"{token:random-bytes20}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the value is 20 random bytes: rslock's token, and what Redis' documentation advises", saysLockWithTtl},
         .madeByHand = true,
         .owner = RowOwner::Unknown,
         .scripts = {"daf86bbf8740dd3ca86733367a016364b2110627", "17a49af0c4b1a9034503fa84f3570f5ca76c4cbf"},
         .rank = 5},
        {.library = "redlock-php",
         .format = "shaped_token",
         .variant = "Redlock",
         .note = "redlock-php",
         .word = RowWord::Needed,
         .values = {"{token:uniqid}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the value is a uniqid() of PHP with a sane time, as redlock-php draws its tokens", saysLock},
         .madeByHand = true,
         .owner = RowOwner::Unknown,
         .scripts = {"ccd35e8ab1f9d465d6610127d234bfd0e2855c72"},
         .rank = 3},
        {.library = "redis-lock-ruby",
         .format = "shaped_token",
         .note = "the redis-lock of Ruby: expiry, process and thread",
         .word = RowWord::Needed,
         .values = {"{lapses at:seconds}-{pid}-{thread:number}"},
         .confidence = 3,
         .why = {"the value is <expiry>-<process>-<thread>, as the redis-lock of Ruby writes it", saysLock},
         .lease = LeaseRule::NeverByDesign},
        {.library = "php-redis-lock", // <process>:<microtime()>:<random>, where PHP writes "0.12345678 1795290000"
         .format = "shaped_token",
         .variant = "RedisLock",
         .note = "cheprasov/php-redis-lock",
         .word = RowWord::Needed,
         .values = {"{pid}:0.{token:digits8} {drawn at:seconds}:{token:number}"},
         .needsTtl = true,
         .why = {"the value is <process>:<microtime()>:<random>, as cheprasov's library writes it", saysLock},
         .owner = RowOwner::Object,
         .scripts = {"9bdce90060b1eb1923ba581ffba7051865f063d7", "b414769872ec8518662b9f29e83fc691b0349f45"}},
        {.library = "sidekiq-lock",
         .format = "shaped_token",
         .note = "sidekiq-lock (Ruby)",
         .word = RowWord::Needed,
         .values = {"{token:hex50}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the value is 25 random bytes in hex, as sidekiq-lock draws its tokens", saysLock},
         .madeByHand = true,
         .owner = RowOwner::Object,
         .scripts = {"d7832f4a685278012c726f6a334e46db6117bbd5"}},
        {.library = "walrus",
         .format = "shaped_token",
         .variant = "Lock",
         .note = "walrus (Python)",
         .keys = {"lock:*", "*.lock:*"},
         .word = RowWord::Needed,
         .values = {"{token:random-bytes32}"},
         .confidence = 3,
         .why = {"the name begins with lock: and the value is 32 random bytes", saysLock},
         .madeByHand = true,
         .owner = RowOwner::Object,
         .lease = LeaseRule::CallersChoice,
         .wakesByPop = true,
         .scripts = {"d893d8da0844b834c9c5a41fb79b469749e6f442", "758ee2fc57c84a93a25cd712f592a1b4898d6c03"}},
        {.library = std::string(unknownLibrary),
         .format = "shaped_token",
         .variant = "time-based UUID",
         .word = RowWord::Needed,
         .values = {"{token:uuid1}"},
         .needsTtl = true,
         .confidence = 2,
         .why = {"the value is a time-based UUID with a sane time, as ioredis-lock, redislock and node-mutex write it", saysLock},
         .owner = RowOwner::Object,
         .lease = LeaseRule::CallersChoice},
        {.library = "node-redis-warlock",
         .note = "node-redis-warlock and kue (Node): the token tells its time and its machine",
         .keys = {"*:lock"},
         .values = {"{token:uuid1-base64}"},
         .needsTtl = true,
         .why = {"the name ends with :lock and the value is a time-based UUID with a sane time, in base64"},
         .rank = 11},
        {.library = "yii2-redis", // the name is 5 hex digits of the application and the MD5 of the lock's name
         .variant = "Mutex",
         .note = "the Mutex of yii2-redis (PHP)",
         .rest = "{name:hex37}",
         .values = {"{token:base64url-20}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the name is 37 hex digits, as this library derives it, and the value is 20 random characters"},
         .usualLease = 30s},
    };
}

} // namespace lockcore
