// SPDX-License-Identifier: MIT
// The external commands that the user has agreed to run. Each is identified by the bytes of its program and its script, so that the user is
// asked again if another program is in the same place. GUI thread.
#pragma once

#include "lockcore/base/result.h"

#include <QString>
#include <QStringList>

class QSettings;

namespace lockscope {

/// A file that the command would run.
struct CommandFile
{
    QString path; ///< absolute, symbolic links resolved
    QString hash; ///< SHA-256, hexadecimal
    bool operator==(const CommandFile &) const = default;
};

/// A command as it would be run: its words, and the files that they name.
struct CommandFacts
{
    QStringList words;
    QList<CommandFile> files; ///< first the program, then the files that other words name: its script
};

/// Error: Refused, with a sentence: there is no such program, or a file cannot be read.
lockcore::Result<CommandFacts> commandFacts(const std::vector<std::string> &command);

class CommandConsent final
{
public:
    explicit CommandConsent(QSettings *settings) // `settings` must outlive this object
        : m_settings(settings)
    { }

    bool has(const CommandFacts &facts) const;
    bool hasOther(const CommandFacts &facts) const; ///< the user once agreed to these words, but a file has changed since
    void give(const CommandFacts &facts);

private:
    QSettings *m_settings;
};

QString commandLineOf(const QStringList &words); ///< as a user would type it; escaped

} // namespace lockscope
