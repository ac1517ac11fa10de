// SPDX-License-Identifier: MIT
// The file that keeps the profiles: JSON, readable by its owner alone, replaced as a whole or not at all. Each change reads
// it again first, so that two windows do not undo each other's. Blocks; any one thread.
#pragma once

#include "profiles/profile.h"

#include <QList>

namespace lockscope {

class ProfileFile final
{
public:
    explicit ProfileFile(QString path) : m_path(std::move(path)) { }

    static QString usualPath(); ///< lockscope/profiles.json in the XDG config directory

    /// Last used first, then by name; empty where there is no file. Refused with a sentence that names the file.
    lockcore::Result<QList<Profile>> load() const;

    /// Refused, with a sentence that lists the names there are.
    lockcore::Result<Profile> named(const QString &name) const;

    /// Adds it, or replaces the one with its id. Refused if its name is taken. A file that cannot be understood is
    /// not overwritten but kept beside the new one, under keptAsideName().
    lockcore::Result<void> put(const Profile &profile);
    lockcore::Result<void> remove(const QString &id);

    QString path() const { return m_path; }
    QString keptAsideName() const; ///< without its folder

private:
    template <class Change>
    lockcore::Result<void> change(Change change);
    lockcore::Result<void> write(const QList<Profile> &profiles) const;

    QString m_path;
};

} // namespace lockscope
