// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString traceHelp()
{
    HelpText help(u"Usage: lockscope trace [URL] [KEY…] [options]"_s);
    help.paragraph(Words::tr(
        "Shows for a limited time which client takes, renews and removes each lock, and tells when it was another's: proved, or with the doubt "
        "that there is. It makes the server repeat every command to Lockscope (MONITOR): it asks first, says what that costs, and ends "
        "by itself when it costs more. Nothing is written; of other keys nothing is kept or shown. Without KEY: the locks that a sweep "
        "finds, and those that are taken meanwhile. A word with :// is the URL. Of a cluster, only the keys of one node."));
    addServerHelp(help);
    help.heading(Words::tr("What and how long:"))
        .option(u"--for DURATION"_s, Words::tr("at most 5m (30s)"))
        .option(u"--filter EXPR"_s, Words::tr("only changes of locks that match, as for `watch`; client:cart-* is what a client did"))
        .option(u"--pattern GLOB"_s, Words::tr("keys of your own that are locks, as for `list`"))
        .option(u"--formats FILE"_s, Words::tr("your own lock formats, as for `list`"))
        .option(u"--max-load SHARE"_s, Words::tr("of a core of the server, like 40%; otherwise 25%, and no server to which requests of "
                                                 "more than 1 MB came lately"))
        .heading(Words::tr("Output:"))
        .option(u"--json"_s, Words::tr("JSON, one change or finding per line"))
        .option(u"--fail-if-any"_s, Words::tr("exit with 10 if a mistake is proved"))
        .option(u"--yes"_s, Words::tr("do not ask; needed where there is no terminal"));
    addCommonHelp(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope trace redis://prod-7 order:42"_s)
        .verbatim(u"lockscope trace redis://prod-7 --for 2m --filter 'name:order:*'"_s)
        .verbatim(u"lockscope trace --yes --json | jq 'select(.type == \"finding\")'"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("traced to the end, or until Ctrl+C"))
        .exitCode(1, Words::tr("no connection, or it was lost"))
        .exitCode(2, Words::tr("wrong usage"))
        .exitCode(3, Words::tr("not agreed to, refused because of its cost, or ended because it cost too much"))
        .exitCode(5, Words::tr("not permitted"))
        .exitCode(10, Words::tr("--fail-if-any, and a mistake is proved"))
        .text();
}

} // namespace lockscope
