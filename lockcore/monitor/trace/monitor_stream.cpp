// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/monitor_stream.h"

#include <charconv>
#include <cstring>

namespace lockcore {

namespace {

constexpr std::string_view invalidations = "__redis__:invalidate";
constexpr std::string_view lineEnd = "\r\n";

Error malformedStream() { return {ErrorKind::Protocol, "unexpected bytes in the answer to MONITOR", "malformed"}; }

template <class Number>
bool takeNumber(std::string_view &text, Number &number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool takePrefix(std::string_view &text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char controlOf(char escape)
{
    switch (escape) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'a': return '\a';
    case 'b': return '\b';
    default: return escape; // \" and the backslash
    }
}

} // namespace

std::optional<std::string_view> MonitorWords::next()
{
    const auto begin = m_rest.find('"');
    if (begin == std::string_view::npos)
        return std::nullopt;
    for (auto end = begin;;) {
        end = m_rest.find('"', end + 1);
        if (end == std::string_view::npos) {
            m_rest = {};
            return std::nullopt;
        }
        auto escapes = end;
        while (m_rest[escapes - 1] == '\\')
            --escapes;
        if ((end - escapes) % 2 == 1)
            continue;
        const auto word = m_rest.substr(begin + 1, end - begin - 1);
        m_rest.remove_prefix(end + 1);
        return word;
    }
}

Bytes unescapedWord(std::string_view word)
{
    Bytes bytes;
    bytes.reserve(word.size());
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] != '\\' || i + 1 == word.size()) {
            bytes += word[i];
            continue;
        }
        const auto escape = word[++i];
        const int high = escape == 'x' && i + 2 < word.size() ? hexDigit(word[i + 1]) : -1;
        const int low = high >= 0 ? hexDigit(word[i + 2]) : -1;
        if (low >= 0) {
            bytes += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            bytes += controlOf(escape);
        }
    }
    return bytes;
}

std::vector<Bytes> unescapedWords(MonitorWords words)
{
    std::size_t count = 0;
    for (auto counted = words; counted.next();)
        ++count;
    std::vector<Bytes> all;
    all.reserve(count);
    while (const auto word = words.next())
        all.push_back(unescapedWord(*word));
    return all;
}

std::optional<MonitorLine> parseMonitorLine(std::string_view line)
{
    MonitorLine parsed;
    parsed.bytes = line.size() + lineEnd.size();
    std::int64_t seconds = 0;
    std::int64_t micros = 0;
    constexpr std::int64_t latest = 253'402'300'799;
    if (!takePrefix(line, "+") || !takeNumber(line, seconds) || seconds < 0 || seconds > latest || !takePrefix(line, ".")
        || !takeNumber(line, micros) || micros < 0 || micros > 999'999 || !takePrefix(line, " [") || !takeNumber(line, parsed.db)
        || !takePrefix(line, " "))
        return std::nullopt;
    parsed.time = ServerTime(std::chrono::seconds(seconds) + Microseconds(micros));
    const auto end = line.find("] \"");
    if (end == std::string_view::npos)
        return std::nullopt;
    parsed.address = line.substr(0, end);
    parsed.words = line.substr(end + 2);
    if (parsed.address == "lua")
        parsed.from = MonitorLine::From::Script;
    else if (takePrefix(parsed.address, "unix:"))
        parsed.from = MonitorLine::From::Unix;
    return parsed;
}

void MonitorStream::feed(std::string_view bytes)
{
    wipeRead();
    m_buffer += bytes;
}

void MonitorStream::wipeRead()
{
    const auto rest = waiting();
    std::memmove(m_buffer.data(), m_buffer.data() + m_at, rest);
    ::explicit_bzero(m_buffer.data() + rest, m_at);
    m_buffer.resize(rest);
    m_searched -= std::min(m_searched, m_at);
    m_at = 0;
    if (!m_long)
        wipe(m_head);
}

Result<std::optional<StreamItem>> MonitorStream::next()
{
    for (;;) {
        if (m_bulk) {
            if (!takeBulk())
                break;
            if (m_missing == 0)
                return message();
            continue;
        }
        const auto line = takeLine();
        if (!line)
            break;
        auto item = m_missing > 0 ? wordOf(*line) : itemOf(*line);
        if (!item || *item)
            return item;
    }
    wipeRead();
    return std::optional<StreamItem>();
}

// The next line without its end. Of a long line only the beginning.
std::optional<std::string_view> MonitorStream::takeLine()
{
    const auto end = m_buffer.find('\n', std::max(m_at, m_searched));
    if (m_long) {
        const auto bytes = (end == std::string::npos ? m_buffer.size() : end + 1) - m_at;
        m_dropped += bytes;
        m_at += bytes;
        m_searched = m_at;
        if (end == std::string::npos)
            return std::nullopt;
        return m_head;
    }
    if (end == std::string::npos) {
        m_searched = m_buffer.size();
        if (waiting() > mostLine) {
            m_long = true;
            m_head = m_buffer.substr(m_at, mostLine);
            m_dropped = waiting() - mostLine;
            m_at = m_buffer.size();
        }
        return std::nullopt;
    }
    auto line = std::string_view(m_buffer).substr(m_at, end - m_at);
    m_at = m_searched = end + 1;
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (line.size() > mostLine) {
        m_long = true;
        m_dropped = line.size() + lineEnd.size() - mostLine;
        line = line.substr(0, mostLine);
    }
    return line;
}

Result<std::optional<StreamItem>> MonitorStream::itemOf(std::string_view line)
{
    const bool cut = std::exchange(m_long, false);
    const auto begin = line.empty() ? '\0' : line.front();
    if (begin == '+') {
        if (auto parsed = parseMonitorLine(line)) {
            parsed->cut = cut;
            if (cut)
                parsed->bytes = mostLine + m_dropped;
            return std::optional<StreamItem>(*std::move(parsed));
        }
        const bool isTime = line.size() > 1 && line[1] >= '0' && line[1] <= '9';
        if (isTime || cut)
            return malformedStream();
        return std::optional<StreamItem>(StreamAnswer{{}, std::string(line.substr(1))});
    }
    if (cut)
        return malformedStream();
    if (begin == '-')
        return std::optional<StreamItem>(StreamAnswer{serverError(std::string(line.substr(1))), {}});
    if (begin != '*')
        return malformedStream();
    m_message.clear();
    m_missing = 1;
    return wordOf(line);
}

// A line within a message: the length of an array or of a bulk string, or a number.
Result<std::optional<StreamItem>> MonitorStream::wordOf(std::string_view line)
{
    const auto kind = line.empty() ? '\0' : line.front();
    auto rest = line.substr(std::min<std::size_t>(line.size(), 1));
    std::int64_t number = 0;
    if (m_long || !takeNumber(rest, number) || !rest.empty())
        return malformedStream();
    --m_missing;
    if (kind == '*' && number >= 0)
        m_missing += number;
    else if (kind == '$' && number >= 0)
        m_bulk = static_cast<std::size_t>(number) + lineEnd.size();
    else if (kind == ':' || kind == '*' || kind == '$')
        m_message.push_back(std::nullopt);
    else
        return malformedStream();
    if (m_missing + std::ssize(m_message) > mostWords || number > (std::int64_t{1} << 32))
        return malformedStream();
    m_longBulk = m_bulk && *m_bulk > mostLine;
    return m_missing > 0 || m_bulk ? std::optional<StreamItem>() : message();
}

// Of a longer string nothing is kept: no key that is traced is that long.
bool MonitorStream::takeBulk()
{
    if (!m_longBulk && waiting() < *m_bulk)
        return false;
    const auto taken = std::min(waiting(), *m_bulk);
    const auto kept = m_longBulk ? 0 : taken - lineEnd.size();
    Bytes word(std::string_view(m_buffer).substr(m_at, kept));
    m_at += taken;
    m_searched = m_at;
    *m_bulk -= taken;
    if (*m_bulk > 0)
        return false;
    m_bulk.reset();
    m_message.push_back(std::move(word));
    return true;
}

std::optional<StreamItem> MonitorStream::message()
{
    const auto words = std::exchange(m_message, {});
    const auto kind = words.empty() ? Bytes() : words[0].value_or(Bytes());
    if (kind != "message" || words.size() < 3 || words[1] != invalidations)
        return StreamAnswer{{}, kind};
    KeysAnnounced announced;
    if (words[2]) {
        announced.keys.emplace();
        for (std::size_t i = 2; i < words.size(); ++i)
            announced.keys->push_back(words[i].value_or(Bytes()));
    }
    return announced;
}

} // namespace lockcore
