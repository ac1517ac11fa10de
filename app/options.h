// SPDX-License-Identifier: MIT
// What list and watch are told on the command line and by the environment.
#pragma once

#include "monitor/filter.h"
#include "profiles/target.h"
#include "words/error_sentence.h"

#include <QStringList>

#include <vector>

class QCommandLineParser;

namespace lockscope {

enum class Command { List, Watch };

/// What is wanted of a server.
enum class Access { Read, Write };

struct Options
{
    lockcore::Endpoint endpoint;
    lockcore::Filter filter;
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Milliseconds timeout = usualTimeout;
    bool deep = false;
    bool json = false;
    bool csv = false;       ///< list only
    bool failIfAny = false; ///< list only
    bool help = false;      ///< the rest is then not filled in
    bool version = false;   ///< likewise
};

/// `arguments` follow the command's name. Refused with a sentence for the person; never one with a password in it.
/// Reads LOCKSCOPE_URL, LOCKSCOPE_PASSWORD and, for --profile, the file of profiles.
lockcore::Result<Options> parseOptions(Command command, const QStringList &arguments);

/// A saved profile by its name, with the password: from the file, else LOCKSCOPE_PASSWORD, else the keychain if that is
/// where the profile keeps it. Blocks for as long as the keychain may ask for permission, at most 20 s. To write to one that
/// is marked read-only no password is sought: whoever asks refuses (Target::readOnly).
lockcore::Result<Target> profileTarget(const QString &name, const std::optional<std::string> &passwordFile,
                                       Access access = Access::Read);

/// The one server that a command is told of: by --profile, else by `url`, else as in endpointFor(). With --password-file.
lockcore::Result<Target> chosenServer(const QCommandLineParser &parser, const std::optional<QString> &url,
                                      Access access = Access::Read);

/// Where a URL leads; without one LOCKSCOPE_URL, without that the usual port of this machine. With the password.
lockcore::Result<lockcore::Endpoint> endpointFor(const std::optional<QString> &url,
                                                 const std::optional<std::string> &passwordFile);

/// Of --timeout: more than nothing, at most an hour.
lockcore::Result<lockcore::Milliseconds> parseTimeout(const QString &text);

} // namespace lockscope
