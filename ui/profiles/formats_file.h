// SPDX-License-Identifier: MIT
// The lock formats that the user declares for all servers: a file that the window writes, and a person can write by hand, too. It is never
// replaced if it cannot be understood. Blocks; any one thread.
#pragma once

#include "lockcore/monitor/reading/user_format.h"

#include <QByteArray>
#include <QString>

namespace lockscope {

class FormatsFile final
{
public:
    explicit FormatsFile(QString path)
        : m_path(std::move(path))
    { }

    static QString usualPath(); ///< lockscope/formats.json in the XDG config directory

    /// Empty if there is no file. Error: Refused, with a sentence that names the file and, if its content is wrong, the line.
    lockcore::Result<std::vector<lockcore::UserFormat>> load();

    /// Error: Refused. `detail` is changedMeanwhile if the file is not the one that was loaded or saved last; then nothing is written.
    lockcore::Result<void> save(const std::vector<lockcore::UserFormat> &formats);

    /// The next save() replaces what another program has written meanwhile.
    void overrule() { m_isOverruled = true; }

    QString path() const { return m_path; }

    static constexpr auto changedMeanwhile = "changed";

private:
    QString m_path;
    QByteArray m_content; ///< as loaded or saved last
    bool m_isOverruled = false;
};

} // namespace lockscope
