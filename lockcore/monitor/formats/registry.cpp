// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/registry.h"

#include "lockcore/monitor/formats/row_formats.h"

#include <algorithm>
#include <deque>

namespace lockcore {

namespace {

// The rows, and the formats that they make, for as long as the program runs.
class Registry
{
public:
    Registry()
    {
        for (const auto *rows : {&m_tokenRows, &m_nameRows, &m_structureRows})
            addRows(*rows);
        const auto files = formatsOfFiles();
        m_named.insert(m_named.end(), files.begin(), files.end());
        std::ranges::sort(m_named, {}, &NamedFormat::name);
        for (const auto &[name, format] : m_named) {
            formats.push_back(format);
            names.push_back(name);
        }
    }

    std::vector<const Format *> formats;
    std::vector<std::string_view> names;

private:
    void addRows(std::span<const FormatRow> rows)
    {
        while (!rows.empty()) {
            const auto &name = m_namesOfRows.emplace_back(formatNameOf(rows.front()));
            const auto isOther = [&](const FormatRow &row) { return formatNameOf(row) != name; };
            const auto size = static_cast<std::size_t>(std::ranges::find_if(rows, isOther) - rows.begin());
            m_named.push_back({name, &m_ofRows.emplace_back(formatOf(rows.first(size)))});
            rows = rows.subspan(size);
        }
    }

    const std::vector<FormatRow> m_tokenRows = tokenRows();
    const std::vector<FormatRow> m_nameRows = nameRows();
    const std::vector<FormatRow> m_structureRows = structureRows();
    std::deque<std::string> m_namesOfRows;
    std::deque<Format> m_ofRows;
    std::vector<NamedFormat> m_named;
};

const Registry &registry()
{
    static const Registry all;
    return all;
}

} // namespace

std::span<const Format *const> formats() { return registry().formats; }

std::span<const std::string_view> formatNames() { return registry().names; }

} // namespace lockcore
