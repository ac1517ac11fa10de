// SPDX-License-Identifier: MIT
#include "ui/runs/kept_runs.h"

#include "ui/runs/folder_file.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int mostFolders = 20'000; // most folders that are looked at
constexpr qint64 largestFile = 1024 * 1024;
constexpr std::size_t longestText = 200;

struct Place
{
    QString folder;
    QDateTime time;
};

std::vector<Place> newestIn(const QString &runs, int most)
{
    std::vector<Place> places;
    QDirIterator folders(runs, QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (int i = 0; i < mostFolders && folders.hasNext(); ++i) {
        const auto folder = folders.next();
        const QFileInfo verdict(folder + u"/verdict.json"_s);
        if (verdict.isFile() && !verdict.isSymLink())
            places.push_back({folder, verdict.lastModified().toUTC()});
    }
    std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) {
        return a.time != b.time ? a.time > b.time : a.folder < b.folder; // makes the order stable
    });
    places.resize(std::min(places.size(), static_cast<std::size_t>(std::max(most, 0))));
    return places;
}

// The worst outcome has the lowest rank.
int rankOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return 0;
    case Outcome::Outlived: return 1;
    case Outcome::Inconclusive: return 2;
    case Outcome::Held: return 3;
    case Outcome::NotExercised: return 4;
    case Outcome::Skipped: return 5;
    }
    return 6;
}

void noteVerdicts(KeptRunInfo &info, const std::vector<Verdict> &verdicts)
{
    const auto worse = [](const Verdict &a, const Verdict &b) {
        return std::pair(rankOf(a.outcome), a.importance) < std::pair(rankOf(b.outcome), b.importance);
    };
    const auto worst = std::min_element(verdicts.begin(), verdicts.end(), worse);
    if (worst == verdicts.end())
        return;
    info.property = worst->property;
    info.outcome = worst->outcome;
}

// Reads only the needed fields: reading the whole scenario would be slow, and would refuse files of other versions.
void noteScenario(KeptRunInfo &info)
{
    const auto bytes = readWithin(info.folder, u"scenario.json"_s, largestFile);
    const auto fields = bytes ? QJsonDocument::fromJson(*bytes).object() : QJsonObject();
    const auto text = [&](const QString &name) { return shownText(fields.value(name).toString().toStdString(), longestText); };
    info.title = text(u"title"_s);
    info.protocol = text(u"protocol"_s);
}

std::optional<KeptRunInfo> infoOf(const Place &place)
{
    const auto bytes = readWithin(place.folder, u"verdict.json"_s, largestFile);
    const auto result = bytes ? resultFrom(*bytes, {}) : bytes.error();
    if (!result)
        return std::nullopt;
    KeptRunInfo info;
    info.folder = place.folder;
    info.scenario = shownText(result->scenario.name, longestText);
    info.library = shownText(result->library, longestText);
    info.seed = result->seed;
    info.time = place.time;
    info.byHand = result->byHand;
    info.failed = result->error.has_value();
    info.match = matchIn(*bytes);
    info.expects = result->expects;
    for (const auto &verdict : result->verdicts)
        info.outcomes[verdict.property] = verdict.outcome;
    noteVerdicts(info, result->verdicts);
    noteScenario(info);
    return info;
}

} // namespace

QList<KeptRunInfo> keptRuns(const QString &runs, int most)
{
    QList<KeptRunInfo> infos;
    const auto place = QDir(runs.isEmpty() ? usualRuns() : runs).absolutePath();
    for (const auto &found : newestIn(place, most)) {
        if (auto info = infoOf(found))
            infos.append(*std::move(info));
    }
    return infos;
}

} // namespace lockscope
