// SPDX-License-Identifier: MIT
// The rows of the library that have all words of a search, with their chapters. Chapters without rows are left out. GUI thread.
#pragma once

#include <QSortFilterProxyModel>

namespace lockscope {

class LibraryFilter final : public QSortFilterProxyModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LibraryFilter)

public:
    explicit LibraryFilter(QObject *parent = nullptr);

    void setWords(const QString &text); ///< apart by blanks; in title, story, chapter, protocol, a pitfall's code or its title
    bool isSearching() const { return !m_words.isEmpty(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
};

} // namespace lockscope
