// SPDX-License-Identifier: MIT
#include "app/command/help.h"

#include "app/command/help_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

void addChoice(HelpText &help)
{
    help.heading(Words::tr("What to look for:"))
        .option(u"--filter EXPR"_s,
                Words::tr("only what matches, e.g. 'kind:redisson (ttl<5s or ttl:none) -state:held'. Fields: name: owner: kind: "
                          "library: state: level: db: take a text or a glob, in watch event: too; ttl held lease count waiters renewals "
                          "confidence are compared with < <= = >= >; ttl:none. Terms next to each other must all match; 'or' is "
                          "weaker, brackets group, a minus in front negates; other words, and text in quotes, are searched for"))
        .option(u"--pattern GLOB"_s,
                Words::tr("keys of your own that are locks; may be repeated. Say more with GLOB,type=TYPE,value=WHAT: TYPE is "
                          "string, hash or zset; WHAT is owner, anonymous or timestamp"))
        .option(u"--formats FILE"_s, Words::tr("your own lock formats, instead of those of ~/.config/lockscope/formats.json"))
        .option(u"--deep"_s, Words::tr("look at every string value, whatever its name"));
}

QString listHelp()
{
    HelpText help(u"Usage: lockscope list [URL] [options]"_s);
    help.paragraph(Words::tr("Lists the locks of a Redis server: one sweep over its keys in short SCAN calls. Only reads."));
    addServerHelp(help);
    addChoice(help);
    help.heading(Words::tr("Output:"))
        .option(u"--json"_s, Words::tr("a JSON array with all that is known of each lock"))
        .option(u"--csv"_s, Words::tr("comma-separated values with a line of names above; a cell that begins with = + - @ is prefixed "
                                      "with ', so that spreadsheets do not evaluate it"))
        .option(u"--possible"_s,
                Words::tr("list possible locks, too: tokens under names that say nothing. Otherwise they are only counted, and "
                          "--fail-if-any never minds them"))
        .option(u"--key NAME"_s, Words::tr("look up one key by its exact name instead: what it is, a lock or not, and why"))
        .option(u"--fail-if-any"_s, Words::tr("exit with 10 if any lock matches, for alerts"));
    addCommonHelp(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope list"_s)
        .verbatim(u"lockscope list redis://prod-7:6379/0 --filter 'ttl>1h'"_s)
        .verbatim(u"lockscope list --json --filter 'waiters>0' | jq '.[].key'"_s)
        .verbatim(u"lockscope list --key order:42:lock"_s)
        .verbatim(u"lockscope list --filter 'state:immortal or state:no-lease' --fail-if-any \\"_s)
        .verbatim(u"    || echo 'a lock will never end'"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("done"))
        .exitCode(1, Words::tr("no connection, or the server reads nothing for now"))
        .exitCode(2, Words::tr("wrong usage"))
        .exitCode(3, Words::tr("not complete: interrupted, or --fail-if-any found none and could not read all, or only what may be old"))
        .exitCode(4, Words::tr("--key: there is no such key"))
        .exitCode(10, Words::tr("--fail-if-any found some"))
        .text();
}

QString watchHelp()
{
    HelpText help(u"Usage: lockscope watch [URL] [options]"_s);
    help.paragraph(Words::tr("Shows the locks that are there, and then, one line each, what happens to them: acquired, renewed, "
                             "released, expired, taken over … until Ctrl+C. Only reads. If the connection is lost, Lockscope "
                             "reconnects; messages about that go to stderr."));
    addServerHelp(help);
    addChoice(help);
    help.heading(Words::tr("Output:"))
        .option(u"--json"_s, Words::tr("JSON, one event per line"))
        .option(u"--by-prefix DURATION"_s, Words::tr("instead of events, print this often how busy the locks were in the last ten "
                                                     "minutes, by what their names have in common: hand-overs, how long held "
                                                     "(p50, p99), expired, and how long waited, where the library has a queue"))
        .option(u"--attention-after DURATION"_s, Words::tr("say so when a lock is still without a TTL after this time, as Lockscope "
                                                           "has seen it: 90s, 10m, 2h … (10m)"));
    addCommonHelp(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope watch"_s)
        .verbatim(u"lockscope watch rediss://ops@prod-7 --password-file ~/.redis-password"_s)
        .verbatim(u"lockscope watch --filter 'name:order:* -event:renewed'"_s)
        .verbatim(u"lockscope watch --attention-after 90s"_s)
        .verbatim(u"lockscope watch --by-prefix 10s --filter 'kind:redisson'"_s)
        .verbatim(u"lockscope watch --json | jq 'select(.event == \"deleted-early\")'"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("ended by Ctrl+C, SIGTERM or the reader of its output"))
        .exitCode(1, Words::tr("no connection"))
        .exitCode(2, Words::tr("wrong usage"))
        .text();
}

} // namespace

void addServerHelp(HelpText &help)
{
    help.heading(Words::tr("Server:"))
        .option(
            u"URL"_s,
            Words::tr(
                "host, host:port or :port; redis://[user[:password]@]host[:port][/db], rediss://… for TLS, or "
                "unix:///path/of/socket[?db=N]; redis-sentinel://host1,host2/NAME[/db] for the primary that "
                "Sentinels name; redis-cluster://host1,host2 for the cluster of these nodes. Without it LOCKSCOPE_URL, without that redis://127.0.0.1:6379"))
        .option(u"--profile NAME"_s, Words::tr("a connection that the window has saved, with its patterns; the password from its "
                                               "keychain, if it is not given as below"))
        .option(u"--password-file FILE"_s, Words::tr("read the password from the first line of FILE, which only you may read; "
                                                     "otherwise it is taken from LOCKSCOPE_PASSWORD"))
        .option(u"--sentinel-password-file FILE"_s, Words::tr("the same for the Sentinels; otherwise LOCKSCOPE_SENTINEL_PASSWORD"))
        .option(u"--map ANNOUNCED=REACHABLE"_s, Words::tr("addresses that Sentinels or a cluster announce, and where each is from here, "
                                                          "like 172.17.0.2:6379=10.0.0.5:7001"))
        .option(u"--timeout DURATION"_s, Words::tr("for connecting and for each command: 300ms, 30s … (5s)"));
}

void addCommonHelp(HelpText &help)
{
    help.option(u"-h, --help"_s, Words::tr("this text")).option(u"-v, --version"_s, Words::tr("the version"));
}

QString generalHelp()
{
    return HelpText(Words::tr("Usage: lockscope [URL]                  open the window"))
        .verbatim(Words::tr("     lockscope --profile NAME         open it on a saved connection"))
        .verbatim(Words::tr("     lockscope --demo[=cluster]       open it on a private server, or cluster"))
        .verbatim(Words::tr("     lockscope list  [URL] [options]  list the locks of a Redis server"))
        .verbatim(Words::tr("     lockscope watch [URL] [options]  show what happens to them, line by line"))
        .verbatim(Words::tr("     lockscope trace [URL] [KEY…] [options]"))
        .verbatim(Words::tr("                                      say which client does what to them"))
        .verbatim(u"     lockscope lock  PROTOCOL KEY [URL] [options] -- COMMAND [ARGUMENT…]"_s)
        .verbatim(Words::tr("                                      run a command while holding a lock"))
        .verbatim(u"     lockscope release KEY [URL] --owner OWNER [options]"_s)
        .verbatim(Words::tr("                                      free a lock whose holder is gone"))
        .verbatim(u"     lockscope lab SCENARIO… [options] [-- COMMAND [ARGUMENT…]]"_s)
        .verbatim(Words::tr("                                      break locks on purpose, with proof"))
        .verbatim(u"     lockscope explore PROTOCOL [options]"_s)
        .verbatim(Words::tr("                                      every order of events of a lock protocol"))
        .verbatim(u"     lockscope worker --selftest COMMAND [ARGUMENT…]"_s)
        .verbatim(Words::tr("                                      check a worker of your own for the Lab"))
        .paragraph(Words::tr("Lockscope shows every distributed lock of a Redis server: who holds it, for how long, and who waits."))
        .heading(Words::tr("More:"))
        .option(u"COMMAND --help"_s, Words::tr("the options of a command"))
        .option(u"--password-file FILE"_s, Words::tr("for the window: read the password from the first line of FILE"))
        .option(u"-v, --version"_s, Words::tr("the version"))
        .text();
}

QString helpFor(Command command) { return command == Command::List ? listHelp() : watchHelp(); }

QString versionLine() { return u"lockscope "_s + QString::fromLatin1(LOCKSCOPE_VERSION) + u'\n'; }

QString nameOf(Command command) { return command == Command::List ? u"list"_s : u"watch"_s; }

} // namespace lockscope
