// SPDX-License-Identifier: MIT
// The profile file: JSON, readable only by its owner, replaced as a whole or not at all. Each change first re-reads it, so that two windows
// do not undo each other's changes. Blocks; any one thread.
#pragma once

#include "ui/profiles/profile.h"

#include <QList>

namespace lockscope {

class ProfileFile final
{
public:
    explicit ProfileFile(QString path)
        : m_path(std::move(path))
    { }

    static QString usualPath(); ///< lockscope/profiles.json in the XDG config directory

    /// Sorted by last use, then by name; empty if there is no file. Error: Refused, with a sentence that names the file.
    lockcore::Result<QList<Profile>> load() const;

    /// Error: Refused, with a sentence that lists the existing names.
    lockcore::Result<Profile> named(const QString &name) const;

    /// Adds the profile, or replaces the one with the same id. Error: Refused if its name is taken. A file that cannot be parsed is not
    /// overwritten, but kept next to the new one as keptAsideName().
    lockcore::Result<void> put(const Profile &profile);
    lockcore::Result<void> remove(const QString &id);

    QString path() const { return m_path; }
    QString keptAsideName() const; ///< without the folder

private:
    template <class Change>
    lockcore::Result<void> change(Change change);

    QString m_path;
};

} // namespace lockscope
