// SPDX-License-Identifier: MIT
#include "lockcore/json/located_json.h"

#include "lockcore/base/bytes.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

namespace lockcore::json {

const std::string &Located::text(const char *what) const
{
    if (m_kind != Kind::Text)
        fail(std::string("\"") + what + "\" must be a text");
    return m_text;
}

bool Located::flag(const char *what) const
{
    if (m_kind != Kind::Flag)
        fail(std::string("\"") + what + "\" must be true or false");
    return m_flag;
}

std::int64_t Located::integer(const char *what, std::int64_t least, std::int64_t most) const
{
    const bool good = m_kind == Kind::Number && std::floor(m_number) == m_number && m_number >= double(least) && m_number <= double(most);
    if (!good)
        fail(std::string("\"") + what + "\" must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::int64_t>(m_number);
}

const std::vector<Located> &Located::elements(const char *what) const
{
    if (m_kind != Kind::Array)
        fail(std::string("\"") + what + "\" must be a list");
    return m_elements;
}

const std::vector<std::pair<std::string, Located>> &Located::fields() const
{
    if (m_kind != Kind::Object)
        fail("here must be an object");
    return m_fields;
}

const Located *Located::find(std::string_view name) const
{
    for (const auto &field : m_fields) {
        if (field.first == name)
            return &field.second;
    }
    return nullptr;
}

std::string Located::shown() const
{
    switch (m_kind) {
    case Kind::Text: return '"' + escaped(elidedInMiddle(m_text, 60)) + '"';
    case Kind::Number: return m_text;
    case Kind::Flag: return m_flag ? "true" : "false";
    case Kind::Null: return "null";
    case Kind::Array: return "a list";
    case Kind::Object: return "an object";
    }
    return {};
}

class LocatedParser
{
public:
    explicit LocatedParser(std::string_view text)
        : m_text(text)
    { }

    Located document()
    {
        auto value = this->value(0);
        skipBlanks();
        if (m_at < m_text.size())
            fail("there is extra text after the JSON");
        return value;
    }

private:
    static constexpr int deepest = 32;

    [[noreturn]] void fail(const std::string &sentence) const { throw Wrong(m_line, "this is not valid JSON: " + sentence); }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    char take()
    {
        const char c = peek();
        m_line += c == '\n';
        ++m_at;
        return c;
    }
    void skipBlanks()
    {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
            take();
    }
    bool takeIf(char c)
    {
        skipBlanks();
        const bool is = peek() == c;
        if (is)
            take();
        return is;
    }
    void need(char c)
    {
        if (!takeIf(c))
            fail(std::string("\"") + c + "\" is missing");
    }

    Located value(int depth)
    {
        if (depth > deepest)
            fail("it is nested too deeply");
        skipBlanks();
        Located value;
        value.m_line = m_line;
        const char c = peek();
        if (c == '{')
            object(value, depth);
        else if (c == '[')
            array(value, depth);
        else if (c == '"')
            text(value);
        else
            word(value);
        return value;
    }

    void object(Located &value, int depth)
    {
        value.m_kind = Located::Kind::Object;
        need('{');
        if (takeIf('}'))
            return;
        do {
            skipBlanks();
            if (peek() != '"')
                fail("a field begins with its name in quotation marks");
            Located name;
            text(name);
            if (value.find(name.m_text))
                throw Wrong(m_line, "the field \"" + escaped(name.m_text) + "\" occurs twice");
            need(':');
            value.m_fields.emplace_back(name.m_text, this->value(depth + 1));
        } while (takeIf(','));
        need('}');
    }

    void array(Located &value, int depth)
    {
        value.m_kind = Located::Kind::Array;
        need('[');
        if (takeIf(']'))
            return;
        do
            value.m_elements.push_back(this->value(depth + 1));
        while (takeIf(','));
        need(']');
    }

    // Qt decodes the escape sequences.
    void text(Located &value)
    {
        value.m_kind = Located::Kind::Text;
        const auto begin = m_at;
        take();
        while (peek() != '"') {
            if (m_at >= m_text.size() || peek() == '\n')
                fail("a string is not closed");
            if (take() == '\\')
                take();
        }
        take();
        value.m_text = viaQt(m_text.substr(begin, m_at - begin)).toString().toStdString();
    }

    void word(Located &value)
    {
        const auto begin = m_at;
        while (m_at < m_text.size() && std::string_view(" \t\r\n,]}").find(peek()) == std::string_view::npos)
            take();
        value.m_text = m_text.substr(begin, m_at - begin);
        const auto read = viaQt(value.m_text);
        value.m_kind = read.isBool() ? Located::Kind::Flag : read.isDouble() ? Located::Kind::Number : Located::Kind::Null;
        value.m_flag = read.toBool();
        value.m_number = read.toDouble();
    }

    QJsonValue viaQt(std::string_view scalar) const
    {
        const auto wrapped = '[' + QByteArray(scalar.data(), static_cast<qsizetype>(scalar.size())) + ']';
        const auto array = QJsonDocument::fromJson(wrapped).array();
        if (scalar.empty())
            fail("a value is missing");
        if (array.size() != 1)
            fail("\"" + escaped(elidedInMiddle(scalar, 40)) + "\" is not understood");
        return array.first();
    }

    const std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
};

Located locatedJson(std::string_view text) { return LocatedParser(text).document(); }

} // namespace lockcore::json
