// SPDX-License-Identifier: MIT
#include "ui/lab/library/library_model.h"

#include "lockcore/report/pitfall.h"
#include "ui/words/shown_text.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Scenario;

namespace {

constexpr std::size_t mostCharacters = 2000; // the rest of the text is cut
constexpr quintptr noChapter = 0;            // the id in a chapter's index; a row's index has the chapter's number + 1

QString searchText(const Scenario &scenario)
{
    QStringList parts{shownText(scenario.name), shownText(scenario.title), shownText(scenario.chapter), shownText(scenario.story),
                      shownText(scenario.protocol)};
    for (const auto &code : scenario.pitfalls) {
        const auto title = lockcore::pitfallTitle(code);
        parts << shownText(code) << QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
    }
    return parts.join(u'\n');
}

QString whenText(const QDateTime &when)
{
    if (!when.isValid())
        return {};
    const auto local = when.toLocalTime();
    const auto days = local.daysTo(QDateTime::currentDateTime());
    const QLocale locale;
    const auto time = locale.toString(local.time(), QLocale::ShortFormat);
    return days == 0   ? LibraryModel::tr("today, %1").arg(time)
           : days == 1 ? LibraryModel::tr("yesterday, %1").arg(time)
                       : locale.toString(local.date(), QLocale::ShortFormat) + u' ' + time;
}

LibraryRow rowOf(const EarlierRun &run)
{
    LibraryRow row;
    row.kind = LibraryRow::Kind::Run;
    row.key = row.path = row.details = run.folder;
    row.title = shownText(run.title.toStdString());
    row.summary = whenText(run.when);
    row.search = run.title + u'\n' + QFileInfo(run.folder).fileName();
    row.seen = run.seen;
    return row;
}

LibraryRow unreadable(const OwnScenario &own)
{
    LibraryRow row;
    row.kind = LibraryRow::Kind::Unreadable;
    row.key = row.path = own.path;
    row.title = row.search = QFileInfo(own.path).fileName();
    row.summary = row.details = own.wrong;
    return row;
}

} // namespace

bool LibraryRow::looksLike(const LibraryRow &other) const
{
    const auto parts = [](const LibraryRow &row) { return std::tie(row.kind, row.title, row.summary, row.details, row.search, row.seen); };
    const bool same = scenario == other.scenario || (scenario && other.scenario && *scenario == *other.scenario);
    return parts(*this) == parts(other) && same;
}

LibraryModel::LibraryModel(const std::vector<Scenario> &builtIns, QSettings *settings, QObject *parent)
    : QAbstractItemModel(parent)
    , m_seen(settings)
{
    for (const auto &scenario : builtIns) {
        const auto chapter = shownText(scenario.chapter);
        if (m_chapters.empty() || m_chapters.back().title != chapter)
            m_chapters.push_back({chapter, {}});
        m_chapters.back().rows.push_back(rowOf(scenario, LibraryRow::Kind::Story));
    }
    m_chapters.push_back({tr("Your scenarios"), {}});
    m_chapters.push_back({tr("Earlier runs"), {}});
}

LibraryRow LibraryModel::rowOf(const Scenario &scenario, LibraryRow::Kind kind) const
{
    LibraryRow row;
    row.kind = kind;
    row.path = QString::fromStdString(scenario.file);
    row.key = kind == LibraryRow::Kind::Own ? row.path : QString::fromStdString(scenario.name);
    row.title = shownText(scenario.title, 200);
    row.summary = row.details = shownText(scenario.story, mostCharacters);
    row.search = searchText(scenario);
    row.seen = m_seen.of(scenario);
    row.scenario = std::make_shared<const Scenario>(scenario);
    return row;
}

void LibraryModel::setOwn(const std::vector<OwnScenario> &own)
{
    std::vector<LibraryRow> rows;
    for (const auto &one : own)
        rows.push_back(one.scenario ? rowOf(*one.scenario, LibraryRow::Kind::Own) : unreadable(one));
    replace(ownChapter(), std::move(rows));
}

void LibraryModel::setRuns(const QList<EarlierRun> &runs)
{
    std::vector<LibraryRow> rows;
    for (const auto &run : runs)
        rows.push_back(lockscope::rowOf(run));
    replace(runChapter(), std::move(rows));
}

void LibraryModel::replace(int chapter, std::vector<LibraryRow> rows)
{
    auto &old = m_chapters[static_cast<std::size_t>(chapter)].rows;
    const auto above = index(chapter, 0);
    const auto isWanted = [&](const LibraryRow &row) { return std::ranges::find(rows, row.key, &LibraryRow::key) != rows.end(); };
    const auto removeAt = [&](std::ptrdiff_t at) {
        beginRemoveRows(above, static_cast<int>(at), static_cast<int>(at));
        old.erase(old.begin() + at);
        endRemoveRows();
    };
    for (auto at = std::ssize(old) - 1; at >= 0; --at) {
        if (!isWanted(old[static_cast<std::size_t>(at)]))
            removeAt(at);
    }
    for (std::ptrdiff_t at = 0; at < std::ssize(rows); ++at) {
        auto &row = rows[static_cast<std::size_t>(at)];
        const auto there = std::find_if(old.begin() + at, old.end(), [&](const LibraryRow &one) { return one.key == row.key; });
        const auto place = static_cast<int>(at), from = static_cast<int>(there - old.begin());
        if (there == old.end()) {
            beginInsertRows(above, place, place);
            old.insert(old.begin() + at, std::move(row));
            endInsertRows();
            continue;
        }
        if (from != place) { // titles have changed, and therefore the order
            beginMoveRows(above, from, from, above, place);
            std::rotate(old.begin() + at, there, there + 1);
            endMoveRows();
        }
        if (auto &same = old[static_cast<std::size_t>(at)]; !same.looksLike(row)) {
            same = std::move(row);
            const auto changed = index(place, 0, above);
            emit dataChanged(changed, changed);
        }
    }
}

void LibraryModel::note(const Scenario &scenario, Seen seen)
{
    m_seen.note(scenario, seen);
    for (std::size_t chapter = 0; chapter < m_chapters.size(); ++chapter) {
        auto &rows = m_chapters[chapter].rows;
        for (std::size_t at = 0; at < rows.size(); ++at) {
            if (!rows[at].scenario || rows[at].scenario->file != scenario.file || rows[at].seen == seen)
                continue;
            rows[at].seen = seen;
            const auto changed = index(static_cast<int>(at), 0, index(static_cast<int>(chapter), 0));
            emit dataChanged(changed, changed, {SeenRole, Qt::AccessibleTextRole, Qt::ToolTipRole});
        }
    }
}

void LibraryModel::setCovered(const QString &key)
{
    const auto before = std::exchange(m_covered, key);
    for (std::size_t chapter = 0; before != key && chapter < m_chapters.size(); ++chapter) {
        const auto &rows = m_chapters[chapter].rows;
        for (std::size_t at = 0; at < rows.size(); ++at) {
            if (rows[at].key != before && rows[at].key != key)
                continue;
            const auto changed = index(static_cast<int>(at), 0, index(static_cast<int>(chapter), 0));
            emit dataChanged(changed, changed, {Qt::DisplayRole, SummaryRole, SeenRole, Qt::AccessibleTextRole, Qt::ToolTipRole});
        }
    }
}

const LibraryRow *LibraryModel::row(const QModelIndex &index) const
{
    if (!index.isValid() || !checkIndex(index) || index.internalId() == noChapter)
        return nullptr;
    return &m_chapters[index.internalId() - 1].rows[static_cast<std::size_t>(index.row())];
}

QModelIndex LibraryModel::find(const QString &name, bool own) const
{
    for (int chapter = 0; chapter < rowCount(); ++chapter) {
        const auto above = index(chapter, 0);
        for (int at = 0; at < rowCount(above) && (chapter == ownChapter()) == own; ++at) {
            const auto found = index(at, 0, above);
            if (const auto *const scenario = row(found)->scenario.get(); scenario && scenario->name == name.toStdString())
                return found;
        }
    }
    return {};
}

const Scenario *LibraryModel::builtIn(const std::string &name) const
{
    const auto *const found = row(find(QString::fromStdString(name)));
    return found ? found->scenario.get() : nullptr;
}

QModelIndex LibraryModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : noChapter);
}

QModelIndex LibraryModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == noChapter)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, noChapter);
}

int LibraryModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_chapters.size());
    return parent.internalId() == noChapter && parent.column() == 0
               ? static_cast<int>(m_chapters[static_cast<std::size_t>(parent.row())].rows.size())
               : 0;
}

QVariant LibraryModel::chapterData(const Chapter &chapter, int role) const
{
    if (role == Qt::DisplayRole)
        return chapter.title;
    if (role == Qt::AccessibleTextRole)
        return chapter.rows.size() == 1 ? tr("%1, 1 entry").arg(chapter.title)
                                        : tr("%1, %2 entries").arg(chapter.title).arg(chapter.rows.size());
    return {};
}

QVariant LibraryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto *const here = row(index);
    if (!here)
        return chapterData(m_chapters[static_cast<std::size_t>(index.row())], role);
    if (!m_covered.isEmpty() && here->key == m_covered) {
        switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole: return tr("How does it end?");
        case SummaryRole:
        case Qt::ToolTipRole: return tr("Covered until you have guessed, and seen it played.");
        case Qt::AccessibleDescriptionRole: return {};
        case SeenRole: return static_cast<int>(Seen::Never);
        default: break;
        }
    }
    switch (role) {
    case Qt::DisplayRole: return here->title;
    case Qt::ToolTipRole: return QString(here->title + u'\n' + here->details + u'\n' + seenSentence(here->seen));
    case Qt::AccessibleTextRole: return QString(here->title + u". "_s + seenSentence(here->seen));
    case Qt::AccessibleDescriptionRole: return here->details;
    case SummaryRole: return here->summary;
    case SeenRole: return static_cast<int>(here->seen);
    case SearchRole: return here->search;
    case KindRole: return static_cast<int>(here->kind);
    default: return {};
    }
}

} // namespace lockscope
