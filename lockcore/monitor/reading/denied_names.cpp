// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/denied_names.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t firstAsked = DeniedNames::mostDenials;

// The name up to and including the first separator. Without a separator, the first four bytes: otherwise every name would be its own
// prefix.
std::string prefixOf(std::string_view key)
{
    const auto separator = key.find_first_of(":./|#{-_");
    return std::string(key.substr(0, separator == key.npos ? 4 : separator + 1));
}

} // namespace

bool DeniedNames::isClosed(std::string_view key) const
{
    if (m_denials.empty())
        return false;
    const auto found = m_denials.find(prefixOf(key));
    return found != m_denials.end() && found->second >= mostDenials;
}

bool DeniedNames::wasDenied(std::string_view key) const
{
    if (m_denials.empty() && m_reopened.empty())
        return false;
    const auto prefix = prefixOf(key);
    return m_denials.contains(prefix) || m_reopened.contains(prefix);
}

bool DeniedNames::mayRetry(const std::string &prefix)
{
    if (m_retries == 0 || !m_retried.insert(prefix).second)
        return false;
    --m_retries;
    return true;
}

std::vector<std::size_t> DeniedNames::nextOf(const std::vector<std::string_view> &keys, std::vector<std::size_t> &leftOut)
{
    std::vector<std::size_t> next;
    // After this many grants, probably only a few of four times as many keys are denied.
    const auto most = m_denials.empty() ? firstAsked + 4 * m_granted : keys.size();
    std::unordered_map<std::string, int> asked;
    for (std::size_t i = 0; i < keys.size() && next.size() < most; ++i) {
        if (m_denials.empty()) {
            next.push_back(i);
            continue;
        }
        auto prefix = prefixOf(keys[i]);
        const auto denials = m_denials.find(prefix);
        const int already = denials == m_denials.end() ? 0 : denials->second;
        if (already >= mostDenials && mayRetry(prefix)) {
            next.push_back(i);
        } else if (already >= mostDenials) {
            leftOut.push_back(i);
            count(keys[i], {});
        } else if (m_open.contains(prefix) || already + asked[prefix] < mostDenials) {
            ++asked[std::move(prefix)];
            next.push_back(i);
        }
    }
    return next;
}

void DeniedNames::denied(std::string_view key, std::string_view said)
{
    ++m_denials[prefixOf(key)];
    count(key, said);
}

void DeniedNames::count(std::string_view key, std::string_view said)
{
    m_unread.add(UnreadKeys::Why::Denied, key, m_suggestsLock(key), said);
}

// A key whose read only failed may be anything.
void DeniedNames::failed(std::string_view key, const Error &why)
{
    if (isCommandRefused(why))
        return;
    if (isKeyDenied(why))
        denied(key, why.text);
    else if (isElsewhere(why))
        m_unread.add(UnreadKeys::Why::Elsewhere, key, m_suggestsLock(key), why.text);
    else
        m_unread.add(UnreadKeys::Why::Failed, key, true, why.text);
}

void DeniedNames::unmeasured(std::string_view key, const Error &why) { m_unread.add(UnreadKeys::Why::Unmeasured, key, true, why.text); }

std::vector<UnreadKeys> DeniedNames::unread() const
{
    auto unread = m_unread.counts();
    if (m_large.size() > 0)
        unread.push_back({UnreadKeys::Why::TooLarge, m_large.size(), 0, {}});
    return unread;
}

void DeniedNames::granted(std::string_view key)
{
    ++m_granted;
    if (m_denials.empty())
        return;
    auto prefix = prefixOf(key);
    const auto found = m_denials.find(prefix);
    if (found != m_denials.end() && found->second >= mostDenials) {
        m_denials.erase(found);
        m_reopened[prefix] = sweepsUntilKnown;
        m_retries = mostDenials;
        m_untilRetry = leastUntilRetry;
    }
    m_open.insert(std::move(prefix));
}

void DeniedNames::sweepEnds(Moment now)
{
    m_unread.sweepEnds();
    m_large.sweepEnds();
    const bool due = m_nextRetry && now >= *m_nextRetry;
    if (due) {
        const auto waits = [this](const auto &prefix) { return prefix.second >= mostDenials && !m_retried.contains(prefix.first); };
        if (std::ranges::none_of(m_denials, waits))
            m_retried.clear();
        m_retries = std::max(m_retries, 1);
        m_untilRetry = std::min(m_untilRetry * 2, mostUntilRetry);
    }
    for (auto &[prefix, sweeps] : m_reopened)
        --sweeps;
    std::erase_if(m_reopened, [](const auto &prefix) { return prefix.second == 0; });
    if (due || !m_nextRetry)
        m_nextRetry = now + m_untilRetry;
}

} // namespace lockcore
