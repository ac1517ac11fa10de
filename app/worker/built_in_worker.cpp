// SPDX-License-Identifier: MIT
#include "app/worker/built_in_worker.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "lockcore/base/duration.h"
#include "lockcore/locks/token_watchdog.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <csignal>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

namespace {

// CLIENT SETNAME accepts no blanks.
std::string connectionName(const worker::Hello &hello)
{
    auto name = hello.worker + '#' + std::to_string(hello.incarnation);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~'; }, '-');
    return name;
}

Result<std::vector<Endpoint>> endpointsOf(const worker::Hello &hello, const Protocol &protocol)
{
    std::vector<Endpoint> endpoints;
    for (const auto &server : hello.servers) {
        auto endpoint = Endpoint::parse(server.url);
        if (!endpoint)
            return endpoint.error();
        if (endpoint->password.empty())
            endpoint->password = server.password;
        endpoints.push_back(std::move(endpoint).value());
    }
    if (endpoints.empty())
        return Error{ErrorKind::Refused, "hello names no Redis server", "malformed"};
    if (hello.cluster) {
        ClusterSeeds seeds;
        for (const auto &endpoint : endpoints)
            seeds.nodes.push_back({endpoint.host, endpoint.port});
        for (auto &endpoint : endpoints) // for Redlock, these are several servers
            endpoint.cluster = seeds;
    }
    if (!protocol.manyServers)
        endpoints.resize(1);
    return endpoints;
}

std::optional<Milliseconds> durationOption(const ProtocolOptions &options, const std::string &name)
{
    const auto option = options.find(name);
    const auto parsed = option == options.end() ? Result<Milliseconds>(Error()) : parseDuration(option->second);
    return parsed ? std::optional(*parsed) : std::nullopt;
}

} // namespace

BuiltInWorker::BuiltInWorker(const WorkerOptions &options)
    : m_input(STDIN_FILENO, QSocketNotifier::Read)
    , m_scope(m_loop)
{
    std::signal(SIGPIPE, SIG_IGN);
    m_setup.protocol = options.protocol;
    m_setup.options = options.protocolOptions;
    m_setup.loop = &m_loop;
    m_setup.clock = &m_clock;
    m_setup.write = [this](const worker::Message &message) { write(message); };
    m_setup.nextCall = [this] { return ++m_lastCall; };
    m_input.setEnabled(false);
    QObject::connect(&m_input, &QSocketNotifier::activated, &m_input, [this] { readInput(); });
}

void BuiltInWorker::start() { m_input.setEnabled(true); }

void BuiltInWorker::readInput()
{
    std::array<char, 65536> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    const auto size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (size <= 0)
        ::_exit(exitYes); // the Lab is gone; locks of this worker end with their leases, as after a crash
    m_lines.add({buffer.data(), static_cast<std::size_t>(size)});
    while (const auto line = m_lines.next())
        take(worker::requestOf(*line));
    if (m_lines.tooLong()) {
        refuse(std::nullopt, "malformed", "a line of more than 1 MiB: " + worker::shownLine(m_lines.unfinished()));
        ::_exit(exitUsage);
    }
}

void BuiltInWorker::take(const worker::Request &request)
{
    if (const auto *bad = std::get_if<worker::BadRequest>(&request))
        return refuse(bad->id, bad->code, bad->text);
    if (const auto *hello = std::get_if<worker::Hello>(&request))
        return m_scope.start(greet(*hello));
    if (std::get_if<worker::Bye>(&request))
        return m_scope.start(finish());
    if (!m_greeted)
        return refuse(std::nullopt, "malformed", "the first line must be hello, and its answer must come before any other request");

    if (const auto *cancel = std::get_if<worker::Cancel>(&request)) {
        std::any_of(m_bodies.begin(), m_bodies.end(), [&](const auto &body) { return body.second->cancel(cancel->re); });
    } else if (const auto *answer = std::get_if<worker::ResourceAnswer>(&request)) {
        std::any_of(m_bodies.begin(), m_bodies.end(), [&](const auto &body) { return body.second->handle(*answer); });
    } else if (const auto *probe = std::get_if<worker::Probe>(&request)) {
        write(worker::Answer(worker::Held{probe->id, body(probe->owner).believes(probe->lock)}));
    } else if (const auto *stall = std::get_if<worker::Stall>(&request)) {
        write(worker::Answer(worker::Ok{stall->id, {}, {}, {}, {}, {}}));
        for (const auto &[owner, body] : m_bodies)
            body->stallFor(stall->time);
    } else if (const auto *thrown = std::get_if<worker::Throw>(&request)) {
        write(worker::Answer(worker::Ok{thrown->id, {}, {}, {}, {}, {}}));
        for (const auto &[owner, body] : m_bodies)
            body->die();
    } else if (const auto *acquire = std::get_if<worker::Acquire>(&request)) {
        body(acquire->owner).handle(*acquire);
    } else if (const auto *release = std::get_if<worker::Release>(&request)) {
        body(release->owner).handle(*release);
    } else if (const auto *extend = std::get_if<worker::Extend>(&request)) {
        body(extend->owner).handle(*extend);
    } else if (const auto *work = std::get_if<worker::Work>(&request)) {
        body(work->owner).handle(*work);
    }
}

WorkerBody &BuiltInWorker::body(const worker::Owner &owner)
{
    auto &body = m_bodies[owner];
    if (!body)
        body = std::make_unique<WorkerBody>(m_setup, owner, static_cast<std::int64_t>(m_bodies.size()));
    return *body;
}

Task<void> BuiltInWorker::greet(worker::Hello hello)
{
    if (hello.proto != worker::protocolVersion) {
        refuse(std::nullopt, "unsupported", "this worker speaks version " + std::to_string(worker::protocolVersion) + " of the protocol");
        co_return;
    }
    if (m_servers) {
        refuse(std::nullopt, "malformed", "hello came twice");
        co_return;
    }
    auto endpoints = endpointsOf(hello, *m_setup.protocol);
    if (!endpoints) {
        refuse(std::nullopt, "malformed", endpoints.error().text);
        co_return;
    }
    m_setup.hello = hello;
    auto &options = m_setup.options;
    if (hello.options.defaultLease && !options.contains("lease") && !options.contains("preset"))
        options["lease"] = std::to_string(hello.options.defaultLease->count()) + "ms";
    LiveServers::Options connection;
    connection.commandTimeout = hello.options.commandTimeout;
    connection.connectTimeout = hello.options.connectTimeout;
    connection.name = connectionName(hello);
    connection.sameClusterTwice = hello.cluster;
    m_servers = std::make_unique<LiveServers>(std::move(endpoints).value(), connection, m_loop, m_clock);
    m_setup.servers = m_servers.get();
    const auto opened = co_await m_servers->open();
    if (!opened) {
        refuse(std::nullopt, "connection", opened.error().text);
        QCoreApplication::exit(exitNoConnection);
        co_return;
    }
    body({}); // creates the first owner, because a probe, stall or throw before the first acquire needs it
    m_greeted = true;
    write(worker::Answer(greeting()));
}

worker::HelloOk BuiltInWorker::greeting() const
{
    const auto &protocol = *m_setup.protocol;
    worker::HelloOk hello;
    hello.library = "lockscope/" + std::string(protocol.name);
    hello.version = LOCKSCOPE_VERSION;
    hello.language = "C++";
    const std::pair<const char *, bool> capabilities[] = {
        {"try", true},
        {"extend", protocol.extends},
        {"reentrant", protocol.reentrant},
        {"watchdog", protocol.watchdog},
        {"fencing", protocol.fencing},
        {"lost", protocol.watchdog},
        {"fair", protocol.fair},
        {"readwrite", protocol.readWrite},
        {"concurrent", true},
        {"stall", true},
        {"throw", true},
        {"skew", protocol.wallClock},
        {"cluster", true},
    };
    for (const auto &[name, present] : capabilities) {
        if (present)
            hello.capabilities.emplace_back(name);
    }
    hello.defaultLease = durationOption(m_setup.options, "lease").value_or(protocol.usualLease);
    hello.queueTimeout = durationOption(m_setup.options, "queue-timeout");
    if (protocol.watchdog) {
        const auto preset = m_setup.options.find("preset");
        const bool article = preset != m_setup.options.end() && preset->second == "article";
        const auto usual = article ? TokenWatchdogLock::Options::article().watchdog.period : *hello.defaultLease / 3;
        hello.renewEvery = durationOption(m_setup.options, "period").value_or(usual);
    }
    return hello;
}

Task<void> BuiltInWorker::finish()
{
    for (const auto &[owner, body] : m_bodies)
        co_await body->finish();
    QCoreApplication::exit(exitYes);
}

void BuiltInWorker::write(const worker::Message &message) const
{
    if (writeAll(STDOUT_FILENO, worker::lineOf(message)) != 0)
        ::_exit(exitYes); // the Lab is gone
}

void BuiltInWorker::refuse(std::optional<worker::Id> id, std::string code, std::string text) const
{
    write(worker::Answer(worker::Err{id, std::move(code), true, std::move(text)}));
}

} // namespace lockscope
