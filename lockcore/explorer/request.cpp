// SPDX-License-Identifier: MIT
#include "lockcore/explorer/request.h"

namespace lockcore::explorer {

namespace {

constexpr std::string_view tokenBegin = "token-";

void addKey(Bytes &key, std::string_view word)
{
    key += std::to_string(word.size());
    key += ':';
    key += word;
}

Bytes keyOf(const Request &request)
{
    Bytes key = std::to_string(static_cast<int>(request.kind)) + ' ' + std::to_string(request.server) + ' '
                + std::to_string(request.duration.count()) + (request.isWork ? " work" : "") + (request.isAlone ? " alone" : "")
                + (request.releases ? " releases " : " ") + std::to_string(request.where.line()) + ' ';
    addKey(key, request.where.file_name());
    for (const auto &word : request.words)
        addKey(key, word);
    return key;
}

void addReply(Bytes &key, const Reply &reply)
{
    key += std::to_string(static_cast<int>(reply.type)) + ' ' + std::to_string(reply.integer) + ' ';
    addKey(key, reply.text);
    key += std::to_string(reply.elements.size()) + ' ';
    for (const auto &element : reply.elements)
        addReply(key, element);
}

template <class Value>
int numberOf(Numbers<Bytes> &keys, const Bytes &key, std::vector<Value> &values, const Value &value)
{
    const auto [number, isNew] = keys.intern(key);
    if (isNew)
        values.push_back(value);
    return number;
}

} // namespace

Vocabulary::Vocabulary()
{
    (void)request(Request()); // 0
}

int Vocabulary::request(const Request &request) { return numberOf(m_requestKeys, keyOf(request), m_requests, request); }

int Vocabulary::reply(const Reply &reply)
{
    Bytes key;
    addReply(key, reply);
    return numberOf(m_replyKeys, key, m_replies, reply);
}

int Vocabulary::message(const Message &message)
{
    Bytes key;
    addKey(key, message.channel);
    addKey(key, message.payload);
    return numberOf(m_messageKeys, key, m_messages, message);
}

Bytes tokenText(int worker, int name)
{
    Bytes text(tokenBegin);
    text += static_cast<char>('A' + worker);
    text += static_cast<char>('a' + name);
    return text;
}

TokenNames tokensIn(std::string_view text)
{
    TokenNames names = 0;
    for (auto at = text.find(tokenBegin); at != text.npos; at = text.find(tokenBegin, at + 1)) {
        const auto name = text.substr(at + tokenBegin.size(), 2);
        const bool isOurs =
            name.size() == 2 && name[0] >= 'A' && name[0] < 'A' + mostWorkers && name[1] >= 'a' && name[1] < 'a' + tokenNames;
        if (isOurs)
            names |= TokenNames(1) << ((name[0] - 'A') * tokenNames + (name[1] - 'a'));
    }
    return names;
}

TokenNames tokensIn(const Reply &reply)
{
    auto names = tokensIn(reply.text);
    for (const auto &element : reply.elements)
        names |= tokensIn(element);
    return names;
}

} // namespace lockcore::explorer
