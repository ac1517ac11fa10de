// SPDX-License-Identifier: MIT
#include "lockcore/json/json_fields.h"

#include "lockcore/base/bytes.h"

#include <QJsonObject>

#include <array>
#include <cmath>
#include <cstdio>

namespace lockcore::json {

namespace {

void appendQuoted(std::string &out, std::string_view text)
{
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
            out += escape.data();
        } else {
            out += c;
        }
    }
    out += '"';
}

} // namespace

void Writer::begin(char bracket) { m_text += bracket; }

void Writer::end(char bracket) { m_text += bracket; }

void Writer::separate()
{
    if (m_text.back() != '[' && m_text.back() != '{')
        m_text += ',';
}

void Writer::name(std::string_view name)
{
    separate();
    m_text += '"';
    m_text += name;
    m_text += "\":";
}

void Writer::text(const std::string &bytes)
{
    if (isUtf8(bytes)) {
        appendQuoted(m_text, bytes);
    } else {
        m_text += "{\"base64\":\"";
        m_text += toBase64(bytes);
        m_text += "\"}";
    }
}

void Writer::raw(std::string_view json) { m_text += json; }

bool readText(const QJsonValue &value, std::string &text)
{
    if (!value.isObject()) {
        text = value.toString().toStdString();
        return value.isString();
    }
    const auto bytes = fromBase64(value.toObject().value(QLatin1String("base64")).toString().toStdString());
    text = bytes.value_or(std::string());
    return bytes.has_value();
}

bool readInteger(const QJsonValue &value, std::int64_t &number)
{
    constexpr double largest = 9007199254740992.0;
    const auto real = value.toDouble();
    number = static_cast<std::int64_t>(std::abs(real) <= largest ? real : 0);
    return value.isDouble() && std::abs(real) <= largest && std::floor(real) == real;
}

} // namespace lockcore::json
