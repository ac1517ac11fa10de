// SPDX-License-Identifier: MIT
// Appends JSON to a text, value after value: a list of a hundred thousand locks is never in memory as objects. Compact, and with the bytes that
// QJsonDocument and shownJson() would write; the caller writes the names of an object in alphabetical order, as they do.
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
    void name(std::string_view name); ///< of the next value; printable ASCII without quotes

    void text(std::string_view utf8); ///< what is not UTF-8 becomes U+FFFD
    void number(std::int64_t number);
    void boolean(bool value);
    void null();

    void member(std::string_view name, std::string_view utf8);
    void member(std::string_view name, std::int64_t value);

    /// Bytes as `name`; if they are not UTF-8, escaped, and the exact bytes as `name_base64`.
    void bytes(std::string_view name, const lockcore::Bytes &bytes);

private:
    void separate();

    std::string &m_out;
};

} // namespace lockscope
