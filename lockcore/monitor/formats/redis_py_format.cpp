// SPDX-License-Identifier: MIT
// redis-py's Lock and those who use it: the value is a time-based UUID without dashes, drawn when acquire() was called, so
// it tells the time and the machine. Reference, §1 and §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "redis-py";

/// A well-known user of the library, told by the name of its lock.
struct User
{
    std::string_view variant;
    std::string_view why;
    std::optional<Milliseconds> usualLease; ///< one is always set
    bool waits;
};

constexpr User redbeat = {"RedBeat", "the name is that of RedBeat's scheduler: who holds it leads", Milliseconds(1'500'000),
                          true};
constexpr User kombu = {"kombu unacked_mutex",
                        "the name is that of the mutex by which Celery's Redis transport restores messages",
                        Milliseconds(300'000), false};
constexpr User celeryOnce = {"celery-once", "the name is one of celery-once: a mark against queueing a task twice, "
                             "no critical section", Milliseconds(3'600'000), false};
constexpr User djangoRedis = {"django-redis", "the name is a key of Django's cache: :<version>:<name>", std::nullopt, true};

// `:1:name`: a key of Django's cache without a prefix of its own.
bool isDjangoKey(std::string_view key)
{
    const auto second = key.find(':', 1);
    return key.starts_with(':') && second != key.npos && second + 1 < key.size()
        && grammar::isDigits(key.substr(1, second - 1), 1, 4);
}

const User *userOf(std::string_view key)
{
    if (key.ends_with("redbeat::lock"))
        return &redbeat;
    if (key.ends_with("unacked_mutex"))
        return &kombu;
    if (key.starts_with("qo_"))
        return &celeryOnce;
    return isDjangoKey(key) ? &djangoRedis : nullptr;
}

void addUser(Finding &finding, const User &user)
{
    finding.variant = user.variant;
    finding.why.emplace_back(user.why);
    if (user.usualLease) {
        finding.usualLease = user.usualLease;
        finding.leaseRule = LeaseRule::Always;
    }
    if (!user.waits)
        finding.waiters = stringlock::nobodyWaits("its callers do not wait");
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto uuid = text ? grammar::uuid1Hex(*text, look.at) : std::nullopt;
    if (!uuid)
        return std::nullopt;
    auto finding = stringlock::finding(library, "Lock", 4, look);
    finding.why = {
        "the value is a time-based UUID without dashes and with a sane time: among lock libraries only redis-py's"};
    for (auto &fact : grammar::factsOf(*uuid))
        finding.holders.front().facts.push_back(std::move(fact));
    if (const auto *user = userOf(look.id.key))
        addUser(finding, *user);
    return finding;
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.finding.variant == celeryOnce.variant)
        recipe.warnings = {{ReleaseWarning::Kind::DeletesNextOwners, "celery-once releases without looking whose the lock is"},
                           {ReleaseWarning::Kind::JobRunsTwice, "the task can be queued again while it is at work"}};
    else if (what.finding.variant == redbeat.variant)
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}};
    return recipe;
}

constexpr auto token = "021422a0e5a311f18c5600163e5f7a01";

Finding expectedLock(const char *owner, std::vector<OwnerFact> facts)
{
    Finding finding;
    finding.library = "redis-py";
    finding.variant = "Lock";
    finding.confidence = 4;
    finding.why = {
        "the value is a time-based UUID without dashes and with a sane time: among lock libraries only redis-py's"};
    finding.holders = {{owner, 1, Mode::Exclusive, {}, std::move(facts)}};
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

Example realExample(const Bytes &key, const char *owner, std::optional<Milliseconds> ttl)
{
    return {"redis-py 4.3.4", example::look(key, example::string(owner), ttl), {},
            expectedLock(owner, {{"drawn at", "2026-11-21T03:03:28.843Z"}, {"machine", "02:fc:00:00:00:01"}}), true};
}

Example userExample(const Bytes &key, const User &user)
{
    auto expected = expectedLock(token, {{"drawn at", "2026-11-21T11:59:30.250Z"}, {"machine", "00:16:3e:5f:7a:01"}});
    expected.variant = user.variant;
    expected.why.emplace_back(user.why);
    expected.usualLease = user.usualLease;
    expected.leaseRule = user.usualLease ? LeaseRule::Always : LeaseRule::CallersChoice;
    if (!user.waits)
        expected.waiters = stringlock::nobodyWaits("its callers do not wait");
    return {user.variant, example::look(key, example::string(token), Milliseconds(200'000)), {}, expected};
}

std::span<const Example> examples()
{
    static const std::vector<Example> all = {
        realExample("stock:7", "20630014e55811f18c5602fc00000001", std::nullopt),
        realExample("order:lock", "20630636e55811f18c5602fc00000001", Milliseconds(29'914)),
        userExample("redbeat::lock", redbeat),
        userExample("celery:unacked_mutex", kombu),
        userExample("qo_tasks.mail_id-7", celeryOnce),
        userExample(":1:report", djangoRedis),
        {"a random UUID", example::look("order:lock", example::string("5f1c2f5e6f0a4a3e8f6b0a1b2c3d4e5f")), {}, {}},
        {"a time of 1998", example::look("order:lock", example::string("a34cbd00813911d28c5600163e5f7a01")), {}, {}},
        {"a time that is yet to come",
         example::look("order:lock", example::string("96abfd0042e011f58c5600163e5f7a01")),
         {},
         {}},
        {"capitals", example::look("order:lock", example::string("20630636E55811F18C5602FC00000001")), {}, {}},
        {"a name without its value", example::look("redbeat::lock", example::string("1")), {}, {}},
    };
    return all;
}

} // namespace

extern const Format redisPyFormat;
const Format redisPyFormat = {
    .library = library,
    .names = {"redbeat::lock", "*unacked_mutex", "qo_*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"c3f8721cbb97f72bc19e972846bd7aaf91901658", "a4e8783852e6b949f9ef3a97212805108459a890",
                "1cac51482acf5858da00f6d685d68f886cd6b6b2"},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .release = release,
};

} // namespace lockcore
