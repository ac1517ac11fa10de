// SPDX-License-Identifier: MIT
// Appends JSON to a text, value after value, so that a list of a hundred thousand locks is never in memory as objects. Compact, and with
// the same bytes as QJsonDocument and shownJson(); for that, the caller must write the names of an object in alphabetical order.
#pragma once

#include "lockcore/base/bytes.h"

#include <string>
#include <string_view>

namespace lockscope {

class JsonWriter
{
public:
    explicit JsonWriter(std::string &out)
        : m_out(out)
    { }

    void open(char bracket); ///< `{` or `[`
    void close(char bracket) { m_out += bracket; }
    void name(std::string_view name); ///< the name of the next value; printable ASCII without quotes

    void text(std::string_view utf8); ///< bytes that are not UTF-8 become U+FFFD
    void number(std::int64_t number);
    void boolean(bool value);
    void null();

    void member(std::string_view name, std::string_view utf8);
    void member(std::string_view name, std::int64_t value);

    /// Writes the bytes as `name`. If they are not UTF-8, `name` is escaped, and `name_base64` has the exact bytes.
    void bytes(std::string_view name, const lockcore::Bytes &bytes);

private:
    void separate();

    std::string &m_out;
};

} // namespace lockscope
