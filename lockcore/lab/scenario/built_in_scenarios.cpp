// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/built_in_scenarios.h"

#include "lockcore/lab/scenario/chapters.h"
#include "lockcore/lab/scenario/scenario_file.h"

#include <QDir>

namespace lockcore {

std::vector<Scenario> builtInScenarios()
{
    std::vector<Scenario> scenarios;
    const QDir folder(QString::fromUtf8(builtInFolder.data(), static_cast<qsizetype>(builtInFolder.size())));
    for (const auto &file : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        if (auto scenario = readScenario(file.filePath().toStdString())) // a test reads each of them
            scenarios.push_back(*std::move(scenario));
    }
    putInChapters(scenarios);
    return scenarios;
}

bool isBuiltIn(const Scenario &scenario) { return scenario.file.starts_with(builtInFolder); }

} // namespace lockcore
