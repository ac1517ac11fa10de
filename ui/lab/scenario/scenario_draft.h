// SPDX-License-Identifier: MIT
// A scenario while a person writes it: every field as it was typed, right or wrong. It is checked by writing it as a file and reading that,
// so that the form and files have one reader. What the form has no field for stays as it was. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <span>

namespace lockscope {

class DraftText;

/// How what was typed into a field becomes JSON.
enum class DraftKind {
    Text,
    Number,
    Texts,      ///< several are apart by commas
    Conditions, ///< as Texts; one alone is no list
    Flag,       ///< `yes` or `no`
};

/// A field of the form, or a column of its tables.
struct DraftField
{
    std::string_view name; ///< in the file
    DraftKind kind = DraftKind::Text;
    std::span<const std::string_view> words{}; ///< that it can be; empty: no such choice
};

/// A worker or a fault: the table's cells, and what has no column.
struct DraftRow
{
    QStringList cells;
    QJsonObject rest;
    bool operator==(const DraftRow &) const = default;
};

/// The result of a check: the scenario, or what is wrong where.
struct DraftCheck
{
    std::optional<lockcore::Scenario> scenario;
    QString sentence; ///< empty: nothing is wrong
    QString field;    ///< `lease_ms`, `workers/1/after`, `expect/ownership`; empty: nowhere in particular
};

class ScenarioDraft final
{
public:
    enum WorkerColumn { WorkerName, Lock, After, Again, Rounds, Wait, Work, WorkUntil, Releases };
    enum FaultColumn { When, AfterTime, Do, Who, Of, By };

    ScenarioDraft() = default;
    /// `like`: the text of the file whose order is kept; empty: none.
    explicit ScenarioDraft(const lockcore::Scenario &scenario, const QByteArray &like = {});

    static std::span<const DraftField> fields();       ///< of the scenario itself
    static std::span<const DraftField> workerFields(); ///< by WorkerColumn
    static std::span<const DraftField> faultFields();  ///< by FaultColumn; `who` is part of `do` in the file

    QMap<QString, QString> values;   ///< by the fields' names; empty: as usual, and left out of the file
    QMap<QString, QString> expected; ///< property → outcome
    QList<DraftRow> workers, faults;

    QStringList workerNames() const;
    QStringList lockNames() const; ///< as they are typed; none: there is only the usual one
    DraftRow newWorker() const;    ///< with a name of its own
    static DraftRow newFault();

    DraftCheck check() const;
    QString text() const; ///< as a file; one that can be read in its usual order, another as it was typed

    bool operator==(const ScenarioDraft &) const = default;

private:
    DraftText written() const;

    QJsonObject m_rest;
    std::string m_like;
};

} // namespace lockscope
