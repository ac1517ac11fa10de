// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/reply_decoding.h"

#include "lockcore/lab/resp/resp_framing.h"

namespace lockcore {

namespace {

// A verbatim string consists of `txt:` (or another format of three letters) and its text.
Bytes withoutFormat(const Bytes &verbatim)
{
    const auto colon = verbatim.find(':');
    return colon == Bytes::npos ? verbatim : verbatim.substr(colon + 1);
}

// Recursive, which is safe: the framer limits the depth.
class Decoder
{
public:
    explicit Decoder(std::string_view rest)
        : m_rest(rest)
    { }

    Reply next()
    {
        const auto end = m_rest.find("\r\n");
        const auto line = m_rest.substr(0, end);
        m_rest.remove_prefix(end + 2);
        const auto text = line.substr(1);
        switch (line.front()) {
        case '+':
        case ',':
        case '(': return Reply::status(Bytes(text));
        case '-': return Reply::error(Bytes(text));
        case ':': return Reply::number(parseInteger(text).value_or(0));
        case '#': return Reply::number(text == "t" ? 1 : 0);
        case '$': return string(line);
        case '!': return Reply::error(string(line).text);
        case '=': return Reply::bulk(withoutFormat(string(line).text));
        case '*':
        case '~':
        case '>': return array(line, 1);
        case '%': return array(line, 2);
        case '|': array(line, 2); return next();
        default: return Reply::nil();
        }
    }

private:
    Reply string(std::string_view line)
    {
        const auto length = *MessageScanner::lengthIn(line);
        if (length < 0)
            return Reply::nil();
        auto reply = Reply::bulk(Bytes(m_rest.substr(0, static_cast<std::size_t>(length))));
        m_rest.remove_prefix(static_cast<std::size_t>(length) + 2);
        return reply;
    }

    Reply array(std::string_view line, std::int64_t perElement)
    {
        const auto count = *MessageScanner::lengthIn(line);
        if (count < 0)
            return Reply::nil();
        auto reply = Reply::array({});
        for (auto left = count * perElement; left > 0; --left)
            reply.elements.push_back(next());
        return reply;
    }

    std::string_view m_rest;
};

} // namespace

Reply decoded(std::string_view message) { return Decoder(message).next(); }

} // namespace lockcore
