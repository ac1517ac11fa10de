// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_fields.h"

#include "lockcore/base/bytes.h"

namespace lockcore::json {

Fields::Fields(const Located &object, std::string what)
    : m_object(object)
    , m_what(std::move(what))
{
    if (!object.isObject())
        object.fail(m_what + " must be an object");
}

const Located *Fields::find(const char *name)
{
    m_known.insert(name);
    return m_object.find(name);
}

const Located &Fields::need(const char *name)
{
    const auto *const found = find(name);
    if (!found)
        m_object.fail(m_what + " needs the field \"" + name + "\"");
    return *found;
}

void Fields::text(const char *name, std::string &value)
{
    if (const auto *found = find(name))
        value = found->text(name);
}

void Fields::texts(const char *name, std::vector<std::string> &values)
{
    if (const auto *found = find(name)) {
        for (const auto &element : found->elements(name))
            values.push_back(element.text(name));
    }
}

void Fields::flag(const char *name, bool &value)
{
    if (const auto *found = find(name))
        value = found->flag(name);
}

void Fields::number(const char *name, std::int64_t &value, std::int64_t least, std::int64_t most)
{
    if (const auto *found = find(name))
        value = found->integer(name, least, most);
}

void Fields::number(const char *name, std::optional<std::int64_t> &value, std::int64_t least, std::int64_t most)
{
    if (find(name))
        number(name, value.emplace(), least, most);
}

void Fields::time(const char *name, Milliseconds &value, Milliseconds least, Milliseconds most)
{
    if (const auto *found = find(name))
        value = Milliseconds(found->integer(name, least.count(), most.count()));
}

void Fields::time(const char *name, std::optional<Milliseconds> &value, Milliseconds least)
{
    if (find(name))
        time(name, value.emplace(), least);
}

void Fields::refuseOthers() const
{
    for (const auto &[name, value] : m_object.fields()) {
        if (!m_known.contains(name))
            value.fail(m_what + " has no field \"" + escaped(name) + "\"");
    }
}

} // namespace lockcore::json
