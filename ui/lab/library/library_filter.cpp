// SPDX-License-Identifier: MIT
#include "ui/lab/library/library_filter.h"

#include "ui/lab/library/library_model.h"

#include <algorithm>

namespace lockscope {

LibraryFilter::LibraryFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
}

void LibraryFilter::setWords(const QString &text)
{
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateFilter();
}

bool LibraryFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (!parent.isValid())
        return false; // a chapter is shown only because of its rows
    const auto text = sourceModel()->index(row, 0, parent).data(LibraryModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace lockscope
