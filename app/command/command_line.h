// SPDX-License-Identifier: MIT
// The words of a command line, parsed. Every command declares its own options here; the options that all commands share are added.
#pragma once

#include "app/command/chosen_server.h"
#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/reading/user_pattern.h"

#include <QHash>
#include <QStringList>

#include <vector>

namespace lockscope {

class CommandLine final
{
public:
    /// A command's own options. -h, --help, -v, --version, --profile, --password-file, --sentinel-password-file and --map need no declaration.
    struct Options
    {
        QStringList flags;
        QStringList valued;
    };

    /// `arguments` without the name of the command. Error: Refused, with a sentence for the user.
    static lockcore::Result<CommandLine> parse(const QStringList &arguments, const Options &options);

    bool isSet(const QString &option) const { return m_values.contains(option); }
    QString value(const QString &option) const { return values(option).value(0); }
    QStringList values(const QString &option) const { return m_values.value(option); } ///< in the order given
    const QStringList &words() const { return m_words; }                               ///< the words that are not options
    std::optional<QString> word(qsizetype index) const;
    lockcore::PasswordFiles passwordFiles() const;
    lockcore::Result<lockcore::Bytes> fromBase64(const QString &option) const; ///< the value of an option that is set

    /// The one server that a command is about: named by --profile, else by `url`, else as in endpointFor(). Reads the files with passwords.
    lockcore::Result<Target> server(const std::optional<QString> &url, Access access = Access::Read) const;

    lockcore::Result<Target> mapped(lockcore::Result<Target> target) const; ///< with the addresses of --map

    lockcore::Result<lockcore::Filter> filter() const;        ///< --filter; without it: an empty one, which matches every lock
    lockcore::Result<lockcore::Milliseconds> timeout() const; ///< --timeout: more than 0, at most an hour

    /// Adds what the user declares to be locks: by --pattern, and in the file of --formats, or else in the usual one. Blocks.
    lockcore::Result<void> addPatterns(std::vector<lockcore::UserPattern> &patterns) const;

private:
    QHash<QString, QStringList> m_values;
    QStringList m_words;
};

/// --help or --version: notes which, and nothing else of the line is read.
template <class Options>
bool isAboutItself(const CommandLine &line, Options &options)
{
    options.help = line.isSet(QStringLiteral("help"));
    options.version = line.isSet(QStringLiteral("version"));
    return options.help || options.version;
}

} // namespace lockscope
