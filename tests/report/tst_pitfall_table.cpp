// SPDX-License-Identifier: MIT
// The documentation's table of pitfalls matches the program's. PITFALL_TABLE=write writes it again into docs/pitfalls.md.
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/report/pitfall.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

using namespace lockcore;

namespace {

constexpr auto pitfallsPage = PITFALLS_PAGE;
constexpr std::string_view tableHead = "| code |";

std::string storiesAbout(const std::vector<Scenario> &stories, std::string_view pitfall)
{
    std::string names;
    for (const auto &scenario : stories) {
        if (std::ranges::count(scenario.pitfalls, pitfall) > 0)
            names += (names.empty() ? "`" : ", `") + scenario.name + '`';
    }
    return names;
}

std::string table()
{
    const auto all = builtInScenarios();
    auto text = std::string(tableHead) + " pitfall | who answers | kept by | stories |\n|---|---|---|---|---|\n";
    for (const auto &pitfall : pitfalls()) {
        for (const auto part : {pitfall.code, pitfall.title, wordOf(pitfall.answering), wordOf(pitfall.keptBy)})
            text.append("| ").append(part).append(" ");
        const auto stories = storiesAbout(all, pitfall.code);
        text += stories.empty() ? "| |\n" : "| " + stories + " |\n";
    }
    text += "\n## What goes wrong, and the fix\n\n| | what goes wrong | the fix |\n|---|---|---|\n";
    for (const auto &pitfall : pitfalls())
        text.append("| ").append(pitfall.code).append(" | ").append(pitfall.happens).append(" | ").append(pitfall.fix).append(" |\n");
    return text;
}

std::string readPage()
{
    std::ifstream file(pitfallsPage);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

class TestPitfallTable final : public QObject
{
    Q_OBJECT

private slots:
    void docsTable_matchesTheProgram()
    {
        auto text = readPage();
        const auto begin = text.find(tableHead);
        QVERIFY2(begin != text.npos, pitfallsPage);
        if (qEnvironmentVariable("PITFALL_TABLE") == QStringLiteral("write"))
            std::ofstream(pitfallsPage) << text.replace(begin, text.npos, table());
        else
            QVERIFY2(text.substr(begin) == table(), "write it again: PITFALL_TABLE=write, and this test");
    }

    void codes_areDifferent()
    {
        std::set<std::string_view> codes;
        for (const auto &pitfall : pitfalls()) {
            QVERIFY2(codes.insert(pitfall.code).second, pitfall.code.data());
            QCOMPARE(findPitfall(pitfall.code), &pitfall);
            QVERIFY2(pitfall.happens.ends_with('.') && pitfall.fix.ends_with('.'), pitfall.code.data());
            QVERIFY(pitfall.keptBy == KeptBy::Lock || pitfall.answering != Answering::Library || pitfall.code == "A10");
        }
        QCOMPARE(findPitfall("Z9"), nullptr);
    }

    void stories_nameKnownPitfalls()
    {
        for (const auto &scenario : builtInScenarios()) {
            for (const auto &code : scenario.pitfalls)
                QVERIFY2(findPitfall(code), (scenario.name + ": " + code).c_str());
        }
    }
};

LOCKSCOPE_TEST(TestPitfallTable)
#include "tst_pitfall_table.moc"
