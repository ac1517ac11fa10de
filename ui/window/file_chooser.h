// SPDX-License-Identifier: MIT
// Where to write something: asked of the person, or of a test.
#pragma once

#include <QStringList>

#include <functional>

class QWidget;

namespace lockscope {

struct FileQuestion
{
    QString title;
    QString suggestion;   ///< a path
    QStringList filters;  ///< "JSON (*.json)"; a name without an ending gets that of the one chosen
};

/// The path; empty: cancelled. Whether an existing file may be replaced has been asked.
using FileChooser = std::function<QString(const FileQuestion &question, QWidget *parent)>;

QString chooseFile(const FileQuestion &question, QWidget *parent); ///< by the platform's dialog; blocks

} // namespace lockscope
