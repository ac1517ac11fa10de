// SPDX-License-Identifier: MIT
#include "ui/window/file_chooser.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

namespace lockscope {

namespace {

// "JSON (*.json)" → "json"
QString endingOf(const QString &filter)
{
    static const QRegularExpression ending(QStringLiteral("\\*\\.(\\w+)"));
    return ending.match(filter).captured(1);
}

} // namespace

QString chooseFile(const FileQuestion &question, QWidget *parent)
{
    QFileDialog dialog(parent, question.title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(question.filters);
    dialog.setDefaultSuffix(endingOf(question.filters.value(0)));
    dialog.selectFile(question.suggestion);
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                     [&](const QString &filter) { dialog.setDefaultSuffix(endingOf(filter)); });
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

QString folderToWrite(const QString &wanted)
{
    for (const auto &candidate : {wanted, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)}) {
        if (const QFileInfo info(candidate); !candidate.isEmpty() && info.isDir() && info.isWritable())
            return candidate;
    }
    return QDir::homePath();
}

} // namespace lockscope
