// SPDX-License-Identifier: MIT
// JSON of a person's file: each value knows its line, so that an error can name it. (QJsonDocument does not keep lines, and accepts a field
// that occurs twice.) Any thread.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore::json {

/// An error and its line. Thrown inside a reader of files, and caught at the reader's public function.
struct Wrong : std::runtime_error
{
    Wrong(int line, const std::string &sentence)
        : std::runtime_error(sentence)
        , line(line)
    { }
    int line;
};

class Located final
{
public:
    enum class Kind { Null, Flag, Number, Text, Array, Object };

    int line() const { return m_line; }
    bool isObject() const { return m_kind == Kind::Object; }
    bool isArray() const { return m_kind == Kind::Array; }

    [[noreturn]] void fail(const std::string &sentence) const { throw Wrong(m_line, sentence); }

    // `what` is the field's name, for the error if the value is of another kind.
    const std::string &text(const char *what) const;
    bool flag(const char *what) const;
    std::int64_t integer(const char *what, std::int64_t least, std::int64_t most) const;
    const std::vector<Located> &elements(const char *what) const;

    const std::vector<std::pair<std::string, Located>> &fields() const; ///< in the order of the file; fails unless it is an object
    const Located *find(std::string_view name) const;

    std::string shown() const; ///< for sentences: escaped, in quotation marks if it is a text

private:
    friend class LocatedParser;

    Kind m_kind = Kind::Null;
    int m_line = 1;
    bool m_flag = false;
    double m_number = 0;
    std::string m_text; ///< the text; for a number, its digits as written in the file
    std::vector<Located> m_elements;
    std::vector<std::pair<std::string, Located>> m_fields;
};

Located locatedJson(std::string_view text); ///< throws Wrong

} // namespace lockcore::json
