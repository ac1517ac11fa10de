// SPDX-License-Identifier: MIT
#pragma once

// One program contains all test classes of a folder, because linking a program for each class would take most of a build's time:
// `monitor_tests tst_filter [Qt Test's arguments]`. A test file ends with LOCKSCOPE_TEST(ItsClass) instead of Qt's QTEST_MAIN.

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
