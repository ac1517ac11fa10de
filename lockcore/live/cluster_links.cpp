// SPDX-License-Identifier: MIT
#include "lockcore/live/cluster_links.h"

#include "lockcore/redis/redirection.h"

#include <algorithm>

namespace lockcore {

namespace {

const Error *serverErrorOf(const Answer &answer, Error &store)
{
    if (!answer.failed())
        return nullptr;
    store = answer.error();
    return store.kind == ErrorKind::Server ? &store : nullptr;
}

std::string quoted(const Bytes &key) { return '"' + escaped(key) + '"'; }

} // namespace

std::optional<Error> crossSlot(std::span<const Bytes> keys)
{
    const auto differs = [&](const Bytes &key) { return slotOf(key) != slotOf(keys.front()); };
    const auto other = std::ranges::find_if(keys, differs);
    if (other == keys.end())
        return std::nullopt;
    const auto &key = keys.front();
    const bool follows = other->find(key) != other->npos && key.find_first_of("{}") == key.npos;
    const auto how = follows ? "call the lock " + quoted('{' + key + '}') + ": only the part in braces decides about the slot"
                             : "give both the same part in braces, like {name}: only this part decides about the slot";
    return Error{ErrorKind::Refused,
                 "on this cluster, " + quoted(key) + " and " + quoted(*other)
                     + " live in different slots, perhaps on different nodes, so one step cannot use both; " + how,
                 "cross-slot"};
}

ClusterLinks::ClusterLinks(Endpoint cluster, ConnectionOptions options, EventLoop &loop, Clock &clock)
    : m_options(std::move(options))
    , m_loop(loop)
    , m_clock(clock)
    , m_watch(std::move(cluster), m_options.connectTimeout, loop, clock)
    , m_opening(loop)
    , m_routes(loop)
{
    QObject::connect(&m_watch, &TopologyWatch::changed, this, &ClusterLinks::follow);
}

ClusterLinks::~ClusterLinks()
{
    m_routes.end();
    m_opening.cancel();
}

void ClusterLinks::ask(std::vector<Bytes> command, bool byName, Completion<Answer> done)
{
    if (const auto refused = crossSlot(keysOf(command))) {
        done.complete(Answer(*refused));
        return;
    }
    // Ends with its asker, so that a command that is abandoned before it is written is not sent.
    std::shared_ptr<Context::Companion> task = m_routes.start(route(std::move(command), byName, done));
    done.onAbandoned([task]() mutable { task.reset(); });
}

std::optional<Endpoint> ClusterLinks::nodeOf(std::string_view key) const
{
    const auto *owner = m_watch.topology().ownerOf(slotOf(key));
    return owner ? std::optional(m_watch.endpointOf(*owner)) : std::nullopt;
}

bool ClusterLinks::noteMoved(const Answer &answer)
{
    Error store;
    const auto *error = serverErrorOf(answer, store);
    if (!error || !error->is("MOVED"))
        return false;
    if (const auto redirection = redirectionIn(*error, {}))
        m_watch.slotMoved(redirection->slot, redirection->to);
    return true;
}

Task<void> ClusterLinks::route(std::vector<Bytes> command, bool byName, Completion<Answer> done)
{
    constexpr int mostHops = 5; // without a pause
    const auto end = m_clock.now() + m_options.commandTimeout;
    const auto keys = keysOf(command);
    const Bytes key = keys.empty() ? Bytes() : keys.front();
    std::optional<Endpoint> next; // where the last answer points to
    bool asking = false;
    Backoff backoff;
    for (int hops = 0;; ++hops) {
        auto node = std::exchange(next, std::nullopt);
        if (!node)
            node = nodeOf(key);
        std::optional<Answer> answered;
        if (node) {
            auto sending = sendTo(*node, asking, command, byName);
            answered = co_await sending;
        } else {
            m_watch.askSoon();
            answered = Answer(Answer::notSent(noNode().text));
        }
        auto &answer = *answered;
        Error store;
        const auto *error = serverErrorOf(answer, store);
        const bool moved = error && error->is("MOVED");
        const bool later = error && (error->is("TRYAGAIN") || error->is("CLUSTERDOWN"));
        asking = error && error->is("ASK");
        if (moved || asking) {
            const auto redirection = redirectionIn(*error, {node->host, node->port});
            if (!redirection) {
                done.complete(std::move(answer));
                co_return;
            }
            if (moved)
                m_watch.slotMoved(redirection->slot, redirection->to);
            next = m_watch.endpointAt(redirection->to);
        }
        const bool again = moved || asking || later || !node;
        if (!again || m_clock.now() >= end) {
            done.complete(std::move(answer));
            co_return;
        }
        if (later)
            m_watch.askSoon();
        if (later || !node || hops >= mostHops) {
            next.reset();
            asking = false;
            const auto pause = std::min<Duration>(backoff.next(), end - m_clock.now());
            co_await m_clock.after(pause);
        }
    }
}

// ASKING holds for the next command of the same connection: both go out together, and the script as text.
Task<Answer> ClusterLinks::sendTo(Endpoint node, bool asking, std::vector<Bytes> command, bool byName)
{
    auto &link = linkTo(node);
    auto &connection = link.connection;
    if (connection.state() != Connection::State::Open) {
        auto opened = whenOpened(link);
        co_await opened;
    }
    if (connection.state() != Connection::State::Open)
        co_return Answer(unreachable(link));
    if (asking) {
        Batch batch;
        batch.add({"ASKING"}).add(command);
        auto replies = co_await connection.send(std::move(batch));
        if (!replies)
            co_return Answer(replies.error());
        co_return Answer(Result<Reply>(replies->at(replies->front().isError() ? 0 : 1)));
    }
    Completion<Answer> completion;
    auto answer = completion.waiting();
    if (byName)
        askByName(connection, link.scripts, std::move(command), std::move(completion));
    else
        lockcore::ask(connection, command, std::move(completion));
    auto answered = co_await answer;
    if (answered.lost())
        m_watch.askSoon();
    co_return answered;
}

Error ClusterLinks::unreachable(const Link &link) const
{
    const HostPort address{link.connection.endpoint().host, link.connection.endpoint().port};
    const auto &nodes = m_watch.topology().nodes;
    const auto node = std::ranges::find(nodes, address, &ClusterTopology::Node::address);
    const auto announced = toString(node == nodes.end() ? address : node->announced);
    const auto via = node == nodes.end() || node->announced == address ? std::string() : " at " + toString(address);
    return Answer::notSent("the cluster says that " + announced + " has the key, and there is no connection to it" + via + " ("
                           + escaped(link.refusal) + "). If the cluster announces addresses of another network, name those that are "
                           + "reached from here, in the URL: ?map=" + announced + "=HOST:PORT");
}

ClusterLinks::Link &ClusterLinks::linkTo(const Endpoint &node)
{
    auto &link = m_links[{node.host, node.port}];
    if (!link) {
        link = std::make_unique<Link>(node, m_options, m_loop, m_clock);
        const auto lost = [this, &link = *link, address = HostPort{node.host, node.port}] {
            link.scripts.forget();
            m_opening.start(openAgain(address));
        };
        connect(&link->connection, &Connection::lost, this, lost);
    }
    return *link;
}

Waiting<void> ClusterLinks::whenOpened(Link &link)
{
    if (link.waiters.empty())
        m_opening.start(openLink(link));
    return link.waiters.emplace_back().waiting();
}

Task<void> ClusterLinks::openLink(Link &link)
{
    const auto opened = co_await link.connection.open();
    link.refusal = opened ? std::string() : opened.error().text;
    if (!opened)
        m_watch.askSoon();
    for (auto &waiter : std::exchange(link.waiters, {}))
        waiter.complete();
}

// So that a failover is noticed although no command is sent.
Task<void> ClusterLinks::openAgain(HostPort address)
{
    for (Backoff backoff; serves(address);) {
        m_watch.askSoon();
        co_await m_clock.after(backoff.next());
        auto &link = *m_links.at(address);
        if (link.connection.state() != Connection::State::Open) {
            auto opened = whenOpened(link);
            co_await opened;
        }
        if (link.connection.state() == Connection::State::Open)
            co_return;
    }
}

bool ClusterLinks::serves(const HostPort &address) const
{
    return std::ranges::any_of(m_watch.topology().primaries(), [&](const auto *node) { return node->address == address; });
}

void ClusterLinks::follow(const ClusterTopology &before)
{
    dropOld();
    for (const auto *primary : m_watch.topology().primaries()) {
        const auto *was = before.nodeWith(primary->id);
        if (was && was->replica)
            emit failedOver(primary->address);
    }
}

// A node that serves no slot any more may hang, and then nobody waits for its connection. Commands that were written to it still have their
// time for an answer.
void ClusterLinks::dropOld()
{
    for (const auto &[address, link] : m_links) {
        if (link->connection.state() == Connection::State::Connecting && !serves(address))
            link->connection.close();
    }
    for (const auto &[address, hub] : m_hubs) {
        if (!serves(address))
            hub->stop();
    }
}

SubscriptionHub *ClusterLinks::hub(std::string_view channel)
{
    const auto node = nodeOf(channel);
    if (!node)
        return nullptr;
    auto &hub = m_hubs[{node->host, node->port}];
    if (!hub) {
        auto options = m_options;
        options.subscriber = true;
        hub = std::make_unique<SubscriptionHub>(*node, std::move(options), m_loop, m_clock);
    }
    return hub.get();
}

} // namespace lockcore
