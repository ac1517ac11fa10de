// SPDX-License-Identifier: MIT
// The results of an earlier suite, as a JSON file under version control, so that only a change fails. Pure; any thread.
#pragma once

#include "app/lab/lab_output.h"
#include "lockcore/base/result.h"

#include <map>

namespace lockscope {

struct Baseline
{
    enum class How { Played, Skipped, Error };

    struct Row
    {
        How how = How::Played;
        std::map<lockcore::Property, lockcore::Outcome> found; ///< of the tested properties, and of others that failed
        bool operator==(const Row &) const = default;
    };

    QString library; ///< shown to people, not compared
    std::map<QString, Row> scenarios;
    bool operator==(const Baseline &) const = default;
};

Baseline baselineOf(const std::vector<LabResult> &results);
QByteArray toJson(const Baseline &baseline);

/// `file` is the beginning of each error text. Error: Refused.
lockcore::Result<Baseline> baselineFrom(const QByteArray &json, const QString &file);

struct BaselineChange
{
    enum class Kind {
        Changed,
        Open, ///< the result is inconclusive now, but was conclusive before
        New,  ///< the baseline does not have this scenario; it is judged as without a baseline
        Gone, ///< the baseline has a scenario that was not played
    };

    Kind kind = Kind::Changed;
    QString scenario;
    QString text; ///< `ownership: violated, was held`
    bool operator==(const BaselineChange &) const = default;
};

std::vector<BaselineChange> changesSince(const Baseline &baseline, const std::vector<LabResult> &results);
QString changesText(const std::vector<BaselineChange> &changes, const QString &file);

/// Returns 0 without a change, 1 with a change, 3 if something is open. New scenarios count with their own results.
int exitCodeOf(const std::vector<BaselineChange> &changes, const std::vector<LabResult> &results);

} // namespace lockscope
