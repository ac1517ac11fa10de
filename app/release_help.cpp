// SPDX-License-Identifier: MIT
#include "app/help.h"

#include <QCoreApplication>

namespace lockscope {

namespace {

struct ReleaseHelpWords
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseHelpWords)
};

} // namespace

QString releaseHelp()
{
    return ReleaseHelpWords::tr(
               "Usage: lockscope release KEY [URL] --owner OWNER|--all [options]\n\n"
               "Frees a lock by force, for a holder that is gone: if the holder lives, two will work at once.\n"
               "One atomic step compares the type, the owner, its hold count, the exact value and the deadline\n"
               "with what was seen, deletes, and wakes whoever waits as the lock's library does. If anything\n"
               "has changed, nothing is done. Each attempt is written down in\n"
               "$XDG_STATE_HOME/lockscope/releases.jsonl (~/.local/state/lockscope): what is meant and what was\n"
               "there, before anything is sent, and then what came of it.\n\n"
               "Which one:\n"
               "  --owner OWNER         this holder, as `lockscope list --json` shows it; of a string that is not\n"
               "                        known to be a lock, its whole value\n"
               "  --owner-base64 TEXT   the same for bytes that cannot be typed\n"
               "  --key-base64 TEXT     likewise, instead of KEY\n"
               "  --all                 every holder that is there\n"
               "  --count N             only if its hold count is N; of a semaphore that does not record its\n"
               "                        holders: give back N permits (1)\n"
               "  --even-if-renewed     though its deadline moves between the look and the release\n"
               "  --pattern GLOB        keys of your own that are locks, as for `list`\n\n"
               "Instead of releasing:\n"
               "  --give-lease DURATION give a lock without a deadline one; its holder stays\n"
               "  --drop-dead-head      of a fair queue: drop its first waiter, named by --owner\n\n")
        + serverHelp() + QChar(u'\n')
        + ReleaseHelpWords::tr(
               "How:\n"
               "  --yes                 do not ask; needed where there is no terminal. A profile that is marked\n"
               "                        as production asks for the name of the key; one that is marked\n"
               "                        read-only refuses, asked or not\n"
               "  --dry-run             show what would be run, compare and check the rights, change nothing\n"
               "  --no-watch            do not watch afterwards (two renewal periods, at most 20 s)\n"
               "  --json                one JSON object with the plan and what came of it\n"
               "  -h, --help            this text\n"
               "  -v, --version         the version\n\n"
               "Examples:\n"
               "  lockscope release order:42 --owner 9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17 --dry-run\n"
               "  lockscope release lock:stock redis://prod-7 --all --yes\n"
               "  lockscope release nightly --owner 021422a0e5a311f18c5600163e5f7a01 --give-lease 5m\n\n"
               "Exit codes:\n"
               "  0 released, whoever took it then   1 no connection   2 wrong usage\n"
               "  3 refused because it changed, not agreed to, or the answer was lost   4 not there\n"
               "  5 not permitted, nothing changed   6 released, but the waiters could not be told\n");
}

} // namespace lockscope
