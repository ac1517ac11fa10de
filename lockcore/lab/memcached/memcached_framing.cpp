// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_framing.h"

#include "lockcore/lab/memcached/memcached_command.h"

namespace lockcore {

namespace {

constexpr std::string_view lineEnd = "\r\n";

Error broken(std::string text, std::string detail) { return {ErrorKind::Protocol, std::move(text), std::move(detail)}; }

struct Line
{
    std::string_view text;
    std::size_t size = 0; ///< with its end
};

// The server accepts a line that ends with \n alone.
Result<std::optional<Line>> lineAt(std::string_view bytes)
{
    const auto end = bytes.find('\n');
    if (std::min(end, bytes.size()) > framing::mostLineBytes)
        return broken("a line is longer than 64 KiB", "too-large");
    if (end == bytes.npos)
        return std::optional<Line>();
    auto text = bytes.substr(0, end);
    if (text.ends_with('\r'))
        text.remove_suffix(1);
    return std::optional(Line{text, end + 1});
}

std::optional<std::size_t> lengthFrom(const std::vector<Bytes> &words, std::size_t place)
{
    const auto length = place < words.size() ? parseInteger(words[place]) : std::nullopt;
    const bool fits = length && *length >= 0 && *length <= static_cast<std::int64_t>(framing::mostBytes);
    return fits ? std::optional(static_cast<std::size_t>(*length)) : std::nullopt;
}

} // namespace

std::vector<Bytes> memcachedWords(std::string_view line)
{
    std::vector<Bytes> words;
    for (std::size_t begin = 0; begin < line.size();) {
        const auto end = std::min(line.find(' ', begin), line.size());
        if (end > begin)
            words.emplace_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

Result<std::optional<Request>> MemcachedRequestFramer::next()
{
    if (m_error)
        return *m_error;
    auto request = cut();
    if (!request)
        m_error = request.error();
    return request;
}

Result<std::optional<Request>> MemcachedRequestFramer::cut()
{
    constexpr char binary = '\x80';
    if (m_buffer.unread().starts_with(binary))
        return broken("the client speaks memcached's binary protocol; the Lab's gate understands the text protocol", "binary");
    for (;;) {
        const auto line = lineAt(m_buffer.unread());
        if (!line)
            return line.error();
        if (!*line)
            return std::optional<Request>();
        Request request;
        request.words = memcachedWords((*line)->text);
        auto size = (*line)->size;
        if (request.words.empty()) {
            m_buffer.take(size);
            continue;
        }
        if (const auto place = placeOfLength(request.words)) {
            const auto length = lengthFrom(request.words, *place);
            if (!length)
                return broken(escaped(request.words[0]) + " does not say how many bytes follow", "malformed");
            size += *length + lineEnd.size();
            if (m_buffer.unread().size() < size)
                return std::optional<Request>();
        }
        request.bytes = m_buffer.take(size);
        return std::optional(std::move(request));
    }
}

Result<std::optional<ReplyFrame>> MemcachedReplyFramer::next()
{
    if (m_error)
        return *m_error;
    const auto size = sizeOf(m_buffer.unread());
    if (!size) {
        m_error = size.error();
        return size.error();
    }
    if (!*size)
        return std::optional<ReplyFrame>();
    ReplyFrame frame{m_buffer.take(**size), '+'};
    const std::string_view text = frame.bytes;
    if (text.starts_with("ERROR") || text.starts_with("CLIENT_ERROR") || text.starts_with("SERVER_ERROR"))
        frame.type = '-';
    else if (text.starts_with("VA") || text.starts_with("STAT ") || text.starts_with("END"))
        frame.type = '$';
    return std::optional(std::move(frame));
}

// Values and statistics end with the line END, the value of a meta command with its data, everything else with its line.
Result<std::optional<std::size_t>> MemcachedReplyFramer::sizeOf(std::string_view bytes) const
{
    std::size_t at = 0;
    for (;;) {
        const auto line = lineAt(bytes.substr(at));
        if (!line)
            return line.error();
        if (!*line)
            return std::optional<std::size_t>();
        at += (*line)->size;
        const auto words = memcachedWords((*line)->text);
        const auto name = words.empty() ? Bytes() : words[0];
        if (name == "VALUE" || name == "VA") {
            const auto length = lengthFrom(words, name == "VA" ? 1 : 3);
            if (!length)
                return broken("the server's " + name + " does not say how many bytes follow", "malformed");
            at += *length + lineEnd.size();
            if (bytes.size() < at)
                return std::optional<std::size_t>();
        }
        if (at > framing::mostBytes)
            return broken("a reply is longer than 16 MiB", "too-large");
        if (name != "VALUE" && name != "STAT")
            return std::optional(at);
    }
}

} // namespace lockcore
