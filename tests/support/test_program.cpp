// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif
#include <QTest>

#ifdef LOCKSCOPE_SCREEN
#include "support/virtual_screen.h"
#endif

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace lockscope::tests {

namespace {

using Make = std::unique_ptr<QObject> (*)();

std::map<std::string, Make> &entries()
{
    static std::map<std::string, Make> all;
    return all;
}

} // namespace

Entry::Entry(const char *file, Make make) { entries().emplace(std::filesystem::path(file).stem().string(), make); }

} // namespace lockscope::tests

int main(int argc, char **argv)
{
    const auto &entries = lockscope::tests::entries();
    const auto entry = argc > 1 ? entries.find(argv[1]) : entries.end();
    if (entry == entries.end()) {
        std::fputs("usage: name a test, then Qt Test's arguments. There are:\n", stderr);
        for (const auto &[name, make] : entries)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
#ifdef LOCKSCOPE_SCREEN
    if (const auto code = lockcore::test::runOnVirtualScreen(argc, argv))
        return *code;
#else
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) // started by hand
        qputenv("QT_QPA_PLATFORM", "offscreen");
#endif
    argv[1] = argv[0];
    --argc;
    ++argv;
#ifdef QT_WIDGETS_LIB
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);
    QApplication application(argc, argv);
#else
    QCoreApplication application(argc, argv);
#endif
    QCoreApplication::setApplicationName(QString::fromStdString(entry->first)); // so that tests in parallel have separate settings
    const auto test = entry->second();
    return QTest::qExec(test.get(), argc, argv);
}
