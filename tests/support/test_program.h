// SPDX-License-Identifier: MIT
#pragma once

// One program holds all test classes of a folder, as linking a program for each would take most of the time of a build:
// `monitor_tests tst_filter [Qt Test's arguments]`. A test file ends with LOCKSCOPE_TEST(ItsClass) where Qt's own would have QTEST_MAIN.

#include <QObject>

#include <memory>

namespace lockscope::tests {

/// Adds a test class to the program's list, under the name of its file without ".cpp".
struct Entry
{
    Entry(const char *file, std::unique_ptr<QObject> (*make)());
};

} // namespace lockscope::tests

#define LOCKSCOPE_TEST(Class)                                                                                                              \
    static const lockscope::tests::Entry entryOf##Class(__FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
