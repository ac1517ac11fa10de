// SPDX-License-Identifier: MIT
#include "ui/runs/store_comparison.h"
#include "ui/runs/store_workers.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

QString faultName(const Scenario &story)
{
    constexpr std::string_view prefix = "store-";
    return wordText(std::string_view(story.name).substr(story.name.starts_with(prefix) ? prefix.size() : 0));
}

QString freeText(const StoreCell &cell)
{
    if (cell.result.error || isSkipped(cell.result))
        return Words::tr("not played");
    if (cell.free) {
        const auto time = QString::number(static_cast<double>(cell.free->count()) / 1000, 'f', 2);
        return cell.isWiped ? Words::tr("lost: %1 s").arg(time) : Words::tr("%1 s").arg(time);
    }
    return cell.isKept ? Words::tr("kept") : Words::tr("not free");
}

const Verdict *verdictOn(const LabResult &result, Property property)
{
    const auto found = std::ranges::find(result.verdicts, property, &Verdict::property);
    return found == result.verdicts.end() ? nullptr : &*found;
}

QStringList findingsText(const LabResult &result)
{
    QStringList lines;
    for (const auto outcome : {Outcome::Violated, Outcome::Outlived, Outcome::Inconclusive}) {
        for (const auto &verdict : result.verdicts) {
            if (verdict.outcome == outcome)
                lines << outcomeText(verdict).section(u' ', 0, 0) + u' ' + propertyText(verdict.property)
                             + (verdict.pitfall.empty() ? QString() : u' ' + shownText(verdict.pitfall));
        }
    }
    const bool holds = std::ranges::find(result.verdicts, Outcome::Held, &Verdict::outcome) != result.verdicts.end();
    return lines.isEmpty() && holds ? QStringList{outcomeText(Outcome::Held)} : lines;
}

std::vector<Property> comparedProperties(const StoreComparisonResult &comparison, std::size_t story)
{
    constexpr std::array all = {Property::MutualExclusion, Property::Ownership, Property::LeaseOutlived, Property::NoImmortalLock,
                                Property::Progress,        Property::Resource,  Property::TokenOrder};
    std::vector<Property> shown;
    for (const auto property : all) {
        const auto isTold = [&](const std::optional<StoreCell> &cell) {
            const auto *const verdict = cell ? verdictOn(cell->result, property) : nullptr;
            return verdict && !isSilent(*verdict);
        };
        if (std::ranges::any_of(comparison.cells.at(story), isTold))
            shown.push_back(property);
    }
    return shown;
}

QString failureText(const StoreCell &cell)
{
    if (isSkipped(cell.result) && !cell.result.error)
        return skipText(cell.result);
    if (!cell.result.error)
        return {};
    const auto packages = debianPackagesOf(cell.result.scenario.store);
    return asSentence(cell.result.error->text) + u' ' + Words::tr("It needs the Debian packages %1.").arg(shownText(packages));
}

QString storeSubject(const StoreComparisonResult &comparison, std::size_t store)
{
    for (const auto &row : comparison.cells) {
        const auto &cell = row.at(store);
        if (cell && !cell->result.server.empty())
            return shownText(cell->result.server, 40) + u", "_s + shownText(cell->result.library, 40);
    }
    return {};
}

QByteArray storeComparisonJson(const StoreComparisonResult &comparison)
{
    QJsonArray runs;
    for (std::size_t row = 0; row < comparison.stories.size(); ++row) {
        for (const auto &cell : comparison.cells[row]) {
            if (!cell)
                continue;
            auto all = toJson(cell->result);
            all[u"store"_s] = jsonWord(wordOf(cell->result.scenario.store));
            all[u"fault"_s] = faultName(comparison.stories[row]);
            all[u"free_ms"_s] = cell->free ? QJsonValue(static_cast<qint64>(cell->free->count())) : QJsonValue();
            all[u"kept"_s] = cell->isKept;
            all[u"data_lost"_s] = cell->isWiped;
            runs.append(all);
        }
    }
    return indented({{u"folder"_s, comparison.folder}, {u"runs"_s, runs}});
}

} // namespace lockscope
