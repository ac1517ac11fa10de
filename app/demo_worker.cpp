// SPDX-License-Identifier: MIT
#include "app/demo_worker.h"

#include "app/demo_roles.h"
#include "lockcore/base/bytes.h"
#include "lockcore/live/live_context.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <csignal>
#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;
using Ending = DemoRole::Ending;

namespace {

constexpr int wrongUsage = 2;
constexpr int noServer = 1;

// Like a machine that fails: no destructor, no release, no message to the server.
void die() { ::kill(::getpid(), SIGKILL); }

LiveServers::Options serverOptions(const DemoRole &role)
{
    LiveServers::Options options;
    options.name = std::string(role.name) + '@' + std::string(role.host);
    return options;
}

LiveContext::Options workerOptions(const DemoRole &role)
{
    LiveContext::Options options;
    if (role.ending == Ending::DiesBeforeLease) {
        options.observer = [good = role.goodTurns](const Step &step) mutable {
            if (step.what == "PEXPIRE" && good-- <= 0)
                die();
        };
    }
    return options;
}

class DemoWorker final
{
public:
    DemoWorker(std::string_view key, DemoRole role, const Endpoint &endpoint)
        : m_key(key)
        , m_role(std::move(role))
        , m_servers({endpoint}, serverOptions(m_role), m_loop, m_clock)
        , m_context(m_servers, workerOptions(m_role))
    {
        m_role.options["lease"] = std::to_string(m_role.lease.count()) + "ms";
        m_context.scope().start(live());
    }

private:
    Task<void> live()
    {
        const auto opened = co_await m_servers.open();
        if (!opened.ok()) {
            QCoreApplication::exit(noServer);
            co_return;
        }
        co_await m_context.sleep(m_role.start);
        for (;;) {
            co_await turn();
            const auto rest = between(m_role.rest);
            co_await m_context.sleep(rest);
        }
    }

    Task<void> turn()
    {
        auto made = findProtocol(m_role.protocol)->make(m_context, drawnKey(), m_role.options);
        const auto lock = std::move(made).value(); // the scene's options are valid; a test makes every role
        const Lease lease = m_role.renews ? Lease() : Lease(m_role.lease);
        const auto acquired = co_await lock->acquire(lease, m_role.wait);
        if (acquired.held())
            co_await workUnder(*lock, lease);
    }

    // Some work precedes every re-entry and every release of one.
    Task<void> workUnder(Lock &lock, Lease lease)
    {
        const auto part = between(m_role.work) / (2 * m_role.reentries + 1);
        int holds = 1;
        for (int i = 0; i < m_role.reentries; ++i) {
            co_await m_context.sleep(part);
            const auto again = co_await lock.reenter(lease);
            holds += again.held() ? 1 : 0;
        }
        while (holds-- > 0) {
            co_await m_context.sleep(part);
            if (m_role.ending == Ending::Dies)
                die();
            // A worker that lost its lock notices it here, too late to do anything about it.
            (void)co_await lock.release();
        }
    }

    Bytes drawnKey()
    {
        constexpr Milliseconds numbers(90); // as many carts as there are two-digit numbers
        Bytes key = m_key;
        if (const auto star = key.find('*'); star != key.npos)
            key.replace(star, 1, std::to_string(10 + m_context.random(numbers).count()));
        return key;
    }

    Milliseconds between(Span span) { return span.least + m_context.random(span.most - span.least + Milliseconds(1)); }

    const Bytes m_key;
    DemoRole m_role;
    EventLoop m_loop;
    LoopClock m_clock;
    LiveServers m_servers;
    LiveContext m_context;
};

int complain()
{
    std::fputs("lockscope demo-worker is started by Lockscope itself\n", stderr);
    return wrongUsage;
}

} // namespace

int demoWorkerMain(int argc, char **argv)
{
    std::signal(SIGINT, SIG_IGN); // Ctrl+C is for Lockscope
    const auto part = findDemoRole(argc == 2 ? argv[1] : "");
    if (!part.role)
        return complain();
    std::string speedText;
    std::string url;
    std::cin >> speedText >> url;
    const auto speed = parseInteger(speedText);
    const auto endpoint = Endpoint::parse(url);
    if (!speed || *speed < 1 || *speed > 1000 || !endpoint)
        return complain();

    QCoreApplication application(argc, argv);
    QSocketNotifier lockscopeLives(STDIN_FILENO, QSocketNotifier::Read); // nothing more is written to the pipe: readable means end-of-file
    QObject::connect(&lockscopeLives, &QSocketNotifier::activated, [] { ::_exit(0); });
    const DemoWorker worker(part.key, fasterRole(*part.role, static_cast<int>(*speed)), *endpoint);
    return QCoreApplication::exec();
}

} // namespace lockscope
