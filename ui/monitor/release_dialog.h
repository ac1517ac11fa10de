// SPDX-License-Identifier: MIT
// Asks before a lock is freed, shows exactly what will run, and reports the result. Modeless: the table stays visible and live.
// Enter means Cancel; nothing is retried and nothing undone. GUI thread.
#pragma once

#include "ui/monitor/release_attempt.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

class QAction;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace lockscope {

class ConfidenceDots;
class LockModel;
class ReleasePanel;
class ShadedLabel;
class WrappedText;

/// What this connection permits.
struct ReleaseRights
{
    QString whyNot;            ///< a sentence; empty: locks may be released
    bool production = false;   ///< the name of each lock must be typed
    QAction *permit = nullptr; ///< triggering it allows releasing from then on; null: not available
    bool operator==(const ReleaseRights &) const = default;
};

class ReleaseDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseDialog)

public:
    /// The caller owns the attempts, at least one, and they outlive the dialog.
    ReleaseDialog(const QList<ReleaseAttempt *> &attempts, LockModel *locks, const lockcore::Endpoint &endpoint, QWidget *parent);

    void setRights(const ReleaseRights &rights);
    const QList<ReleaseAttempt *> &attempts() const { return m_attempts; }
    QString text() const; ///< its whole text, for tests

    void reject() override; ///< not while an answer is pending

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeList();
    QWidget *makeFoot();
    void join();
    void refresh();
    void showHead();
    void showList();
    void showConfirmation();
    void showButtons();
    void showWatching();
    void choose(int index);
    void lookAgain();
    void carryOut();
    void tint();
    ReleaseAttempt *current() const { return m_attempts[m_current]; }
    bool needsName(const ReleaseAttempt *attempt) const;
    bool isReady(const ReleaseAttempt *attempt) const;
    bool lacksName(const ReleaseAttempt *attempt) const;
    QString hint(qsizetype ready) const;
    QString deed(qsizetype ready) const;

    QList<ReleaseAttempt *> m_attempts;
    QStringList m_typed; ///< for each attempt
    qsizetype m_current = 0;
    ReleaseRights m_rights;
    QElapsedTimer m_watched;
    QTimer m_ticking; ///< while something is watched
    bool m_answerAwaited = false;

    WrappedText *m_name = nullptr;
    ShadedLabel *m_subtitle = nullptr;
    ConfidenceDots *m_dots = nullptr;
    QTreeWidget *m_list = nullptr;
    ReleasePanel *m_panel = nullptr;
    QWidget *m_confirmation = nullptr;
    WrappedText *m_toType = nullptr;
    QLineEdit *m_typing = nullptr;
    QProgressBar *m_progress = nullptr;
    ShadedLabel *m_hint = nullptr;
    QPushButton *m_permit = nullptr;
    QPushButton *m_lookAgain = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_release = nullptr;
};

} // namespace lockscope
