// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/resource.h"

#include <algorithm>

namespace lockcore {

namespace {

void refuse(entry::Accessed &call, std::string reason)
{
    call.refused = true;
    call.reason = std::move(reason);
}

} // namespace

Resource::Resource(Options options)
    : m_options(options)
{ }

Resource::Content &Resource::contentOf(const std::string &lock)
{
    const auto [content, isNew] = m_contents.try_emplace(lock);
    if (isNew)
        content->second.values[0] = m_options.stock.value_or(0);
    return content->second;
}

void Resource::answer(entry::Accessed &call)
{
    auto &content = contentOf(call.lock);
    const bool stale = call.token && content.newestToken && *call.token < *content.newestToken;
    if (m_options.fenced && stale && call.step != entry::Step::Exit)
        return refuse(call, "stale token");
    if (call.token && !stale)
        content.newestToken = call.token;
    switch (call.step) {
    case entry::Step::Enter: content.inside.emplace_back(call.who, call.owner); break;
    case entry::Step::Read: call.value = content.values.at(content.version); break;
    case entry::Step::Write: write(content, call); break;
    case entry::Step::Exit: std::erase(content.inside, std::pair(call.who, call.owner)); break;
    }
    if (!call.refused)
        call.version = content.version;
}

// The writer computes the new value from the value that it had read, even if there are newer versions.
void Resource::write(Content &content, entry::Accessed &call) const
{
    const auto read = content.values.find(call.based.value_or(content.version));
    if (read == content.values.end())
        return refuse(call, "a version that does not exist");
    if (m_options.stock && read->second <= 0)
        return refuse(call, "sold out");
    call.value = read->second + (m_options.stock ? -1 : 1);
    content.values[++content.version] = *call.value;
}

std::vector<std::pair<Incarnation, std::string>> Resource::inside(const std::string &lock) const
{
    const auto content = m_contents.find(lock);
    return content == m_contents.end() ? decltype(Content::inside)() : content->second.inside;
}

void Resource::leave(const Incarnation &who)
{
    for (auto &[lock, content] : m_contents)
        std::erase_if(content.inside, [&](const auto &one) { return one.first == who; });
}

} // namespace lockcore
