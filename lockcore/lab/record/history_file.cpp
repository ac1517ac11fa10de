// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/history_file.h"

#include "lockcore/json/json_fields.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <utility>

namespace lockcore {

namespace {

// ---- writing

using json::Writer;

void write(Writer &writer, const Incarnation &who) { writer.text(who.worker + '#' + std::to_string(who.number)); }

template <class T>
void writeValue(Writer &writer, const T &value);

template <class T>
void write(Writer &writer, const std::optional<T> &value)
{
    writeValue(writer, *value);
}

template <class T>
void write(Writer &writer, const std::vector<T> &values)
{
    writer.begin('[');
    for (const auto &value : values) {
        writer.separate();
        writeValue(writer, value);
    }
    writer.end(']');
}

void write(Writer &writer, const std::pair<std::string, std::string> &value)
{
    writer.begin('[');
    writer.text(value.first);
    writer.separate();
    writer.text(value.second);
    writer.end(']');
}

template <class T>
void writeValue(Writer &writer, const T &value)
{
    if constexpr (std::is_same_v<T, bool>)
        writer.raw(value ? "true" : "false");
    else if constexpr (std::is_integral_v<T>)
        writer.raw(std::to_string(value));
    else if constexpr (std::is_enum_v<T>)
        writer.text(std::string(wordOf(value)));
    else if constexpr (std::is_same_v<T, Milliseconds> || std::is_same_v<T, Microseconds>)
        writer.raw(std::to_string(value.count()));
    else if constexpr (std::is_same_v<T, std::string>)
        writer.text(value);
    else
        write(writer, value);
}

// Omits fields that have their default value, except enumerations: people who read the file want to see these.
template <class T>
void writeFields(Writer &writer, const T &value)
{
    T::each(value, [&](std::string_view name, const auto &field) {
        if (!std::is_enum_v<std::remove_cvref_t<decltype(field)>> && field == std::remove_cvref_t<decltype(field)>{})
            return;
        writer.name(name);
        writeValue(writer, field);
    });
}

// ---- reading

class FieldReader
{
public:
    explicit FieldReader(const QJsonObject &object)
        : m_object(object)
    { }

    bool good() const { return m_good; }

    template <class T>
    void operator()(std::string_view name, T &field)
    {
        const auto value = m_object.value(QLatin1String(name.data(), static_cast<qsizetype>(name.size())));
        field = {}; // an omitted field has its type's default value
        if (!value.isUndefined())
            m_good = read(value, field) && m_good;
    }

private:
    static bool read(const QJsonValue &value, std::string &field) { return json::readText(value, field); }
    static bool read(const QJsonValue &value, bool &field)
    {
        field = value.toBool();
        return value.isBool();
    }
    static bool read(const QJsonValue &value, std::int64_t &field) { return json::readInteger(value, field); }
    static bool read(const QJsonValue &value, std::uint64_t &field)
    {
        std::int64_t number = 0;
        const bool good = json::readInteger(value, number) && number >= 0;
        field = static_cast<std::uint64_t>(number);
        return good;
    }
    template <class Period>
    static bool read(const QJsonValue &value, std::chrono::duration<std::int64_t, Period> &field)
    {
        using Length = std::chrono::duration<std::int64_t, Period>;
        std::int64_t number = 0;
        const bool good = json::readInteger(value, number) && Length(number) <= json::longestTime && Length(number) >= -json::longestTime;
        field = Length(good ? number : 0);
        return good;
    }
    static bool read(const QJsonValue &value, Incarnation &who)
    {
        std::string text;
        const bool isText = json::readText(value, text);
        const auto hash = text.rfind('#');
        const auto number = hash == text.npos ? std::nullopt : parseInteger(text.substr(hash + 1));
        who = {text.substr(0, hash), number.value_or(0)};
        return isText && number.value_or(0) > 0;
    }
    static bool read(const QJsonValue &value, std::pair<std::string, std::string> &field)
    {
        const auto both = value.toArray();
        return both.size() == 2 && read(both[0], field.first) && read(both[1], field.second);
    }
    template <HasWords Enum>
    static bool read(const QJsonValue &value, Enum &field)
    {
        const auto found = fromWord<Enum>(value.toString().toStdString());
        field = found.value_or(Enum());
        return found.has_value();
    }
    template <class T>
    static bool read(const QJsonValue &value, std::optional<T> &field)
    {
        return read(value, field.emplace());
    }
    template <class T>
    static bool read(const QJsonValue &value, std::vector<T> &fields)
    {
        bool good = value.isArray();
        for (const auto &element : value.toArray())
            good = read(element, fields.emplace_back()) && good;
        return good;
    }

    const QJsonObject &m_object;
    bool m_good = true;
};

template <std::size_t index = 0>
std::optional<What> whatOf(std::string_view word, const QJsonObject &object)
{
    if constexpr (index < std::variant_size_v<What>) {
        using Kind = std::variant_alternative_t<index, What>;
        if (word != Kind::word)
            return whatOf<index + 1>(word, object);
        Kind kind;
        FieldReader reader(object);
        Kind::each(kind, reader);
        return reader.good() ? std::optional<What>(std::move(kind)) : std::nullopt;
    } else {
        return std::nullopt;
    }
}

std::optional<HistoryEntry> entryOf(const QByteArray &line)
{
    const auto object = QJsonDocument::fromJson(line).object();
    const auto what = whatOf(object.value(QLatin1String("e")).toString().toStdString(), object);
    HistoryEntry entry;
    std::int64_t number = 0;
    std::int64_t at = 0;
    if (!what || !json::readInteger(object.value(QLatin1String("n")), number) || !json::readInteger(object.value(QLatin1String("t")), at)
        || number < 1 || at < 0 || Microseconds(at) > json::longestTime)
        return std::nullopt;
    entry.number = static_cast<std::uint64_t>(number);
    entry.at = Microseconds(at);
    entry.what = *what;
    return entry;
}

bool namesALock(entry::Request request)
{
    using enum entry::Request;
    return request == Acquire || request == Release || request == Extend || request == Work || request == Probe;
}

// Does the entry name a worker or a lock if it must? Without them it could be read as an entry about others.
bool saysWhoAndWhat(const What &what)
{
    const auto *sent = std::get_if<entry::Sent>(&what);
    if (sent && sent->lock.empty() && namesALock(sent->request))
        return false;
    return std::visit(
        [](const auto &any) {
            constexpr bool isAnybodys = std::is_same_v<std::decay_t<decltype(any)>, entry::Stalled>; // about a server or the Lab
            if constexpr (!isAnybodys && requires { any.who.worker; })
                return !any.who.worker.empty();
            else
                return true;
        },
        what);
}

// Do all entries to which this entry refers come before it?
bool refersBack(const HistoryEntry &entry, const std::vector<HistoryEntry> &before)
{
    const auto at = [&](std::uint64_t number) { return number <= before.size() ? &before[number - 1].what : nullptr; };
    if (const auto *change = std::get_if<entry::KeyChanged>(&entry.what); change && change->cause != 0) {
        const auto *cause = at(change->cause);
        return cause
               && (std::holds_alternative<entry::Turn>(*cause) || std::holds_alternative<entry::ServerFaulted>(*cause)
                   || std::holds_alternative<entry::Operated>(*cause));
    }
    if (const auto *turn = std::get_if<entry::Turn>(&entry.what); turn && turn->unblockedBy != 0) {
        const auto *by = at(turn->unblockedBy);
        return by && std::holds_alternative<entry::Turn>(*by);
    }
    return true;
}

Result<HistoryHeader> headerOf(const QByteArray &line, const std::string &name)
{
    const auto refused = [&](const std::string &sentence) { return Error{ErrorKind::Refused, name + ", line 1: " + sentence, "history"}; };
    const auto object = QJsonDocument::fromJson(line).object();
    HistoryHeader header;
    FieldReader reader(object);
    HistoryHeader::each(header, reader);
    if (object.value(QLatin1String("e")).toString() != QLatin1String("history"))
        return refused("this is not the history of a run");
    if (header.version != HistoryHeader().version)
        return refused("this history has the version " + std::to_string(header.version) + "; this program reads version "
                       + std::to_string(HistoryHeader().version));
    if (!reader.good())
        return refused("the header is damaged");
    return header;
}

} // namespace

std::string lineOf(const HistoryHeader &header)
{
    Writer writer;
    writer.begin('{');
    writer.name("e");
    writer.text("history");
    writeFields(writer, header);
    writer.end('}');
    return writer.take();
}

std::string lineOf(const HistoryEntry &entry)
{
    Writer writer;
    writer.begin('{');
    writer.name("n");
    writer.raw(std::to_string(entry.number));
    writer.name("t");
    writer.raw(std::to_string(entry.at.count()));
    std::visit(
        [&](const auto &what) {
            writer.name("e");
            writer.text(std::string(what.word));
            writeFields(writer, what);
        },
        entry.what);
    writer.end('}');
    return writer.take();
}

Result<History> historyOf(const std::string &text, const std::string &name)
{
    const auto lines = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())).split('\n');
    auto header = headerOf(lines.front(), name);
    if (!header)
        return header.error();
    History history{*std::move(header), {}};
    for (qsizetype i = 1; i + 1 < lines.size(); ++i) { // skips the last line: it has no line end, because it was being written
        auto entry = entryOf(lines[i]);
        const bool isBack = entry && !history.entries.empty() && entry->at < history.entries.back().at;
        if (entry && (isBack || !saysWhoAndWhat(entry->what) || !refersBack(*entry, history.entries)))
            entry.reset();
        history.entries.push_back(entry.value_or(HistoryEntry())); // a gap has number 0
        if (!entry)
            break;
    }
    return history;
}

Result<History> readHistory(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    const auto refused = [&](const std::string &why) {
        return Error{ErrorKind::Refused, "the history " + path + " cannot be read: " + why, "history"};
    };
    if (const QFileInfo info(file); info.exists() && !info.isFile()) // reading a pipe might never end
        return refused("it is not a file");
    if (!file.open(QIODevice::ReadOnly))
        return refused(file.errorString().toStdString());
    return historyOf(file.readAll().toStdString(), path);
}

Result<void> HistoryFile::open(const std::string &path, const HistoryHeader &header)
{
    m_file.setFileName(QString::fromStdString(path));
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered))
        return Error{ErrorKind::Refused, path + " cannot be written: " + m_file.errorString().toStdString(), "history"};
    m_unwritten = QByteArray::fromStdString(lineOf(header)) + '\n';
    return flush();
}

void HistoryFile::add(const HistoryEntry &entry)
{
    if (!m_file.isOpen())
        return;
    const auto line = lineOf(entry);
    m_unwritten.append(line.data(), static_cast<qsizetype>(line.size())).append('\n');
}

Result<void> HistoryFile::flush()
{
    if (!m_file.isOpen() || m_unwritten.isEmpty())
        return {};
    const auto bytes = std::exchange(m_unwritten, {});
    const auto written = m_file.write(bytes);
    if (written == bytes.size())
        return {};
    const auto why = written < 0 ? m_file.errorString().toStdString() : std::string("there is no space left for all of it");
    const auto sentence = m_file.fileName().toStdString() + " cannot be written: " + why;
    m_file.close();
    return Error{ErrorKind::Refused, sentence, "history"};
}

} // namespace lockcore
