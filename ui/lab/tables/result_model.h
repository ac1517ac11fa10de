// SPDX-License-Identifier: MIT
// A table whose rows or cells are runs. For each cell it provides the shade, the folder of the run, and what the user should know before
// opening the run. GUI thread.
#pragma once

#include "ui/widgets/captions.h"

#include <QAbstractTableModel>

namespace lockscope {

class ResultModel : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultModel)

public:
    enum Role {
        ShadeRole = Qt::UserRole, ///< ShadedLabel::Shade, as int
        FolderRole,               ///< folder of the run; empty: none
        TitleRole,                ///< a title for what happens in the run
        DetailsRole,              ///< some sentences, one per line
        ProofRole,                ///< quint64: the entry that completes the proof; 0: none
        SortRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    virtual int planned() const = 0; ///< number of planned runs; 0: not known yet
    virtual int played() const = 0;
    virtual QString subject() const = 0; ///< which workers, on which server; empty: not known yet
    virtual QString summary() const = 0; ///< the result, or the progress so far; empty: nothing was played
    virtual QString failure() const = 0; ///< why there is no table; empty: no failure

signals:
    void changed(); ///< any of the above values changed
};

} // namespace lockscope
