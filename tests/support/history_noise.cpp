// SPDX-License-Identifier: MIT
#include "support/history_noise.h"

#include <algorithm>
#include <functional>

namespace lockcore::test {

namespace {

template <class Which>
std::set<std::uint64_t> numbersOf(const History &history, Which which)
{
    std::set<std::uint64_t> numbers;
    for (const auto &entry : history.entries) {
        if (which(entry.what))
            numbers.insert(entry.number);
    }
    return numbers;
}

class FieldFiller
{
public:
    explicit FieldFiller(std::mt19937_64 &random)
        : m_random(random)
    { }

    template <class T>
    void operator()(std::string_view name, T &field)
    {
        const bool refers = name == "cause" || name == "unblocked_by";
        fill(field, refers ? 60 : 4);
    }

private:
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    void fill(std::string &field, std::uint64_t) { field = std::array<std::string, 4>{"", "A", "B", "x"}[below(4)]; }
    void fill(bool &field, std::uint64_t) { field = below(2) == 0; }
    void fill(std::int64_t &field, std::uint64_t bound) { field = std::int64_t(below(bound)) - (bound == 4 ? 1 : 0); }
    void fill(std::uint64_t &field, std::uint64_t bound) { field = below(bound); }
    void fill(Incarnation &field, std::uint64_t) { field = {std::string(1, char('A' + below(3))), std::int64_t(1 + below(2))}; }
    template <class Period>
    void fill(std::chrono::duration<std::int64_t, Period> &field, std::uint64_t)
    {
        field = std::chrono::duration<std::int64_t, Period>(std::array{0, 1, 30, 300, -5, 100000}[below(6)]);
    }
    template <HasWords Enum>
    void fill(Enum &field, std::uint64_t)
    {
        field = static_cast<Enum>(below(wordsOf<Enum>.size()));
    }
    void fill(std::pair<std::string, std::string> &, std::uint64_t) { }
    template <class T>
    void fill(std::optional<T> &field, std::uint64_t bound)
    {
        field.reset();
        if (below(2) == 0)
            fill(field.emplace(), bound);
    }
    template <class T>
    void fill(std::vector<T> &fields, std::uint64_t bound)
    {
        fields.resize(below(3));
        for (auto &field : fields)
            fill(field, bound);
    }

    std::mt19937_64 &m_random;
};

template <std::size_t index = 0>
What randomWhat(std::size_t kind, FieldFiller &filler)
{
    if constexpr (index + 1 < std::variant_size_v<What>) {
        if (kind != index)
            return randomWhat<index + 1>(kind, filler);
    }
    std::variant_alternative_t<index, What> what;
    decltype(what)::each(what, filler);
    return what;
}

} // namespace

History withoutRecord(const History &history)
{
    auto rest = without(history, numbersOf(history, [](const What &what) {
                            return std::holds_alternative<entry::Turn>(what) || std::holds_alternative<entry::KeyChanged>(what);
                        }));
    rest.header.record = false;
    return rest;
}

History withNamedHoldings(const History &history)
{
    auto named = history;
    std::map<Incarnation, entry::KeyChanged> made;                  // each worker's last one
    std::map<std::pair<Incarnation, std::uint64_t>, bool> acquires; // by request
    for (auto &entry : named.entries) {
        if (auto *const changed = std::get_if<entry::KeyChanged>(&entry.what)) {
            const auto *const turn = changed->cause == 0 ? nullptr : std::get_if<entry::Turn>(&named.entries[changed->cause - 1].what);
            if (turn && turn->who && changed->event == entry::KeyEvent::Created && changed->role == entry::Role::Holding)
                made[*turn->who] = *changed;
            if (changed->role == entry::Role::Holding)
                changed->role = entry::Role::Unknown;
            changed->lock.clear();
        } else if (const auto *const sent = std::get_if<entry::Sent>(&entry.what)) {
            acquires[{sent->who, sent->id}] = sent->request == entry::Request::Acquire;
        } else if (auto *const received = std::get_if<entry::Received>(&entry.what)) {
            const auto found = made.find(received->who);
            if (received->answer != entry::Answer::Ok || !acquires[{received->who, received->id}] || found == made.end())
                continue;
            received->key = found->second.key;
            received->mark = found->second.element;
        }
    }
    return named;
}

History withChatter(const History &history, std::mt19937_64 &random)
{
    History chatty{history.header, {}};
    std::map<std::uint64_t, std::uint64_t> renumbered;
    const auto add = [&](Microseconds at, What what) { chatty.entries.push_back({chatty.entries.size() + 1, at, std::move(what)}); };
    for (const auto &entry : history.entries) {
        const bool within = std::holds_alternative<entry::KeyChanged>(entry.what); // it belongs to a turn
        if (!within && random() % 4 == 0)
            add(entry.at, entry::Located{{"A", 1}, "worker.py", 7});
        if (!within && random() % 8 == 0)
            add(entry.at, entry::Stalled{entry::Place::Lab, {}, 0, entry.at, Milliseconds(1)});
        if (!within && random() % 8 == 0)
            add(entry.at,
                entry::KeyChanged{0, 0, "lock:other", "Z", entry::KeyEvent::Created, entry::Role::Holding, "other", 0, {}, {}, false, {}});
        add(entry.at, entry.what);
        renumbered[entry.number] = chatty.entries.size();
        if (auto *const changed = std::get_if<entry::KeyChanged>(&chatty.entries.back().what))
            changed->cause = renumbered[changed->cause];
    }
    return chatty;
}

History randomHistory(std::mt19937_64 &random)
{
    FieldFiller filler(random);
    History history;
    HistoryHeader::each(history.header, filler);
    history.header.version = 1;
    const auto size = 20 + random() % 60;
    Microseconds at{0};
    for (std::uint64_t number = 1; number <= size; ++number) {
        at += Milliseconds(std::int64_t(random() % 80));
        history.entries.push_back({number, at, randomWhat(random() % std::variant_size_v<What>, filler)});
    }
    if (random() % 4 != 0)
        history.entries.push_back({size + 1, at, entry::Ended{}});
    return history;
}

} // namespace lockcore::test
