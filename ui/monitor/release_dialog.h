// SPDX-License-Identifier: MIT
// Asks before a lock is freed, shows exactly what will run, and reports the result. Modeless: the table stays visible and live. Enter means
// Cancel; nothing is retried, and nothing is undone. GUI thread.
#pragma once

#include "lockcore/redis/endpoint.h"
#include "ui/monitor/release_consent.h"

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
class NameConfirmation;
class ReleasePanel;
class ShadedLabel;
class WrappedText;

class ReleaseDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseDialog)

public:
    /// The caller owns the attempts, at least one; they must outlive the dialog. `permit` switches the rights.
    ReleaseDialog(const QList<ReleaseAttempt *> &attempts, const lockcore::Endpoint &endpoint, const ConnectionRights *rights,
                  QAction *permit, QWidget *parent);

    const QList<ReleaseAttempt *> &attempts() const { return m_consent.attempts(); }
    QString text() const; ///< the whole text, for tests

    void reject() override; ///< ignored while an answer is pending

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeList();
    QWidget *makeFoot();
    void join();
    void followRights();
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
    ReleaseAttempt *current() const { return attempts()[m_current]; }

    ReleaseConsent m_consent;
    qsizetype m_current = 0;
    const ConnectionRights *m_rights;
    QAction *m_switch; ///< switches the rights
    QElapsedTimer m_watched;
    QTimer m_ticking; ///< active while an aftermath is watched
    bool m_answerAwaited = false;

    WrappedText *m_name = nullptr;
    ShadedLabel *m_subtitle = nullptr;
    ConfidenceDots *m_dots = nullptr;
    QTreeWidget *m_list = nullptr;
    ReleasePanel *m_panel = nullptr;
    NameConfirmation *m_confirmation = nullptr;
    QLineEdit *m_reason = nullptr;
    QProgressBar *m_progress = nullptr;
    ShadedLabel *m_hint = nullptr;
    QPushButton *m_permit = nullptr;
    QPushButton *m_lookAgain = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_release = nullptr;
};

} // namespace lockscope
