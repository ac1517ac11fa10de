// SPDX-License-Identifier: MIT
// *Duplicate and edit*: a form for a scenario of one's own, checked with each keystroke by the reader of files, and saved as a file of the
// own folder. Nothing is replaced without a question. GUI thread.
#pragma once

#include "ui/lab/scenario/scenario_draft.h"

#include <QDialog>

class QComboBox;
class QGridLayout;
class QLineEdit;
class QPlainTextEdit;
class QScrollArea;
class QVBoxLayout;

namespace lockscope {

class DraftTable;
class LinkButton;
class OwnScenarios;
class ShadedLabel;
class WrappedText;

class EditorDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EditorDialog)

public:
    enum class Purpose { Copy, Edit };

    /// Edit: `scenario.file` is replaced. Copy: a new file. `own` must outlive this object.
    EditorDialog(OwnScenarios *own, const lockcore::Scenario &scenario, Purpose purpose, QWidget *parent = nullptr);

    const ScenarioDraft &draft() const { return m_draft; }
    QString complaint() const; ///< empty: it can be saved

    void accept() override; ///< saves; closes only after that
    void reject() override; ///< asks if something would be lost

signals:
    void saved(const QString &path);

protected:
    bool focusNextPrevChild(bool next) override;

private:
    void addFields(QVBoxLayout *form);
    void addNumbers(QVBoxLayout *form);
    int labelWidth() const;
    void addTables(QVBoxLayout *form);
    void addExpectations(QVBoxLayout *form);
    QLayout *makeFoot();
    QWidget *addLine(QGridLayout *grid, int row, int column, const char *field, const QString &label, const QString &hint);
    void addFlag(QLayout *layout, const char *field, const QString &text, bool usual);
    void set(const QString &field, const QString &typed);
    void follow(); ///< after each keystroke
    void markField(const QString &field);
    void showField();
    QString fieldText(const QString &field) const;                    ///< `Worker B, starts after`
    QString labelOf(const QString &name, const QString &field) const; ///< that the form shows for a name in a sentence about `field`
    bool isTyped(const QString &text, const QString &field) const;
    DraftTable *tableOf(const QString &field) const; ///< null: it is in no table
    QString complaintText(const DraftCheck &check) const;
    void save(const QString &path);
    void ask(const QString &question, const QString &explanation, const QString &yes, std::function<void()> then);

    OwnScenarios *m_own;
    Purpose m_purpose;
    QString m_path;        ///< that is edited; empty: a new one
    QByteArray m_asOpened; ///< what was in it
    ScenarioDraft m_draft, m_original;
    QMap<QString, QWidget *> m_widgets; ///< by their fields
    QMap<QString, QString> m_labels;
    DraftTable *m_workers = nullptr;
    DraftTable *m_faults = nullptr;
    QScrollArea *m_area;
    QPlainTextEdit *m_preview;
    WrappedText *m_complaint;
    LinkButton *m_go = nullptr;
    QPushButton *m_save = nullptr;
    QString m_wrongField;
};

} // namespace lockscope
