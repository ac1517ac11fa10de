// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/cluster_replies.h"

#include <algorithm>
#include <optional>

namespace lockcore {

namespace {

constexpr std::string_view loopback = "127.0.0.1";

/// A reply that keeps the type of each of its parts, so that it can be written again in its version of RESP.
struct Part
{
    char type = 0;
    Bytes text; ///< of a line, or of a bulk string
    bool null = false;
    std::vector<Part> parts; ///< of a map: names and values in turn
};

class PartReader
{
public:
    explicit PartReader(std::string_view bytes)
        : m_bytes(bytes)
    { }

    /// None: not a reply of the forms that a node's answer has.
    std::optional<Part> whole()
    {
        auto part = next(0);
        return part && m_bytes.empty() ? std::move(part) : std::nullopt;
    }

private:
    std::optional<Part> next(int depth)
    {
        constexpr int mostDepth = 8;
        const auto end = m_bytes.find("\r\n");
        if (end == std::string_view::npos || end == 0 || depth > mostDepth)
            return std::nullopt;
        Part part;
        part.type = m_bytes.front();
        part.text = m_bytes.substr(1, end - 1);
        m_bytes.remove_prefix(end + 2);
        if (part.type == '$')
            return bulk(std::move(part));
        if (part.type != '*' && part.type != '%' && part.type != '~')
            return part;
        const auto count = parseInteger(part.text);
        part.text.clear();
        part.null = count && *count < 0;
        if (!count || *count > std::int64_t(m_bytes.size()))
            return std::nullopt;
        for (auto left = part.type == '%' ? *count * 2 : *count; left > 0; --left) {
            auto inner = next(depth + 1);
            if (!inner)
                return std::nullopt;
            part.parts.push_back(*std::move(inner));
        }
        return part;
    }

    std::optional<Part> bulk(Part part)
    {
        const auto size = parseInteger(part.text);
        part.text.clear();
        part.null = size && *size < 0;
        if (part.null)
            return part;
        if (!size || std::size_t(*size) + 2 > m_bytes.size())
            return std::nullopt;
        part.text = m_bytes.substr(0, std::size_t(*size));
        m_bytes.remove_prefix(std::size_t(*size) + 2);
        return part;
    }

    std::string_view m_bytes;
};

void write(const Part &part, Bytes &bytes)
{
    const bool isBulk = part.type == '$', isLine = !isBulk && part.type != '*' && part.type != '%' && part.type != '~';
    bytes += part.type;
    if (part.null)
        bytes += "-1";
    else if (isLine)
        bytes += part.text;
    else if (isBulk)
        bytes += std::to_string(part.text.size()) + "\r\n" + part.text;
    else
        bytes += std::to_string(part.type == '%' ? part.parts.size() / 2 : part.parts.size());
    bytes += "\r\n";
    for (const auto &inner : part.parts)
        write(inner, bytes);
}

std::optional<int> gateOf(std::string_view port, const GatePorts &gates)
{
    const auto number = parseInteger(port);
    const auto found = number && *number <= 65'535 ? gates.find(static_cast<int>(*number)) : gates.end();
    return found == gates.end() ? std::nullopt : std::optional(found->second);
}

// `-MOVED 3999 127.0.0.1:6381`
Bytes redirected(Bytes error, const GatePorts &gates)
{
    const auto space = error.rfind(' ');
    const auto colon = error.rfind(':');
    if (space == Bytes::npos || colon == Bytes::npos || colon < space)
        return error;
    const auto gate = gateOf(std::string_view(error).substr(colon + 1, error.size() - colon - 3), gates);
    return gate ? error.substr(0, space + 1) + Bytes(loopback) + ':' + std::to_string(*gate) + "\r\n" : error;
}

// [first, last, [host, port, id, …] of the primary, the same of each replica]
bool leadRange(Part &range, const GatePorts &gates)
{
    if (range.parts.size() < 3 || range.parts[2].parts.size() < 2)
        return false;
    auto &primary = range.parts[2].parts;
    const auto gate = gateOf(primary[1].text, gates);
    if (!gate)
        return false;
    primary[0] = {'$', Bytes(loopback), false, {}};
    primary[1].text = std::to_string(*gate);
    range.parts.resize(3);
    return true;
}

Part *valueOf(Part &map, std::string_view name)
{
    for (std::size_t i = 0; i + 1 < map.parts.size(); i += 2) {
        if (map.parts[i].text == name)
            return &map.parts[i + 1];
    }
    return nullptr;
}

bool leadNode(Part &node, const GatePorts &gates)
{
    auto *port = valueOf(node, "port");
    const auto *role = valueOf(node, "role");
    const auto gate = port && role && role->text == "master" ? gateOf(port->text, gates) : std::nullopt;
    if (!gate)
        return false;
    port->text = std::to_string(*gate);
    for (const auto *name : {"ip", "endpoint"}) {
        if (auto *host = valueOf(node, name))
            *host = {'$', Bytes(loopback), false, {}};
    }
    return true;
}

bool leadShard(Part &shard, const GatePorts &gates)
{
    auto *nodes = valueOf(shard, "nodes");
    const auto *ranges = valueOf(shard, "slots");
    if (!nodes || !ranges || ranges->parts.empty())
        return false;
    std::erase_if(nodes->parts, [&](Part &node) { return !leadNode(node, gates); });
    return !nodes->parts.empty();
}

// `id 127.0.0.1:6381@16381[,hostname] flags primary ping pong epoch link slot slot-slot`
std::optional<std::string> ledLine(std::string_view line, const GatePorts &gates)
{
    constexpr std::size_t beforeSlots = 8;
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size();) {
        const auto end = std::min(line.find(' ', at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    if (words.size() <= beforeSlots || words[2].find("slave") != std::string_view::npos)
        return std::nullopt;
    const auto at = words[1].find('@');
    const auto colon = words[1].rfind(':', at);
    if (at == std::string_view::npos || colon == std::string_view::npos)
        return std::nullopt;
    const auto gate = gateOf(words[1].substr(colon + 1, at - colon - 1), gates);
    if (!gate)
        return std::nullopt;
    const auto before = words[0].size() + 1;
    return std::string(line.substr(0, before)) + std::string(loopback) + ':' + std::to_string(*gate)
           + std::string(line.substr(before + at));
}

void leadLines(Part &text, const GatePorts &gates)
{
    Bytes led;
    std::string_view rest = text.text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        if (const auto line = ledLine(rest.substr(0, end), gates))
            led += *line + '\n';
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    text.text = std::move(led);
}

} // namespace

Bytes withGates(const Words &request, Bytes reply, const GatePorts &gates)
{
    if (reply.starts_with("-MOVED ") || reply.starts_with("-ASK "))
        return redirected(std::move(reply), gates);
    const bool byRange = isCommand(request, "CLUSTER", "SLOTS"), byShard = isCommand(request, "CLUSTER", "SHARDS");
    const bool byLine = isCommand(request, "CLUSTER", "NODES");
    auto part = byRange || byShard || byLine ? PartReader(reply).whole() : std::nullopt;
    if (!part || part->type == '-')
        return reply;
    if (byRange)
        std::erase_if(part->parts, [&](Part &range) { return !leadRange(range, gates); });
    else if (byShard)
        std::erase_if(part->parts, [&](Part &shard) { return !leadShard(shard, gates); });
    else
        leadLines(*part, gates);
    Bytes bytes;
    write(*part, bytes);
    return bytes;
}

} // namespace lockcore
