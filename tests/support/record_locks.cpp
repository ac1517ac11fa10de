// SPDX-License-Identifier: MIT
// Watches a server and records what it sees there until its standard input ends: `record_locks URL FILE [WHAT]`.
#include "lockcore/monitor/monitor.h"
#include "support/lock_recorder.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <cstdio>
#include <unistd.h>

int main(int argc, char **argv)
{
    using namespace lockcore;
    QCoreApplication application(argc, argv);
    const auto words = QCoreApplication::arguments();
    const auto endpoint = words.size() < 3 ? Result<Endpoint>(Error()) : Endpoint::parse(words[1].toStdString());
    if (!endpoint) {
        std::fputs("usage: record_locks URL FILE [WHAT]; it ends when its standard input ends\n", stderr);
        return 2;
    }
    MonitorOptions options;
    options.frame = Milliseconds(0);
    test::record(options, words[2], endpoint->db, words.value(3, words[1]).toStdString());
    Monitor monitor(*endpoint, options);
    monitor.start();
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &application, [] {
        char rest[64];
        if (::read(STDIN_FILENO, rest, sizeof rest) <= 0)
            QCoreApplication::quit();
    });
    return QCoreApplication::exec();
}
