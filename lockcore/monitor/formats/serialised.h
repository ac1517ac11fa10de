// SPDX-License-Identifier: MIT
// What a serialiser or a compressor has written: data, or a mark in a programming language's own form, but never a token. Pure.
#pragma once

#include <string_view>

namespace lockcore {

/// Knows the first bytes of Python's pickle, Ruby's Marshal, PHP's serialize and igbinary, Java's object streams, gzip, zstd, LZ4, PNG, JPEG and
/// HyperLogLog.
bool isSerialised(std::string_view bytes);

} // namespace lockcore
