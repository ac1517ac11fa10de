// SPDX-License-Identifier: MIT
#include "ui/explore/step_model.h"

#include "ui/explore/words/explore_words.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using Kind = Move::Kind;
using Life = StepModel::Lane::Life;

StepModel::StepModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

void StepModel::show(const QList<ExploreStep> &steps, int workers, int servers)
{
    beginResetModel();
    m_steps = steps;
    m_workers = workers;
    m_servers = servers;
    follow();
    endResetModel();
}

// What becomes of each worker from row to row.
void StepModel::follow()
{
    m_lanes.clear();
    m_longestLease = 0;
    QList<Life> lives(m_workers, Life::Away);
    for (const auto &step : m_steps) {
        QList<Lane> row;
        for (int worker = 0; worker < m_workers; ++worker) {
            auto &life = lives[worker];
            Lane lane{worker, life, life, step.worker == worker, step.worker == worker && step.isFault, &step == &m_steps.back()};
            const bool isInside = std::ranges::count(step.inside, worker) > 0;
            if (lane.acts && step.kind == Kind::Crashes)
                life = Life::Dead;
            else if (lane.acts && step.kind == Kind::Pauses)
                life = Life::Paused;
            else if (life != Life::Dead && (life != Life::Paused || lane.acts) && (lane.acts || life != Life::Away))
                life = isInside ? Life::Inside : Life::Waits;
            lane.life = life;
            row << lane;
        }
        m_lanes << row;
        for (const auto &key : step.keys)
            m_longestLease = std::max(m_longestLease, key.left);
    }
}

int StepModel::rowOf(int event) const
{
    int row = -1;
    for (qsizetype i = 0; i < m_steps.size(); ++i) {
        if (m_steps[i].event <= event)
            row = static_cast<int>(i);
    }
    return row;
}

const ExploreStep *StepModel::lastWithSource(int worker, int row) const
{
    for (int i = std::min(row, rowCount() - 1); i >= 0; --i) {
        if (m_steps[i].worker == worker && !m_steps[i].file.empty())
            return &m_steps[i];
    }
    return nullptr;
}

int StepModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_steps.size()); }

int StepModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : redisColumn() + 1; }

QString StepModel::whoWords(const ExploreStep &step) const
{
    const auto who = step.worker == TraceStep::nobody ? QString() : workerLetter(step.worker) + u' ';
    return step.what.isEmpty() ? tr("time passes") : who + step.what;
}

QString StepModel::redisWords(int row) const { return m_steps[row].changesKeys ? keysWords(m_steps[row].keys, m_servers > 1) : QString(); }

double StepModel::leaseLeft(int row) const
{
    for (const auto &key : m_steps[row].keys) {
        if (key.left != StoredKey::noDeadline && m_longestLease > 0)
            return static_cast<double>(key.left) / m_longestLease;
    }
    return -1;
}

StepModel::Tone StepModel::toneOf(int row) const
{
    const auto &step = m_steps[row];
    if (step.inside.size() > 1)
        return Tone::Violation;
    return step.isFault ? Tone::Fault : step.what.isEmpty() ? Tone::Time : Tone::Plain;
}

QVariant StepModel::data(const QModelIndex &index, int role) const
{
    const int row = index.row();
    const int column = index.column();
    const auto &step = m_steps[row];
    if (role == ToneRole)
        return static_cast<int>(toneOf(row));
    if (role == LeaseRole)
        return leaseLeft(row);
    if (role == LaneRole && column >= firstLane && column < whatColumn())
        return QVariant::fromValue(m_lanes[row][column - firstLane]);
    if (role == Qt::TextAlignmentRole && column == timeColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return step.why.isEmpty() ? whoWords(step) : whoWords(step) + u'\n' + step.why;
    if (role == Qt::AccessibleTextRole && column >= firstLane && column < whatColumn()) {
        const bool isInside = m_lanes[row][column - firstLane].life == Life::Inside;
        return isInside ? tr("%1 is inside").arg(workerLetter(column - firstLane)) : workerLetter(column - firstLane);
    }
    if (role != Qt::DisplayRole)
        return {};
    if (column == timeColumn)
        return tr("%1 ms").arg(step.at);
    if (column == whatColumn())
        return whoWords(step);
    return column == redisColumn() ? redisWords(row) : QString();
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (section == timeColumn)
        return tr("Clock");
    if (section < whatColumn())
        return workerLetter(section - firstLane);
    return section == whatColumn() ? tr("What happens") : tr("Redis afterwards");
}

} // namespace lockscope
