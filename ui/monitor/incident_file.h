// SPDX-License-Identifier: MIT
// The file that keeps the incidents between two starts: lines of JSON, readable by its owner alone, replaced as a whole or not at all. Several
// windows may share it: each save first takes over what the others have written. Blocks; any one thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/incidents/incident_list.h"

#include <QString>

namespace lockscope {

class IncidentFile final
{
public:
    explicit IncidentFile(QString path)
        : m_path(std::move(path))
    { }

    static QString usualPath(); ///< incidents.jsonl in the state directory

    struct Content
    {
        lockcore::IncidentList incidents;
        int unreadable = 0; ///< lines that were left out
    };

    /// Empty if there is no file. Error: Refused, with a sentence that names the file.
    lockcore::Result<Content> load() const;

    /// Returns the list with what others have written. Error: Refused.
    lockcore::Result<lockcore::IncidentList> save(lockcore::IncidentList incidents) const;

private:
    QString m_path;
};

} // namespace lockscope
