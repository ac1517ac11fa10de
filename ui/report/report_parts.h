// SPDX-License-Identifier: MIT
// The sections of a report, as HTML. One thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/ink.h"
#include "ui/report/run_report.h"
#include "ui/report/verdict_words.h"

#include <set>

namespace lockscope {

/// The data that all sections share.
class ReportPage final
{
public:
    /// Both must outlive this object.
    ReportPage(const RunReport &report, const lockcore::Lanes &lanes);

    const RunReport &report() const { return m_report; }
    const lockcore::Lanes &lanes() const { return m_lanes; }
    const lockcore::HistoryIndex &history() const { return m_history; }

    /// `#41  410.2 ms  A  A's DEL is executed`; the target of links if it is the first row for its number.
    QString eventRow(std::uint64_t number);
    QString swatchHtml(const std::optional<lockcore::Incarnation> &who) const; ///< empty without a worker
    QString workerHtml(const std::optional<lockcore::Incarnation> &who) const; ///< a swatch and the name

private:
    const RunReport &m_report;
    const lockcore::Lanes &m_lanes;
    const lockcore::HistoryIndex m_history;
    std::set<std::uint64_t> m_targets; ///< numbers that already have a row
};

/// What the run has found, as the first thing that a reader sees, and whether it was expected.
QString headlineHtml(const RunReport &report);
Ink toneInk(VerdictTone tone);
enum class Telling {
    All,
    Guess, ///< begins at the first step, and the steps do not say which verdict names them
};

/// The timeline, and above it the decisive steps of the run as radio buttons: the one that is chosen has its sentence, and its moment in the
/// picture. Printed, it is a list of all steps.
QString stepsHtml(const ReportPage &page, Telling telling, std::size_t mostWorkers);
QString stepsStyle(const ReportPage &page); ///< the CSS that makes the buttons work
QString verdictsHtml(ReportPage &page);
QString faultsHtml(ReportPage &page);
QString figuresHtml(const ReportPage &page);
QString boundsHtml(const ReportPage &page);

QString section(const QString &title, const QString &content); ///< empty if `content` is empty. `content` is HTML
QString factRow(const QString &name, const QString &value);    ///< both are HTML
QString reportStyle();
QString pageHtml(const QString &title, const QString &content, const QString &style = {}); ///< a whole page; HTML, and CSS of its own

} // namespace lockscope
