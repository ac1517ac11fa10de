// SPDX-License-Identifier: MIT
#include "ui/export/json_writer.h"

#include "lockcore/base/shown_json.h"

#include <QString>

#include <algorithm>

namespace lockscope {

namespace {

bool isPlain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

void appendEscaped(std::string &out, char c)
{
    constexpr std::string_view special = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (const auto at = special.find(c); at != special.npos)
        (out += '\\') += letters[at];
    else if (byte < 0x20)
        ((out += "\\u00") += digits[byte >> 4]) += digits[byte & 15];
    else
        out += c;
}

std::string escapedJson(std::string_view utf8)
{
    std::string out;
    for (const char c : utf8)
        appendEscaped(out, c);
    return lockcore::shownJson(out);
}

} // namespace

// A value follows a bracket, a colon, or another value and a comma.
void JsonWriter::separate()
{
    constexpr std::string_view openers = "{[: \n";
    if (!m_out.empty() && openers.find(m_out.back()) == openers.npos)
        m_out += ',';
}

void JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
}

void JsonWriter::name(std::string_view name)
{
    separate();
    ((m_out += '"') += name) += "\":";
}

void JsonWriter::text(std::string_view utf8)
{
    separate();
    m_out += '"';
    if (std::ranges::all_of(utf8, isPlain))
        m_out += utf8;
    else if (lockcore::isUtf8(utf8))
        m_out += escapedJson(utf8);
    else
        m_out += escapedJson(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).toStdString());
    m_out += '"';
}

void JsonWriter::number(std::int64_t number)
{
    separate();
    m_out += std::to_string(number);
}

void JsonWriter::boolean(bool value)
{
    separate();
    m_out += value ? "true" : "false";
}

void JsonWriter::null()
{
    separate();
    m_out += "null";
}

void JsonWriter::member(std::string_view itsName, std::string_view utf8)
{
    name(itsName);
    text(utf8);
}

void JsonWriter::member(std::string_view itsName, std::int64_t value)
{
    name(itsName);
    number(value);
}

void JsonWriter::bytes(std::string_view itsName, const lockcore::Bytes &bytes)
{
    if (lockcore::isUtf8(bytes)) {
        member(itsName, bytes);
        return;
    }
    member(itsName, lockcore::escaped(bytes));
    member(std::string(itsName) + "_base64", lockcore::toBase64(bytes));
}

} // namespace lockscope
