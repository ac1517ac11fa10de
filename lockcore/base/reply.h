// SPDX-License-Identifier: MIT
// A RESP2 reply as a value. Sources: redis.io "RESP protocol description".
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/error.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockcore {

struct Reply
{
    enum class Type : std::uint8_t { Nil, Status, Error, Integer, Bulk, Array };

    Type type = Type::Nil;
    std::int64_t integer = 0;    ///< Integer
    Bytes text;                  ///< Status, Error (the whole line), Bulk
    std::vector<Reply> elements; ///< Array

    static Reply nil() { return {}; }
    static Reply status(Bytes text) { return {Type::Status, 0, std::move(text), {}}; }
    static Reply error(Bytes line) { return {Type::Error, 0, std::move(line), {}}; }
    static Reply number(std::int64_t n) { return {Type::Integer, n, {}, {}}; }
    static Reply bulk(Bytes text) { return {Type::Bulk, 0, std::move(text), {}}; }
    static Reply array(std::vector<Reply> elements) { return {Type::Array, 0, {}, std::move(elements)}; }

    bool isNil() const { return type == Type::Nil; }
    bool isError() const { return type == Type::Error; }
    bool isArray() const { return type == Type::Array; }
    bool isString() const { return type == Type::Bulk || type == Type::Status; }
    bool isOk() const { return type == Type::Status && text == "OK"; }

    /// The number, whether it came as an integer or as digits in a string.
    std::optional<std::int64_t> toInteger() const;

    /// The error as a value; only for isError().
    Error toError() const { return serverError(text); }

    bool operator==(const Reply &) const = default;
};

/// For logs and test output: `["OK", 3, nil, -ERR no]`, bytes escaped.
std::string toString(const Reply &reply);

} // namespace lockcore
