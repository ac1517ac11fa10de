// SPDX-License-Identifier: MIT
// Chooses the file to write to: asks the user; a test gives the answer itself.
#pragma once

#include <QStringList>

#include <functional>

class QWidget;

namespace lockscope {

struct FileQuestion
{
    QString title;
    QString suggestion;  ///< a path for the start
    QStringList filters; ///< "JSON (*.json)"; a name without a suffix gets that of the chosen filter
};

/// Returns the path; empty: cancelled. It must already have asked whether an existing file may be replaced.
using FileChooser = std::function<QString(const FileQuestion &question, QWidget *parent)>;

QString chooseFile(const FileQuestion &question, QWidget *parent); ///< with the platform's dialog; blocks

/// The folder `wanted` if it still exists; else the documents folder, if the user has one; else the home directory.
QString folderToWrite(const QString &wanted = {});

} // namespace lockscope
