// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/text_template.h"

#include "lockcore/base/ascii.h"

namespace lockcore {

namespace {

Error badTemplate(std::string text) { return {ErrorKind::Refused, std::move(text), {}}; }

// Tokens are shown as the owner, and counts as the hold count.
bool isForPeople(std::string_view part) { return part != "token" && part != "count"; }

} // namespace

Result<TextTemplate> TextTemplate::parse(std::string_view text)
{
    TextTemplate result;
    auto &parts = result.m_parts;
    bool hasOpenPart = false; // a part of any length
    while (!text.empty()) {
        const bool isPart = text.front() == '{';
        const auto end = text.find(isPart ? '}' : '{');
        if (isPart && end == text.npos)
            return badTemplate("the part \"" + escaped(text) + "\" has no closing brace");
        if (!isPart) {
            parts.push_back({std::string(text.substr(0, end)), {}});
            text.remove_prefix(std::min(end, text.size()));
            continue;
        }
        const auto inner = text.substr(1, end - 1);
        const auto colon = inner.find(':');
        const auto name = inner.substr(0, colon);
        const auto shape = colon == inner.npos ? textShape(textShape(name) ? name : "text") : textShape(inner.substr(colon + 1));
        if (name.empty() || !shape)
            return badTemplate("\"{" + escaped(inner)
                               + "}\" is not a part that is known: write {host}, {pid} or {token:hex32}, for example");
        const bool isOpen = shape->size == 0;
        if (isOpen && hasOpenPart && parts.back().shape)
            return badTemplate("nothing separates \"{" + escaped(inner) + "}\" from the part before it");
        hasOpenPart = hasOpenPart || isOpen;
        parts.push_back({std::string(name), shape});
        text.remove_prefix(end + 1);
    }
    if (parts.size() > mostParts)
        return badTemplate("it has more than " + std::to_string(mostParts) + " parts");
    for (const auto &part : parts)
        result.m_leastSize += std::max<std::size_t>(part.size(), 1);
    if (!hasOpenPart)
        result.m_mostSize = result.m_leastSize;
    return result;
}

bool TextTemplate::mayGoOn() const { return isAny() || (m_parts.back().shape && m_parts.back().shape->name == "text"); }

bool TextTemplate::split(std::string_view text, Pieces &pieces) const
{
    std::size_t first = 0;
    for (; first < m_parts.size() && m_parts[first].size() > 0; ++first) {
        const auto size = m_parts[first].size();
        if (text.size() < size || (!m_parts[first].shape && !text.starts_with(m_parts[first].text)))
            return false;
        pieces[first] = text.substr(0, size);
        text.remove_prefix(size);
    }
    if (first == m_parts.size())
        return text.empty();
    for (auto last = m_parts.size() - 1; last > first; --last) {
        const auto &part = m_parts[last];
        const auto before = part.size() > 0 ? text.npos : text.rfind(m_parts[last - 1].text);
        const auto size = part.size() > 0 ? part.size() : text.size() - std::min(text.size(), before + m_parts[last - 1].text.size());
        if (text.size() < size || (part.size() == 0 && before == text.npos) || (!part.shape && !text.ends_with(part.text)))
            return false;
        pieces[last] = text.substr(text.size() - size);
        text.remove_suffix(size);
    }
    pieces[first] = text;
    return true;
}

std::optional<TextTemplate::Reading> TextTemplate::read(std::string_view text, const KeySnapshot &look) const
{
    Reading reading;
    if (isAny())
        return reading;
    Pieces pieces;
    if (!hasSize(text) || !split(text, pieces))
        return std::nullopt;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto &[name, shape] = m_parts[i];
        const auto piece = pieces[i];
        if (!shape)
            continue;
        if (piece.empty() || !(shape->matches ? shape->matches(piece) : shape->reveals(piece, name, look, reading.facts)))
            return std::nullopt;
        if (name == "count")
            reading.count = parseInteger(piece);
        else if (shape->matches && isForPeople(name))
            reading.facts.push_back({name, escaped(piece)});
    }
    return reading;
}

} // namespace lockcore
