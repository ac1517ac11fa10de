// SPDX-License-Identifier: MIT
#include "app/lab/lab_scenarios.h"

#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QDir>
#include <QFileInfo>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

const QString builtIn = QString::fromStdString(std::string(builtInFolder));
const QString ofOtherStores = QString::fromStdString(std::string(storeStoriesFolder));

Result<Scenario> scenarioNamed(const QString &word)
{
    if (word.contains(u'/') || word.endsWith(u".json"_s))
        return readScenario(word.toStdString());
    for (const auto &folder : {builtIn, ofOtherStores}) {
        if (const auto file = folder + u'/' + word + u".json"_s; QFileInfo::exists(file))
            return readScenario(file.toStdString());
    }
    return Error{
        ErrorKind::Refused, "there is no scenario \"" + shownText(word.toStdString(), 60).toStdString() + "\"; --list shows them", {}};
}

QStringList namesIn(const QString &folder)
{
    QStringList names;
    for (const auto &file : QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Name))
        names << file.completeBaseName();
    return names;
}

} // namespace

Result<std::vector<Scenario>> scenariosOf(const LabOptions &options)
{
    auto names = options.scenarios;
    const auto store = options.store.value_or(Store::Redis);
    if (names.isEmpty())
        names =
            namesIn(builtIn) + (options.what == LabOptions::What::List || store != Store::Redis ? namesIn(ofOtherStores) : QStringList());
    std::vector<Scenario> scenarios;
    for (const auto &name : names) {
        auto scenario = scenarioNamed(name);
        if (!scenario)
            return scenario.error();
        const bool isAboutAnother = scenario->store != Store::Redis && scenario->store != store;
        if (!options.scenarios.isEmpty() || !options.store || !isAboutAnother)
            scenarios.push_back(*std::move(scenario));
    }
    return scenarios;
}

void fitToStores(std::vector<Scenario> &scenarios, const LabOptions &options)
{
    int longest = 1;
    Store ofLongest = Store::Redis;
    for (auto &scenario : scenarios) {
        auto fitted = fittedTo(options.store.value_or(scenario.store), scenario);
        scenario = std::move(fitted.scenario);
        if (fitted.stretchedBy > longest) {
            longest = fitted.stretchedBy;
            ofLongest = scenario.store;
        }
    }
    if (longest > 1)
        complain((scenarios.size() == 1 ? Words::tr("%1 counts leases in seconds: all times are %2 times as long")
                                        : Words::tr("%1 counts leases in seconds: all times are up to %2 times as long"))
                     .arg(shownText(nameOf(ofLongest)))
                     .arg(longest));
}

void leaveOutWhatNeedsOwnServers(std::vector<Scenario> &scenarios)
{
    QStringList names;
    std::erase_if(scenarios, [&](const Scenario &scenario) {
        const bool isOut = needOfOwnServer(scenario).has_value();
        if (isOut)
            names << QString::fromStdString(scenario.name);
        return isOut;
    });
    complain((names.size() == 1 ? Words::tr("1 scenario needs servers of the Lab's own, and is left out: %1")
                                : Words::tr("%1 scenarios need servers of the Lab's own, and are left out: %2").arg(names.size()))
                 .arg(names.join(u", "_s)));
}

} // namespace lockscope
