// SPDX-License-Identifier: MIT
#include "app/help.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct HelpWords
{
    Q_DECLARE_TR_FUNCTIONS(HelpWords)
};

} // namespace

QString serverHelp()
{
    return HelpWords::tr(
        "Server:\n"
        "  URL                   redis://[user[:password]@]host[:port][/db], rediss://… for TLS,\n"
        "                        or unix:///path/of/socket[?db=N].\n"
        "                        Without it LOCKSCOPE_URL, without that redis://127.0.0.1:6379\n"
        "  --profile NAME        a connection that the window has saved, with its patterns; the password\n"
        "                        from its keychain, if it is not given as below\n"
        "  --password-file FILE  read the password from the first line of FILE, which only you may\n"
        "                        read; otherwise it is taken from LOCKSCOPE_PASSWORD\n"
        "  --timeout DURATION    for connecting and for each command: 300ms, 30s … (5s)\n");
}

namespace {

QString choicePart()
{
    return HelpWords::tr(
        "What to look for:\n"
        "  --filter EXPR         only what matches, e.g. 'kind:redisson ttl<5s -state:held'. Fields:\n"
        "                        name: owner: kind: library: state: db: take a text or a glob;\n"
        "                        ttl held lease count waiters renewals confidence are compared with\n"
        "                        < <= = >= >. A minus in front negates; other words are searched for\n"
        "  --pattern GLOB        keys of your own that are locks; may be repeated. Say more with\n"
        "                        GLOB,type=string|hash|zset,value=owner|anonymous|timestamp\n"
        "  --deep                look at every string value, whatever its name\n");
}

QString listHelp()
{
    return HelpWords::tr(
               "Usage: lockscope list [URL] [options]\n\n"
               "Lists the locks of a Redis server: one sweep over its keys, reading only, within a budget\n"
               "that the server does not feel.\n\n")
        + serverHelp() + u'\n' + choicePart() + u'\n'
        + HelpWords::tr(
               "Output:\n"
               "  --json                a JSON array with all that is known of each lock\n"
               "  --csv                 comma-separated values with a line of names above; a cell that begins\n"
               "                        with = + - @ gets an apostrophe, lest a spreadsheet reckon with it\n"
               "  --fail-if-any         exit with 10 if anything matches, for alerts\n"
               "  -h, --help            this text\n"
               "  -v, --version         the version\n\n"
               "Examples:\n"
               "  lockscope list\n"
               "  lockscope list redis://prod-7:6379/0 --filter 'state:immortal'\n"
               "  lockscope list --json --filter 'waiters>0 held>1m' | jq '.[].key'\n"
               "  lockscope list --filter 'held>10m' --fail-if-any || echo 'somebody hangs'\n\n"
               "Exit codes:\n"
               "  0 done   1 no connection   2 wrong usage   3 interrupted, not complete\n"
               "  10 --fail-if-any found some\n");
}

QString watchHelp()
{
    return HelpWords::tr(
               "Usage: lockscope watch [URL] [options]\n\n"
               "Shows the locks that are there, and then, one line each, what happens to them: acquired,\n"
               "renewed, released, expired, taken over … until Ctrl+C. Only reads. A lost connection is\n"
               "made again; messages about that go to stderr.\n\n")
        + serverHelp() + u'\n' + choicePart() + u'\n'
        + HelpWords::tr(
               "Output:\n"
               "  --json                JSON, one event in a line\n"
               "  -h, --help            this text\n"
               "  -v, --version         the version\n\n"
               "Examples:\n"
               "  lockscope watch\n"
               "  lockscope watch rediss://ops@prod-7 --password-file ~/.redis-password\n"
               "  lockscope watch --filter 'name:order:*'\n"
               "  lockscope watch --json | jq 'select(.event == \"deleted-early\")'\n\n"
               "Exit codes:\n"
               "  0 ended by Ctrl+C, SIGTERM or the reader of its output   1 no connection   2 wrong usage\n");
}

} // namespace

QString generalHelp()
{
    return HelpWords::tr(
        "Usage: lockscope [URL]                  open the window\n"
        "       lockscope --profile NAME         on a saved connection\n"
        "       lockscope --demo                 open it on a private server with a scene of locks\n"
        "       lockscope list  [URL] [options]  list the locks of a Redis server\n"
        "       lockscope watch [URL] [options]  show what happens to them, line by line\n"
        "       lockscope lock  PROTOCOL KEY [URL] [options] -- COMMAND [ARGUMENT…]\n"
        "                                        run a command while holding a lock\n"
        "       lockscope release KEY [URL] --owner OWNER [options]\n"
        "                                        free a lock whose holder is gone\n\n"
        "Lockscope shows every distributed lock of a Redis server: who holds it, for how long, and\n"
        "who waits.\n\n"
        "  --password-file FILE       for the window: read the password from the first line of FILE\n"
        "  lockscope COMMAND --help   the options of a command\n"
        "  lockscope --version        the version\n");
}

QString helpFor(Command command)
{
    return command == Command::List ? listHelp() : watchHelp();
}

QString versionLine()
{
    return u"lockscope "_s + QString::fromLatin1(LOCKSCOPE_VERSION) + u'\n';
}

QString nameOf(Command command)
{
    return command == Command::List ? u"list"_s : u"watch"_s;
}

} // namespace lockscope
