// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/resp_framing.h"

#include "lockcore/lab/resp/inline_words.h"

#include <utility>

namespace lockcore {

namespace {

using namespace framing;

Error broken(std::string text, const char *detail = "malformed") { return {ErrorKind::Protocol, std::move(text), detail}; }

Error tooLarge() { return broken("a message of more than 16 MiB", "too-large"); }

std::string shown(std::string_view line) { return elidedInMiddle(escaped(line), 80); }

// The words of a request that is a whole array of bulk strings.
std::vector<Bytes> inlineWordsOf(std::string_view bytes)
{
    std::vector<Bytes> words;
    bytes.remove_prefix(bytes.find('\n') + 1);
    while (!bytes.empty()) {
        const auto end = bytes.find('\r');
        const auto size = static_cast<std::size_t>(*MessageScanner::lengthIn(bytes.substr(0, end)));
        words.emplace_back(bytes.substr(end + 2, size));
        bytes.remove_prefix(end + 2 + size + 2);
    }
    return words;
}

} // namespace

std::optional<std::int64_t> MessageScanner::lengthIn(std::string_view line)
{
    const auto length = parseInteger(line.substr(1));
    return length && *length >= -1 ? length : std::nullopt;
}

Result<std::optional<std::size_t>> MessageScanner::scan(std::string_view bytes)
{
    while (!m_left.empty()) {
        const auto end = bytes.find('\n', std::max(m_at, m_searched));
        const auto lineBytes = std::min(end, bytes.size()) - m_at;
        if (lineBytes > mostLineBytes)
            return broken("a line of more than 64 KiB", "too-large");
        if (end == std::string_view::npos) {
            m_searched = bytes.size();
            return std::optional<std::size_t>();
        }
        const auto line = bytes.substr(m_at, lineBytes);
        if (line.size() < 2 || line.back() != '\r')
            return broken("a line without a type at its beginning or without CR LF at its end: " + shown(line));
        const auto content = line.substr(0, line.size() - 1);
        if (auto error = misplaced(content.front()))
            return *error;
        const auto payload = payloadOf(content);
        if (!payload)
            return payload.error();
        const auto next = end + 1 + *payload;
        if (next > mostBytes)
            return tooLarge();
        if (bytes.size() < next)
            return std::optional<std::size_t>();
        if (*payload > 0 && bytes.substr(next - 2, 2) != "\r\n")
            return broken("a string that is longer than announced");
        if (auto entered = enter(content); !entered)
            return entered.error();
        m_at = next;
    }
    const auto size = m_at;
    const auto type = m_type;
    *this = MessageScanner(m_grammar);
    m_type = type;
    return std::optional(size);
}

// The number of bytes after a string's length line, including their line end.
Result<std::size_t> MessageScanner::payloadOf(std::string_view line) const
{
    const char type = line.front();
    if (type != '$' && type != '!' && type != '=')
        return std::size_t{0};
    const auto length = lengthIn(line);
    if (!length || (*length < 0 && (type != '$' || m_grammar == Grammar::Requests)))
        return broken("no length: " + shown(line));
    if (*length > static_cast<std::int64_t>(mostBytes))
        return tooLarge();
    return *length < 0 ? std::size_t{0} : static_cast<std::size_t>(*length) + 2;
}

// Counts one whole element, or opens an aggregate.
Result<void> MessageScanner::enter(std::string_view line)
{
    constexpr std::string_view strings = "+-:_#,($!=";
    constexpr std::string_view aggregates = "*%~|>";
    const char type = line.front();
    if (m_left.size() == 1)
        m_type = type;
    if (type != '|') // attributes come before the element and do not count as one
        --m_left.back();
    if (aggregates.find(type) != std::string_view::npos) {
        const auto length = lengthIn(line);
        if (!length || (*length < 0 && type != '*'))
            return broken("no length: " + shown(line));
        if (auto opened = open(type, *length); !opened)
            return opened;
    } else if (strings.find(type) == std::string_view::npos) {
        return broken("an unknown type: " + shown(line));
    }
    while (!m_left.empty() && m_left.back() == 0)
        m_left.pop_back();
    return {};
}

std::optional<Error> MessageScanner::misplaced(char type) const
{
    const bool top = m_left.size() == 1;
    if (type == '>' && !top)
        return broken("a push inside another message");
    if (m_grammar == Grammar::Requests && type != (top ? '*' : '$'))
        return broken(std::string("expected '") + (top ? '*' : '$') + "', got '" + escaped(std::string_view(&type, 1)) + "'");
    return std::nullopt;
}

Result<void> MessageScanner::open(char type, std::int64_t count)
{
    if (count > static_cast<std::int64_t>(mostElements))
        return broken("a message of more than a million elements", "too-large");
    const auto elements = static_cast<std::size_t>(std::max<std::int64_t>(count, 0)) * (type == '%' || type == '|' ? 2 : 1);
    m_elements += elements;
    if (m_elements > mostElements)
        return broken("a message of more than a million elements", "too-large");
    if (m_left.size() > mostDepth)
        return broken("a message with too many levels", "too-deep");
    m_left.push_back(elements);
    return {};
}

void FramingBuffer::feed(std::string_view bytes)
{
    if (m_begin > 0 && m_begin * 2 >= m_bytes.size()) {
        m_bytes.erase(0, m_begin);
        m_begin = 0;
    }
    m_bytes += bytes;
}

Bytes FramingBuffer::take(std::size_t size)
{
    if (m_begin == 0 && size == m_bytes.size())
        return std::exchange(m_bytes, {});
    auto taken = m_bytes.substr(m_begin, size);
    m_begin += size;
    return taken;
}

Result<std::optional<Request>> RequestFramer::next()
{
    while (!m_error && midway()) {
        auto request = m_buffer.unread().front() == '*' ? nextArray() : nextInline();
        if (!request)
            m_error = request.error();
        else if (!*request || !(*request)->words.empty())
            return request;
    }
    if (m_error)
        return *m_error;
    return std::optional<Request>();
}

Result<std::optional<Request>> RequestFramer::nextArray()
{
    const auto size = m_scanner.scan(m_buffer.unread());
    if (!size)
        return size.error();
    if (!*size)
        return std::optional<Request>();
    Request request;
    request.bytes = m_buffer.take(**size);
    request.words = inlineWordsOf(request.bytes);
    return std::optional(std::move(request));
}

Result<std::optional<Request>> RequestFramer::nextInline()
{
    const auto end = m_buffer.unread().find('\n');
    if (std::min(end, m_buffer.unread().size()) > mostLineBytes)
        return broken("too big inline request", "too-large");
    if (end == std::string_view::npos)
        return std::optional<Request>();
    Request request;
    request.bytes = m_buffer.take(end + 1);
    auto words = inlineWords(std::string_view(request.bytes).substr(0, end));
    if (!words)
        return broken("unbalanced quotes in request");
    request.words = *std::move(words);
    return std::optional(std::move(request));
}

Result<std::optional<ReplyFrame>> ReplyFramer::next()
{
    if (m_error)
        return *m_error;
    if (!midway())
        return std::optional<ReplyFrame>();
    const auto size = m_scanner.scan(m_buffer.unread());
    if (!size) {
        m_error = size.error();
        return *m_error;
    }
    if (!*size)
        return std::optional<ReplyFrame>();
    return std::optional(ReplyFrame{m_buffer.take(**size), m_scanner.type()});
}

} // namespace lockcore
