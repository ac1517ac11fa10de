// SPDX-License-Identifier: MIT
// The one question before a trace: what it costs this server, and for how long. Cancel is the answer to Enter and Escape. It deletes itself
// when it is closed. GUI thread.
#pragma once

#include "lockcore/monitor/trace/tracer.h"

#include <QDialog>

class QComboBox;
class QPushButton;

namespace lockscope {

class DetailsSection;

class TraceQuestion final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceQuestion)

public:
    /// `ended`: what is known of its end; empty: it is held. `others`: so many more locks are traced with the one that the person asked about.
    TraceQuestion(const lockcore::TracePlan &plan, const lockcore::Bytes &lock, const QString &ended, std::size_t others, QWidget *parent);

    lockcore::Milliseconds time() const;

private:
    void showTime();

    const lockcore::TracePlan m_plan;
    DetailsSection *m_facts;
    QComboBox *m_time;
    QPushButton *m_trace;
};

} // namespace lockscope
