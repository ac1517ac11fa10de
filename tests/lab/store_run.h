// SPDX-License-Identifier: MIT
// Runs on other stores than Redis, with a real library.
#pragma once

#include "lab/played_run.h"
#include "support/lockscope_process.h"
#include "support/processes.h"

#include <QDir>
#include <QTest>

namespace lockcore::test {

/// Plays it again if the machine stood still, which the run says.
inline History playedHistory(const Scenario &scenario, const RunOptions &options)
{
    for (int plays = 1;; ++plays) {
        const auto played = playedRun(scenario, options);
        if (!played)
            qFatal("%s", played.error().text.c_str());
        constexpr int mostPlays = 3;
        if (played->unmet.empty() || plays == mostPlays)
            return played->history;
    }
}

/// The processes below this one, and theirs.
inline std::vector<Process> descendantsOf(qint64 parent)
{
    auto all = childrenOf(parent);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto more = childrenOf(all[i].pid);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

/// Kills Lockscope while `lab WORDS` plays, once `server` and a worker run: what is left two seconds later, or what went wrong. Empty: nothing.
inline QString leftByKilledLab(const QStringList &words, const QString &server, const RunOptions &options)
{
    const QTemporaryDir folder;
    qputenv("TMPDIR", folder.path().toLocal8Bit());
    QStringList all{QStringLiteral("lab"), QStringLiteral("--runs"), folder.filePath(QStringLiteral("runs"))};
    all << words << QStringLiteral("--");
    for (const auto &word : options.command)
        all << QString::fromStdString(word);
    LockscopeProcess lockscope(all);
    qunsetenv("TMPDIR");
    const auto isThere = [&](const QString &name) {
        const auto processes = descendantsOf(lockscope.pid());
        return std::ranges::any_of(processes, [&](const Process &process) { return process.words.value(0) == name; });
    };
    const auto privateDirectories = [&] { return QDir(folder.path()).entryList({QStringLiteral("lockscope-*")}, QDir::Dirs); };
    const auto worker = QString::fromStdString(options.command.front());
    if (!lockscope.waitFor([&] { return isThere(server) && isThere(worker); }) || privateDirectories().size() != 1)
        return QStringLiteral("the run did not begin");
    const auto started = descendantsOf(lockscope.pid());
    lockscope.signal(SIGKILL);
    if (QTest::qWaitFor([&] { return std::ranges::none_of(started, isAlive) && privateDirectories().isEmpty(); }, 2000))
        return {};
    auto left = privateDirectories();
    for (const auto &process : started) {
        if (isAlive(process))
            left << process.words.join(u' ');
    }
    return left.join(QStringLiteral(", "));
}

} // namespace lockcore::test
