// SPDX-License-Identifier: MIT
// Where to write a file: asks the user; a test answers itself.
#pragma once

#include <QStringList>

#include <functional>

class QWidget;

namespace lockscope {

struct FileQuestion
{
    QString title;
    QString suggestion;  ///< a path
    QStringList filters; ///< "JSON (*.json)"; a name without a suffix gets that of the chosen filter
};

/// The path; empty: cancelled. It has already asked whether an existing file may be replaced.
using FileChooser = std::function<QString(const FileQuestion &question, QWidget *parent)>;

QString chooseFile(const FileQuestion &question, QWidget *parent); ///< with the platform's dialog; blocks

/// `wanted`, unless it is gone; else that for documents, which not every user has; else the user's own.
QString folderToWrite(const QString &wanted = {});

} // namespace lockscope
