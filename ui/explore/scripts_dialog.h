// SPDX-License-Identifier: MIT
// Two scripts of the user, or three, and what their replies mean. GUI thread.
#pragma once

#include "lockcore/explorer/script_lock.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace lockscope {

class ShadedLabel;

class ScriptsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScriptsDialog)

public:
    ScriptsDialog(const std::optional<lockcore::explorer::ScriptPair> &scripts, QWidget *parent);

    lockcore::explorer::ScriptPair scripts() const;
    QPlainTextEdit *acquire() const { return m_acquire; }
    QPlainTextEdit *release() const { return m_release; }
    QComboBox *preset() const { return m_preset; }

signals:
    void written(const lockcore::explorer::ScriptPair &scripts);

private:
    QPlainTextEdit *addScript(QTabWidget *tabs, const QString &title, const QString &name, const lockcore::Bytes &text);
    void takePreset();
    void showComplete();

    QPlainTextEdit *m_acquire;
    QPlainTextEdit *m_release;
    QPlainTextEdit *m_renew;
    QComboBox *m_preset;
    QComboBox *m_order;
    QLineEdit *m_acquired, *m_released, *m_renewed, *m_stillHeld;
    ShadedLabel *m_complaint;
    QPushButton *m_use;
};

} // namespace lockscope
