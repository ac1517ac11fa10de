// SPDX-License-Identifier: MIT
// *Change one thing*: the scenario's protocol, lease, work, workers and faults, for the next run. What differs from the story is marked,
// and can be taken back. It changes no file. GUI thread.
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

    /// Begins without a change. `twin`: what the scenario names as its counterpart; null: none.
    void show(const lockcore::Scenario &scenario, const lockcore::Scenario *twin);
    using QWidget::show;

    Change change() const;
    lockcore::Scenario scenario() const { return lockscope::changed(m_scenario, change()); } ///< with the change
    QString sentence() const;                                                                ///< of the change; empty: none
    std::vector<std::string> command() const; ///< of workers from outside; empty: built-in ones, or none was typed
    bool needsCommand() const;                ///< its workers are from outside, and none was typed
    void focusCommand();
    int stretch() const; ///< of a live run: 1, 10 or 30

    void takeBack();             ///< all of it
    void setCanRun(bool canRun); ///< not while a run is under way

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
    bool m_showing = false; ///< the fields are being filled
};

} // namespace lockscope
