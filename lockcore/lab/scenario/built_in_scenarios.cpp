// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/built_in_scenarios.h"

#include "lockcore/lab/scenario/chapters.h"
#include "lockcore/lab/scenario/scenario_file.h"

#include <QDir>

namespace lockcore {

namespace {

void addScenariosIn(std::string_view folder, std::vector<Scenario> &scenarios)
{
    const QDir directory(QString::fromUtf8(folder.data(), static_cast<qsizetype>(folder.size())));
    for (const auto &file : directory.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        if (auto scenario = readScenario(file.filePath().toStdString())) // a test reads each of them
            scenarios.push_back(*std::move(scenario));
    }
}

} // namespace

std::vector<Scenario> builtInScenarios(Store store)
{
    std::vector<Scenario> scenarios;
    addScenariosIn(builtInFolder, scenarios);
    if (store != Store::Redis) {
        addScenariosIn(storeStoriesFolder, scenarios);
        std::erase_if(scenarios, [=](const Scenario &one) { return one.store != Store::Redis && one.store != store; });
    }
    putInChapters(scenarios);
    return scenarios;
}

bool isBuiltIn(const Scenario &scenario) { return scenario.file.starts_with(builtInFolder); }

} // namespace lockcore
