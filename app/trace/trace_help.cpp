// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct TraceHelpWords
{
    Q_DECLARE_TR_FUNCTIONS(TraceHelpWords)
};

} // namespace

QString traceHelp()
{
    HelpText help(u"Usage: lockscope trace [URL] [KEY…] [options]"_s);
    help.paragraph(TraceHelpWords::tr(
        "Shows for a limited time which client takes, renews and removes each lock, and tells when it was another's: proved, or with the doubt "
        "that there is. It makes the server repeat every command to Lockscope (MONITOR): it asks first, says what that costs, and ends "
        "by itself when it costs more. Nothing is written; of other keys nothing is kept or shown. Without KEY: the locks that a sweep "
        "finds, and those that are taken meanwhile. A word with :// is the URL."));
    addServerHelp(help);
    help.heading(TraceHelpWords::tr("What and how long:"))
        .option(u"--for DURATION"_s, TraceHelpWords::tr("at most 5m (30s)"))
        .option(u"--filter EXPR"_s,
                TraceHelpWords::tr("only changes of locks that match, as for `watch`; client:cart-* is what a client did"))
        .option(u"--pattern GLOB"_s, TraceHelpWords::tr("keys of your own that are locks, as for `list`"))
        .option(u"--formats FILE"_s, TraceHelpWords::tr("your own lock formats, as for `list`"))
        .option(u"--max-load SHARE"_s,
                TraceHelpWords::tr("of a core of the server, like 40%; otherwise 25%, and no server to which requests of "
                                   "more than 1 MB came lately"))
        .heading(TraceHelpWords::tr("Output:"))
        .option(u"--json"_s, TraceHelpWords::tr("JSON, one change or finding per line"))
        .option(u"--fail-if-any"_s, TraceHelpWords::tr("exit with 10 if a mistake is proved"))
        .option(u"--yes"_s, TraceHelpWords::tr("do not ask; needed where there is no terminal"));
    addCommonHelp(help);
    return help.heading(TraceHelpWords::tr("Examples:"))
        .verbatim(u"lockscope trace redis://prod-7 order:42"_s)
        .verbatim(u"lockscope trace redis://prod-7 --for 2m --filter 'name:order:*'"_s)
        .verbatim(u"lockscope trace --yes --json | jq 'select(.type == \"finding\")'"_s)
        .heading(TraceHelpWords::tr("Exit codes:"))
        .exitCode(0, TraceHelpWords::tr("traced to the end, or until Ctrl+C"))
        .exitCode(1, TraceHelpWords::tr("no connection, or it was lost"))
        .exitCode(2, TraceHelpWords::tr("wrong usage"))
        .exitCode(3, TraceHelpWords::tr("not agreed to, refused because of its cost, or ended because it cost too much"))
        .exitCode(5, TraceHelpWords::tr("not permitted"))
        .exitCode(10, TraceHelpWords::tr("--fail-if-any, and a mistake is proved"))
        .text();
}

} // namespace lockscope
