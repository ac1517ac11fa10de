// SPDX-License-Identifier: MIT
// Lets QCOMPARE compare our values and print them by their toString(), which returns a std::string. Without this, Qt Test finds that
// function by argument-dependent lookup and cannot use it. Include it in a test that compares such values.
#pragma once

#include <QTest>

#include <concepts>
#include <string>

namespace QTest {

template <class T>
concept PrintsItself = requires(const T &value)
{
    {
        toString(value)
        } -> std::same_as<std::string>;
};

template <PrintsItself T>
bool qCompare(const T &actual, const T &expected, const char *actualText, const char *expectedText, const char *file, int line)
{
    const auto print = [](const T &value) { return qstrdup(toString(value).c_str()); };
    return compare_helper(
        actual == expected, "Compared values are not the same", [&] { return print(actual); }, [&] { return print(expected); }, actualText,
        expectedText, file, line);
}

} // namespace QTest
