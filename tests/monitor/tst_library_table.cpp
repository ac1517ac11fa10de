// SPDX-License-Identifier: MIT
// The documentation's table of libraries matches the formats. LIBRARY_TABLE=write writes it again into docs/formats.md.
#include "lockcore/monitor/reading/classifier.h"
#include "support/format_examples.h"
#include "support/test_program.h"

#include <QTest>

#include <fstream>
#include <set>
#include <sstream>

using namespace lockcore;

namespace {

constexpr auto page = FORMATS_PAGE;
constexpr std::string_view tableHead = "| `library` |";

std::string cell(std::string text)
{
    for (auto at = text.find('|'); at != text.npos; at = text.find('|', at + 2))
        text.replace(at, 1, "\\|");
    return text + " | ";
}

std::string tableOfFormats()
{
    std::multimap<std::string, std::string> lines; // of one library in the order of its formats
    for (const auto *format : formats()) {
        for (const auto &[library, writtenBy, keys, values] : format->notes) {
            const auto line = "| " + cell('`' + library + '`') + cell(writtenBy) + cell(keys) + cell(values);
            lines.emplace(library == unknownLibrary ? "~" : library, line.substr(0, line.size() - 1)); // at the end of the table
        }
    }
    auto table = std::string(tableHead) + " written by | its keys | its values |\n|---|---|---|---|\n";
    for (const auto &[library, line] : lines)
        table += line + '\n';
    return table;
}

std::string readPage()
{
    std::ifstream file(page);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Where the page's table begins and ends.
std::pair<std::size_t, std::size_t> tableIn(const std::string &text)
{
    const auto begin = text.find(tableHead);
    return {begin, std::min(text.size(), text.find("\n\n", begin) + 1)};
}

std::set<std::string> notedLibraries()
{
    std::set<std::string> libraries;
    for (const auto *format : formats()) {
        for (const auto &note : format->notes)
            libraries.insert(note.library);
    }
    return libraries;
}

} // namespace

class LibraryTableTest final : public QObject
{
    Q_OBJECT

private slots:
    void docsTable_matchesTheFormats()
    {
        auto text = readPage();
        const auto [begin, end] = tableIn(text);
        QVERIFY2(begin != text.npos, page);
        if (qEnvironmentVariable("LIBRARY_TABLE") == QStringLiteral("write"))
            std::ofstream(page) << text.replace(begin, end - begin, tableOfFormats());
        else
            QVERIFY2(text.substr(begin, end - begin) == tableOfFormats(),
                     "The table of docs/formats.md is not that of the formats. It is written again by LIBRARY_TABLE=write "
                     "build/tests/monitor/monitor_tests tst_library_table");
    }

    void everyLibrary_isInTheTable()
    {
        const auto noted = notedLibraries();
        for (const auto *format : formats()) {
            QVERIFY2(noted.contains(std::string(format->library)), format->library.data());
            for (const auto library : format->otherLibraries)
                QVERIFY2(noted.contains(std::string(library)), library.data());
            for (const auto &note : format->notes) {
                const bool isItsOwn = note.library == format->library || std::ranges::count(format->otherLibraries, note.library) > 0;
                QVERIFY2(isItsOwn && !note.writtenBy.empty() && !note.keys.empty() && !note.values.empty(), note.library.c_str());
            }
        }
    }

    void tableLibrary_isNamedByAnExample()
    {
        std::set<std::string> named;
        for (const auto &[format, name, examples] : test::formatExamples()) {
            for (const auto &example : examples) {
                const auto match = example.expected ? Classifier().classify(example.look, example.surroundings) : std::nullopt;
                if (match)
                    named.insert(match->library);
            }
        }
        for (const auto &library : notedLibraries())
            QVERIFY2(named.contains(library), library.c_str());
    }
};

LOCKSCOPE_TEST(LibraryTableTest)
#include "tst_library_table.moc"
