// SPDX-License-Identifier: MIT
// Which commands from outside a person has agreed to run: by the bytes of the program and of its script, so that another program in the
// same place is asked for again. GUI thread.
#pragma once

#include "lockcore/base/result.h"

#include <QString>
#include <QStringList>

class QSettings;

namespace lockscope {

/// A file that the command would run.
struct CommandFile
{
    QString path; ///< absolute, links followed
    QString hash; ///< SHA-256, hexadecimal
    bool operator==(const CommandFile &) const = default;
};

/// A command as it would be run: words, and the files among them.
struct CommandFacts
{
    QStringList words;
    QList<CommandFile> files; ///< the program first, then the words that name files: its script
};

/// Error: Refused, with a sentence: there is no such program, or a file cannot be read.
lockcore::Result<CommandFacts> commandFacts(const std::vector<std::string> &command);

class CommandConsent final
{
public:
    explicit CommandConsent(QSettings *settings) // which must outlive this object
        : m_settings(settings)
    { }

    bool has(const CommandFacts &facts) const;
    bool hasOther(const CommandFacts &facts) const; ///< agreed to these words once, but a file has changed since
    void give(const CommandFacts &facts);
    void forgetAll();

private:
    QSettings *m_settings;
};

QString commandLineOf(const QStringList &words); ///< as one would type it; escaped

} // namespace lockscope
