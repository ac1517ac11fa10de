// SPDX-License-Identifier: MIT
#include "lockcore/live/live_context.h"

#include "lockcore/live/live_companion.h"
#include "lockcore/live/live_servers_private.h"
#include "lockcore/live/own_connection.h"

#include <QRandomGenerator>

#include <array>

namespace lockcore {

namespace {

class LiveSubscription final : public Context::Subscription
{
public:
    LiveSubscription(std::unique_ptr<Listener> listener, std::weak_ptr<const std::function<void(Where)>> observe)
        : m_listener(std::move(listener))
        , m_observe(std::move(observe))
    { }

    bool listening() const override { return m_listener->listening(); }

    Waiting<std::optional<Message>> next(Milliseconds most, Where where) override
    {
        if (const auto observe = m_observe.lock())
            (*observe)(where);
        return m_listener->next(most);
    }

private:
    const std::unique_ptr<Listener> m_listener;
    const std::weak_ptr<const std::function<void(Where)>> m_observe;
};

std::mt19937_64 generator(const LiveContext::Options &options)
{
    std::array<std::uint32_t, 6> words{};
    if (options.seed == 0) {
        QRandomGenerator::system()->generate(words.begin(), words.end());
    } else {
        const auto worker = static_cast<std::uint64_t>(options.worker); // workers with the same seed must differ
        words = {static_cast<std::uint32_t>(options.seed),
                 static_cast<std::uint32_t>(options.seed >> 32),
                 static_cast<std::uint32_t>(worker),
                 static_cast<std::uint32_t>(worker >> 32),
                 0,
                 0};
    }
    std::seed_seq seed(words.begin(), words.end());
    return std::mt19937_64(seed);
}

} // namespace

struct LiveContext::Private
{
    Private(LiveServers::Private &servers, Options given)
        : servers(servers)
        , options(std::move(given))
        , random(generator(options))
        , companions(servers.loop)
        , requests(servers.loop)
        , scope(servers.loop)
    { }

    void observe(std::string_view what, Where where) const
    {
        if (options.observer)
            options.observer({options.worker, what, where});
    }

    Task<void> subscribe(Bytes channel, Completion<std::unique_ptr<Subscription>> done)
    {
        auto *hub = servers.hub(channel);
        if (!hub) {
            done.complete(nullptr);
            co_return;
        }
        auto listener = co_await hub->listen(std::move(channel));
        done.complete(std::make_unique<LiveSubscription>(std::move(listener), observeNext));
    }

    OwnConnection &ownAt(const Endpoint &node)
    {
        if (!own || own->endpoint() != node)
            own = std::make_unique<OwnConnection>(node, servers.connectionOptions(), servers.loop, servers.clock);
        return *own;
    }

    // On a cluster, WATCH decides about the node; the rest of the transaction follows it.
    void askAlone(const Endpoint &server, std::vector<Bytes> command, Completion<Answer> done)
    {
        if (!servers.cluster)
            ownAt(server).ask(std::move(command), std::move(done));
        else if (!own || command.front() == "WATCH")
            requests.start(askAtItsNode(std::move(command), std::move(done)));
        else
            own->ask(std::move(command), std::move(done));
    }

    Task<void> askAtItsNode(std::vector<Bytes> command, Completion<Answer> done)
    {
        constexpr int mostHops = 5;
        const auto keys = keysOf(command);
        const Bytes key = keys.empty() ? Bytes() : keys.front();
        for (int hops = 0;; ++hops) {
            const auto node = servers.cluster->nodeOf(key);
            if (!node) {
                done.complete(Answer(Answer::notSent(noNode().text)));
                co_return;
            }
            Completion<Answer> completion;
            auto waiting = completion.waiting();
            ownAt(*node).ask(command, std::move(completion));
            auto answer = co_await waiting;
            if (!servers.cluster->noteMoved(answer) || hops == mostHops) {
                done.complete(std::move(answer));
                co_return;
            }
        }
    }

    LiveServers::Private &servers;
    const Options options;
    const std::shared_ptr<const std::function<void(Where)>> observeNext =
        std::make_shared<const std::function<void(Where)>>([this](Where where) { observe("next", where); });
    std::mt19937_64 random;
    std::map<Bytes, std::int64_t> memory;
    std::unique_ptr<OwnConnection> own;
    Companions companions;
    Scope requests;
    Scope scope;
};

LiveContext::LiveContext(LiveServers &servers, Options options)
    : d(std::make_unique<Private>(*servers.d, std::move(options)))
{ }

LiveContext::~LiveContext()
{
    d->companions.end(); // end them first: they must not act for a worker that is half destroyed
    d->scope.cancel();
}

Scope &LiveContext::scope() { return d->scope; }

std::size_t LiveContext::servers() const { return d->servers.endpoints.size(); }

Waiting<void> LiveContext::sleep(Milliseconds duration, Where where)
{
    d->observe("sleep", where);
    return d->servers.clock.after(duration);
}

WorkerTime LiveContext::now(Where where)
{
    d->observe("now", where);
    return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now()) + d->options.clockSkew;
}

Moment LiveContext::steady(Where where)
{
    d->observe("steady", where);
    return d->servers.clock.now();
}

Moment LiveContext::bookkeeping() const { return d->servers.clock.now(); }

Bytes LiveContext::uniqueToken(Where where)
{
    d->observe("uniqueToken", where);
    std::array<std::uint32_t, 4> words{};
    if (d->options.seed == 0) {
        QRandomGenerator::system()->generate(words.begin(), words.end());
    } else {
        for (auto &word : words)
            word = static_cast<std::uint32_t>(d->random());
    }
    return toHex({reinterpret_cast<const char *>(words.data()), sizeof words});
}

Milliseconds LiveContext::random(Milliseconds below, Where where)
{
    d->observe("random", where);
    if (below <= Milliseconds::zero())
        return Milliseconds::zero();
    std::uniform_int_distribution<Milliseconds::rep> upTo(0, below.count() - 1);
    return Milliseconds(upTo(d->random));
}

const Bytes &LiveContext::instance() const { return d->servers.instance; }

std::int64_t LiveContext::worker() const { return d->options.worker; }

std::map<Bytes, std::int64_t> &LiveContext::memory() { return d->memory; }

std::unique_ptr<Context::Companion> LiveContext::spawn(Task<void> task, Where where)
{
    d->observe("spawn", where);
    return d->companions.start(std::move(task));
}

Waiting<std::unique_ptr<Context::Subscription>> LiveContext::subscribe(std::string_view channel, Where where)
{
    d->observe("subscribe", where);
    Completion<std::unique_ptr<Subscription>> done;
    auto waiting = done.waiting();
    d->requests.start(d->subscribe(Bytes(channel), std::move(done)));
    return waiting;
}

Waiting<Answer> LiveContext::send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command)
{
    d->observe(verb.name, verb.where);
    Completion<Answer> done;
    auto waiting = done.waiting();
    auto &servers = d->servers;
    const bool byName = verb.name == "EVAL" && command.size() > 2;
    if (server >= servers.endpoints.size()) {
        done.complete(Answer(Answer::notSent("there is no server " + std::to_string(server + 1))));
    } else if (alone) { // not sent as EVALSHA: within MULTI, NOSCRIPT would come too late
        d->askAlone(servers.endpoints[server], std::move(command), std::move(done));
    } else if (servers.cluster) {
        servers.cluster->ask(std::move(command), byName, std::move(done));
    } else if (byName) {
        askByName(*servers.connections[server], servers.scripts[server], std::move(command), std::move(done));
    } else {
        ask(*servers.connections[server], command, std::move(done));
    }
    return waiting;
}

void LiveContext::forget(Where, Locals) { }

} // namespace lockcore
