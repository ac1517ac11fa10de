// SPDX-License-Identifier: MIT
// One of many processes that increment a number in a file, each time inside a lock:
//     section_worker PROTOCOL KEY FILE SECTIONS URL…        PROTOCOL `none`: without a lock
// It is a plain read and a plain write, and yields the processor in between: another process inside would be noticed.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"

#include <QCoreApplication>

#include <cstdio>
#include <fstream>
#include <thread>

using namespace lockcore;

namespace {

void countUp(const std::string &path)
{
    std::int64_t count = 0;
    std::ifstream(path) >> count;
    std::this_thread::yield();
    std::ofstream(path, std::ios::trunc) << count + 1 << '\n';
}

int complain(const char *what, const Error &error)
{
    std::fprintf(stderr, "%s: %s\n", what, error.text.c_str());
    return 1;
}

Task<int> section(Lock &lock, std::string path)
{
    const auto wait = Wait::notified(Milliseconds(10));
    const auto acquired = co_await lock.acquire({}, wait);
    if (!acquired.held())
        co_return complain(toString(acquired.kind).data(), acquired.error);
    countUp(path);
    const auto released = co_await lock.release();
    co_return released.done() ? 0 : complain(toString(released.kind).data(), released.error);
}

Task<void> work(LiveServers &servers, Context &context, QStringList arguments)
{
    const auto path = arguments[3].toStdString();
    const auto sections = arguments[4].toInt();
    const auto opened = co_await servers.open();
    int code = opened.ok() ? 0 : complain("open", opened.error());
    const auto *protocol = findProtocol(arguments[1].toStdString());
    std::unique_ptr<Lock> lock;
    if (protocol)
        lock = std::move(protocol->make(context, arguments[2].toStdString(), {})).value();
    for (int i = 0; i < sections && code == 0; ++i) {
        if (lock)
            code = co_await section(*lock, path);
        else
            countUp(path);
    }
    QCoreApplication::exit(code);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() < 6)
        return 64;
    std::vector<Endpoint> endpoints;
    for (const auto &url : arguments.mid(5))
        endpoints.push_back(Endpoint::parse(url.toStdString()).value());
    EventLoop loop;
    LoopClock clock;
    LiveServers servers(endpoints, {}, loop, clock);
    LiveContext context(servers, {});
    context.scope().start(work(servers, context, arguments));
    return QCoreApplication::exec();
}
