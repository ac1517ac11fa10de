// SPDX-License-Identifier: MIT
#include "ui/words/server_sentence.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

#include <array>

namespace lockscope {

using lockcore::Endpoint;
using lockcore::Error;

namespace {

bool says(const Error &error, std::string_view words) { return error.text.find(words) != std::string::npos; }

QString passwordHint()
{
    return Words::tr("Put it into the environment variable LOCKSCOPE_PASSWORD, into a file named by --password-file, or into "
                     "the URL (redis://user:password@host).");
}

// For "NOPERM … 'config|get' command": the name is in the first pair of quotes.
QString commandNamed(const Error &error)
{
    const auto first = error.text.find('\'');
    const auto last = first == std::string::npos ? first : error.text.find('\'', first + 1);
    if (last == std::string::npos || !says(error, " command"))
        return {};
    auto name = shownText(error.text.substr(first + 1, last - first - 1), 60).toUpper();
    return name.replace(u'|', u' ');
}

// For the answer to a release that checked its rights: NOPERM this user has no permission for this DEL.
QString verbDenied(const Error &error)
{
    constexpr std::string_view before = "no permission for this ";
    const auto at = error.text.find(before);
    return at == std::string::npos ? QString() : shownText(error.text.substr(at + before.size()), 60);
}

QString notPermitted(const Error &error, const Endpoint &endpoint, const QString &where)
{
    const auto user = endpoint.user.empty() ? QString::fromLatin1("default") : shownText(endpoint.user, 60);
    if (const auto command = commandNamed(error); !command.isEmpty()) {
        const auto rule = command.toLower().replace(u' ', u'|');
        return Words::tr("The user \"%1\" may not use %2 at %3. An administrator of the server can permit it: "
                         "ACL SETUSER %1 +%4.")
            .arg(user, command, where, rule);
    }
    if (const auto verb = verbDenied(error); !verb.isEmpty())
        return Words::tr("The user \"%1\" may not use %2 at %3, or not with this key or channel. An administrator of the server "
                         "can permit it: ACL SETUSER %1 +%4 ~KEY &CHANNEL.")
            .arg(user, verb, where, verb.toLower());
    if (says(error, "channel"))
        return Words::tr("The user \"%1\" may not use a channel at %2 that Lockscope needs. An administrator can permit it "
                         "with ACL SETUSER %1 &PATTERN.")
            .arg(user, where);
    return Words::tr("The user \"%1\" may not read some of the keys at %2. An administrator can permit it with "
                     "ACL SETUSER %1 ~PATTERN.")
        .arg(user, where);
}

QString wrongDatabase(const Endpoint &endpoint, const QString &where)
{
    return Words::tr("%1 has no database %2. Write a smaller number at the end of the URL; a server usually has 0 to 15, a "
                     "cluster only 0.")
        .arg(where, QString::number(endpoint.db));
}

// "MOVED 3999 127.0.0.1:6381": the slot and its node. An empty host means the same host, "?" an unknown one.
QString otherNode(const Error &error)
{
    const auto address = error.text.substr(error.text.rfind(' ') + 1);
    const auto colon = address.rfind(':');
    if (colon == std::string::npos || address.starts_with('?'))
        return Words::tr("another one (the node does not say which)");
    return colon == 0 ? Words::tr("port %1 of the same host").arg(shownText(address.substr(1), 60)) : shownText(address, 120);
}

// The sentence for MOVED and ASK.
QString elsewhere(const Error &error, const QString &where)
{
    const auto sentence = error.is("MOVED")
                              ? Words::tr("%1 is a node of a cluster, and this key is on %2: connect to that node.")
                              : Words::tr("%1 is a node of a cluster and is moving this key to %2: connect to that node in a moment.");
    return sentence.arg(where, otherNode(error));
}

struct Sentence
{
    const char *codeWord;
    const char *text; // %1: where
};

// Errors that depend on the server's state, for any command.
constexpr std::array<Sentence, 13> sentences = {{
    {"LOADING", QT_TRANSLATE_NOOP("Lockscope", "%1 is still loading its data from disk. Try again in a moment.")},
    {"BUSY",
     QT_TRANSLATE_NOOP("Lockscope",
                       "%1 is busy with a long script and answers nothing else. Wait for it to end; an administrator can end it with "
                       "SCRIPT KILL (or FUNCTION KILL).")},
    {"MASTERDOWN",
     QT_TRANSLATE_NOOP("Lockscope", "%1 is a replica that has lost its primary and does not show old data. Look at the primary instead.")},
    {"OOM",
     QT_TRANSLATE_NOOP(
         "Lockscope",
         "%1 has reached its memory limit (maxmemory) and refuses to write. Free memory there or raise the limit; reading still works.")},
    {"READONLY",
     QT_TRANSLATE_NOOP("Lockscope", "%1 is a read-only replica. Locks are acquired and released on its primary: connect to the primary.")},
    {"CROSSSLOT",
     QT_TRANSLATE_NOOP("Lockscope", "%1 is a node of a cluster: keys of different slots cannot be read or changed together there.")},
    {"CLUSTERDOWN",
     QT_TRANSLATE_NOOP("Lockscope", "The cluster that %1 belongs to is down: some of its slots have no node. Repair the cluster first.")},
    {"TRYAGAIN",
     QT_TRANSLATE_NOOP("Lockscope",
                       "%1 is a node of a cluster and is moving what belongs to this key to another one. Try again in a moment.")},
    {"MISCONF", QT_TRANSLATE_NOOP("Lockscope", "%1 cannot save its data to disk and therefore refuses to write. See the server's log.")},
    {"NOREPLICAS", QT_TRANSLATE_NOOP("Lockscope", "%1 refuses to write because too few replicas follow it (min-replicas-to-write).")},
    {"DENIED",
     QT_TRANSLATE_NOOP(
         "Lockscope", "%1 is in protected mode: without a password it accepts only connections from its own machine. Set a password on the "
                      "server, or connect through a tunnel.")},
    {"UNKILLABLE",
     QT_TRANSLATE_NOOP("Lockscope", "%1 runs a long script that has already written, so that it cannot be ended. Wait for it.")},
    {"NOPROTO", QT_TRANSLATE_NOOP("Lockscope", "%1 does not speak the version of the protocol that was asked for.")},
}};

} // namespace

QString nameInSentences(const Endpoint &endpoint)
{
    return shownText(endpoint.cluster ? toString(endpoint.cluster->nodes.front()) : shortName(endpoint), 120);
}

bool isAboutPassword(const Error &error) { return error.is("NOAUTH") || error.is("WRONGPASS") || says(error, "invalid password"); }

QString passwordSentence(const Error &error, const Endpoint &endpoint)
{
    const auto where = nameInSentences(endpoint);
    if (error.is("NOAUTH") || endpoint.password.empty())
        return Words::tr("%1 wants a password, and none was given.").arg(where);
    if (endpoint.user.empty())
        return Words::tr("%1 does not accept the password (no user was given: the user \"default\" was tried). Check it.").arg(where);
    return Words::tr("%1 does not accept this password for the user \"%2\", or there is no such user. Check both.")
        .arg(where, shownText(endpoint.user, 60));
}

QString serverSentence(const Error &error, const Endpoint &endpoint)
{
    constexpr std::string_view aborted = "EXECABORT Transaction discarded because of: "; // EXEC itself was refused
    if (error.text.starts_with(aborted))
        return serverSentence(lockcore::serverError(error.text.substr(aborted.size())), endpoint);
    const auto where = nameInSentences(endpoint);
    if (isAboutPassword(error))
        return passwordSentence(error, endpoint) + u' ' + passwordHint();
    if (error.is("NOPERM"))
        return notPermitted(error, endpoint, where);
    if (error.text.starts_with("ERR") && (says(error, "DB index") || says(error, "SELECT is not allowed")))
        return wrongDatabase(endpoint, where);
    if (error.text.starts_with("ERR") && says(error, "without any password configured"))
        return Words::tr("A password was given, but %1 has none. Leave it out of the URL and the environment (LOCKSCOPE_PASSWORD).")
            .arg(where);
    if (says(error, "max number of clients"))
        return Words::tr("%1 has reached its limit of clients (maxclients). Try again when some have disconnected; an "
                         "administrator can raise the limit.")
            .arg(where);
    if (says(error, "unknown command"))
        return Words::tr("%1 does not know a command that Lockscope needs: it may be a proxy, or the command was renamed. "
                         "Connect to the server itself.")
                   .arg(where)
               + u' ' + Words::tr("It answered: %1").arg(asSentence(error.text));
    if (error.is("MOVED") || error.is("ASK"))
        return elsewhere(error, where);
    for (const auto &sentence : sentences) {
        if (error.is(sentence.codeWord))
            return QCoreApplication::translate("Lockscope", sentence.text).arg(where);
    }
    return Words::tr("%1 answered with an error: %2").arg(where, asSentence(error.text));
}

} // namespace lockscope
