// SPDX-License-Identifier: MIT
#include "lockcore/base/reply.h"

namespace lockcore {

std::optional<std::int64_t> Reply::toInteger() const
{
    if (type == Type::Integer)
        return integer;
    if (isString())
        return parseInteger(text);
    return std::nullopt;
}

std::string toString(const Reply &reply)
{
    switch (reply.type) {
    case Reply::Type::Nil: return "nil";
    case Reply::Type::Status: return escaped(reply.text);
    case Reply::Type::Error: return '-' + escaped(reply.text);
    case Reply::Type::Integer: return std::to_string(reply.integer);
    case Reply::Type::Bulk: return '"' + escaped(reply.text) + '"';
    case Reply::Type::Array: break;
    }
    std::string text = "[";
    for (const auto &element : reply.elements)
        text += (text.size() > 1 ? ", " : "") + toString(element);
    return text + ']';
}

} // namespace lockcore
