// SPDX-License-Identifier: MIT
// The result that the user saw last for each scenario, as a sign and a word in the library. Kept in the settings. GUI thread.
#pragma once

#include "ui/report/run_report.h"
#include "ui/runs/kept_runs.h"
#include "ui/widgets/captions.h"

class QSettings;

namespace lockscope {

enum class Seen {
    Never,
    Violated, ///< this and the next two: as expected
    Outlived, ///< nothing is violated, but a lease ended before the work
    Held,
    Open,       ///< inconclusive, or the run ended early
    Unexpected, ///< a verdict differs from what the scenario expects
};

Seen seenOf(const RunReport &report);
Seen seenOf(const KeptRunInfo &info); ///< gives the same result for the same run

QString seenText(Seen seen);     ///< `✗ violated`; empty for Never
QString seenSentence(Seen seen); ///< `seen last: violated, as expected`
QColor seenColour(Seen seen, const QPalette &palette);

class SeenStore final
{
public:
    explicit SeenStore(QSettings *settings) // `settings` must outlive this object
        : m_settings(settings)
    { }

    Seen of(const lockcore::Scenario &scenario) const;
    void note(const lockcore::Scenario &scenario, Seen seen);

private:
    QSettings *m_settings;
};

} // namespace lockscope

template <>
inline constexpr std::array<std::string_view, 6> lockcore::wordsOf<lockscope::Seen>{"never", "violated",     "outlived",
                                                                                    "held",  "inconclusive", "unexpected"};
