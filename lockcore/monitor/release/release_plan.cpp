// SPDX-License-Identifier: MIT
// Makes a plan from a request and a look: the freed holders, the comparisons, the changes, and the warnings.
#include "lockcore/monitor/release/release.h"

#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/release/release_script.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

using namespace recipe;
using Kind = ReleaseWarning::Kind;

bool isCounter(const LockMatch &match)
{
    return match.leaseRule == LeaseRule::NeverByDesign && (match.kind == LockKind::Semaphore || match.kind == LockKind::Latch);
}

bool recordsNobody(const LockMatch &match) { return isCounter(match) && match.holders.empty() && match.ownerScope == OwnerScope::Nobody; }

std::string ownersText(const std::vector<Holder> &holders)
{
    constexpr std::size_t some = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(holders.size(), some); ++i)
        text += (i ? ", " : "") + (holders[i].owner.empty() ? "an unnamed holder" : escaped(holders[i].owner));
    return holders.size() > some ? text + " and " + std::to_string(holders.size() - some) + " more" : text;
}

// Judges with what is known about the lock now. None: the plan frees no named holder, and there was no renewal.
std::optional<ReleaseWarning> lifeOf(const ReleasePlan &plan, const LockInfo &now)
{
    const auto &shown = plan.order.look.deadline;
    if (now.state == LockState::RenewalOverdue)
        return ReleaseWarning{Kind::HolderStopped, {}};
    if (now.renewals.count > 0)
        return ReleaseWarning{Kind::HolderRenews, {}, now.renewals.period};
    if (shown && now.deadline && *now.deadline - *shown > deadlineTolerance)
        return ReleaseWarning{Kind::HolderExtended, {}};
    return plan.freed.empty() ? std::nullopt : std::optional(ReleaseWarning{Kind::HolderMayBeAlive, {}});
}

class Planner
{
public:
    Planner(ReleasePlanInput order, const ReleaseServer &server)
    {
        m_plan.order = std::move(order);
        m_plan.server = server;
    }

    ReleasePlan run()
    {
        if (auto hindrance = whoIsFreed()) {
            m_plan.hindrance = std::move(hindrance);
            m_plan.freed.clear();
            return std::move(m_plan);
        }
        ReleaseCase what{look(), match(), m_plan.freed, m_plan.freesAll, wish().count.value_or(1), {}};
        if (wish().action == ReleaseAction::DropDeadHead)
            what.dropHead = wish().owners.empty() ? Bytes() : wish().owners.front();
        const auto *format = match().format;
        auto recipe = format && format->release ? format->release(what) : plain(what);
        if (wish().action == ReleaseAction::GiveLease && !recipe.noLease.empty()) {
            m_plan.hindrance = Hindrance{ReleaseOutcome::NotPermitted, std::move(recipe.noLease)};
            return std::move(m_plan);
        }
        if (wish().action == ReleaseAction::GiveLease)
            leaseInsteadOf(recipe);
        if (auto hindrance = write(recipe, what)) {
            m_plan.hindrance = std::move(hindrance);
            return std::move(m_plan);
        }
        for (const auto &companion : match().companions) {
            if (companion.mustStay && !isChanged(companion.key))
                m_plan.mustStay.push_back(companion);
        }
        m_plan.mustStay.insert(m_plan.mustStay.end(), recipe.mustStay.begin(), recipe.mustStay.end());
        warn(recipe);
        return std::move(m_plan);
    }

private:
    using Hindrance = ReleasePlan::Hindrance;

    const ReleaseRequest &wish() const { return m_plan.order.wish; }
    const KeySnapshot &look() const { return m_plan.order.look; }
    const LockMatch &match() const { return m_plan.order.match; }

    bool isChanged(const Bytes &name) const
    {
        return std::ranges::any_of(m_plan.steps, [&](const ReleaseStep &step) {
            return step.applies && std::ranges::find(step.words, key(name)) != step.words.end();
        });
    }

    std::optional<Hindrance> whoIsFreed()
    {
        if (m_plan.server.replica)
            return Hindrance{ReleaseOutcome::NotPermitted, "this server is a replica: locks are released on the primary"};
        if (wish().action == ReleaseAction::DropDeadHead)
            return match().kind == LockKind::FairLock
                       ? std::nullopt
                       : std::optional(Hindrance{ReleaseOutcome::NotThere, "this key has no queue of waiters"});
        if (!look().value.exists())
            return Hindrance{ReleaseOutcome::NotThere, "there is nothing under this key"};
        if (wish().action == ReleaseAction::GiveLease && isCounter(match()))
            return Hindrance{ReleaseOutcome::NotPermitted,
                             "a counter has no lease by design: when a lease ended, the counter would be gone, not free"};
        if (recordsNobody(match())) {
            m_plan.freesAll = true;
            return wish().owners.empty() ? std::nullopt
                                         : std::optional(Hindrance{ReleaseOutcome::Changed, "it does not record who holds it"});
        }
        if (countsUnnamed() && (!wish().owners.empty() || match().holders.empty())) {
            m_plan.freesAll = true;
            if (wish().owners.empty() && wish().count && *wish().count != match().moreHolders)
                return Hindrance{ReleaseOutcome::Changed,
                                 "it counts " + std::to_string(match().moreHolders) + " holders, not " + std::to_string(*wish().count)};
            return wish().owners.empty()
                       ? std::nullopt
                       : std::optional(Hindrance{ReleaseOutcome::NotPermitted,
                                                 "it also counts holders without their names (" + std::to_string(match().moreHolders)
                                                     + "), which cannot be distinguished: only all of them can be freed together"});
        }
        if (match().holders.empty() && match().ownerScope == OwnerScope::Nobody)
            return Hindrance{
                ReleaseOutcome::NotPermitted,
                "it does not record who holds it, nor whether it counts permits that are taken or free; only its program can give "
                "one back"};
        if (match().holders.empty())
            return Hindrance{ReleaseOutcome::NotThere,
                             match().library.empty() ? "what is under this key is not a lock that Lockscope knows" : "nobody holds it"};
        if (auto hindrance = chooseHolders())
            return hindrance;
        if (wish().action == ReleaseAction::GiveLease && (look().deadline || hasOwnDeadline()))
            return Hindrance{ReleaseOutcome::Changed, "it already has a deadline"};
        if (wish().action == ReleaseAction::GiveLease && !m_plan.freesAll)
            return Hindrance{ReleaseOutcome::NotPermitted, "the lease would be that of all its holders, and not of one alone"};
        return std::nullopt;
    }

    bool hasOwnDeadline() const
    {
        const auto &lapses = match().lapses;
        return (lapses && *lapses > look().at)
               || std::ranges::any_of(match().holders, [](const Holder &holder) { return holder.deadline.has_value(); });
    }

    // For example `readers 3`: the value is complete, but does not name the holders.
    bool countsUnnamed() const { return match().moreHolders > 0 && look().value.whole(); }

    std::optional<Hindrance> chooseHolders()
    {
        const auto &holders = match().holders;
        for (const auto &owner : wish().owners) {
            const auto before = m_plan.freed.size();
            for (const auto &holder : holders) {
                // A request may name the whole value if the value names nobody, but not if the value only counts its holders.
                const bool isIt = holder.owner == owner
                                  || (holders.size() == 1 && !isCounter(match()) && look().value.type == ValueType::String
                                      && look().value.whole() && look().value.text == owner);
                if (isIt && std::ranges::find(m_plan.freed, holder) == m_plan.freed.end())
                    m_plan.freed.push_back(holder);
            }
            if (m_plan.freed.size() == before)
                return Hindrance{ReleaseOutcome::Changed, escaped(owner) + " does not hold it; it is held by " + ownersText(holders)
                                                              + (look().value.whole() ? "" : ", and by more than were read")};
        }
        if (wish().owners.empty())
            m_plan.freed = holders;
        m_plan.freesAll = m_plan.freed.size() == holders.size() && look().value.whole();
        const auto &count = wish().count;
        const auto other = [&](const Holder &holder) { return count && holder.count != *count; };
        if (const auto found = std::ranges::find_if(m_plan.freed, other); found != m_plan.freed.end())
            return Hindrance{ReleaseOutcome::Changed, ownersText({*found}) + " holds it with a count of " + std::to_string(found->count)
                                                          + ", not " + std::to_string(*count)};
        return std::nullopt;
    }

    // Gives a lease to the key instead of freeing it; the comparisons are the same.
    void leaseInsteadOf(ReleaseRecipe &recipe) const
    {
        recipe.instead = {step("PEXPIRE", {key(wish().id.key), text(std::to_string(wish().lease.count()))})};
        recipe.after.clear();
        recipe.prepare.clear();
        if (!recipe.wakeUps.empty())
            recipe.warnings = {{Kind::WaitersSleepOn, {}}};
        recipe.wakeUps.clear();
    }

    std::optional<Hindrance> write(const ReleaseRecipe &recipe, const ReleaseCase &what)
    {
        if (auto hindrance = compare(recipe, what))
            return hindrance;
        auto changes = changesOf(recipe);
        changes.insert(changes.end(), recipe.after.begin(), recipe.after.end());
        auto wakeUps = recipe.wakeUps;
        for (auto &wakeUp : wakeUps) {
            if (wakeUp.sharded && m_plan.server.shardedChannels)
                wakeUp.words.front().text = "SPUBLISH";
        }
        auto script = writeReleaseScript(wish().id.key, recipe, m_plan.guards, changes, wakeUps, m_plan.server.hasRightsCheck);
        m_plan.script = std::move(script.lua);
        // Since 7.0, a server that refuses writes refuses a script with flags before it begins.
        m_plan.dryScript = (m_plan.server.hasRightsCheck ? "#!lua flags=allow-oom\n" : "") + script.dryLua;
        m_plan.keys = std::move(script.keys);
        m_plan.arguments = std::move(script.arguments);
        show(changes, wakeUps);
        m_plan.steps = std::move(changes);
        m_plan.steps.insert(m_plan.steps.end(), wakeUps.begin(), wakeUps.end());
        return std::nullopt;
    }

    std::optional<Hindrance> compare(const ReleaseRecipe &recipe, const ReleaseCase &what)
    {
        m_plan.guards = {};
        if (recipe.guardsAlone) {
            m_plan.guards = recipe.guards;
            return m_plan.guards.empty() ? std::optional(Hindrance{ReleaseOutcome::Changed, "another waiter is at the head of the queue"})
                                         : std::nullopt;
        }
        const auto held = recipe.heldIn.value_or(wish().id.key);
        const auto companion = recipe.heldIn ? look().companions.find(held) : look().companions.end();
        if (recipe.heldIn && companion == look().companions.end())
            return Hindrance{ReleaseOutcome::NotPermitted, escaped(held) + ", which records the holders, was not read"};
        const auto &value = recipe.heldIn ? companion->second : look().value;
        if (recipe.heldIn) // these come first: they check that the lock itself exists, while a companion records the holders
            m_plan.guards = recipe.guards;
        addType(held, value.type);
        if (!recipe.heldIn)
            m_plan.guards.insert(m_plan.guards.end(), recipe.guards.begin(), recipe.guards.end());
        if (!value.whole() && (recipe.elements.empty() || wish().owners.empty()))
            return Hindrance{ReleaseOutcome::Changed,
                             value.type == ValueType::String
                                 ? "its value is larger than what was read, so it cannot be compared"
                                 : "it has more holders than were read, so they cannot be compared; free them by name"};
        for (const auto &element : elementsOf(recipe, value)) {
            if (value.type != ValueType::Set && !value.find(element.name))
                return Hindrance{ReleaseOutcome::Changed, escaped(element.name) + " was not read, so it cannot be compared"};
            addElement(held, value, element);
        }
        if (recipe.elements.empty())
            addWhole(held, value);
        else if (m_plan.freesAll && value.type != ValueType::String)
            addOthers(held, value, recipe);
        addLeases(recipe.leases);
        const bool ownLeases =
            recipe.heldIn || readersTellThemselves(recipe)
            || std::ranges::any_of(recipe.elements, [](const ReleaseElement &element) { return element.difference == Difference::Lease; });
        if ((!wish().evenIfRenewed && !ownLeases) || wish().action == ReleaseAction::GiveLease)
            addDeadline(what.look.id.key);
        return std::nullopt;
    }

    std::vector<ReleaseElement> elementsOf(const ReleaseRecipe &recipe, const Value &value) const
    {
        if (!recipe.elements.empty())
            return recipe.elements;
        std::vector<ReleaseElement> all;
        for (const auto &[name, second] : value.elements)
            all.push_back({name, value.type == ValueType::Zset || isHolders(name) ? differenceOf(value, name) : Difference::Value});
        return all;
    }

    // Only elements that name a holder are compared for each holder. Other elements contain more, and may change with a renewal.
    bool isHolders(const Bytes &text) const { return std::ranges::find(match().holders, text, &Holder::owner) != match().holders.end(); }

    void addType(const Bytes &held, ValueType type)
    {
        ReleaseGuard guard;
        guard.words = command("TYPE", {key(held)});
        guard.answer = Bytes(toString(type));
        guard.difference = Difference::Type;
        m_plan.guards.push_back(std::move(guard));
    }

    void addElement(const Bytes &held, const Value &value, const ReleaseElement &element)
    {
        ReleaseGuard guard;
        guard.difference = element.difference;
        if (element.difference == Difference::Value && !isHolders(element.name))
            guard.missing = Difference::Value;
        const bool forgiven = element.difference == Difference::Lease && wish().evenIfRenewed;
        switch (value.type) {
        case ValueType::Hash: guard.words = command("HGET", {key(held), text(element.name)}); break;
        case ValueType::Zset: guard.words = command("ZSCORE", {key(held), text(element.name)}); break;
        default:
            guard.words = command("SISMEMBER", {key(held), text(element.name)});
            guard.number = true;
            guard.answer = "1";
            guard.difference = Difference::Owner;
            m_plan.guards.push_back(std::move(guard));
            return;
        }
        if (!forgiven)
            guard.answer = *value.find(element.name);
        m_plan.guards.push_back(std::move(guard));
    }

    void addWhole(const Bytes &held, const Value &value)
    {
        ReleaseGuard guard;
        if (value.type == ValueType::String) {
            // One byte beyond the known length: a longer value is not read completely, and is not equal.
            guard.words = command("GETRANGE", {key(held), text("0"), text(std::to_string(value.length))});
            guard.answer = value.text;
            if (recordsNobody(match()))
                guard.difference = guard.missing = Difference::Count;
            else if (!isHolders(value.text))
                guard.difference = guard.missing = Difference::Value;
        } else {
            guard = size(held, value);
            const bool isRecord = value.type == ValueType::Hash
                                  && std::ranges::none_of(value.elements, [this](const auto &element) { return isHolders(element.first); });
            if (isRecord)
                guard.difference = Difference::Value;
        }
        m_plan.guards.push_back(std::move(guard));
    }

    // Compares the other holders: one that has joined since the look must be noticed, even if an expired member has gone or returned
    // meanwhile.
    void addOthers(const Bytes &held, const Value &value, const ReleaseRecipe &recipe)
    {
        addSize(held, value);
        if (value.type != ValueType::Zset && !match().scores)
            return; // other fields do not name holders
        for (const auto &[name, second] : value.elements) {
            if (std::ranges::find(recipe.elements, name, &ReleaseElement::name) == recipe.elements.end())
                addElement(held, value, {name, Difference::Count});
        }
    }

    void addSize(const Bytes &held, const Value &value)
    {
        auto guard = size(held, value);
        const auto asks = [&](const ReleaseGuard &other) { return plainWords(other.words) == plainWords(guard.words); };
        if (std::ranges::none_of(m_plan.guards, asks))
            m_plan.guards.push_back(std::move(guard));
    }

    void addDeadline(const Bytes &held)
    {
        const bool absolute = m_plan.server.hasPexpiretime;
        ReleaseGuard guard;
        guard.words = command(absolute ? "PEXPIRETIME" : "PTTL", {key(held)});
        guard.number = true;
        guard.difference = Difference::Lease;
        guard.aboutNow = !absolute && look().deadline;
        guard.answer =
            look().deadline ? std::to_string(std::chrono::floor<Milliseconds>(*look().deadline).time_since_epoch().count()) : "-1";
        m_plan.guards.push_back(std::move(guard));
    }

    void addLeases(const std::vector<Bytes> &leases)
    {
        if (wish().evenIfRenewed)
            return;
        for (const auto &lease : leases) {
            const auto seen = look().leases.find(lease);
            if (seen == look().leases.end()) {
                m_plan.unread.push_back(lease);
                continue;
            }
            ReleaseGuard guard;
            guard.words = command(m_plan.server.hasPexpiretime ? "PEXPIRETIME" : "PTTL", {key(lease)});
            guard.answer = std::to_string(seen->second);
            guard.number = true;
            guard.mayBeOver = true;
            guard.aboutNow = !m_plan.server.hasPexpiretime && seen->second >= 0;
            guard.difference = Difference::Lease;
            m_plan.guards.push_back(std::move(guard));
        }
    }

    // Whether each hold's own lease shows if it changed. The key's deadline depends on the holders that remain.
    bool readersTellThemselves(const ReleaseRecipe &recipe) const
    {
        const auto ends = [this](const Bytes &lease) {
            const auto seen = look().leases.find(lease);
            return seen != look().leases.end() && seen->second >= 0;
        };
        const auto reads = [](const Holder &holder) { return holder.mode == Mode::Read; };
        return !m_plan.freesAll && !recipe.leases.empty() && std::ranges::all_of(recipe.leases, ends)
               && std::ranges::all_of(m_plan.freed, reads);
    }

    // If the owner's text is constant, or names nobody, only a deadline shows that the lock was acquired again. A deadline that several
    // holders share does not change when one of them leaves and returns.
    bool hidesRetake() const
    {
        if (match().ownerScope == OwnerScope::Acquisition)
            return false;
        const auto tells = [](const ReleaseGuard &guard) {
            return guard.difference == Difference::Lease && guard.answer.value_or("-1") != "-1";
        };
        const auto isOfAll = [this](const ReleaseGuard &guard) { // the deadline of the lock's own key
            const auto &verb = guard.words.front().text;
            return (verb == "PEXPIRETIME" || verb == "PTTL") && guard.words[1] == key(wish().id.key);
        };
        const auto told = std::ranges::count_if(m_plan.guards, tells);
        const auto ofEach =
            std::ranges::count_if(m_plan.guards, [&](const ReleaseGuard &guard) { return tells(guard) && !isOfAll(guard); });
        if (!m_plan.freed.empty() && told == 0)
            return true;
        std::set<Bytes> owners; // counted once, because one owner may read and write
        for (const auto &holder : m_plan.freed)
            owners.insert(holder.owner);
        return othersKeepIt() && ofEach < std::ssize(owners);
    }

    // Whether other holders keep the key and its deadline unchanged when one of the freed holders leaves and returns.
    bool othersKeepIt() const
    {
        const auto isCounted = [](const Holder &holder) { return holder.owner.empty() && holder.mode == Mode::Read; };
        const bool countsReaders =
            look().value.type == ValueType::Hash && (match().moreHolders > 0 || std::ranges::any_of(m_plan.freed, isCounted));
        return !m_plan.freesAll || match().holders.size() > 1 || countsReaders;
    }

    std::vector<ReleaseStep> changesOf(const ReleaseRecipe &recipe) const
    {
        if (!recipe.instead.empty())
            return recipe.instead;
        const auto held = recipe.heldIn.value_or(wish().id.key);
        if (recipe.elements.empty())
            return {step("DEL", {key(held)})};
        const auto type = recipe.heldIn ? look().companions.at(held).type : look().value.type;
        std::vector<ReleaseWord> words = {key(held)};
        for (const auto &element : recipe.elements)
            words.push_back(text(element.name));
        return {step(type == ValueType::Hash ? "HDEL" : type == ValueType::Zset ? "ZREM" : "SREM", std::move(words))};
    }

    static std::vector<Bytes> plainWords(const ReleaseWords &words)
    {
        std::vector<Bytes> all;
        for (const auto &word : words)
            all.push_back(word.text);
        return all;
    }

    void show(const std::vector<ReleaseStep> &changes, const std::vector<ReleaseStep> &wakeUps)
    {
        for (const auto &guard : m_plan.guards) {
            auto line = redisCliLine(plainWords(guard.words)) + "  must ";
            if (guard.aboutNow)
                line += "end at " + *guard.answer + ", give or take " + std::to_string(deadlineTolerance.count()) + " ms";
            else
                line += guard.answer ? "be  " + redisCliLine(std::vector{*guard.answer}) : "be there";
            if (isCutDeadline(guard))
                line += ", or later";
            m_plan.compared.push_back(std::move(line));
        }
        for (const auto &change : changes) {
            if (change.applies || !change.onlyIf.empty())
                m_plan.changes.push_back(redisCliLine(plainWords(change.words)) + (change.applies ? "" : "  " + change.onlyIf));
        }
        for (const auto &wakeUp : wakeUps) {
            if (!wakeUp.applies)
                continue;
            m_plan.wakeUps.push_back(redisCliLine(plainWords(wakeUp.words)));
            for (const auto &word : wakeUp.words) {
                if (word.role == ReleaseWord::Role::Channel)
                    m_plan.channels.push_back(word.text);
            }
        }
    }

    void warn(const ReleaseRecipe &recipe)
    {
        auto &warnings = m_plan.warnings;
        if (wish().action == ReleaseAction::Release) {
            if (const auto life = lifeOf(m_plan, m_plan.order.lock))
                warnings.push_back(*life);
            if (!recipe.showsRetake && hidesRetake())
                warnings.push_back({Kind::RetakeUnseen, {}});
            if (match().format)
                warnings.insert(warnings.end(), match().format->releaseWarnings.begin(), match().format->releaseWarnings.end());
            if (match().releasesUnchecked)
                warnings.push_back({Kind::DeletesNextOwners, "your format says that it deletes without a check"});
        }
        if (wish().action == ReleaseAction::GiveLease)
            warnings.push_back({Kind::LeaseMayEnd, {}});
        warnings.insert(warnings.end(), recipe.warnings.begin(), recipe.warnings.end());
        if (match().confidence < sureEnough)
            warnings.push_back({Kind::MaybeNoLock, {}});
        if (wish().action != ReleaseAction::Release)
            return;
        if (!m_plan.freesAll)
            warnings.push_back({Kind::OtherHoldersStay, {}, {}, match().holders.size() - m_plan.freed.size()});
        if (countsUnnamed())
            warnings.push_back({Kind::UnnamedAreFreed, {}, {}, static_cast<std::size_t>(match().moreHolders)});
        if (recipe.wakeUps.empty() && !match().waiters.known())
            warnings.push_back({Kind::WaitersPoll, {}});
    }

    ReleasePlan m_plan;
};

} // namespace

bool isAboutLife(ReleaseWarning::Kind kind)
{
    switch (kind) {
    case Kind::HolderRenews:
    case Kind::HolderExtended:
    case Kind::HolderStopped:
    case Kind::HolderMayBeAlive: return true;
    default: return false;
    }
}

std::optional<ReleaseWarning::Kind> lifeIn(const ReleasePlan &plan)
{
    const auto life = std::ranges::find_if(plan.warnings, isAboutLife, &ReleaseWarning::kind);
    return life == plan.warnings.end() ? std::nullopt : std::optional(life->kind);
}

void judgeAgain(ReleasePlan &plan, const LockInfo &now)
{
    if (plan.order.wish.action != ReleaseAction::Release)
        return;
    plan.order.lock.renewals = now.renewals;
    std::erase_if(plan.warnings, [](const ReleaseWarning &warning) { return isAboutLife(warning.kind); });
    if (auto life = lifeOf(plan, now))
        plan.warnings.insert(plan.warnings.begin(), *std::move(life));
}

ReleasePlan planFor(ReleasePlanInput order, const ReleaseServer &server) { return Planner(std::move(order), server).run(); }

} // namespace lockcore
