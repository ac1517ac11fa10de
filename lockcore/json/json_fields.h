// SPDX-License-Identifier: MIT
// JSON for files of many short lines: a writer that appends to a string, and readers that check. Text that is not UTF-8 is written as
// `{"base64": "…"}`. Any thread.
#pragma once

#include <QJsonValue>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockcore::json {

inline constexpr std::chrono::days longestTime{30}; ///< no run is longer, so readers may add times without overflow

class Writer final
{
public:
    void begin(char bracket);
    void end(char bracket);
    void name(std::string_view name); ///< of the next field; ASCII without quotation marks
    void separate();                  ///< call it before each element of an array; writes the comma from the second one on
    void text(const std::string &bytes);
    void raw(std::string_view json);
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

bool readText(const QJsonValue &value, std::string &text);
bool readInteger(const QJsonValue &value, std::int64_t &number); ///< false: not an integer, or beyond ±2⁵³

} // namespace lockcore::json
