// SPDX-License-Identifier: MIT
// What was released on this machine by force: who, when, why, what was seen, and the outcome. Modeless; read from the audit file. GUI thread.
#pragma once

#include "ui/window/file_chooser.h"

#include <QDialog>

#include <string>

class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace lockscope {

class ReleaseLogModel;
class ShadedLabel;

class ReleaseLogDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseLogDialog)

public:
    /// `auditDirectory`: empty for the usual one.
    ReleaseLogDialog(std::string auditDirectory, FileChooser choose, QWidget *parent);

    void read(); ///< again, after a release

private:
    QWidget *makeFoot();
    void setUpTable();
    void fitColumns();
    void showCurrent();
    void copy(const QString &text) const;
    void save();
    int current() const; ///< -1: none

    const std::string m_directory;
    FileChooser m_choose;
    ReleaseLogModel *m_rows;
    ShadedLabel *m_words;
    QTableView *m_table;
    QPlainTextEdit *m_details;
    QPushButton *m_copyCommand = nullptr;
    QPushButton *m_copyJson = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lockscope
