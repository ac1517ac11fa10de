// SPDX-License-Identifier: MIT
// What a server answers to a LookRequest, in short form.
#pragma once

#include "lockcore/monitor/reading/look_batch.h"

namespace lockcore::test {

inline constexpr LookRequest::Way modern{true, false};

inline Reply bulks(const std::vector<Bytes> &texts)
{
    std::vector<Reply> elements;
    for (const auto &text : texts)
        elements.push_back(Reply::bulk(text));
    return Reply::array(std::move(elements));
}

inline Reply scanned(const std::vector<Bytes> &texts) { return Reply::array({Reply::bulk("0"), bulks(texts)}); }

/// A request for the key "k".
inline LookRequest request(ValueType type, CompanionForms companions = {})
{
    LookRequest request;
    request.id.key = "k";
    request.type = type;
    request.companions = std::move(companions);
    return request;
}

/// What this answer to the request alone shows.
inline Result<KeySnapshot> parse(const LookRequest &request, std::span<const Reply> replies, LookRequest::Way way = modern)
{
    LookBatch batch(way);
    batch.add(request);
    return batch.looks(replies).front();
}

/// MULTI, QUEUED …, EXEC with these values after the time and this expiry.
inline std::vector<Reply> transaction(std::vector<Reply> values, Reply expiry = Reply::number(1'700'000'030'000))
{
    std::vector<Reply> inner = {bulks({"1700000000", "250000"}), std::move(expiry)};
    for (auto &value : values)
        inner.push_back(std::move(value));
    std::vector<Reply> replies = {Reply::status("OK")};
    for (std::size_t i = 0; i < inner.size(); ++i)
        replies.push_back(Reply::status("QUEUED"));
    replies.push_back(Reply::array(std::move(inner)));
    return replies;
}

} // namespace lockcore::test
