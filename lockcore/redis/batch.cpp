// SPDX-License-Identifier: MIT
#include "redis/batch.h"

#include <hiredis/hiredis.h>

#include <array>
#include <cassert>
#include <memory>
#include <new>

namespace lockcore {

namespace {

template <class Range>
std::string encoded(const Range &command)
{
    // Nearly every command of ours is short: no heap for its argument vectors.
    std::array<const char *, 16> shortTexts{};
    std::array<std::size_t, 16> shortLengths{};
    std::vector<const char *> longTexts;
    std::vector<std::size_t> longLengths;
    const auto count = command.size();
    const char **texts = shortTexts.data();
    std::size_t *lengths = shortLengths.data();
    if (count > shortTexts.size()) {
        longTexts.resize(count);
        longLengths.resize(count);
        texts = longTexts.data();
        lengths = longLengths.data();
    }
    std::size_t i = 0;
    for (const std::string_view argument : command) {
        texts[i] = argument.data() ? argument.data() : "";
        lengths[i++] = argument.size();
    }
    char *target = nullptr;
    const int length = redisFormatCommandArgv(&target, static_cast<int>(count), texts, lengths);
    if (length < 0)
        throw std::bad_alloc();
    const std::unique_ptr<char, decltype(&redisFreeCommand)> owner(target, &redisFreeCommand);
    return std::string(target, static_cast<std::size_t>(length));
}

} // namespace

Batch &Batch::add(std::initializer_list<std::string_view> command)
{
    assert(command.size() > 0);
    m_bytes += encoded(command);
    ++m_commands;
    return *this;
}

Batch &Batch::add(std::span<const Bytes> command)
{
    assert(!command.empty());
    m_bytes += encoded(command);
    ++m_commands;
    return *this;
}

} // namespace lockcore
