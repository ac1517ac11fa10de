// SPDX-License-Identifier: MIT
// *Change one thing*: changes the scenario's protocol, lease, work, workers and faults for the next run. Differences from the original are
// marked and can be reverted. It changes no file. GUI thread.
#pragma once

#include "ui/lab/change/scenario_change.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace lockscope {

class LinkButton;
class ShadedLabel;
class WrappedText;

class ChangePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChangePanel)

public:
    explicit ChangePanel(QWidget *parent = nullptr);

    /// Starts without a change. `twin`: the counterpart that the scenario names; null: none.
    void show(const lockcore::Scenario &scenario, const lockcore::Scenario *twin);
    using QWidget::show;

    Change change() const;
    lockcore::Scenario scenario() const { return lockscope::changed(m_scenario, change()); } ///< with the change applied
    QString sentence() const;                                                                ///< describes the change; empty: none
    std::vector<std::string> command() const; ///< the command of external workers; empty: the workers are built in, or no command was typed
    bool needsCommand() const;                ///< the workers are external, and no command was typed
    void focusCommand();
    int stretch() const; ///< slow-down of a live run: 1, 10 or 30

    void takeBack();             ///< reverts all changes
    void setCanRun(bool canRun); ///< false while a run is in progress

signals:
    void changed();
    void runWanted();
    void twinWanted(const QString &name);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Row
    {
        QWidget *field = nullptr;
        ShadedLabel *was = nullptr;
        LinkButton *back = nullptr;
    };

    Row addRow(const QString &label, QWidget *field, void (ChangePanel::*reset)());
    void addFields();
    void addFoot(QVBoxLayout *layout);
    void addFaults();
    void resetProtocol();
    void resetLease();
    void resetWork();
    void resetWorkers();
    void follow();
    void enableRuns();
    bool isOutside() const;
    void mark(const Row &row, bool differs, const QString &was);

    lockcore::Scenario m_scenario;
    QString m_twin;
    QGridLayout *m_grid;
    WrappedText *m_sentence;
    QComboBox *m_protocol;
    QLineEdit *m_command;
    QSpinBox *m_lease;
    QSpinBox *m_work;
    QSpinBox *m_workers;
    QComboBox *m_stretch;
    QWidget *m_faults;
    QList<QCheckBox *> m_faultBoxes;
    Row m_protocolRow, m_leaseRow, m_workRow, m_workersRow;
    QPushButton *m_twinButton = nullptr;
    QPushButton *m_run = nullptr;
    bool m_canRun = true;
    LinkButton *m_allBack = nullptr;
    bool m_showing = false; ///< true while the fields are being filled
};

} // namespace lockscope
